import type { Edit } from '../change/change-set.ts';
import { itemMark } from '../note/item-mark.ts';
import type { SectionCache } from '../note/metadata.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { endOfLine, lineBreakOf } from './line-ends.ts';

/**
 * Puts a list item at the end of the list of a section (`## section`, a heading outside fences and comments), in the
 * text's own line ends. A section ends at the next heading of any level. A section that holds nothing, or one line in
 * emphasis that says so, gets the item as its only content; a section without a list gets it below its text; a section
 * that is missing is written at the end. `item` begins with `- ` and takes the marker of the list that it joins. No edit
 * where the same line is already an item of the note, with whatever marker. `item` may have further lines (continuations,
 * indented by two spaces) parted by LF. Spans in UTF-16 units of `text`; linear.
 */
export function insertItem(text: string, section: string, item: string): readonly Edit[] {
  const { sections = [], listItems = [] } = parseMetadata(text);
  const first = item.split('\n', 1)[0]?.trimEnd();
  const said = contentOf(first ?? '');
  if (listItems.some((one) => contentOf(lineFrom(text, itemMark(text, one))) === said)) return [];
  const eol = lineBreakOf(text);
  const written = item.replaceAll('\n', eol);
  const at = headingIndex(text, sections, section);
  if (at < 0) return atEnd(text, sections, `## ${section}${eol}${eol}${written}`, eol, first);
  const blocks = blocksBelow(sections, at);
  const list = blocks.filter(({ type }) => type === 'list').at(-1);
  if (list !== undefined) {
    const { start, end } = list.position;
    const own = listItems.filter(
      ({ position }) => position.start.offset >= start.offset && position.end.offset <= end.offset,
    );
    const last = own.filter(({ parent }) => parent < 0).at(-1);
    const marked = last === undefined ? written : withMarkerOf(lineFrom(text, itemMark(text, last)), written);
    return [insertion(end.offset, eol + marked)];
  }
  return inListless(text, { heading: sections[at], blocks, written, eol, first });
}

const MARKER = /^(?:[-*+]|(\d{1,9})([.)]))[ \t]+/;

/** What an item says, without its marker. */
function contentOf(line: string): string {
  return line.replace(MARKER, '');
}

/** The item as the one that follows this line in its list: the same bullet and gap, or the next number. */
function withMarkerOf(line: string, item: string): string {
  const found = MARKER.exec(line);
  if (found === null) return item;
  const [whole, number, end = ''] = found;
  const marker = number === undefined ? whole : `${Number(number) + 1}${end} `;
  const [first = '', ...further] = item.split('\n');
  const indent = ' '.repeat(marker.length);
  return [marker + contentOf(first), ...further.map((each) => each.replace(/^ {2}/, indent))].join('\n');
}

interface Listless {
  readonly heading: SectionCache | undefined;
  readonly blocks: readonly SectionCache[];
  readonly written: string;
  readonly eol: string;
  readonly first: string | undefined;
}

function inListless(text: string, { heading, blocks, written, eol, first }: Listless): readonly Edit[] {
  const below = endOfLine(text, heading?.position.end.offset ?? 0);
  const last = blocks.at(-1);
  if (last === undefined) return [inEmpty(text, below, written, eol)];
  if (blocks.length === 1 && isPlaceholder(text, last)) {
    const gap = text.slice(below, last.position.start.offset);
    const edit = { from: last.position.start.offset, to: last.position.end.offset };
    return [{ ...edit, text: breaksIn(gap) < 2 ? eol + written : written }];
  }
  const after = [insertion(last.position.end.offset, eol + eol + written)];
  // Behind a fence or comment that nobody closed the item would be part of it.
  return becomesItem(text, after, first) ? after : [insertion(below, eol + eol + written + eol)];
}

/** The first item of a section that holds nothing: a blank line above it, and one below where a heading follows. */
function inEmpty(text: string, below: number, written: string, eol: string): Edit {
  const rest = text.slice(below);
  const next = below + rest.length - rest.trimStart().length;
  const gap = text.slice(below, next);
  if (next < text.length) {
    return insertion(below, eol + eol + written + (breaksIn(gap) < 2 ? eol : ''));
  }
  return { from: below, to: text.length, text: eol + eol + written + (breaksIn(gap) > 0 ? eol : '') };
}

function atEnd(
  text: string,
  sections: readonly SectionCache[],
  block: string,
  eol: string,
  first: string | undefined,
): readonly Edit[] {
  const breaks = breaksIn(/[\r\n \t]*$/.exec(text.slice(-8))?.[0] ?? '');
  const gap = text.trim() === '' ? '' : eol.repeat(Math.max(0, 2 - breaks));
  const edits = [insertion(text.length, gap + block + eol)];
  if (becomesItem(text, edits, first)) return edits;
  // The text ends within a fence or comment that nobody closed: the section comes before it.
  return [insertion(sections.at(-1)?.position.start.offset ?? 0, block + eol + eol)];
}

function headingIndex(text: string, sections: readonly SectionCache[], section: string): number {
  const wanted = section.normalize('NFC').trim();
  const levelOf = ({ type, position }: SectionCache): number => {
    if (type !== 'heading') return 0;
    const line = text.slice(position.start.offset, position.end.offset).trim();
    const marks = /^#{1,6}(?=[ \t])/.exec(line)?.[0].length ?? 0;
    return line
      .slice(marks)
      .replace(/[ \t]#+$/, '')
      .trim()
      .normalize('NFC') === wanted
      ? marks
      : 0;
  };
  const exact = sections.findIndex((one) => levelOf(one) === 2);
  // A user who has moved the section below another still means this one; a title of that name is none.
  return exact >= 0 ? exact : sections.findIndex((one) => levelOf(one) > 2);
}

function blocksBelow(sections: readonly SectionCache[], heading: number): readonly SectionCache[] {
  const rest = sections.slice(heading + 1);
  const next = rest.findIndex(({ type }) => type === 'heading');
  return next < 0 ? rest : rest.slice(0, next);
}

/** One line wholly in emphasis: `_no notes yet_`. */
function isPlaceholder(text: string, { type, position }: SectionCache): boolean {
  if (type !== 'paragraph' || position.start.line !== position.end.line) return false;
  const line = text.slice(position.start.offset, position.end.offset).trim();
  return /^_[^_]+_$/.test(line) || /^\*[^*]+\*$/.test(line);
}

/** Whether, with these edits, the line is an item of a list. */
function becomesItem(text: string, edits: readonly Edit[], first: string | undefined): boolean {
  const [edit] = edits;
  if (edit === undefined) return false;
  const after = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  const items = parseMetadata(after).listItems ?? [];
  return items.some((one) => lineFrom(after, itemMark(after, one)) === first);
}

function lineFrom(text: string, offset: number): string {
  return text.slice(offset, endOfLine(text, offset)).trimEnd();
}

function breaksIn(gap: string): number {
  return gap.split('\n').length - 1;
}

function insertion(at: number, text: string): Edit {
  return { from: at, to: at, text };
}
