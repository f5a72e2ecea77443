import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sortTerms } from '../../../src/core/index/sort-terms.ts';

function sorted(terms: readonly string[]): readonly string[] {
  const work = sortTerms(terms);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return Array.from(step.value, (place) => terms[place] ?? '?');
}

const unit = fc.oneof(
  fc.constantFrom(...'aaabz09~é', 'й', 'я', 'ケ', '漢', '字', '한', '\ud83d', '\udc00', '\uffff', '\u007f', '\u0080'),
  fc.integer({ min: 1, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const term = fc.array(unit, { maxLength: 6 }).map((units) => units.join(''));

describe('sortTerms', () => {
  it('gives the code-unit order of any terms', () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 60 }), (terms) => {
        expect(sorted(terms)).toEqual([...terms].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('does so beyond what is sorted at once, and where all begin alike', () => {
    const mixed = Array.from({ length: 20_000 }, (_, at) => `${'abй漢'[at % 4] ?? ''}${(at * 7_919) % 20_011}`);
    const alike = Array.from({ length: 3_000 }, (_, at) => `same${(at * 7_919) % 3_001}`);
    for (const terms of [mixed, alike]) expect(sorted(terms)).toEqual([...terms].sort());
  });
});
