import { frontmatterBlock, parseFrontmatter } from '../note/frontmatter.ts';

/** What a note says of itself to agents: no tool sees it, or no tool changes it. */
export type NoteFlag = 'hidden' | 'read-only';

/**
 * The flag in a note's own frontmatter, under `property` in any case. Where the block is no sound YAML the property's
 * line still counts: a slip elsewhere in it must not lay a hidden note bare.
 */
export function noteFlagOf(text: string, property: string): NoteFlag | null {
  const block = frontmatterBlock(text);
  if (block === null || !text.slice(block.from, block.to).toLowerCase().includes(property.toLowerCase())) return null;
  const { value, error } = parseFrontmatter(text, block);
  if (error === undefined) return flagIn(value, property);
  const lines = text.slice(block.from, block.to).split('\n');
  const words = lines.flatMap((line) => valueOn(line, property));
  return strictest(words.flatMap((word) => word.split(/[\s,[\]]+/)).concat(words));
}

/** The same, of properties that are read already. */
export function flagIn(properties: Readonly<Record<string, unknown>> | undefined, property: string): NoteFlag | null {
  const wanted = property.toLowerCase();
  const values = Object.entries(properties ?? {}).flatMap(([key, value]: [string, unknown]): unknown[] =>
    key.toLowerCase() === wanted ? (Array.isArray(value) ? value : [value]) : [],
  );
  return strictest(values.filter((value) => typeof value === 'string'));
}

function strictest(words: readonly string[]): NoteFlag | null {
  const flags = words.map((word) => FLAGS[word.trim().toLowerCase().replaceAll(/[\s_]/g, '-')]);
  if (flags.includes('hidden')) return 'hidden';
  return flags.includes('read-only') ? 'read-only' : null;
}

const FLAGS: Readonly<Record<string, NoteFlag | undefined>> = {
  __proto__: null as never,
  hidden: 'hidden',
  'read-only': 'read-only',
  readonly: 'read-only',
};

function valueOn(line: string, property: string): string[] {
  const colon = line.indexOf(':');
  if (colon < 0) return [];
  const key = unquoted(line.slice(0, colon));
  return key.toLowerCase() === property.toLowerCase() ? [unquoted(line.slice(colon + 1))] : [];
}

function unquoted(text: string): string {
  return text.trim().replace(/^["']/, '').replace(/["']$/, '');
}
