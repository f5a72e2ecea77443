import { classAt, DENSE, DIGIT, HANGUL, LOWER, MARK, OTHER, UPPER } from './char-class.ts';
import { isFolded } from './fold.ts';

/**
 * What a UTF-16 unit is to a reader that goes by runs. A run is what may belong to one word or compound: it begins with a
 * letter or digit and goes on with those, marks and joiners, so that the terms in it depend on nothing around it, but for
 * the few cases that `term-book.ts` looks at.
 */
export const WORD_UNIT = 1;
/** Goes on in a run and begins none. */
export const MARK_UNIT = 2;
/** A joiner: goes on in a run, and means nothing at its end but for `+` and `#`. */
export const JOINER_UNIT = 3;
/** A letter of a script without spaces that no folding changes: read in pairs. */
export const PAIRED_UNIT = 4;
export const HANGUL_UNIT = 5;
/** Nothing by itself, and the end of what came before. */
export const GAP_UNIT = 6;
/** Half of a surrogate pair, emoji, letters that fold in company: left to the plain scanner. */
export const RARE_UNIT = 7;

/** The role of each unit; 0 where it was not asked for yet. */
export const ROLES = new Uint8Array(0x10000);

/** Works out the role of a unit and notes it. */
export function learnRole(unit: number): number {
  return (ROLES[unit] = roleOf(unit));
}

// What may make more of a word than itself: # ' + - . / \ _ and the typographic hyphens and apostrophe
const JOINING = new Set([35, 39, 43, 45, 46, 47, 92, 95, 0x2010, 0x2011, 0x2019]);

function roleOf(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdfff) return RARE_UNIT;
  const text = String.fromCharCode(unit);
  switch (classAt(text, 0)) {
    case LOWER:
    case UPPER:
    case DIGIT:
      return WORD_UNIT;
    case MARK:
      return MARK_UNIT;
    case HANGUL:
      return isFolded(text) ? HANGUL_UNIT : RARE_UNIT;
    case DENSE:
      return isFolded(text) ? PAIRED_UNIT : RARE_UNIT;
    case OTHER:
      return JOINING.has(unit) ? JOINER_UNIT : GAP_UNIT;
    default:
      return RARE_UNIT;
  }
}
