/**
 * The characters that a reader cannot see or that move what he sees: one definition for paths, one-line values and
 * everything printed. Controls, soft hyphen, zero-width and bidirectional marks, line and paragraph separators,
 * invisible operators, byte order mark, interlinear and tag characters.
 */
const CONTROLS_AND_LINE_ENDS = '\\u0000-\\u001F\\u007F-\\u009F\\u2028\\u2029';
const BIDI = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
/** Found in honest prose (Persian joins, emoji families, hyphenation), so quoted note text keeps them. */
const HONEST = '\\u00AD\\u180E\\u200B-\\u200D\\u2060-\\u2064\\u206A-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{E0000}-\\u{E007F}';

const INVISIBLE = `[${CONTROLS_AND_LINE_ENDS}${BIDI}${HONEST}]`;
/** Half of a surrogate pair: no file name and no UTF-8 can hold it. */
const LONE_SURROGATE = '\\p{Surrogate}';

const anyInvisible = new RegExp(`${INVISIBLE}|${LONE_SURROGATE}`, 'u');
const everyInvisible = new RegExp(`${INVISIBLE}|${LONE_SURROGATE}`, 'gu');
const anyControl = new RegExp(`[${CONTROLS_AND_LINE_ENDS}]|${LONE_SURROGATE}`, 'u');
/** In quoted text line feeds part the lines and tabs indent; both stay. */
const everyForgery = new RegExp(`(?![\\n\\t])[${CONTROLS_AND_LINE_ENDS}${BIDI}]|${LONE_SURROGATE}`, 'gu');
const escapeOfInvisible = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x(ad))/gi;

/** Whether any member of the set, or half of a surrogate pair, is in the text. */
export function hasInvisible(text: string): boolean {
  return anyInvisible.test(text);
}

/** Whether the text holds a control character, a line separator or half of a surrogate pair. */
export function hasControl(text: string): boolean {
  return anyControl.test(text);
}

/** The text without any member of the set: for comparing names, never for writing. */
export function stripInvisible(text: string): string {
  return text.replace(everyInvisible, '');
}

/** One line for a title or a context: members of the set become spaces, runs of white space one space, ends trimmed. */
export function foldToLine(text: string): string {
  return text.replace(everyInvisible, ' ').split(/\s+/u).filter(Boolean).join(' ');
}

/** For lines that the server vouches for (paths, headings, reasons): `\n`, `\r`, `\t`, `\xNN`, `\uNNNN`, `\u{NNNNN}`. */
export function escapeLine(text: string): string {
  return text.replace(everyInvisible, escapeCharacter);
}

/**
 * For note text shown in a quote or a diff: whatever could forge a line or reorder it is escaped, all else stays.
 * CR is escaped too, so a caller that wants CRLF as a plain line end folds it first.
 */
export function escapeQuoted(text: string): string {
  return text.replace(everyForgery, escapeCharacter);
}

/**
 * Undoes `escapeLine` for the members of the set that a file name may hold, so that a path printed by us and sent
 * back names the same file. Escapes of anything else (`\n`, `\u0041`) stay as they are.
 */
export function unescapeName(text: string): string {
  return text.replace(escapeOfInvisible, (whole, four?: string, braced?: string, two?: string) => {
    const code = Number.parseInt(four ?? braced ?? two ?? '', 16);
    if (code > 0x10ffff) return whole;
    const character = String.fromCodePoint(code);
    return anyInvisible.test(character) && !anyControl.test(character) ? character : whole;
  });
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  return SHORT[character] ?? (code > 0xff ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`);
}
