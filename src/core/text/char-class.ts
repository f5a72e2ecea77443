/**
 * What a character means to the tokenizer. Classes of ASCII are a table; the rest are worked out from the
 * Unicode properties on first sight and remembered, so that nobody pays for 65,536 tests at start.
 */
export const OTHER = 1;
export const LOWER = 2;
export const UPPER = 3;
export const DIGIT = 4;
/** A combining mark or an invisible joiner: it belongs to the word it stands in and cannot begin one. */
export const MARK = 5;
/** A letter of a script written without spaces: Han, kana, Thai, Lao, Khmer, Burmese. */
export const DENSE = 6;
export const HANGUL = 7;
/** An emoji or a pictograph: a token of its own. */
export const PICTURE = 8;

const known = new Uint8Array(0x10000);
const astral = new Map<number, number>();
const ASTRAL_REMEMBERED = 20_000;

/** The class of the code point that begins at this UTF-16 unit. A lone surrogate is OTHER. */
export function classAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const seen = known[unit] ?? OTHER;
  if (seen !== 0) return seen;
  if (unit >= 0xd800 && unit <= 0xdfff) return astralClass(text, at);
  return (known[unit] = classify(String.fromCharCode(unit)));
}

/** How many UTF-16 units the code point at this place takes: 1 or 2. */
export function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}

function astralClass(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  if (code < 0x10000) return OTHER;
  const seen = astral.get(code);
  if (seen !== undefined) return seen;
  if (astral.size >= ASTRAL_REMEMBERED) astral.clear();
  const found = classify(String.fromCodePoint(code));
  astral.set(code, found);
  return found;
}

const DENSE_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70\uff9e\uff9f]/u;
// Soft hyphen, zero-width non-joiner and joiner, word joiner, BOM: invisible inside a word. U+200B separates words.
const INVISIBLE = /\u200d|[\u00ad\u200c\u2060\ufeff]/;

function classify(char: string): number {
  if (/\p{Nd}/u.test(char)) return DIGIT;
  if (/[\p{L}\p{N}]/u.test(char)) {
    if (DENSE_SCRIPTS.test(char)) return DENSE;
    if (/\p{Script=Hangul}/u.test(char)) return HANGUL;
    return /[\p{Lu}\p{Lt}]/u.test(char) ? UPPER : LOWER;
  }
  if (/\p{M}/u.test(char)) return DENSE_SCRIPTS.test(char) ? DENSE : MARK;
  if (INVISIBLE.test(char)) return MARK;
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(char) ? PICTURE : OTHER;
}
