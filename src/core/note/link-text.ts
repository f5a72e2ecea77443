import { BACKSLASH, CLOSE_PAREN, GREATER, isSpace, LESS, LINE_FEED, skipSpaces } from './line-starts.ts';

/** What a link says: `link` keeps its `#subpath`. */
export interface LinkText {
  readonly link: string;
  readonly displayText: string;
}

/**
 * The inside of `[[…]]`: everything before the first `|` is the link (in tables the pipe is written `\|`), the rest
 * its display text. A pipe that comes first belongs to the link. Without one the display text is made of the link: `A#B` shows as `A > B`.
 * Null where there is no link at all.
 */
export function wikilinkText(inside: string): LinkText | null {
  const pipe = inside.indexOf('|');
  const raw = pipe <= 0 ? inside : inside.slice(0, inside.charCodeAt(pipe - 1) === BACKSLASH ? pipe - 1 : pipe);
  const link = raw.trim();
  if (link === '') return null;
  if (pipe > 0) return { link, displayText: inside.slice(pipe + 1).trim() };
  return { link, displayText: link.includes('#') ? displayOf(link) : link };
}

function displayOf(link: string): string {
  return link
    .split('#')
    .filter((part) => part !== '')
    .map((part) => part.trim())
    .join(' > ');
}

/** The path of a link, without its subpath. */
export function linkPath(link: string): string {
  const hash = link.indexOf('#');
  return hash < 0 ? link : link.slice(0, hash).trim();
}

/** The subpath of a link with its `#`; '' where there is none. */
export function linkSubpath(link: string): string {
  const hash = link.indexOf('#');
  return hash < 0 ? '' : link.slice(hash);
}

/** Whether a destination leads out of the vault: to a page of the web, a mail, a share of the network. */
export function leadsOutside(link: string): boolean {
  return EXTERNAL.test(link);
}

/** Where a Markdown link's destination points inside the vault, decoded; null when it is empty or leads outside. */
export function internalLink(destination: string): string | null {
  const plain = destination.replace(ESCAPED, '$1');
  return plain === '' || leadsOutside(plain) ? null : decoded(plain);
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A destination, and the offset behind it; null where none is written. */
export interface Destination {
  readonly text: string;
  readonly next: number;
}

/**
 * The destination of a Markdown link at `at`: `<in brackets>`, or characters without space whose parentheses pair
 * (32 levels at most, as in CommonMark's reference parser, which bounds the work on hostile text).
 */
export function readDestination(text: string, at: number, end: number): Destination | null {
  if (text.charCodeAt(at) === LESS && at < end) return readBracketed(text, at + 1, end);
  let depth = 0;
  let pos = at;
  for (; pos < end; pos++) {
    const code = text.charCodeAt(pos);
    if (code <= 32) break;
    if (code === BACKSLASH) pos++;
    else if (code === OPEN_PAREN && ++depth > 32) return null;
    else if (code === CLOSE_PAREN && --depth < 0) break;
  }
  const next = Math.min(pos, end);
  return depth > 0 ? null : { text: text.slice(at, next), next };
}

function readBracketed(text: string, from: number, end: number): Destination | null {
  for (let pos = from; pos < end; pos++) {
    const code = text.charCodeAt(pos);
    if (code === GREATER) return { text: text.slice(from, pos), next: pos + 1 };
    if (code === LESS || code === LINE_FEED) return null;
    if (code === BACKSLASH) pos++;
  }
  return null;
}

/** The offset behind a quoted title at `at`; -1 where none is closed. `absent` remembers quotes without a partner. */
export function titleEnd(text: string, at: number, end: number, absent?: Set<number>): number {
  const open = text.charCodeAt(at);
  const close = open === OPEN_PAREN ? CLOSE_PAREN : open;
  if (at >= end || (open !== 34 && open !== 39 && open !== OPEN_PAREN) || absent?.has(close) === true) return -1;
  for (let pos = at + 1; pos < end; pos++) {
    const code = text.charCodeAt(pos);
    if (code === close) return pos + 1;
    if (code === BACKSLASH) pos++;
  }
  absent?.add(close);
  return -1;
}

/** `[label]: destination "title"` on one line; null where it is not that. */
export function referenceDefinition(text: string, at: number, end: number): { id: string; link: string } | null {
  const pos = definitionColon(text, at, end);
  if (pos < 0) return null;
  const id = text.slice(at + 1, pos - 1).trim();
  const target = readDestination(text, skipSpaces(text, pos + 1, end), end);
  if (target === null || target.text === '') return null;
  let rest = skipSpaces(text, target.next, end);
  if (rest < end && rest > target.next) rest = skipSpaces(text, titleEnd(text, rest, end), end);
  if (rest !== end) return null;
  return { id, link: internalLink(target.text) ?? target.text };
}

/** The colon behind the label of a definition whose bracket is at `at`; -1 where none is written there. */
export function definitionColon(text: string, at: number, end: number): number {
  let pos = at + 1;
  while (pos < end && pos - at < 1000 && text.charCodeAt(pos) !== 91 && text.charCodeAt(pos) !== 93) {
    pos += text.charCodeAt(pos) === BACKSLASH ? 2 : 1;
  }
  const isLabelled = text.slice(at + 1, pos).trim() !== '' && pos + 1 < end && text.startsWith(']:', pos);
  return isLabelled ? pos + 1 : -1;
}

/** Skips spaces and line breaks. */
export function skipBlank(text: string, at: number, end: number): number {
  let pos = at;
  while (pos < end && (isSpace(text.charCodeAt(pos)) || text.charCodeAt(pos) === LINE_FEED)) pos++;
  return pos;
}

const OPEN_PAREN = 40;
/** A backslash before ASCII punctuation only keeps it from being read as syntax. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
/** A scheme of two letters or more (one letter would be a Windows drive), or a network path. */
const EXTERNAL = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/)/;
