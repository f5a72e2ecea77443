import type { Edit } from '../change/change-set.ts';
import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import { lineBreakNear } from './block-joint.ts';
import type { Edited, Operation } from './edit-section.ts';

/** Lines of the file, counted from 1, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** `10-20` or `10`; null when it is neither. */
export function readLineRange(text: string): LineRange | null {
  const parts = /^\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?$/.exec(text);
  if (parts === null) return null;
  const first = Number(parts[1]);
  return { first, last: parts[2] === undefined ? first : Number(parts[2]) };
}

/**
 * Edits whole lines just as they are named, without a thought for blocks: whoever counts lines has seen them.
 * Throws VaultError 'lines_out_of_range'.
 */
export function editLines(
  text: string,
  { first, last }: LineRange,
  operation: Operation,
  content: string,
  path: VaultPath,
): Edited {
  const starts = lineStarts(text);
  const from = starts[first - 1];
  if (from === undefined || last < first || last > starts.length) {
    const asked = first === last ? `${first}` : `${first}-${last}`;
    throw new VaultError('lines_out_of_range', { path, asked, total: starts.length });
  }
  return { edits: editsOf(text, from, starts[last] ?? text.length, operation, content), line: first };
}

function editsOf(text: string, from: number, to: number, operation: Operation, content: string): readonly Edit[] {
  const eol = lineBreakNear(text, to);
  const lines = content.replace(/\r\n?/g, '\n').replace(/\n$/, '').replaceAll('\n', eol);
  const isLast = to === text.length && text.charCodeAt(to - 1) !== 10;
  const bare = lines.replace(/(?:\r?\n)+$/, '');
  switch (operation) {
    case 'delete': {
      // The text's end stays as it was: without a line break where there was none.
      const start = isLast && from > 0 ? from - (text.startsWith('\r\n', from - 2) ? 2 : 1) : from;
      return [{ from: start, to, text: '' }];
    }
    case 'replace':
      return [{ from, to, text: isLast ? bare : lines + eol }];
    case 'append':
      return [{ from: to, to, text: isLast ? eol + bare : lines + eol }];
    case 'prepend':
      return [{ from, to: from, text: lines + eol }];
  }
}

function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const feed = text.indexOf('\n', at);
    if (feed < 0) break;
    at = feed + 1;
  }
  return starts;
}
