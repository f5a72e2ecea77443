import {
  BACKSLASH,
  BACKTICK,
  CARET,
  CLOSE_BRACKET,
  COLON,
  CLOSE_PAREN,
  DOLLAR,
  endsLabel,
  EQUALS,
  GREATER,
  HASH,
  isDigit,
  isSpace,
  LESS,
  LINE_FEED,
  OPEN_BRACKET,
  PIPE,
  STAR,
  TILDE,
  UNDERSCORE,
} from './line-starts.ts';
import { internalLink, readDestination, skipBlank, titleEnd, wikilinkText, type LinkText } from './link-text.ts';
import type { FootnoteCache, Loc, Pos, ReferenceCache, TagCache } from './metadata.ts';
import { markupEnd } from './inline-markup.ts';

/**
 * Finds links, embeds, tags and footnotes in the text of a block, left to right, as the app does: what an earlier
 * construct has taken (code, mathematics, HTML, a link) is not looked into. Each search that fails is remembered for
 * the block, so that no text is walked twice for the same thing: the work is linear.
 */
export class InlineScanner {
  readonly links: ReferenceCache[] = [];
  readonly embeds: ReferenceCache[] = [];
  readonly tags: TagCache[] = [];
  readonly footnoteRefs: FootnoteCache[] = [];
  /** Inline footnotes (`^[text]`). */
  readonly footnotes: FootnoteCache[] = [];
  private readonly noteIds = new Set<string>();
  private readonly whole: string;
  private readonly lineStarts: readonly number[];
  // The block being scanned: its text (`base` is the offset of the text's first unit in the note) and bounds.
  private text = '';
  private base = 0;
  private end = 0;
  private line = 0;
  private inTable = false;
  /** Where the last construct ended: a tag may follow it without a space. */
  private settled = 0;
  /** Positions of `[` that wait for their `]`; a negative one is an inline footnote's, those below `closed` no links. */
  private brackets: number[] = [];
  private closed = 0;
  private readonly absent = new Set<number>();
  private codeRuns: Map<number, number> | null = null;

  constructor(text: string, lineStarts: readonly number[]) {
    this.whole = text;
    this.lineStarts = lineStarts;
  }

  /** Scans `from..to`, which begins on `line`. `masks` holds pairs of offsets within it that are not text. */
  scan(from: number, to: number, line: number, masks: readonly number[] | null, inTable: boolean): void {
    if (masks === null) {
      this.text = this.whole;
      this.base = 0;
    } else {
      this.text = masked(this.whole, from, to, masks);
      this.base = from;
    }
    this.end = to - this.base;
    this.line = line;
    this.inTable = inTable;
    this.settled = from - this.base;
    this.brackets.length = 0;
    this.closed = 0;
    this.absent.clear();
    this.codeRuns = null;
    this.run(from - this.base);
  }

  private run(from: number): void {
    const { text, end } = this;
    let pos = from;
    while (pos < end) {
      const code = text.charCodeAt(pos);
      if (code < 128 && SPECIAL_TABLE[code] === 1) pos = this.step(pos, code);
      else pos++;
    }
  }

  /** Reads what begins at a special character; the offset to go on from. */
  private step(pos: number, code: number): number {
    switch (code) {
      case HASH:
        return this.tag(pos);
      case OPEN_BRACKET:
        return this.openBracket(pos);
      case CLOSE_BRACKET:
        return this.closeBracket(pos);
      case BACKTICK:
        return this.code(pos);
      case LESS: {
        const next = markupEnd(this.text, pos, this.end, this.absent);
        return next > pos ? this.settle(next) : pos + 1;
      }
      case DOLLAR:
        return this.math(pos);
      case BACKSLASH:
        return this.settle(Math.min(pos + 2, this.end));
      case CARET:
        if (pos + 1 >= this.end || this.text.charCodeAt(pos + 1) !== OPEN_BRACKET) return pos + 1;
        this.brackets.push(-pos - 1);
        return pos + 2;
      default:
        return this.bareUrl(pos);
    }
  }

  private settle(next: number): number {
    this.settled = next;
    return next;
  }

  private tag(pos: number): number {
    const { text, end } = this;
    let next = pos + 1;
    let digitsOnly = true;
    while (next < end) {
      const code = text.charCodeAt(next);
      if (!isTagCharacter(code)) break;
      if (!isDigit(code)) digitsOnly = false;
      next++;
    }
    if (digitsOnly || !this.startsTag(pos)) return next;
    this.tags.push({ position: this.position(pos, next), tag: text.slice(pos, next) });
    return this.settle(next);
  }

  /** A tag follows a space, the start of its text, another construct, or the mark that opens an emphasis. */
  private startsTag(pos: number): boolean {
    if (pos === this.settled) return true;
    const before = this.text.charCodeAt(pos - 1);
    if (before === STAR || before === UNDERSCORE || before === LINE_FEED || isSpace(before)) return true;
    if (before === TILDE || before === EQUALS) return this.text.charCodeAt(pos - 2) === before;
    if (before === PIPE) return this.inTable;
    return before > 127 && UNICODE_SPACE.test(String.fromCharCode(before));
  }

