import { classAt, DIGIT, LOWER, UPPER } from './char-class.ts';
import { foldText } from './fold.ts';

/**
 * Words that need no look around them: of Latin letters that fold to one letter of ASCII each, with or without an accent,
 * and digits, without capitals in their midst. Nearly all words of a vault are of this kind.
 */

/** What a word is that is not a simple one. */
export const NOT_SIMPLE = 0;
/** A simple word that stands folded already, or has to be folded; with a digit in it, it has no stem. */
export const FOLDED_WORD = 1;
export const UNFOLDED_WORD = 2;
export const FOLDED_WITH_DIGIT = 3;
export const UNFOLDED_WITH_DIGIT = 4;

/** Of the simple word judged last: its units, folded. */
export const foldedUnits = new Uint16Array(64);

/** What of the constants above stands between two places of a text, at most 64 units apart. */
export function judgeWord(text: string, from: number, to: number): number {
  let small = false;
  let inner = false;
  let digit = false;
  let unfolded = false;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    const found = unit < FOLDS.length ? FOLDS[unit] || learnFold(unit) : OUTSIDE;
    if (found === OUTSIDE) return NOT_SIMPLE;
    const folded = found & 0x7f;
    if (folded !== unit) unfolded = true;
    if (folded < 58) digit = true;
    if (found > 0x7f) inner ||= at > from;
    else if (unit > 57) small = true;
    foldedUnits[at - from] = folded;
  }
  // Inner capitals divide a word, unless it is written in capitals throughout.
  if (inner && small) return NOT_SIMPLE;
  if (digit) return unfolded ? UNFOLDED_WITH_DIGIT : FOLDED_WITH_DIGIT;
  return unfolded ? UNFOLDED_WORD : FOLDED_WORD;
}

/** Of each unit of Latin script: the ASCII letter or digit that it folds to, `CAPITAL` more for a capital; 0: not known yet. */
const FOLDS = new Uint8Array(0x250);
const CAPITAL = 0x80;
/** No unit of a simple word. */
const OUTSIDE = 0xff;

function learnFold(unit: number): number {
  const char = String.fromCharCode(unit);
  const found = classAt(char, 0);
  const folded = foldText(char);
  const isSimple = (found === LOWER || found === UPPER || found === DIGIT) && /^[a-z0-9]$/.test(folded);
  FOLDS[unit] = isSimple ? folded.charCodeAt(0) + (found === UPPER ? CAPITAL : 0) : OUTSIDE;
  return FOLDS[unit] ?? OUTSIDE;
}
