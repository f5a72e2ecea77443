/** Random choices that can be had again: the mulberry32 generator on a 32-bit seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not including, 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, but not including, `sides`. */
  upTo(sides: number): number {
    return Math.floor(this.roll() * sides);
  }

  /** One of a list that is not empty. */
  one<T>(of: readonly T[]): T {
    const chosen = of[this.upTo(of.length)];
    if (chosen === undefined && of.length === 0) throw new Error('nothing to choose from');
    return chosen as T;
  }

  chance(share: number): boolean {
    return this.roll() < share;
  }
}
