import { grown } from '../index/grow.ts';
import { HASH_SEED, hashOn, RunTable } from './run-table.ts';

/** A run of at most so many units below 256 is a short one: its units are its key. */
export const SHORT_RUN = 12;

/**
 * Numbers runs of UTF-16 units from 0 on in the order in which they are first met. The key of a short run is its units,
 * packed into three integers, so that neither a hash of each unit nor a comparison of each is needed; keys stand side by
 * side in order of first sight, so those that are met all the time share a few lines of the processor's cache.
 */
export class WordTable {
  count = 0;
  /** One beyond the number of a short run; 0: free. At most half are taken. */
  private slots = new Int32Array(2_048);
  private taken = 0;
  private keys = new Int32Array(3 * 1_024);
  private readonly long = new RunTable();

  /**
   * The number of the short run whose units are packed eight bits each, the last in the low ones of `low`; a new one where
   * it has none. There is no unit 0 in it.
   */
  ofPacked(low: number, middle: number, high: number): number {
    const { slots, keys } = this;
    const mask = slots.length - 1;
    for (let slot = spread(low, middle, high) & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return this.enter(slot, low, middle, high);
      const key = 3 * number;
      if (keys[key] === low && keys[key + 1] === middle && keys[key + 2] === high) return number;
    }
  }

  /** The number of what stands between two places of a text; a new one where it has none. */
  of(text: string, from: number, to: number): number {
    if (to - from > SHORT_RUN) return this.ofLong(text, from, to);
    let low = 0;
    let middle = 0;
    let high = 0;
    for (let at = from; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 255 || unit === 0) return this.ofLong(text, from, to);
      high = (high << 8) | (middle >>> 24);
      middle = (middle << 8) | (low >>> 24);
      low = (low << 8) | unit;
    }
    return this.ofPacked(low, middle, high);
  }

  private ofLong(text: string, from: number, to: number): number {
    let hash = HASH_SEED;
    for (let at = from; at < to; at++) hash = hashOn(hash, text.charCodeAt(at));
    const known = this.long.find(text, from, to, hash);
    if (known >= 0) return known;
    this.long.add(text, from, to, hash, this.count);
    return this.count++;
  }

  private enter(slot: number, low: number, middle: number, high: number): number {
    const number = this.count++;
    this.keys = grown(this.keys, 3 * this.count);
    this.keys[3 * number] = low;
    this.keys[3 * number + 1] = middle;
    this.keys[3 * number + 2] = high;
    this.slots[slot] = number + 1;
    if (++this.taken * 2 > this.slots.length) this.widen();
    return number;
  }

  private widen(): void {
    const { slots, keys } = this;
    const wider = new Int32Array(slots.length * 2);
    const mask = wider.length - 1;
    for (const held of slots) {
      if (held === 0) continue;
      const key = 3 * (held - 1);
      let slot = spread(keys[key] ?? 0, keys[key + 1] ?? 0, keys[key + 2] ?? 0) & mask;
      while (wider[slot] !== 0) slot = (slot + 1) & mask;
      wider[slot] = held;
    }
    this.slots = wider;
  }
}

/** Where a key belongs: all its bits bear on the low ones (the constants are odd and far from round in binary). */
function spread(low: number, middle: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(middle, 0x85ebca77) ^ Math.imul(high, 0xc2b2ae3d);
  const folded = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return folded ^ (folded >>> 13);
}
