import { randomSteps } from '../../test/core/index/random-steps.ts';
import { benchClock } from '../clock.ts';

/** How much more memory than in the second quarter the last may show: a leak of a byte a step would show more. */
const GROWTH = 1.25;

const [steps = 100_000, seed = 1] = process.argv.slice(2).map(Number);
const memory: number[] = [];
const difference = await randomSteps({
  seed,
  steps,
  checkEvery: 1_000,
  clock: benchClock,
  onCheck: (step, { notes, bytes }) => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    memory.push((heapUsed + arrayBuffers) / 2 ** 20);
    if (step % 10_000 !== 0) return;
    const [held, used] = [(bytes / 1_024).toFixed(0), (memory.at(-1) ?? 0).toFixed(1)];
    console.log(`${step} steps: equal; ${notes} notes, ${held} KB in the index, ${used} MB in use`);
  },
});
const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length);
const quarter = Math.floor(memory.length / 4);
const [early, late] = [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter || undefined))];
if (difference !== null) console.log(`NOT EQUAL after ${difference.step} steps: ${difference.of}`);
else console.log(`equal after every thousand of ${steps} steps; memory ${early.toFixed(1)} → ${late.toFixed(1)} MB`);
const grew = quarter > 0 && late > early * GROWTH;
if (grew) console.log(`MEMORY GREW by more than ${GROWTH} times`);
process.exitCode = difference !== null || grew ? 1 : 0;
