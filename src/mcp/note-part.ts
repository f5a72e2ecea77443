import { findSection } from '../core/edit/find-section.ts';
import { VaultError } from '../core/errors.ts';
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
 * A heading with all below it, up to the next heading of its level or higher; named as `vault_edit_note` takes it. Throws
 * VaultError 'heading_not_found', 'heading_ambiguous'.
 */
export function sectionOf(note: Note, heading: string): TextRange {
  return findSection(note.text, note.metadata, heading, note.path);
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
