import { sortInSteps } from './sort-in-steps.ts';

/** Keys sorted at once, and handled between two pauses: a fraction of a millisecond. */
const RUN = 8_192;

/**
 * The places of terms in code-unit order of their texts, with a pause after each bounded step. Numbers are sorted in place of
 * strings: the first units of a term and its place make one; where the units are alike the strings decide.
 */
export function* sortTerms(terms: readonly string[]): Generator<void, Uint32Array> {
  // A double holds 53 bits: what places do not need is left for beginnings.
  const places = 2 ** Math.max(53 - 7 * MOST_UNITS, Math.ceil(Math.log2(terms.length + 1)));
  const keys = yield* sortNumbers(yield* keysOf(terms, places));
  const order = new Uint32Array(keys.length);
  let from = 0;
  let paused = 0;
  let begins = Math.floor((keys[0] ?? 0) / places);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    order[at] = key - begins * places;
    const next = Math.floor((keys[at + 1] ?? -1) / places);
    if (next === begins) continue;
    if (at > from) yield* settle(order, from, at + 1, terms);
    from = at + 1;
    begins = next;
    if (at - paused < SETTLED_A_STEP) continue;
    paused = at;
    yield;
  }
  return order;
}

/** Terms put in order between two pauses. */
const SETTLED_A_STEP = 512;

/** Units of a term, of seven bits each, that a key can begin with. */
const MOST_UNITS = 5;

function* keysOf(terms: readonly string[], places: number): Generator<void, Float64Array> {
  const keys = new Float64Array(terms.length);
  const units = Math.floor((53 - Math.log2(places)) / 7);
  for (let at = 0; at < terms.length; at++) {
    const text = terms[at] ?? '';
    keys[at] = beginning(text, units) * places + at;
    if (at % RUN === 0) yield;
  }
  return keys;
}

/**
 * A number of seven bits for each of so many units that never puts terms out of order, though many come out alike: a unit
 * of ASCII is told exactly. What comes behind one that is not says nothing of the order, so the bits left are its own.
 */
function beginning(text: string, units: number): number {
  let begun = 0;
  for (let at = 0; at < units; at++) {
    const unit = at < text.length ? text.charCodeAt(at) + 1 : 0;
    if (unit >= 127) return (begun * 128 + 127) * 128 ** (units - at - 1) + inexact(unit, units - at - 1);
    begun = begun * 128 + unit;
  }
  return begun;
}

/** The high bits of a unit, as many as there is room for. */
function inexact(unit: number, units: number): number {
  return units > 2 ? unit : Math.floor(unit / 2 ** (17 - 7 * units));
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
  if (to - from <= FEW) return insert(order, from, to, terms);
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) places.set(terms[order[at] ?? 0] ?? '', order[at] ?? 0);
  const texts = [...places.keys()];
  const sorted = texts.length > 512 ? yield* sortInSteps(texts) : texts.sort();
  sorted.forEach((text, at) => (order[from + at] = places.get(text) ?? 0));
}

/** As many as are put in order one by one. */
const FEW = 12;

function insert(order: Uint32Array, from: number, to: number, terms: readonly string[]): void {
  for (let at = from + 1; at < to; at++) {
    const place = order[at] ?? 0;
    const text = terms[place] ?? '';
    let before = at;
    for (; before > from && (terms[order[before - 1] ?? 0] ?? '') > text; before--)
      order[before] = order[before - 1] ?? 0;
    order[before] = place;
  }
}
