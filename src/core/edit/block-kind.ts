import type { NoteMetadata, SectionCache } from '../note/metadata.ts';
import { parseMetadata } from '../note/parse-metadata.ts';

/** What a block is, as far as it decides how another one may stand next to it. */
export interface Kind {
  readonly type: string;
  /** Of a list: its items in order, and whether blank lines part them. */
  readonly items: readonly Item[];
  readonly loose: boolean;
  /** Of content: it reads as a row of a table, were it to stand below one. */
  readonly row: boolean;
}

interface Item {
  /** Columns before its mark. */
  readonly indent: number;
  /** What makes items one list: the bullet itself, or the mark behind a number. */
  readonly mark: string;
}

const PARAGRAPH: Kind = { type: 'paragraph', items: [], loose: false, row: false };

export function breaksBetween(above: Kind, below: Kind): number {
  if (isOneList(above, below)) return above.loose || below.loose ? 2 : 1;
  if (above.type === 'table' && below.row) return 1;
  return above.type === 'yaml' ? 1 : 2;
}

/** Whether a list goes on with the other's first item: as the next one of its own level, or below the last as its own. */
function isOneList(above: Kind, below: Kind): boolean {
  const [next] = below.items;
  if (above.type !== 'list' || below.type !== 'list' || next === undefined) return false;
  const before = [...above.items].reverse().find(({ indent }) => indent <= next.indent);
  return before === undefined || next.indent - before.indent > 1 || before.mark === next.mark;
}

export function kindOf(content: string, end: 'first' | 'last'): Kind {
  const bare = outdented(content);
  const { sections = [] } = parseMetadata(bare);
  const section = end === 'first' ? sections[0] : sections.at(-1);
  if (section === undefined) return PARAGRAPH;
  const shift = bare === content ? 0 : indentOf(content) - indentOf(bare);
  return described(bare, section, shift);
}

export function kindAbove(text: string, { sections = [] }: NoteMetadata, offset: number): Kind {
  const section = lastBefore(sections, offset);
  // A block's id on a line of its own is no section: what stands above it does not go on below it.
  if (section === undefined || text.slice(section.position.end.offset, offset).trim() !== '') return PARAGRAPH;
  return described(text.slice(0, offset), section);
}

export function kindBelow(text: string, { sections = [] }: NoteMetadata, offset: number): Kind {
  const section = sections.find(({ position }) => position.end.offset > offset);
  if (section === undefined) return PARAGRAPH;
  const { start, end } = section.position;
  const from = Math.max(start.offset, offset);
  return described(text.slice(0, end.offset), { ...section, position: { start: { ...start, offset: from }, end } });
}

function described(text: string, { type, position }: SectionCache, shift = 0): Kind {
  const own = text.slice(position.start.offset, position.end.offset);
  const lines = own.split('\n');
  const items = lines
    .filter((line) => ITEM.test(line))
    .map((line) => ({ indent: indentOf(line) + shift, mark: markOf(line) }));
  const isRow = type === 'paragraph' && lines.every((line) => line.trim().startsWith('|'));
  return {
    type,
    items,
    loose: type === 'list' && lines.some((line, index) => line.trim() === '' && ITEM.test(lines[index + 1] ?? '')),
    row: isRow,
  };
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|\r?$)/;

/** Columns, tabs to every fourth. */
function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character !== ' ' && character !== '\t') break;
    column += character === ' ' ? 1 : 4 - (column % 4);
  }
  return column;
}

function markOf(line: string): string {
  const mark = line.trim().split(/[ \t]/, 1)[0] ?? '';
  return mark.slice(-1);
}

/** Whether content put below the block that ends at `above` is more of the same list or table. */
export function goesOn(text: string, metadata: NoteMetadata, above: number, content: string): boolean {
  const kind = kindAbove(text, metadata, above);
  const first = kindOf(content, 'first');
  return (kind.type === 'table' && first.row) || isOneList(kind, first);
}

/** Text without the indent of an item that it begins with: alone, an item of an inner list would read as code. */
export function outdented(content: string): string {
  const indent = /^[ \t]+(?=(?:[-*+]|\d{1,9}[.)])[ \t])/.exec(content)?.[0];
  if (indent === undefined) return content;
  return content
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}

/** A heading with `#`, which needs no blank line above it. */
export function isMarkedHeading(text: string, offset: number): boolean {
  return /^ {0,3}#{1,6}[ \t]/.test(text.slice(offset, offset + 10));
}

export function lastBefore(sections: readonly SectionCache[], offset: number): SectionCache | undefined {
  return sections.filter(({ position }) => position.start.offset < offset).at(-1);
}
