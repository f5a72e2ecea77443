import { grown } from '../index/grow.ts';

/** Units of the longest run that is remembered; what is longer seldom comes again. */
export const LONGEST_RUN = 64;

/** Before the first unit of a run. */
export const HASH_SEED = 0x811c9dc5 | 0;

/** The hash of a run that goes on with this unit (FNV-1a). */
export function hashOn(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/**
 * Numbers for runs of UTF-16 units, found where they stand in a text, so that no string is made of a word that was seen
 * before. Open addressing over typed arrays: nothing here is an object, so a large table costs the garbage collector nothing.
 */
export class RunTable {
  /** How many runs are remembered. */
  count = 0;
  /**
   * Four fields a slot, side by side since a look at one fetches all: the hash, where the run's units begin, how many they
   * are (0: the slot is free), and the value. At most half of the slots are taken.
   */
  private slots = new Int32Array(2_048 * FIELDS);
  private units = new Uint16Array(8_192);
  private unitCount = 0;

  /** The value of the run that stands in `text` between two places and has this hash; -1 where it is new. */
  find(text: string, from: number, to: number, hash: number): number {
    const { slots, units } = this;
    const length = to - from;
    const mask = slots.length - 1;
    for (let slot = (spread(hash) * FIELDS) & mask; ; slot = (slot + FIELDS) & mask) {
      const held = slots[slot + 2] ?? 0;
      if (held === 0) return -1;
      if (held !== length || slots[slot] !== hash) continue;
      const start = slots[slot + 1] ?? 0;
      let at = 0;
      while (at < length && units[start + at] === text.charCodeAt(from + at)) at++;
      if (at === length) return slots[slot + 3] ?? -1;
    }
  }

  /** Remembers a run that `find` did not know, with a value from 0 on. */
  add(text: string, from: number, to: number, hash: number, value: number): void {
    const start = this.unitCount;
    this.unitCount += to - from;
    this.units = grown(this.units, this.unitCount);
    for (let at = from; at < to; at++) this.units[start + at - from] = text.charCodeAt(at);
    if (++this.count * 2 * FIELDS > this.slots.length) this.widen();
    enter(this.slots, hash, start, to - from, value);
  }

  private widen(): void {
    const { slots } = this;
    const wider = new Int32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += FIELDS)
      if (slots[at + 2] !== 0) enter(wider, slots[at] ?? 0, slots[at + 1] ?? 0, slots[at + 2] ?? 0, slots[at + 3] ?? 0);
    this.slots = wider;
  }
}

const FIELDS = 4;

function enter(slots: Int32Array, hash: number, start: number, length: number, value: number): void {
  const mask = slots.length - 1;
  let slot = (spread(hash) * FIELDS) & mask;
  while (slots[slot + 2] !== 0) slot = (slot + FIELDS) & mask;
  slots[slot] = hash;
  slots[slot + 1] = start;
  slots[slot + 2] = length;
  slots[slot + 3] = value;
}

/** The low bits of FNV-1a depend on the low bits of the units alone; the high ones are mixed in. */
function spread(hash: number): number {
  return hash ^ (hash >>> 15);
}
