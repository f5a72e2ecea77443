import { VaultError } from '../core/errors.ts';
import type { HeadingCache } from '../core/note/metadata.ts';
import type { Note } from '../core/note/note.ts';

/** A piece of a note's text: UTF-16 offsets, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What follows the frontmatter. */
export function bodyOf(note: Note): TextRange {
  const close = note.metadata.frontmatterPosition?.end.offset;
  if (close === undefined) return { start: 0, end: note.text.length };
  const lineEnd = note.text.indexOf('\n', close);
  return { start: lineEnd < 0 ? note.text.length : lineEnd + 1, end: note.text.length };
}

/**
 * A heading with all below it, up to the next heading of its level or higher. Named by its text, in any case, with
 * or without `#`, or by its trail as search prints it (`Guards > Refresh`). Throws VaultError 'heading_not_found'.
 */
export function sectionOf(note: Note, heading: string): TextRange {
  const headings = note.metadata.headings ?? [];
  const at = headingAt(headings, heading);
  const found = headings[at];
  if (found === undefined) {
    const outline = headings.map((each) => each.heading);
    throw new VaultError('heading_not_found', { path: note.path, heading, outline });
  }
  const next = headings.slice(at + 1).find((each) => each.level <= found.level);
  return {
    start: lineStart(note.text, found.position.start.offset),
    end: next === undefined ? note.text.length : lineStart(note.text, next.position.start.offset),
  };
}

/** Lines of the file, 1-based, both included, `10-20` or `10`; the end may lie past the file. Throws VaultError 'lines_out_of_range'. */
export function linesOf(note: Note, asked: { readonly first: number; readonly last: number }): TextRange {
  const starts = lineStarts(note.text);
  const start = starts[asked.first - 1];
  if (start === undefined || asked.last < asked.first) {
    const range = asked.first === asked.last ? `${asked.first}` : `${asked.first}-${asked.last}`;
    throw new VaultError('lines_out_of_range', { path: note.path, asked: range, total: starts.length });
  }
  return { start, end: starts[asked.last] ?? note.text.length };
}

/** `10-20` or `10`; null when it is neither. */
export function readLines(text: string): { first: number; last: number } | null {
  const parts = /^\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?$/.exec(text);
  if (parts === null) return null;
  const first = Number(parts[1]);
  return { first, last: parts[2] === undefined ? first : Number(parts[2]) };
}

/** The 1-based line that holds an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** How many lines a file has: a final line break ends the last one. */
export function lineCount(text: string): number {
  return lineStarts(text).length;
}

function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const end = text.indexOf('\n', at);
    if (end < 0) break;
    at = end + 1;
  }
  return starts;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function headingAt(headings: readonly HeadingCache[], asked: string): number {
  const wanted = plain(asked.replace(/^\s*#{1,6}\s+/, ''));
  const exact = headings.findIndex((each) => plain(each.heading) === wanted);
  if (exact >= 0 || !asked.includes('>')) return exact;
  const names = asked.split('>').map(plain);
  return headings.findIndex((_, at) => endsTrail(headings, at, names));
}

/** Whether the heading and those above it, nearest first, are the names, last first; higher ones may be left out. */
function endsTrail(headings: readonly HeadingCache[], at: number, names: readonly string[]): boolean {
  const trail: string[] = [];
  let level = Infinity;
  for (let above = at; above >= 0; above--) {
    const each = headings[above];
    if (each === undefined || each.level >= level) continue;
    level = each.level;
    trail.unshift(plain(each.heading));
  }
  const tail = trail.slice(-names.length);
  return tail.length === names.length && tail.every((name, index) => name === names[index]);
}

function plain(heading: string): string {
  return heading.trim().normalize('NFC').toLowerCase();
}
