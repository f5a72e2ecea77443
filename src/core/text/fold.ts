/**
 * Folds case, diacritics and width, so that `Ação`, `ACAO` and full-width `ａｃａｏ` become one text. Kana voicing
 * marks, Hangul and the Cyrillic short i stay letters of their own; `ё` becomes `е`, `ß` becomes `ss`; Arabic and Hebrew lose their
 * vowel points. The result may be shorter or longer than the text. Linear.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  if (isFolded(text)) return text;
  const bare = text.toLowerCase().normalize('NFKD').replace(DROPPED, dropMark).normalize('NFC');
  // Compatibility forms may bring capitals (the trade mark sign), so case is folded once more.
  return bare.toLowerCase().replace(RESPELT, (char) => RESPELLINGS.get(char) ?? char);
}

/**
 * A copy that keeps nothing else alive: engines let a slice of 13 or more units hold its whole source text, and a
 * token must not hold a note.
 */
export function flat(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

// Han, kana and Hangul syllables as they are commonly encoded: nothing of them folds.
const FOLDED_ALREADY = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3]+$/;

/** Whether a text consists of Han, kana and Hangul syllables that no folding changes. */
export function isFolded(text: string): boolean {
  return FOLDED_ALREADY.test(text);
}

export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/**
 * In order: the breve of the Cyrillic short i (kept), diacritics, Cyrillic titlo, Hebrew points, Arabic signs, tatweel and vowels,
 * more diacritics, invisible characters, enclosing marks, variation selectors, half marks, the
 * letter-like apostrophe.
 */
const DROPPED = new RegExp(
  oneOf(
    '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u00ad\\u200c\\u200d\\u2060\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff\\u02bc',
  ),
  'gu',
);

/** Marks in a class written out would look like parts of the characters before them. */
function oneOf(dropped: string): string {
  return `и\\u0306|[${dropped}]`;
}

function dropMark(found: string): string {
  return found.length > 1 ? 'й' : '';
}

// Letters that the Unicode decompositions leave alone although their readers take them for the plain ones.
const RESPELLINGS = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
  ['ς', 'σ'],
  ['ى', 'ي'],
  ['ة', 'ه'],
  ['\u2019', "'"],
  ...digitsOf(0x0660),
  ...digitsOf(0x06f0),
  ...digitsOf(0x0966),
]);
const RESPELT = /[ßæœøđðłıþςىة\u2019\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu;

/** The ten digits of a script, given its zero, as those of ASCII. */
function digitsOf(zero: number): [string, string][] {
  return Array.from({ length: 10 }, (_, value) => [String.fromCharCode(zero + value), String(value)]);
}