  private openBracket(pos: number): number {
    const { text, end } = this;
    const next = pos + 1 < end ? text.charCodeAt(pos + 1) : 0;
    if (next === OPEN_BRACKET) return this.wikilink(pos);
    if (next === CARET) {
      let close = pos + 2;
      while (close < end && !endsLabel(text.charCodeAt(close))) close++;
      if (close < end && close > pos + 2 && text.charCodeAt(close) === CLOSE_BRACKET) {
        const id = text.slice(pos + 2, close);
        this.noteIds.add(id);
        this.footnoteRefs.push({ id, position: this.position(pos, close + 1) });
        return this.settle(close + 1);
      }
    }
    this.brackets.push(pos);
    return this.settle(pos + 1);
  }

  /** `[[…]]` on one line; of nested ones the inner is the link. */
  private wikilink(pos: number): number {
    const { text, end } = this;
    let close = pos + 2;
    for (; close < end; close++) {
      const code = text.charCodeAt(close);
      if (code === CLOSE_BRACKET && text.charCodeAt(close + 1) === CLOSE_BRACKET && close + 1 < end) break;
      if (code === OPEN_BRACKET && text.charCodeAt(close + 1) === OPEN_BRACKET) return this.passOpen(pos);
      if (code === LINE_FEED) return this.passOpen(pos);
      // A pipe that is not escaped ends the table's cell, and the link with it.
      if (code === PIPE && this.inTable && text.charCodeAt(close - 1) !== BACKSLASH) return this.passOpen(pos);
    }
    if (close >= end) return this.passOpen(pos);
    const found = wikilinkText(text.slice(pos + 2, close));
    if (found === null) return this.settle(close + 2);
    this.reference(pos, close + 2, found);
    return this.settle(close + 2);
  }

  /** Two brackets that open no wikilink may still open Markdown links, one each. */
  private passOpen(pos: number): number {
    this.brackets.push(pos);
    return this.settle(pos + 1);
  }

  private closeBracket(pos: number): number {
    const open = this.brackets.pop();
    if (open === undefined) return pos + 1;
    if (open < 0) {
      this.inlineFootnote(-open - 1, pos);
      return this.settle(pos + 1);
    }
    const closed = this.brackets.length < this.closed;
    this.closed = Math.min(this.closed, this.brackets.length);
    if (pos + 1 >= this.end || this.text.charCodeAt(pos + 1) !== OPEN_PAREN) return pos + 1;
    const image = open > 0 && this.text.charCodeAt(open - 1) === EXCLAMATION;
    return closed && !image ? pos + 1 : this.markdownLink(open, pos);
  }

  private inlineFootnote(start: number, close: number): void {
    const id = `[inline${this.noteIds.size}`;
    this.noteIds.add(id);
    this.footnotes.push({ id, position: this.position(start, close + 1) });
  }

  private markdownLink(open: number, close: number): number {
    const { text, end } = this;
    const target = readDestination(text, skipBlank(text, close + 2, end), end);
    if (target === null) return close + 1;
    let next = skipBlank(text, target.next, end);
    if (next > target.next && text.charCodeAt(next) !== CLOSE_PAREN) {
      const title = titleEnd(text, next, end, this.absent);
      if (title < 0) return close + 1;
      next = skipBlank(text, title, end);
    }
    if (next >= end || text.charCodeAt(next) !== CLOSE_PAREN) return close + 1;
    const link = internalLink(target.text);
    if (link !== null) this.reference(open, next + 1, { link, displayText: text.slice(open + 1, close) });
    const image = open > 0 && text.charCodeAt(open - 1) === EXCLAMATION;
    // Links do not nest: what opened before this one can no longer become a link.
    if (!image) this.closed = this.brackets.length;
    return this.settle(next + 1);
  }

  private reference(open: number, next: number, found: LinkText): void {
    const embed = open > 0 && this.text.charCodeAt(open - 1) === EXCLAMATION && this.settledBefore(open - 1);
    const start = embed ? open - 1 : open;
    const position = this.position(start, next);
    const original = this.whole.slice(start + this.base, next + this.base);
    (embed ? this.embeds : this.links).push({ position, link: found.link, original, displayText: found.displayText });
  }

  /** Whether the character at `pos` is text, and not taken by an escape (`\!`). */
  private settledBefore(pos: number): boolean {
    return this.settled <= pos || this.text.charCodeAt(pos - 1) !== BACKSLASH;
  }

  private code(pos: number): number {
    const length = this.runLength(pos);
    const close = this.closingRun(pos + length, length);
    return close < 0 ? pos + length : this.settle(close + length);
  }

