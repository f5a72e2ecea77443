import { isSpace } from './line-starts.ts';

/**
 * How an HTML block that starts at a line ends: `until` a text within a line, or at a blank line (`until: null`).
 * The seven kinds of CommonMark 0.31, section 4.6; the seventh cannot interrupt a paragraph.
 */
export function htmlBlock(
  text: string,
  at: number,
  end: number,
  inParagraph: boolean,
): { readonly until: RegExp | null } | null {
  const second = text.charCodeAt(at + 1);
  if (at + 1 >= end) return null;
  if (second === QUESTION) return { until: /\?>/ };
  if (second === EXCLAMATION) return declaration(text, at, end);
  const nameAt = second === SLASH ? at + 2 : at + 1;
  const nameEnd = tagNameEnd(text, nameAt, end);
  if (nameEnd === nameAt) return null;
  const name = text.slice(nameAt, nameEnd).toLowerCase();
  const next = text.charCodeAt(nameEnd);
  const ends = nameEnd >= end || isSpace(next) || next === GREATER;
  if (ends && second !== SLASH && RAW_TEXT.has(name)) return { until: /<\/(?:script|pre|style|textarea)>/i };
  if (BLOCK_TAGS.has(name) && (ends || text.startsWith('/>', nameEnd))) return { until: null };
  return !inParagraph && WHOLE_TAG.test(text.slice(at, end)) ? { until: null } : null;
}

function declaration(text: string, at: number, end: number): { readonly until: RegExp } | null {
  if (text.startsWith('<!--', at)) return { until: /-->/ };
  if (text.startsWith('<![CDATA[', at)) return { until: /\]\]>/ };
  return at + 2 < end && isLetter(text.charCodeAt(at + 2)) ? { until: />/ } : null;
}

/** The offset behind a tag's name: a letter, then letters, digits and dashes. */
export function tagNameEnd(text: string, at: number, end: number): number {
  let pos = at;
  if (pos >= end || !isLetter(text.charCodeAt(pos))) return pos;
  while (pos < end && isNameCharacter(text.charCodeAt(pos))) pos++;
  return pos;
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 45;
}

const EXCLAMATION = 33;
const SLASH = 47;
const GREATER = 62;
const QUESTION = 63;

const RAW_TEXT = new Set(['script', 'pre', 'style', 'textarea']);

const BLOCK_TAGS = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li ' +
    'link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th ' +
    'thead title tr track ul'
  ).split(' '),
);

// Each part excludes the next one's first character, so that no input makes it try twice.
const ATTRIBUTE = `\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
const WHOLE_TAG = new RegExp(`^<(?:[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\\s*/?>|/[A-Za-z][A-Za-z0-9-]*\\s*>)\\s*$`);
