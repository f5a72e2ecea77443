import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInSteps } from '../../../src/core/index/sort-in-steps.ts';

function run<T>(work: Generator<void, T>): { readonly result: T; readonly pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done === true) return { result: step.value, pauses };
  }
}

it('sorts strings by code units', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 50 }), (strings) => {
      expect(run(sortInSteps(strings)).result).toEqual([...strings].sort());
    }),
  );
});

it('sorts anything by an order, equal ones as they stood, in steps that are bounded', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => ({ at, key: (at * 7919) % 97 }));
  const order = (a: { key: number }, b: { key: number }) => a.key - b.key;
  const { result, pauses } = run(sortInSteps(items, order));
  expect(result).toEqual([...items].sort(order));
  expect(items[1]?.at).toBe(1);
  expect(pauses).toBeGreaterThan(15);
});
