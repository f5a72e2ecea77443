import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../src/core/change/change-set.ts';
import { applyEdits, composeEdits, inverseEdits, sortedEdits } from '../../../src/core/change/edits.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '漢'), maxLength: 40 });

/** Random sorted spans of a text that do not overlap. */
const editsOf = (length: number): fc.Arbitrary<readonly Edit[]> =>
  fc.array(fc.tuple(fc.nat(length), fc.nat(length), fc.string({ maxLength: 4 })), { maxLength: 6 }).map((spans) => {
    let at = 0;
    const edits: Edit[] = [];
    for (const [a, b, inserted] of [...spans].sort((x, y) => Math.min(x[0], x[1]) - Math.min(y[0], y[1]))) {
      const from = Math.max(at, Math.min(a, b));
      const to = Math.max(from, Math.max(a, b));
      edits.push({ from, to, text: inserted });
      at = to;
    }
    return edits;
  });

const case_ = text.chain((before) => editsOf(before.length).map((edits) => ({ before, edits })));

describe('edits of a text', () => {
  it('are undone by their inverse', () => {
    fc.assert(
      fc.property(case_, ({ before, edits }) => {
        const after = applyEdits(before, edits);
        expect(applyEdits(after, inverseEdits(before, edits))).toBe(before);
      }),
      { numRuns: 3000 },
    );
  });

  it('compose: two lists become one that does the same', () => {
    fc.assert(
      fc.property(
        case_.chain(({ before, edits }) =>
          editsOf(applyEdits(before, edits).length).map((second) => ({ before, first: edits, second })),
        ),
        ({ before, first, second }) => {
          const composed = composeEdits(first, second);
          expect(applyEdits(before, composed)).toBe(applyEdits(applyEdits(before, first), second));
          expect(sortedEdits(composed)).toEqual(composed);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('that overlap are refused', () => {
    expect(() =>
      sortedEdits([
        { from: 0, to: 4, text: '' },
        { from: 3, to: 5, text: 'x' },
      ]),
    ).toThrow('overlap');
  });
});