  private closingRun(from: number, length: number): number {
    const last = this.codeRuns?.get(length);
    if (this.codeRuns !== null && (last === undefined || last < from)) return -1;
    const seen = new Map<number, number>();
    for (let pos = this.text.indexOf('`', from); pos >= 0 && pos < this.end; pos = this.text.indexOf('`', pos)) {
      const run = this.runLength(pos);
      if (run === length) return pos;
      seen.set(run, pos);
      pos += run;
    }
    // The search went to the block's end: which lengths still have a partner is known from now on.
    this.codeRuns ??= seen;
    return -1;
  }

  private runLength(pos: number): number {
    let next = pos;
    while (next < this.end && this.text.charCodeAt(next) === BACKTICK) next++;
    return next - pos;
  }

  /** `$x$` where no space is inside the dollars and no digit follows: prices stay text. */
  private math(pos: number): number {
    const { text, end } = this;
    const double = text.charCodeAt(pos + 1) === DOLLAR && pos + 1 < end;
    const from = pos + (double ? 2 : 1);
    const key = double ? DOUBLE_DOLLAR : DOLLAR;
    const first = text.charCodeAt(from);
    if (from >= end || this.absent.has(key) || (!double && (isSpace(first) || first === LINE_FEED))) return from;
    const close = double ? this.within(text.indexOf('$$', from)) : this.closingDollar(from);
    if (close >= 0) return this.settle(close + (double ? 2 : 1));
    this.absent.add(key);
    return from;
  }

  private closingDollar(from: number): number {
    const { text } = this;
    for (let pos = text.indexOf('$', from + 1); pos >= 0 && pos < this.end; pos = text.indexOf('$', pos + 1)) {
      const before = text.charCodeAt(pos - 1);
      const after = pos + 1 < this.end ? text.charCodeAt(pos + 1) : 0;
      if (!isSpace(before) && before !== LINE_FEED && before !== BACKSLASH && !isDigit(after)) return pos;
    }
    return -1;
  }

  private within(pos: number): number {
    return pos >= 0 && pos < this.end ? pos : -1;
  }

  /** `scheme://…` up to the next space or bracket: a `#` inside it starts no tag. */
  private bareUrl(pos: number): number {
    const { text, end } = this;
    if (text.charCodeAt(pos + 1) !== SLASH || text.charCodeAt(pos + 2) !== SLASH || pos + 2 >= end) return pos + 1;
    let next = pos + 3;
    while (next < end && !endsUrl(text.charCodeAt(next))) next++;
    return next;
  }

  private position(from: number, to: number): Pos {
    const start = this.loc(from + this.base);
    return { start, end: this.loc(to + this.base) };
  }

  /** Offsets mostly come in rising order, so the line is found by walking on from the last one. */
  private loc(offset: number): Loc {
    const { lineStarts } = this;
    while ((lineStarts[this.line] ?? 0) > offset) this.line--;
    for (;;) {
      const next = lineStarts[this.line + 1];
      if (next === undefined || next > offset) break;
      this.line++;
    }
    return { line: this.line, col: offset - (lineStarts[this.line] ?? 0), offset };
  }
}

/** The text of a block with the prefixes of its containers blanked, offset by offset. */
function masked(text: string, from: number, to: number, masks: readonly number[]): string {
  const parts: string[] = [];
  let pos = from;
  for (let i = 0; i < masks.length; i += 2) {
    const start = masks[i] ?? pos;
    const end = Math.min(masks[i + 1] ?? start, to);
    parts.push(text.slice(pos, start), ' '.repeat(end - start));
    pos = end;
  }
  parts.push(text.slice(pos, to));
  return parts.join('');
}

/**
 * Letters, digits, `_`, `-`, `/` and whatever Unicode has outside ASCII, but spaces and general punctuation
 * (U+2000–206F, U+2E00–2E7F): the rule of Obsidian's help on tags.
 */
function isTagCharacter(code: number): boolean {
  if (code < 128) return TAG_TABLE[code] === 1;
  if (code >= 0x2000 && code <= 0x206f) return code === ZERO_WIDTH_JOINER;
  return !(code >= 0x2e00 && code <= 0x2e7f) && code !== 0xa0 && code !== 0x3000 && code !== 0xfeff && code !== 0x1680;
}

function endsUrl(code: number): boolean {
  return (
    isSpace(code) ||
    code === LINE_FEED ||
    code === LESS ||
    code === GREATER ||
    code === OPEN_BRACKET ||
    code === CLOSE_BRACKET ||
    code === BACKTICK ||
    code === PIPE ||
    code === 0x3000 ||
    code === 34
  );
}

const OPEN_PAREN = 40;
const EXCLAMATION = 33;
const SLASH = 47;
const ZERO_WIDTH_JOINER = 0x200d;
const DOUBLE_DOLLAR = -1;
const UNICODE_SPACE = /\s/;
const SPECIAL_TABLE = new Uint8Array(128);
for (const code of [HASH, OPEN_BRACKET, CLOSE_BRACKET, BACKTICK, LESS, DOLLAR, BACKSLASH, CARET, COLON]) {
  SPECIAL_TABLE[code] = 1;
}
const TAG_TABLE = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (/[A-Za-z0-9_/-]/.test(String.fromCharCode(code))) TAG_TABLE[code] = 1;
}
