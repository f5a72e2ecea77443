import { CST, Parser } from 'yaml';
import { frontmatterBlock, parseFrontmatter, type Frontmatter, type FrontmatterBlock } from '../note/frontmatter.ts';

/** A frontmatter block as it is written: which key stands where. All offsets count in the note's text. */
export interface WrittenBlock {
  readonly block: FrontmatterBlock;
  readonly value: Frontmatter;
  readonly entries: readonly WrittenEntry[];
  /** Spaces before each key of the block. */
  readonly indent: string;
  /** The line break that the block uses. */
  readonly eol: string;
}

export interface WrittenEntry {
  readonly key: string;
  /** Where the key's line begins, and where the line after its value does. */
  readonly start: number;
  readonly end: number;
  /** Behind the key's colon. */
  readonly colonEnd: number;
  readonly value: WrittenValue;
}

export type WrittenValue =
  /** Nothing behind the colon but perhaps a comment. */
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'scalar'; readonly style: ScalarStyle; readonly text: string } & Span)
  | ({ readonly kind: 'flow-list'; readonly items: readonly WrittenItem[] } & Span)
  | ({ readonly kind: 'block-list'; readonly items: readonly WrittenItem[] } & Span)
  | ({ readonly kind: 'map' } & Span);

export type ScalarStyle = 'plain' | 'single' | 'double' | 'block' | 'alias';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An item of a list: the span of its own text, marks left out; `value` where it is a plain or quoted scalar. */
export interface WrittenItem extends Span {
  readonly scalar: { readonly style: ScalarStyle; readonly text: string } | null;
  /** Of an item of a block list: its dash, and the start of the line after it. */
  readonly dash: number;
  readonly lineEnd: number;
}

export type BlockReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'properties'; readonly written: WrittenBlock }
  /** Properties cannot be edited there: the parser's words, one line. `list`: it is YAML, but no list of properties. */
  | { readonly kind: 'broken'; readonly problem: string; readonly list: boolean };

/** How the frontmatter of a note is written; a block of comments or nothing has no entries. */
export function readBlock(text: string): BlockReading {
  const block = frontmatterBlock(text);
  if (block === null) {
    if (!startsUnclosed(text)) return { kind: 'none' };
    return { kind: 'broken', problem: 'the opening --- is never closed', list: false };
  }
  const parsed = parseFrontmatter(text, block);
  if (parsed.error !== undefined) {
    return { kind: 'broken', problem: parsed.error, list: parsed.error === 'frontmatter is not a list of properties' };
  }
  const eol = text.charCodeAt(block.from - 2) === 13 ? '\r\n' : '\n';
  const empty: WrittenBlock = { block, value: parsed.value ?? {}, entries: [], indent: '', eol };
  const root = rootOf(text.slice(block.from, block.to));
  if (root === null) return { kind: 'properties', written: empty };
  if (typeof root === 'string') return { kind: 'broken', problem: root, list: false };
  const entries = entriesOf(root, text, block.from);
  if (typeof entries === 'string') return { kind: 'broken', problem: entries, list: false };
  return { kind: 'properties', written: { ...empty, entries, indent: ' '.repeat(root.indent) } };
}

