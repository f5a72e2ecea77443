import { tagNameEnd } from './html-block.ts';
import { COLON, EQUALS, GREATER, isSpace, LESS, LINE_FEED } from './line-starts.ts';
import { skipBlank } from './link-text.ts';

/**
 * The offset behind what `<` opens at `at`: a comment, a tag or an autolink; `at` itself where it opens nothing.
 * `absent` remembers what was looked for in vain up to `end`, so that a second search costs nothing.
 */
export function markupEnd(text: string, at: number, end: number, absent: Set<number>): number {
  const next = text.charCodeAt(at + 1);
  if (at + 1 >= end) return at;
  if (next === EXCLAMATION) return text.startsWith('<!--', at) ? commentEnd(text, at, end, absent) : at;
  if (next === SLASH) {
    const name = tagNameEnd(text, at + 2, end);
    const close = skipBlank(text, name, end);
    return name > at + 2 && close < end && text.charCodeAt(close) === GREATER ? close + 1 : at;
  }
  const name = tagNameEnd(text, at + 1, end);
  if (name === at + 1) return at;
  const link = autolinkEnd(text, name, end);
  return link > 0 ? link : openTagEnd(text, at, name, end, absent);
}

function commentEnd(text: string, at: number, end: number, absent: Set<number>): number {
  if (absent.has(COMMENT)) return at;
  // Searched in the block alone: a `-->` far behind it must not be walked to again and again.
  const close = text.slice(at + 4, end).indexOf('-->');
  if (close >= 0) return at + close + 7;
  absent.add(COMMENT);
  return at;
}

/** `<scheme:anything without space>` or `<a@b>`; 0 where it is none. */
function autolinkEnd(text: string, name: number, end: number): number {
  const mark = text.charCodeAt(name);
  if (mark !== COLON && mark !== AT && mark !== DOT && mark !== PLUS) return 0;
  for (let pos = name; pos < end; pos++) {
    const code = text.charCodeAt(pos);
    if (code === GREATER) return pos + 1;
    if (code <= 32 || code === LESS) return 0;
  }
  return 0;
}

function openTagEnd(text: string, at: number, name: number, end: number, absent: Set<number>): number {
  let pos = name;
  while (pos < end) {
    const next = skipBlank(text, pos, end);
    const code = text.charCodeAt(next);
    if (next >= end) return at;
    if (code === GREATER) return next + 1;
    if (code === SLASH) return text.charCodeAt(next + 1) === GREATER && next + 1 < end ? next + 2 : at;
    if (next === pos || !isAttributeStart(code)) return at;
    pos = attributeEnd(text, next, end, absent);
    if (pos < 0) return at;
  }
  return at;
}

function attributeEnd(text: string, at: number, end: number, absent: Set<number>): number {
  let pos = at;
  while (pos < end && isAttributeCharacter(text.charCodeAt(pos))) pos++;
  const mark = skipBlank(text, pos, end);
  if (mark >= end || text.charCodeAt(mark) !== EQUALS) return pos;
  const value = skipBlank(text, mark + 1, end);
  const quote = text.charCodeAt(value);
  if (quote === 34 || quote === 39) return quotedEnd(text, value, end, quote, absent);
  let stop = value;
  while (stop < end && !endsValue(text.charCodeAt(stop))) stop++;
  return stop > value ? stop : -1;
}

function quotedEnd(text: string, at: number, end: number, quote: number, absent: Set<number>): number {
  if (absent.has(quote)) return -1;
  const close = text.indexOf(quote === 34 ? '"' : "'", at + 1);
  if (close >= 0 && close < end) return close + 1;
  absent.add(quote);
  return -1;
}

function isAttributeStart(code: number): boolean {
  return code === COLON || code === 95 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

function isAttributeCharacter(code: number): boolean {
  return isAttributeStart(code) || (code >= 48 && code <= 57) || code === DOT || code === 45;
}

function endsValue(code: number): boolean {
  return (
    isSpace(code) ||
    code === LINE_FEED ||
    code === LESS ||
    code === GREATER ||
    code === EQUALS ||
    code === 34 ||
    code === 39 ||
    code === 96
  );
}

const EXCLAMATION = 33;
const PLUS = 43;
const DOT = 46;
const SLASH = 47;
const AT = 64;
const COMMENT = -2;
