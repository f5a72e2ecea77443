/**
 * What a line of Markdown begins, judged from its first character that is no space (`at`) to its end (`end`).
 * The grammar is CommonMark's, with Obsidian's readings where the app's recordings differ. Offsets count UTF-16
 * units; nothing here looks beyond the line, so each answer costs at most the line's length.
 */

/** Level and the first offset of the text of an ATX heading; null where the line is none. */
export function atxHeading(text: string, at: number, end: number): { level: number; from: number; to: number } | null {
  let pos = at;
  while (pos < end && text.charCodeAt(pos) === HASH) pos++;
  const level = pos - at;
  if (level < 1 || level > 6 || (pos < end && !isSpace(text.charCodeAt(pos)))) return null;
  const from = skipSpaces(text, pos, end);
  let to = trimEnd(text, from, end);
  let hashes = to;
  while (hashes > from && text.charCodeAt(hashes - 1) === HASH) hashes--;
  if (hashes < to && (hashes === from || isSpace(text.charCodeAt(hashes - 1)))) to = trimEnd(text, from, hashes);
  return { level, from, to };
}

/** The length of a fence that opens here; 0 where none does. A backtick fence has no backtick in its info string. */
export function fenceLength(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  let pos = at;
  while (pos < end && text.charCodeAt(pos) === mark) pos++;
  if (pos - at < 3) return 0;
  if (mark === BACKTICK) {
    for (let i = pos; i < end; i++) if (text.charCodeAt(i) === BACKTICK) return 0;
  }
  return pos - at;
}

/** Whether the line closes a fence of that mark and length: at least as long, then nothing but spaces. */
export function closesFence(text: string, at: number, end: number, mark: number, length: number): boolean {
  let pos = at;
  while (pos < end && text.charCodeAt(pos) === mark) pos++;
  return pos - at >= length && skipSpaces(text, pos, end) === end;
}

/**
 * -1 where the line is a thematic break: three or more of one of `*`, `-`, `_`, and else only spaces. Otherwise the
 * offset of the first character that cannot be part of one (the line's end where there are too few marks).
 */
export function thematicBreakEnd(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  let count = 0;
  for (let pos = at; pos < end; pos++) {
    const code = text.charCodeAt(pos);
    if (code === mark) count++;
    else if (!isSpace(code)) return pos;
  }
  return count >= 3 ? -1 : end;
}

/** The heading level of a setext underline (`===` 1, `---` 2); 0 where the line is none. */
export function setextLevel(text: string, at: number, end: number): number {
  const mark = text.charCodeAt(at);
  let pos = at;
  while (pos < end && text.charCodeAt(pos) === mark) pos++;
  return skipSpaces(text, pos, end) === end ? (mark === EQUALS ? 1 : 2) : 0;
}

/**
 * A list marker: `kind` tells lists apart (the bullet, or the delimiter after a number), `length` is the marker's
 * width and `number` the ordinal (-1 for bullets). A number has at most nine digits, as CommonMark has it.
 */
export function listMarker(
  text: string,
  at: number,
  end: number,
): { kind: number; length: number; number: number } | null {
  const code = text.charCodeAt(at);
  let pos = at;
  let ordinal = -1;
  if (code === DASH || code === PLUS || code === STAR) {
    pos++;
  } else {
    while (pos < end && pos - at < 10 && isDigit(text.charCodeAt(pos))) pos++;
    const close = text.charCodeAt(pos);
    if (pos === at || pos - at > 9 || pos >= end || (close !== DOT && close !== CLOSE_PAREN)) return null;
    ordinal = Number(text.slice(at, pos));
    pos++;
  }
  if (pos < end && !isSpace(text.charCodeAt(pos))) return null;
  return { kind: text.charCodeAt(pos - 1), length: pos - at, number: ordinal };
}

/** The number of columns that a table's delimiter row declares; 0 where the line is none. */
export function delimiterColumns(text: string, at: number, end: number): number {
  let columns = 0;
  let pipes = 0;
  let pos = at;
  if (text.charCodeAt(pos) === PIPE) {
    pos++;
    pipes++;
  }
  for (;;) {
    pos = skipSpaces(text, pos, end);
    if (pos >= end) break;
    if (text.charCodeAt(pos) === COLON) pos++;
    const dashes = pos;
    while (pos < end && text.charCodeAt(pos) === DASH) pos++;
    if (pos === dashes) return 0;
    if (text.charCodeAt(pos) === COLON && pos < end) pos++;
    columns++;
    pos = skipSpaces(text, pos, end);
    if (pos >= end) break;
    if (text.charCodeAt(pos) !== PIPE) return 0;
    pos++;
    pipes++;
  }
  return pipes > 0 ? columns : 0;
}

/** The number of cells in a table's header row: pieces between pipes that are not escaped. */
export function headerColumns(text: string, at: number, end: number): number {
  const last = trimEnd(text, at, end);
  let columns = 1;
  let pos = text.charCodeAt(at) === PIPE ? at + 1 : at;
  for (; pos < last; pos++) {
    const code = text.charCodeAt(pos);
    if (code === BACKSLASH) pos++;
    else if (code === PIPE && pos < last - 1) columns++;
  }
  return columns;
}

/** A footnote's label (`[^label]:`) and where its text begins; null where the line defines none. */
export function footnoteLabel(text: string, at: number, end: number): { id: string; next: number } | null {
  if (text.charCodeAt(at + 1) !== CARET) return null;
  let pos = at + 2;
  while (pos < end && pos - at < 1000 && !endsLabel(text.charCodeAt(pos))) pos++;
  if (pos === at + 2 || text.charCodeAt(pos) !== CLOSE_BRACKET || text.charCodeAt(pos + 1) !== COLON) return null;
  return pos + 1 < end ? { id: text.slice(at + 2, pos), next: pos + 2 } : null;
}

/** Whether the character ends a footnote's label: a space, a bracket, a line's end. */
export function endsLabel(code: number): boolean {
  return code === CLOSE_BRACKET || code === OPEN_BRACKET || isSpace(code) || code === LINE_FEED;
}

/** The first offset from `at` that holds neither space nor tab (nor the CR that ends a CRLF line). */
export function skipSpaces(text: string, at: number, end: number): number {
  let pos = at;
  while (pos < end && isSpace(text.charCodeAt(pos))) pos++;
  return pos;
}

/** The offset behind the last character in `from..end` that is no space. */
export function trimEnd(text: string, from: number, end: number): number {
  let pos = end;
  while (pos > from && isSpace(text.charCodeAt(pos - 1))) pos--;
  return pos;
}

/** Space, tab or carriage return. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export const LINE_FEED = 10;
export const HASH = 35;
export const PERCENT = 37;
export const DOLLAR = 36;
export const STAR = 42;
export const PLUS = 43;
export const DASH = 45;
export const COLON = 58;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const PIPE = 124;
export const TILDE = 126;
export const CLOSE_PAREN = 41;
export const DOT = 46;
