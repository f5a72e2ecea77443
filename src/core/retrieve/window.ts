import { splitHeading } from '../chunk/split-heading.ts';
import { frontmatterLines } from '../chunk/rows.ts';
import { linesOf } from '../chunk/lines.ts';
import { codeTerms, proseTermsOf } from '../text/tokens.ts';
import type { QueryWord } from '../text/tokens.ts';
import { unitsOf, WITHIN } from './window-units.ts';
import type { Unit } from './window-units.ts';

/** What a search shows of a passage. */
export interface Window {
  /** 1-based lines of the file, both included: those of `lines`. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Without line breaks; `…` stands where the passage goes on before the first or after the last. */
  readonly lines: readonly string[];
  /** Whether anything of the passage is not shown, its own heading line aside. */
  readonly cut: boolean;
}

/** Lines of a file: their texts without line breaks (CRLF and LF), and the 1-based number of the first. */
export interface LineRange {
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** As in `Passage`: the opening line of the fence in which the first line stands. */
  readonly fence?: string;
}

/** UTF-16 units of a window by default: about 90 tokens a note with its address. */
export const WINDOW = 280;

/**
 * The lines of a file between two 1-based lines, both included, as far as the file has them; its frontmatter is left out.
 */
export function readLines(text: string, firstLine: number, lastLine: number): LineRange {
  const spans = linesOf(text);
  const textOf = (at: number): string => text.slice(spans[at]?.start, spans[at]?.end);
  const from = Math.max(firstLine - 1, frontmatterLines(spans.length, textOf));
  const lines: string[] = [];
  for (let at = from; at < Math.min(lastLine, spans.length); at++) lines.push(textOf(at));
  return { firstLine: from + 1, lines };
}

/**
 * The part of a passage that holds the most of the query's words, about `size` UTF-16 units (never more, marks of a cut aside),
 * from border to border of sentences, lines or blocks. The passage's own heading line is left out where anything stands below
 * it, since the trail shows it. Of equal parts the one that begins at the better border, then the first. Linear.
 */
export function cutWindow(passage: LineRange, words: readonly QueryWord[], size: number = WINDOW): Window {
  const longest = Math.max(1, size);
  const { body, text, from, to } = inReach(withoutHeading(passage), words, longest);
  const units = unitsOf(body.lines, longest, body.fence);
  const isWhole = (units.at(-1)?.end ?? 0) - (units[0]?.start ?? 0) <= longest;
  // Where all fits in nothing has to be chosen.
  const [first, last] = isWhole ? [0, units.length - 1] : bestRange(units, wordsIn(text, units, words), longest);
  const start = units[first];
  const end = units[last];
  if (start === undefined || end === undefined) {
    return { firstLine: body.firstLine, lastLine: body.firstLine, lines: [''], cut: false };
  }
  const lines = text.slice(start.start, end.end).split('\n');
  const before = from || first > 0;
  const after = to || last < units.length - 1;
  if (before) lines[0] = `…${start.border === WITHIN ? '' : ' '}${lines[0] ?? ''}`;
  if (after)
    lines[lines.length - 1] = `${lines[lines.length - 1] ?? ''}${units[last + 1]?.border === WITHIN ? '' : ' '}…`;
  return {
    firstLine: body.firstLine + start.line,
    lastLine: body.firstLine + end.line,
    lines,
    cut: before || after,
  };
}

function withoutHeading(passage: LineRange): LineRange {
  const [first = '', ...rest] = passage.lines;
  if (passage.fence !== undefined || splitHeading(first) === null || rest.every((line) => line.trim() === ''))
    return passage;
  return { firstLine: passage.firstLine + 1, lines: rest };
}

/** UTF-16 units of a passage that are looked at: passages are far shorter, unless one line goes on and on. */
const LOOKED_AT = 16_384;

interface Reach {
  readonly body: LineRange;
  /** Its lines joined by LF. */
  readonly text: string;
  /** Whether the passage goes on before and after it. */
  readonly from: boolean;
  readonly to: boolean;
}

/** The passage, or of one that is far too long the stretch that begins at the first of the question's words. */
function inReach(passage: LineRange, words: readonly QueryWord[], size: number): Reach {
  const text = passage.lines.join('\n');
  if (text.length <= LOOKED_AT) return { body: passage, text, from: false, to: false };
  const lower = text.toLowerCase();
  // Lower case may be longer than what it is of, by little: a start for looking, not an address.
  const places = words.map(({ word }) => lower.indexOf(word)).filter((at) => at >= 0);
  const wanted = Math.max(0, Math.min(...(places.length === 0 ? [0] : places)) - size);
  const start = wholeAt(text, wanted);
  const end = wholeAt(text, Math.min(text.length, start + LOOKED_AT));
  const piece = text.slice(start, end);
  const lines = piece.split('\n');
  const firstLine = passage.firstLine + (text.slice(0, start).split('\n').length - 1);
  return { body: { ...passage, firstLine, lines }, text: piece, from: start > 0, to: end < text.length };
}

/** The place itself, or the one before where it would tear a surrogate pair. */
function wholeAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** For each unit, the numbers of the query's words found in it, each once. */
function wordsIn(text: string, units: readonly Unit[], words: readonly QueryWord[]): readonly (readonly number[])[] {
  const wordsOf = new Map<string, number[]>();
  words.forEach((word, number) => {
    for (const term of word.terms) wordsOf.set(term, [...(wordsOf.get(term) ?? []), number]);
  });
  const textOf = ({ start, end }: Unit): string => text.slice(start, end);
  const prose = proseTermsOf(units.filter(({ isCode }) => !isCode).map(textOf));
  let place = 0;
  return units.map((unit) => {
    const terms = unit.isCode ? codeTerms(textOf(unit)) : (prose[place++] ?? []);
    const found = new Set<number>();
    for (const term of terms) for (const word of wordsOf.get(term) ?? []) found.add(word);
    return [...found];
  });
}

/** First and last unit of the best range that fits into `size`; each range is as long as it can be. */
function bestRange(units: readonly Unit[], found: readonly (readonly number[])[], size: number): [number, number] {
  const tally = createTally();
  let best: [number, number] = [0, -1];
  let bestScore = -1;
  let end = 0;
  for (let start = 0; start < units.length; start++) {
    const from = units[start];
    if (from === undefined) break;
    while (end < units.length && (units[end]?.end ?? 0) - from.start <= size) tally.add(found[end++] ?? [], 1);
    const score = tally.score() + from.border * BETTER_BORDER;
    if (score > bestScore) {
      best = [start, end - 1];
      bestScore = score;
    }
    // Every later range is a part of the one that reaches the end.
    if (end === units.length) break;
    tally.add(found[start] ?? [], -1);
  }
  return best;
}

/** Counts the query's words in a range that moves. */
function createTally(): { add(words: readonly number[], by: 1 | -1): void; score(): number } {
  const held = new Map<number, number>();
  let distinct = 0;
  let total = 0;
  return {
    add(words, by) {
      for (const word of words) {
        const count = (held.get(word) ?? 0) + by;
        held.set(word, count);
        total += by;
        if (by > 0 ? count === 1 : count === 0) distinct += by;
      }
    },
    score: () => distinct + REPEAT * Math.min(total - distinct, MOST_REPEATS),
  };
}

/** A word found again in another unit, against 1 for a word found at all: density decides between equals. */
const REPEAT = 0.1;
const MOST_REPEATS = 5;
/** Less than any word is worth: it decides between ranges that hold the same words. */
const BETTER_BORDER = 0.01;