/** Whether a text begins like frontmatter whose end was forgotten. */
function startsUnclosed(text: string): boolean {
  return /^---[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*[\p{L}_"'][^\n:]{0,200}:(?:[ \t\r\n]|$)/u.test(
    text.slice(0, 4096),
  );
}

function rootOf(yaml: string): CST.BlockMap | string | null {
  let root: CST.BlockMap | string | null = null;
  for (const token of new Parser().parse(yaml)) {
    if (token.type !== 'document') continue;
    const { value } = token;
    if (root !== null) return 'more than one YAML document';
    if (value === undefined) continue;
    root = value.type === 'block-map' ? value : 'properties are written in braces';
  }
  return root;
}

function entriesOf(root: CST.BlockMap, text: string, base: number): readonly WrittenEntry[] | string {
  const entries: WrittenEntry[] = [];
  for (const { start, key, sep, value, explicitKey } of root.items) {
    if (explicitKey === true || (key === undefined && sep !== undefined)) return 'a key is written with "?"';
    if (key === null || key === undefined || sep === undefined) continue;
    const name = scalarText(key);
    const colon = sep.find(({ type }) => type === 'map-value-ind');
    if (name === null || colon === undefined) return 'a key is not a text';
    const marks = start.find(({ type }) => type === 'anchor' || type === 'tag');
    const first = base + (marks?.offset ?? key.offset);
    const colonEnd = base + colon.offset + 1;
    const written = valueOf(sep, value, text, base);
    const last = written.kind === 'empty' ? lastMark(sep, base, colonEnd) : written.to;
    entries.push({ key: name, start: lineStart(text, first), end: nextLine(text, last), colonEnd, value: written });
  }
  return entries;
}

function valueOf(
  sep: readonly CST.SourceToken[],
  token: CST.Token | undefined,
  text: string,
  base: number,
): WrittenValue {
  const mark = sep.find(({ type }) => type === 'anchor' || type === 'tag');
  if (token === undefined) return { kind: 'empty' };
  const from = base + (mark?.offset ?? startOf(token));
  const to = base + endOf(token);
  switch (token.type) {
    case 'flow-collection':
      if (token.start.type === 'flow-map-start') return { kind: 'map', from, to };
      return { kind: 'flow-list', from: base + token.start.offset, to, items: flowItems(token, base) };
    case 'block-seq':
      return { kind: 'block-list', from, to, items: blockItems(token, text, base) };
    case 'block-map':
      return { kind: 'map', from, to };
    default: {
      const scalar = scalarOf(token);
      return scalar === null ? { kind: 'map', from, to } : { kind: 'scalar', ...scalar, from, to };
    }
  }
}

function flowItems(list: CST.FlowCollection, base: number): WrittenItem[] {
  return list.items.flatMap(({ start, key, sep, value }) => {
    const token = value ?? key;
    if (token === undefined || token === null) return [];
    const mark = start.find(({ type }) => type === 'anchor' || type === 'tag');
    const isPair = sep !== undefined;
    const first = isPair && key ? key : token;
    return [
      {
        from: base + (mark?.offset ?? startOf(first)),
        to: base + endOf(token),
        scalar: isPair || mark !== undefined ? null : scalarOf(token),
        dash: -1,
        lineEnd: -1,
      },
    ];
  });
}

function blockItems(list: CST.BlockSequence, text: string, base: number): WrittenItem[] {
  return list.items.flatMap(({ start, value }) => {
    const dash = start.find(({ type }) => type === 'seq-item-ind');
    if (dash === undefined) return [];
    const mark = start.find(({ type }) => type === 'anchor' || type === 'tag');
    const dashAt = base + dash.offset;
    const from = value === undefined ? dashAt + 1 : base + (mark?.offset ?? startOf(value));
    const to =
      value === undefined ? (mark ? base + mark.offset + mark.source.length : dashAt + 1) : base + endOf(value);
    const scalar = value === undefined || mark !== undefined ? null : scalarOf(value);
    return [{ from, to, scalar, dash: dashAt, lineEnd: nextLine(text, to) }];
  });
}

function scalarOf(token: CST.Token): { readonly style: ScalarStyle; readonly text: string } | null {
  switch (token.type) {
    case 'scalar':
      return { style: 'plain', text: scalarText(token) ?? '' };
    case 'single-quoted-scalar':
      return { style: 'single', text: scalarText(token) ?? '' };
    case 'double-quoted-scalar':
      return { style: 'double', text: scalarText(token) ?? '' };
    case 'block-scalar':
      return { style: 'block', text: scalarText(token) ?? '' };
    case 'alias':
      return { style: 'alias', text: token.source };
    default:
      return null;
  }
}

function scalarText(token: CST.Token): string | null {
  return token.type === 'alias' ? null : (CST.resolveAsScalar(token)?.value ?? null);
}

function startOf(token: CST.Token): number {
  return token.type === 'flow-collection' ? token.start.offset : 'offset' in token ? token.offset : 0;
}

/** Behind the last unit that belongs to a value itself, comments and space left out. */
function endOf(token: CST.Token): number {
  switch (token.type) {
    case 'block-scalar': {
      const header = token.props.reduce((end, prop) => Math.max(end, endOf(prop)), token.offset);
      return header + token.source.length;
    }
    case 'flow-collection': {
      const close = token.end[0];
      return close === undefined ? token.start.offset + 1 : close.offset + close.source.length;
    }
    case 'block-map':
    case 'block-seq':
      // A last item without a mark of its own holds nothing but a comment behind the collection.
      return token.items.reduce((end, item) => Math.max(end, endOfItem(item)), token.offset);
    default:
      return 'source' in token ? ('offset' in token ? token.offset : 0) + token.source.length : 0;
  }
}

function endOfItem({
  start,
  key,
  sep,
  value,
}: CST.BlockMap['items'][number] | CST.BlockSequence['items'][number]): number {
  if (value) return endOf(value);
  const marks = [...start, ...(sep ?? [])].filter(({ type }) => SOLID.has(type));
  return marks.reduce((end, mark) => Math.max(end, mark.offset + mark.source.length), key ? endOf(key) : 0);
}

const SOLID: ReadonlySet<string> = new Set(['seq-item-ind', 'map-value-ind', 'anchor', 'tag', 'explicit-key-ind']);

function lastMark(sep: readonly CST.SourceToken[], base: number, least: number): number {
  return sep
    .filter(({ type }) => SOLID.has(type))
    .reduce((end, { offset, source }) => Math.max(end, base + offset + source.length), least);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line after the one that holds the unit before `offset` begins: the offset itself if it begins a line. */
function nextLine(text: string, offset: number): number {
  if (text.charCodeAt(offset - 1) === 10) return offset;
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}
