import { parse as parseYaml } from 'yaml';
import { simpleYaml } from './simple-yaml.ts';

/** The frontmatter block of a note: offsets in UTF-16 units, lines counted from 0. */
export interface FrontmatterBlock {
  /** The YAML between the fences. */
  readonly from: number;
  readonly to: number;
  /** Behind the closing dashes, and the line they are on. */
  readonly end: number;
  readonly endLine: number;
  /** The first unit after the closing fence's line. */
  readonly bodyStart: number;
}

export type Frontmatter = Readonly<Record<string, unknown>>;

export interface ParsedFrontmatter {
  readonly value?: Frontmatter;
  /** The YAML parser's words, one line, where the block could not be read as properties. */
  readonly error?: string;
}

/** The block's bounds; null where the text does not start with one that is closed. */
export function frontmatterBlock(text: string): FrontmatterBlock | null {
  const from = text.startsWith('---') ? afterFence(text, 3) : -1;
  if (from < 0) return null;
  let at = from;
  for (let line = 1; at <= text.length; line++) {
    if (text.startsWith('---', at)) {
      const bodyStart = at + 3 === text.length ? text.length : afterFence(text, at + 3);
      if (bodyStart >= 0) return { from, to: at, end: at + 3, endLine: line, bodyStart };
    }
    const feed = text.indexOf('\n', at);
    if (feed < 0) return null;
    at = feed + 1;
  }
  return null;
}

/** The offset behind the line break that follows a fence, spaces allowed; -1 where other text follows. */
function afterFence(text: string, at: number): number {
  let pos = at;
  while (text.charCodeAt(pos) === 32 || text.charCodeAt(pos) === 9) pos++;
  if (text.charCodeAt(pos) === 13) pos++;
  if (text.charCodeAt(pos) === 10) return pos + 1;
  return pos === text.length && at !== 3 ? pos : -1;
}

/**
 * The properties of a block, read as YAML 1.2: dates stay strings, a key may occur once, and every alias counts
 * against a limit, so that a few bytes cannot unfold into millions. Larger blocks than {@link MAX_YAML} are refused.
 */
export function parseFrontmatter(text: string, block: FrontmatterBlock): ParsedFrontmatter {
  if (block.to - block.from > MAX_YAML) return { error: `frontmatter is longer than ${MAX_YAML} characters` };
  const yaml = text.slice(block.from, block.to);
  if (nestsDeeply(yaml)) return { error: 'frontmatter is nested too deeply' };
  const simple = simpleYaml(yaml);
  if (simple !== null) return Object.keys(simple).length > 0 ? { value: simple } : {};
  try {
    // The opening fence counts as the first line, so that the parser's line numbers are the file's.
    const value: unknown = parseYaml(`\n${yaml}`, { maxAliasCount: 100, logLevel: 'error' });
    if (value === null || value === undefined) return {};
    if (isProperties(value)) return { value };
    return { error: 'frontmatter is not a list of properties' };
  } catch (error) {
    return { error: firstLine(error) };
  }
}

/** The library's time on deep nesting grows with its square; no person writes sixty-four levels. */
function nestsDeeply(yaml: string): boolean {
  let depth = 0;
  for (let i = 0; i < yaml.length; i++) {
    const code = yaml.charCodeAt(i);
    if (code === 91 || code === 123) depth++;
    else if ((code === 93 || code === 125) && depth > 0) depth--;
    if (depth > 64) return true;
  }
  return /(?:[-?:] ){65}/.test(yaml);
}

function isProperties(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstLine(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const line = words.split('\n', 1)[0] ?? '';
  return line.replace(/:$/, '').slice(0, 200);
}

/** Obsidian's own limit is unknown; a real block has a few kilobytes, and the parser needs about a second for 1 MB. */
export const MAX_YAML = 131_072;
