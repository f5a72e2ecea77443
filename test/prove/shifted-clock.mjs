// Preloaded into a program (`node --import`): its clock is as many milliseconds off as the file named by SHIFTED_CLOCK says,
// read anew every few milliseconds, so that the clock of a running program can be set. Monotonic clocks go on.
import { readFileSync } from 'node:fs';

const file = process.env.SHIFTED_CLOCK ?? '';
const RealDate = Date;
const realNow = Date.now;
let offset = 0;
let readAt = -Infinity;

function now() {
  if (performance.now() - readAt > 5) {
    readAt = performance.now();
    try {
      offset = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      // Being written: as it was.
    }
  }
  return realNow() + offset;
}

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
