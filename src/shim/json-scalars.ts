/**
 * The ends of strings, numbers and words in a JSON text (RFC 8259), over bytes. Each function begins at the value's first
 * byte and returns the index after its last one, or the bitwise complement of the index at which it is not JSON.
 */

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/** Bytes that stand for themselves in a string: no quote, no backslash, no control character. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === QUOTE || byte === BACKSLASH ? 0 : 1,
);
/** Bytes of a string that are looked at one by one. */
const SHORT = 32;
/** What may follow a backslash, besides `u`. */
const IS_SHORT_ESCAPE = Uint8Array.from({ length: 256 }, (_, byte) =>
  '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

export function endOfScalar(bytes: Uint8Array, start: number, end: number, first: number): number {
  if (first === QUOTE) return endOfString(bytes, start, end);
  if (first === MINUS || isDigit(first)) return endOfNumber(bytes, start, end);
  return endOfWord(bytes, start, end, first);
}

function endOfString(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1;
  while (at < end) {
    at = endOfPlain(bytes, at, end);
    const byte = at < end ? bytes[at] : 0;
    if (byte === QUOTE) return at + 1;
    if (byte !== BACKSLASH) break;
    const length = escapeLength(bytes, at, end);
    if (length === 0) break;
    at += length;
  }
  return ~at;
}

/** Almost all bytes of a line pass here: singly at first, since most strings are short, then by words of four. */
function endOfPlain(bytes: Uint8Array, start: number, end: number): number {
  const near = Math.min(end, start + SHORT);
  let at = endOfPlainBytes(bytes, start, near);
  if (at < near || near === end) return at;
  const aligned = at + (-(bytes.byteOffset + at) & 3);
  const count = (end - aligned) >> 2;
  if (count <= 0) return endOfPlainBytes(bytes, at, end);
  at = endOfPlainBytes(bytes, at, aligned);
  if (at < aligned) return at;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, count);
  let word = 0;
  while (word < count && isPlainWord(words[word] ?? 0)) word++;
  return endOfPlainBytes(bytes, aligned + 4 * word, end);
}

function endOfPlainBytes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && IS_PLAIN[bytes[at] ?? 0] === 1) at++;
  return at;
}

/**
 * Whether four bytes, in whatever order, are all plain. Subtracting makes the top bit of a byte that was below what is
 * subtracted; bytes whose top bit was set are letters beyond ASCII and stand for themselves. With its second bit turned a
 * quote is below 0x21 as control characters are, and nothing else is.
 */
function isPlainWord(word: number): boolean {
  const low = (word ^ 0x02020202) - 0x21212121;
  const backslash = (word ^ 0x5c5c5c5c) - 0x01010101;
  return ((low | backslash) & ~word & 0x80808080) === 0;
}

function endOfNumber(bytes: Uint8Array, start: number, end: number): number {
  const byteAt = (at: number): number => (at < end ? (bytes[at] ?? -1) : -1);
  const digitsFrom = (from: number): number => {
    let at = from;
    while (isDigit(byteAt(at))) at++;
    return at > from ? at : ~at;
  };
  let at = byteAt(start) === MINUS ? start + 1 : start;
  at = byteAt(at) === ZERO ? at + 1 : digitsFrom(at);
  if (at >= 0 && byteAt(at) === POINT) at = digitsFrom(at + 1);
  if (at >= 0 && (byteAt(at) === 0x65 || byteAt(at) === 0x45)) {
    const sign = byteAt(at + 1);
    at = digitsFrom(sign === PLUS || sign === MINUS ? at + 2 : at + 1);
  }
  return at;
}

function endOfWord(bytes: Uint8Array, start: number, end: number, first: number): number {
  const word = first === 0x74 ? 'true' : first === 0x66 ? 'false' : first === 0x6e ? 'null' : '';
  if (word === '' || start + word.length > end) return ~start;
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return ~start;
  return start + word.length;
}

/** How many bytes an escape takes, its backslash counted; 0 for one that JSON does not know. */
function escapeLength(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end) return 0;
  const kind = bytes[at + 1] ?? 0;
  if (kind !== 0x75) return IS_SHORT_ESCAPE[kind] === 1 ? 2 : 0;
  if (at + 6 > end) return 0;
  for (let i = at + 2; i < at + 6; i++) if (!isHex(bytes[i] ?? 0)) return 0;
  return 6;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
