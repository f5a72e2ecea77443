import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';

/** Where a text stands in a note: UTF-16 offsets of the note as it is. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/**
 * The one place where `wanted` stands in `text`, occurrences that overlap counted. Where it stands nowhere, line ends are
 * looked past (CRLF and LF count alike). Linear in the text, whatever it holds.
 * Throws VaultError 'text_not_unique', or 'text_not_found' with the nearest line and where it differs first.
 */
export function onlyMatch(text: string, wanted: string, path: VaultPath): Match {
  const exact = occurrences(text, wanted);
  if (exact.length > 0) return { from: only(exact, text, path), to: only(exact, text, path) + wanted.length };
  const folded = foldLineEnds(text);
  const sought = wanted.replaceAll('\r\n', '\n');
  const loose = occurrences(folded.text, sought);
  if (loose.length === 0) throw notFound(folded.text, sought, path);
  const from = only(loose, folded.text, path);
  return { from: folded.original(from), to: folded.original(from + sought.length) };
}

/** `\r\n` for a text whose every line ends so, `\n` for one without any, null for a mixture or a single line. */
export function lineEndsOf(text: string): '\r\n' | '\n' | null {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf++;
    else lf++;
  }
  if (crlf > 0) return lf === 0 ? '\r\n' : null;
  return lf > 0 ? '\n' : null;
}

/** A text with the line ends of the note that it goes into; as it is where the note mixes them or has none. */
export function inLineEnds(text: string, eol: '\r\n' | '\n' | null): string {
  return eol === null ? text : text.replace(/\r?\n/g, eol);
}

/** The 1-based line that holds an offset. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Of so many places the lines are told. */
export const MOST_LINES_SAID = 10;
/** Counted no further: a text that stands there so often is not the one that was meant. */
export const MOST_COUNTED = 100;

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && found.length < MOST_COUNTED; at = text.indexOf(wanted, at + 1)) {
    found.push(at);
  }
  return found;
}

function only(found: readonly number[], text: string, path: VaultPath): number {
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const lines = [...new Set(found.map((at) => lineNumberAt(text, at)).slice(0, MOST_LINES_SAID))];
  throw new VaultError('text_not_unique', { path, count: found.length, lines });
}

/** The text with LF line ends, and the way back from its offsets. */
function foldLineEnds(text: string): { readonly text: string; original(offset: number): number } {
  const feeds: number[] = []; // offsets, in the folded text, of the LFs that a CR stood before
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) feeds.push(at - feeds.length);
  return {
    text: feeds.length === 0 ? text : text.replaceAll('\r\n', '\n'),
    original(offset) {
      let low = 0;
      let high = feeds.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((feeds[middle] ?? 0) < offset) low = middle + 1;
        else high = middle;
      }
      return offset + low;
    },
  };
}

/** The place that shares the longest beginning, or else the longest end, with the text that was wanted. */
function notFound(text: string, wanted: string, path: VaultPath): VaultError {
  const most = Math.min(wanted.length, MOST_COMPARED);
  const head = longest(most, (length) => text.includes(wanted.slice(0, length)));
  const tail = longest(most, (length) => text.includes(wanted.slice(wanted.length - length)));
  const least = Math.min(LEAST_SHARED, wanted.length - 1);
  if (Math.max(head, tail) < least || Math.max(head, tail) === 0) {
    return new VaultError('text_not_found', { path, nearest: null, differsAt: null });
  }
  let start = text.indexOf(wanted.slice(0, head));
  if (head < tail) start = text.indexOf(wanted.slice(wanted.length - tail)) - (wanted.length - tail);
  let at = Math.max(0, -start);
  while (at < wanted.length && text.charCodeAt(start + at) === wanted.charCodeAt(at)) at++;
  const place = Math.max(0, start + at);
  const column = place - (text.lastIndexOf('\n', place - 1) + 1) + 1;
  const line = lineNumberAt(text, place);
  const differsAt = `${line}:${column} (${nameOf(text, place)} ≠ ${nameOf(wanted, at)})`;
  return new VaultError('text_not_found', { path, nearest: String(lineNumberAt(text, Math.max(0, start))), differsAt });
}

/** UTF-16 units of the wanted text's ends by which its nearest place is found. */
const MOST_COMPARED = 4_096;
/** UTF-16 units that the nearest place must share; less is chance. */
const LEAST_SHARED = 4;

/** The greatest length for which it holds, given that it holds for all below. */
function longest(most: number, holds: (length: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A character by its code point, and by itself where it can be seen. */
function nameOf(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return 'end';
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(code)) ? `${name} ${String.fromCodePoint(code)}` : name;
}
