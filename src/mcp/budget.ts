/**
 * How long an answer may be. Models count tokens; a token is about four bytes of UTF-8, whatever the script, so
 * budgets are in bytes. 32,000 bytes are about 8,000 tokens: several clients warn at 10,000 and refuse at 25,000.
 */
export const answerBytes = 32_000;
/** A first look at the best notes: what a search prints when the caller set neither `limit` nor `detail`. */
export const glanceBytes = 4_000;
/** No answer is ever longer: one client drops results near 1 MB. */
export const hardBytes = 1024 * 1024;

/** Bytes of a text in UTF-8; a lone half of a surrogate pair counts as its replacement character. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/** The text, or its beginning with `…`: at most `units` UTF-16 units, no surrogate pair torn. */
export function clamp(text: string, units: number): string {
  return text.length <= units ? text : `${text.slice(0, wholeEnd(text, units - 1))}…`;
}

/**
 * Where a piece that starts at `from` ends: at most `units` UTF-16 units and `bytes` of UTF-8, never inside a
 * surrogate pair or between CR and LF, and at a line's end if one lies in its last fifth.
 */
export function pieceEnd(text: string, from: number, units: number, bytes: number): number {
  let end = from;
  for (let left = bytes; end < text.length && end - from < units; end++) {
    const unit = text.charCodeAt(end);
    // Each half of a pair counts two of its four bytes.
    left -= unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
    if (left < 0) break;
  }
  if (end >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
  if (lineEnd > from + (end - from) * 0.8) return lineEnd;
  if (text.charCodeAt(end) === 0x0a && text.charCodeAt(end - 1) === 0x0d) return end - 1;
  return Math.max(wholeEnd(text, end), from + 1);
}

/** The position itself, or one unit before it where it would tear a surrogate pair. */
export function wholeEnd(text: string, position: number): number {
  const torn = isHighSurrogate(text.charCodeAt(position - 1)) && isLowSurrogate(text.charCodeAt(position));
  return torn ? position - 1 : position;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
