/**
 * A tag as a caller writes it, without its `#`; null for what the app takes for none: letters, digits, `_`, `-` and `/`, not
 * digits alone, no empty level, at most 128 UTF-16 units.
 */
export function readTag(text: string): string | null {
  const name = text.trim().replace(/^#/, '').normalize('NFC');
  if (name.length > LONGEST || !TAG.test(name) || name.split('/').includes('')) return null;
  return name;
}

/**
 * The part of a tag that is the other tag or a level above it, in UTF-16 units from its start; 0 where it is neither. Levels
 * are compared whole and without case: `Ab` is not within `a`.
 */
export function sharedLevels(tag: string, from: string): number {
  const levels = tag.split('/');
  const wanted = from.split('/');
  if (levels.length < wanted.length) return 0;
  const own = levels.slice(0, wanted.length);
  return own.every((level, index) => fold(level) === fold(wanted[index] ?? '')) ? own.join('/').length : 0;
}

/** A tag under its new name; the same where it is another tag. */
export function renamed(tag: string, from: string, to: string): string {
  const length = sharedLevels(tag, from);
  return length === 0 ? tag : to + tag.slice(length);
}

function fold(level: string): string {
  return level.normalize('NFC').toLowerCase();
}

const LONGEST = 128;
/** Letters, digits, marks and symbols such as emoji; the app's rule shuts out spaces and ASCII marks but `_ - /`. */
const TAG = /^(?=.*[^0-9/])[\p{L}\p{N}\p{M}\p{So}\p{Sk}\p{Emoji_Component}\u200d_/-]+$/u;
