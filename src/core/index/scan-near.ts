import { encodeText } from './bytes.ts';
import { shapeOf, type GrowingSegment } from './growing-segment.ts';
import { isEdit, type Neighbours } from './near-terms.ts';
import type { SealedSegment } from './segment.ts';

/** Longer terms looked at for one that they begin with: a prefix of one letter may begin half a vocabulary. */
const MOST_LONGER = 1_000;

/** Terms of a vocabulary looked at between two pauses: a few hundredths of a millisecond. */
const TERMS_A_STEP = 2_048;

/** Terms whose holders are counted between two pauses: a common one has as many as there are passages. */
const COUNTS_A_STEP = 16;

/** Bytes by which one edit can change the length of a term: a unit is at most three. */
const MOST_BYTES_APART = 3;

/**
 * Adds the terms of a segment's map that are close to `term`, with a pause now and then: terms that come meanwhile count
 * too. One edit leaves the first unit of a term as it is, or the last.
 */
export function* scanGrowing(segment: GrowingSegment, term: string, into: Neighbours): Generator<void> {
  const { terms } = segment;
  const shape = shapeOf(term);
  let shapes = segment.shapesOfAll();
  for (let number = 1; number < terms.length; number++) {
    if (number % TERMS_A_STEP === 0) {
      yield;
      shapes = segment.shapesOfAll();
    }
    const unlike = (shapes[number] ?? 0) ^ shape;
    if ((unlike & 0xff) !== 0 && (unlike & 0xff00) !== 0) continue;
    const near = terms[number] ?? '';
    if (near === term || !(near.startsWith(term) || isEdit(term, near))) continue;
    add(into, near, segment.holdersOf(number));
  }
}

/** Adds the terms of a sealed segment that are close to `term`, with a pause now and then. */
export function* scanSealed(segment: SealedSegment, term: string, into: Neighbours): Generator<void> {
  const encoded = encodeText(term);
  const take = (number: number): void => add(into, segment.termAt(number), segment.holdersOf(number));
  const first = segment.lowerBound(encoded);
  for (let i = first; i < Math.min(first + MOST_LONGER, segment.termCount); i++) {
    const near = segment.termAt(i);
    if (!near.startsWith(term)) break;
    if (near !== term) take(i);
    if ((i - first) % COUNTS_A_STEP === 0) yield;
  }
  for (const [at, number] of (yield* oneEditAway(segment, term, encoded)).entries()) {
    take(number);
    if (at % COUNTS_A_STEP === 0) yield;
  }
}

/**
 * Numbers of the terms one edit away that do not begin with `term`. One edit leaves one half of a term as it is: those
 * with the first half stand together in the sorted vocabulary; the others are told by their last byte or the last but
 * one, so that nearly all of the vocabulary is passed over at a glance.
 */
function* oneEditAway(segment: SealedSegment, term: string, encoded: Uint8Array): Generator<void, readonly number[]> {
  const { vocabulary, termStarts } = segment;
  const last = encoded[encoded.length - 1] ?? 0;
  const head = encodeText(term.slice(0, term.length >> 1));
  const headFirst = segment.lowerBound(head);
  const found: number[] = [];
  let to = termStarts[0] ?? 0;
  let sharesHead = head.length > 0;
  for (let i = 0; i < segment.termCount; i++) {
    if (i % TERMS_A_STEP === 0) yield;
    const from = to;
    to = termStarts[i + 1] ?? 0;
    const apart = to - from - encoded.length;
    if (apart > MOST_BYTES_APART || apart < -MOST_BYTES_APART) continue;
    if (i < headFirst || !sharesHead) {
      if (vocabulary[to - 1] !== last) continue;
    } else if (!startsWith(vocabulary, from, to, head)) {
      sharesHead = false;
      if (vocabulary[to - 1] !== last) continue;
    }
    const near = segment.termAt(i);
    if (!near.startsWith(term) && isEdit(term, near)) found.push(i);
  }
  return found;
}

function startsWith(bytes: Uint8Array, from: number, to: number, head: Uint8Array): boolean {
  if (to - from < head.length) return false;
  for (let i = 0; i < head.length; i++) if (bytes[from + i] !== head[i]) return false;
  return true;
}

function add(into: Neighbours, term: string, holders: number): void {
  if (holders > 0) into.set(term, (into.get(term) ?? 0) + holders);
}
