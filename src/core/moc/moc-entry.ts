import type { Edit } from '../change/change-set.ts';
import { itemMark } from '../note/item-mark.ts';
import type { ListItemCache, NoteMetadata } from '../note/metadata.ts';
import { endOfLine, nextLine, startOfLine } from './line-ends.ts';

/** A note's entry in a list of notes: `- [[slug]] — summary`. */
export interface MocEntry {
  /** Takes the entry out, with its continuation lines; items nested in it stay and move up a level. */
  readonly edits: readonly Edit[];
  /** What stands behind the dash, continuation lines below it parted by LF; null where nothing does. */
  readonly summary: string | null;
}

/**
 * The entry that the link at these offsets makes: the link opens a list item. Null for a link in running text, or in an
 * item that lists several notes side by side: those are sentences of the user's.
 */
export function mocEntry(
  text: string,
  metadata: NoteMetadata,
  link: { readonly from: number; readonly to: number },
): MocEntry | null {
  const items = metadata.listItems ?? [];
  const index = items.filter(({ position }) => position.start.offset <= link.from).length - 1;
  const item = items[index];
  if (item === undefined || item.position.end.offset < link.to) return null;
  const start = itemMark(text, item);
  if (!OPENING.test(text.slice(start, link.from))) return null;
  const behind = afterDash(text.slice(link.to, endOfLine(text, link.to)));
  if (behind === null) return null;
  const extent = extentOf(text, metadata, items, index);
  const own = text.slice(nextLine(text, link.to), Math.max(nextLine(text, link.to), extent.children ?? extent.end));
  const indent = start - startOfLine(text, start);
  const summary = [behind, ...dedented(own, indent + 1)].join('\n').trimEnd();
  return { edits: [removal(text, start, extent)], summary: summary === '' ? null : summary };
}

/** `- [[link]] — summary`, further lines of the summary indented below; parted by LF, as `insertItem` takes it. */
export function entryLine(link: string, summary: string | null): string {
  if (summary === null || summary.trim() === '') return `- ${link}`;
  const [first = '', ...more] = summary.split('\n');
  const opening = first === '' ? `- ${link}` : `- ${link} — ${first}`;
  return [opening, ...more.map((line) => (line.trim() === '' ? '' : `  ${line}`))].join('\n');
}

/** A marker, a check box, the beginning of emphasis: what may stand before the link of an entry. */
const OPENING = /^(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[^\]\n]\][ \t]+)?(?:\*\*|__|[*_])?$/;

/** The rest of an entry's first line without the end of emphasis and the dash; null where it names other notes first. */
function afterDash(rest: string): string | null {
  const plain = rest.replace(/^(?:\*\*|__|[*_])/, '').trim();
  const dash = /^(?:[—–:]|-{1,2}(?![\w-]))[ \t]*/.exec(plain);
  if (dash !== null) return plain.slice(dash[0].length);
  return plain.includes('[[') || plain.includes('](') ? null : plain;
}

interface Extent {
  /** Where the first nested item's line starts; null where there is none. */
  readonly children: number | null;
  /** Behind the last line that belongs to the item. */
  readonly end: number;
}

function extentOf(text: string, metadata: NoteMetadata, items: readonly ListItemCache[], index: number): Extent {
  const item = items[index];
  const start = item?.position.start;
  if (item === undefined || start === undefined) return { children: null, end: 0 };
  const list = (metadata.sections ?? []).find(({ type, position }) => {
    return type === 'list' && position.start.offset <= start.offset && start.offset <= position.end.offset;
  });
  // Within a quote every line has its mark: only the item's own lines are known to be its.
  if (list === undefined) return { children: null, end: nextLine(text, item.position.end.offset) };
  const family = new Set([start.line]);
  let children: number | null = null;
  for (const other of items.slice(index + 1)) {
    const line = startOfLine(text, other.position.start.offset);
    if (other.position.start.offset > list.position.end.offset) break;
    if (!family.has(other.parent)) return { children, end: line };
    family.add(other.position.start.line);
    children ??= line;
  }
  return { children, end: nextLine(text, list.position.end.offset) };
}

function removal(text: string, start: number, { children, end }: Extent): Edit {
  const from = startOfLine(text, start);
  if (children !== null) {
    const shift = indentOf(text, children) - (start - from);
    const kept = text
      .slice(children, end)
      .replace(/^[ \t]*/gm, (indent) => indent.slice(Math.min(shift, indent.length)));
    return { from, to: end, text: kept };
  }
  const blankAbove = from === 0 || text.slice(startOfLine(text, from - 1), from).trim() === '';
  const last = end === text.length && !text.endsWith('\n');
  // The last line of a text without a final line break: the break above it goes instead.
  if (last && from > 0) return { from: endOfLine(text, startOfLine(text, from - 1)), to: end, text: '' };
  const blankBelow = end < text.length && text.slice(end, nextLine(text, end)).trim() === '';
  return { from, to: blankAbove && blankBelow ? nextLine(text, end) : end, text: '' };
}

function indentOf(text: string, line: number): number {
  return /^[ \t]*/.exec(text.slice(line, endOfLine(text, line)))?.[0].length ?? 0;
}

/** Continuation lines without the indentation that makes them belong to the item. */
function dedented(lines: string, least: number): readonly string[] {
  if (lines.trim() === '') return [];
  const rows = lines.trimEnd().split(/\r?\n/);
  const indents = rows.filter((row) => row.trim() !== '').map((row) => /^[ \t]*/.exec(row)?.[0].length ?? 0);
  const common = Math.max(
    least,
    indents.reduce((a, b) => Math.min(a, b), Infinity),
  );
  return rows.map((row) => row.slice(Math.min(common, /^[ \t]*/.exec(row)?.[0].length ?? 0)));
}
