/** UTF-16 units of a file name without `.md`; in any script that is less than the 255 bytes of the narrowest disk. */
export const LONGEST_SLUG = 80;

/**
 * A title as a file name without `.md`: small letters and digits of any script, everything between them one hyphen. Latin
 * letters lose their accents, others keep their marks, which make other letters of them (`й`, `が`, vowel signs). NFC.
 * Null where the title has neither a letter nor a digit. Linear.
 */
export function slugOf(title: string): string | null {
  const bare = title
    .replace(KEYCAP, ' ')
    .normalize('NFD')
    .toLowerCase()
    .replace(NEITHER_LETTER_NOR_MARK, ' ')
    .replace(/([\p{Script=Latin}\p{Nd}])\p{M}+/gu, '$1')
    .normalize('NFC');
  const slug = bare
    .replace(/(?<![\p{L}\p{Nd}\p{M}])\p{M}+/gu, ' ')
    .replace(/[^\p{L}\p{Nd}\p{M}]+/gu, '-')
    .replace(/^-/, '');
  return /[\p{L}\p{Nd}]/u.test(slug) ? headOf(slug, LONGEST_SLUG) : null;
}

/** A slug with an ending, the whole no longer than a slug may be. */
export function withEnding(slug: string, ending: string): string {
  return headOf(slug, LONGEST_SLUG - ending.length) + ending;
}

/** A digit in a box is a picture, not a digit. */
const KEYCAP = /[0-9#*]\uFE0F?\u20E3/g;

/** Ordinal signs and letter-like apostrophes, which nobody types in a name; variation selectors and enclosing marks. */
const NEITHER_LETTER_NOR_MARK = /[\u00aa\u00ba\u02b0-\u02ff]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** At most `limit` units, whole characters, no hyphen at the end. */
function headOf(slug: string, limit: number): string {
  let end = Math.min(slug.length, limit);
  if (end < slug.length && /[\uDC00-\uDFFF]/.test(slug.charAt(end))) end--;
  return slug.slice(0, end).replace(/-$/, '');
}
