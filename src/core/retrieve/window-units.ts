import { blockReader } from '../chunk/block-state.ts';

/** A stretch of a text that is shown whole or not at all: a sentence, a line, or a piece of one that is too long. */
export interface Unit {
  /** UTF-16 offsets; the end is without the space or line break that follows. */
  readonly start: number;
  readonly end: number;
  /** Index of the line that it stands in. */
  readonly line: number;
  /** How well a window may begin here. */
  readonly border: UnitBorder;
  /** Whether it is read as code: by its words as they stand. */
  readonly isCode: boolean;
}

export type UnitBorder = typeof WITHIN | typeof SENTENCE | typeof LINE_START | typeof BLOCK_START;
export const WITHIN = 0;
export const SENTENCE = 1;
export const LINE_START = 2;
/** After a blank line, at a list item, a heading or a fence. */
export const BLOCK_START = 3;

/**
 * The units of some lines, in order, none longer than `longest` UTF-16 units; blank lines have none. Sentences are not looked for
 * in code. Offsets are those of the lines joined by LF. Linear.
 */
export function unitsOf(lines: readonly string[], longest: number, fence = ''): Unit[] {
  const reader = blockReader(lines.join('\n'), fence);
  const units: Unit[] = [];
  let offset = 0;
  let afterBreak = true;
  lines.forEach((text, line) => {
    const kind = reader.read(text);
    const blank = text.trim() === '';
    if (!blank) {
      const first = afterBreak || kind === 'fence-open' || BLOCK_LINE.test(text) ? BLOCK_START : LINE_START;
      const isCode = kind !== 'text' && kind !== 'comment';
      addLine(units, text, { offset, line, first, longest, isCode }, isCode ? [text.length] : sentenceEnds(text));
    }
    afterBreak = blank || kind === 'fence-close';
    offset += text.length + 1;
  });
  return units;
}

const BLOCK_LINE = /^[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]/;

interface Place {
  readonly offset: number;
  readonly line: number;
  readonly first: UnitBorder;
  readonly longest: number;
  readonly isCode: boolean;
}

function addLine(units: Unit[], text: string, place: Place, ends: readonly number[]): void {
  let from = 0;
  for (const end of ends) {
    let border: UnitBorder = from === 0 ? place.first : SENTENCE;
    for (const [start, stop] of pieces(text, from, end, place.longest)) {
      units.push({
        start: place.offset + start,
        end: place.offset + stop,
        line: place.line,
        border,
        isCode: place.isCode,
      });
      border = WITHIN;
    }
    from = end;
  }
}

/** Where sentences end in a line: past closing marks and the space after them; the line's end last. */
function sentenceEnds(text: string): number[] {
  const ends: number[] = [];
  for (const found of text.matchAll(SENTENCE_END)) {
    const end = found.index + found[0].length;
    if (end < text.length) ends.push(end);
  }
  ends.push(text.length);
  return ends;
}

// A full stop ends a sentence before a space, unless a digit stands before it (a list number, a date); the ideographic one anywhere.
const SENTENCE_END =
  /(?:(?<!\d)[.!?\u2026\u061f\u06d4\u0964]["'\u201d\u2019)\]*_]{0,4}[ \t\u00a0]+|[\u3002\uff01\uff1f][\u300d\u300f\uff09"]{0,3})/gu;

/** A stretch in pieces of at most `longest`, cut after a space where there is one in the last half, else between characters. */
function* pieces(text: string, from: number, to: number, longest: number): Generator<readonly [number, number]> {
  let start = from;
  while (start < to) {
    let stop = to - start <= longest ? to : cutBefore(text, start, start + longest);
    const next = stop;
    while (stop > start && isSpace(text.charCodeAt(stop - 1))) stop--;
    if (stop > start) yield [start, stop];
    start = next;
  }
}

function cutBefore(text: string, start: number, limit: number): number {
  for (let at = limit; at > start + (limit - start) / 2; at--) if (isSpace(text.charCodeAt(at - 1))) return at;
  let at = limit;
  while (at > start + 1 && limit - at < LONGEST_CLUSTER && continues(text, at)) at--;
  return at > start + 1 || !continues(text, at) ? at : limit;
}

/** Whether the character at this place belongs to the one before: half of a pair, a mark, an emoji sequence. */
function continues(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0xdc00 && unit <= 0xdfff) return true;
  if (unit < 0x300) return false;
  return (
    CONTINUES.test(String.fromCodePoint(text.codePointAt(at) ?? 0)) || text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER
  );
}

const CONTINUES = /\p{M}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/u;
const ZERO_WIDTH_JOINER = 0x200d;
/** A character with more marks than this is cut: nobody reads it. */
const LONGEST_CLUSTER = 32;

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 0xa0 || unit === 0x3000;
}
