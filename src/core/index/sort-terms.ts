import { sortInSteps } from './sort-in-steps.ts';

/** Keys sorted at once, and handled between two pauses: a fraction of a millisecond. */
const RUN = 8_192;

/**
 * The places of terms in code-unit order of their texts, with a pause after each bounded step. Numbers are sorted in place of
 * strings: the first units of a term and its place make one; where the units are alike the strings decide.
 */
export function* sortTerms(terms: readonly string[]): Generator<void, Uint32Array> {
  const keys = yield* sortNumbers(yield* keysOf(terms));
  const order = new Uint32Array(keys.length);
  let from = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    order[at] = key % PLACES;
    if (Math.floor(key / PLACES) === Math.floor((keys[at + 1] ?? -1) / PLACES)) continue;
    if (at > from) yield* settle(order, from, at + 1, terms);
    from = at + 1;
    if (at % 256 === 0) yield;
  }
  return order;
}

/** A term's place takes 29 bits of a key, its beginning the 24 above. */
const PLACES = 2 ** 29;

function* keysOf(terms: readonly string[]): Generator<void, Float64Array> {
  const keys = new Float64Array(terms.length);
  for (let at = 0; at < terms.length; at++) {
    const text = terms[at] ?? '';
    keys[at] = beginning(text) * PLACES + at;
    if (at % RUN === 0) yield;
  }
  return keys;
}

/**
 * 24 bits that never put terms out of order, though many come out alike: the first three units where those are ASCII; of
 * another first unit all 16 bits and what is left of the second.
 */
function beginning(text: string): number {
  if (text === '') return 0;
  const first = text.charCodeAt(0);
  const second = text.length > 1 ? ranked(text.charCodeAt(1)) : 0;
  if (first >= 128) return ((128 + (first >> 9)) << 16) | ((first & 0x1ff) << 7) | (second >> 1);
  // What comes behind a unit that is not told exactly says nothing of the order.
  const third = text.length > 2 && second <= 128 ? ranked(text.charCodeAt(2)) : 0;
  return (first << 16) | (second << 8) | third;
}

/** A unit as one of 1 to 192, in order; those of ASCII exactly. */
function ranked(unit: number): number {
  return unit < 128 ? unit + 1 : 129 + ((unit - 128) >> 10);
}

function* sortNumbers(keys: Float64Array): Generator<void, Float64Array> {
  for (let from = 0; from < keys.length; from += RUN) {
    keys.subarray(from, from + RUN).sort();
    yield;
  }
  let present: Float64Array = keys;
  let other: Float64Array = new Float64Array(keys.length);
  for (let width = RUN; width < keys.length; width *= 2) {
    for (let from = 0; from < keys.length; from += 2 * width) {
      yield* mergeRuns(
        present,
        other,
        from,
        Math.min(from + width, keys.length),
        Math.min(from + 2 * width, keys.length),
      );
    }
    [present, other] = [other, present];
  }
  return present;
}

function* mergeRuns(keys: Float64Array, into: Float64Array, from: number, middle: number, to: number): Generator<void> {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    const takesLeft = left < middle && (right >= to || (keys[left] ?? 0) <= (keys[right] ?? 0));
    into[at] = (takesLeft ? keys[left++] : keys[right++]) ?? 0;
    if (at % RUN === 0) yield;
  }
}

/** Puts terms with the same first units in order. */
function* settle(order: Uint32Array, from: number, to: number, terms: readonly string[]): Generator<void> {
  if (to - from === 2) {
    const [first = 0, second = 0] = order.subarray(from, to);
    if ((terms[first] ?? '') > (terms[second] ?? '')) {
      order[from] = second;
      order[from + 1] = first;
    }
    return;
  }
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) places.set(terms[order[at] ?? 0] ?? '', order[at] ?? 0);
  const texts = [...places.keys()];
  const sorted = texts.length > 512 ? yield* sortInSteps(texts) : texts.sort();
  sorted.forEach((text, at) => (order[from + at] = places.get(text) ?? 0));
}
