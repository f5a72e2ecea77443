/** Numbers that look random and are the same for the same seed. */
export interface Dice {
  /** A whole number from 0 up to, but not including, `most`. */
  of(most: number): number;
}

/** Mulberry32. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return {
    of: (most) => {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
    },
  };
}
