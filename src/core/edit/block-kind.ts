import type { NoteMetadata, SectionCache } from '../note/metadata.ts';
import { parseMetadata } from '../note/parse-metadata.ts';

/** What a block is, as far as it decides how another one may stand next to it. */
export interface Kind {
  readonly type: string;
  /** Of a list: the mark of its items, and whether blank lines part them. */
  readonly mark: string;
  readonly loose: boolean;
  /** Of content: it reads as a row of a table, were it to stand below one. */
  readonly row: boolean;
}

const PARAGRAPH: Kind = { type: 'paragraph', mark: '', loose: false, row: false };

export function breaksBetween(above: Kind, below: Kind): number {
  if (above.type === 'list' && below.type === 'list' && above.mark === below.mark) {
    return above.loose || below.loose ? 2 : 1;
  }
  if (above.type === 'table' && below.row) return 1;
  return above.type === 'yaml' ? 1 : 2;
}

export function kindOf(content: string, end: 'first' | 'last'): Kind {
  const bare = outdented(content);
  const { sections = [] } = parseMetadata(bare);
  const section = end === 'first' ? sections[0] : sections.at(-1);
  if (section === undefined) return PARAGRAPH;
  return described(bare, section, end);
}

export function kindAbove(text: string, { sections = [] }: NoteMetadata, offset: number): Kind {
  const section = lastBefore(sections, offset);
  // A block's id on a line of its own is no section: what stands above it does not go on below it.
  if (section === undefined || text.slice(section.position.end.offset, offset).trim() !== '') return PARAGRAPH;
  return described(text.slice(0, offset), section, 'last');
}

export function kindBelow(text: string, { sections = [] }: NoteMetadata, offset: number): Kind {
  const section = sections.find(({ position }) => position.end.offset > offset);
  if (section === undefined) return PARAGRAPH;
  const { start, end } = section.position;
  const from = Math.max(start.offset, offset);
  return described(
    text.slice(0, end.offset),
    { ...section, position: { start: { ...start, offset: from }, end } },
    'first',
  );
}

function described(text: string, { type, position }: SectionCache, end: 'first' | 'last'): Kind {
  const own = text.slice(position.start.offset, position.end.offset);
  const lines = own.split('\n');
  const marks = lines.filter((line) => ITEM.test(line)).map((line) => markOf(line));
  const isRow = type === 'paragraph' && lines.every((line) => line.trim().startsWith('|'));
  return {
    type,
    mark: (end === 'first' ? marks[0] : marks.at(-1)) ?? '',
    loose: type === 'list' && lines.some((line, index) => line.trim() === '' && ITEM.test(lines[index + 1] ?? '')),
    row: isRow,
  };
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|\r?$)/;

/** What makes items one list: the bullet itself, or the mark behind a number. */
function markOf(line: string): string {
  const mark = line.trim().split(/[ \t]/, 1)[0] ?? '';
  return mark.slice(-1);
}

/** Whether content put below the block that ends at `above` is more of the same list or table. */
export function goesOn(text: string, metadata: NoteMetadata, above: number, content: string): boolean {
  const kind = kindAbove(text, metadata, above);
  const first = kindOf(content, 'first');
  return (
    (kind.type === 'table' && first.row) || (kind.type === 'list' && first.type === 'list' && kind.mark === first.mark)
  );
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
