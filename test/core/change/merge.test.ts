import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { editsBetween, rebaseEdits } from '../../../src/core/change/merge.ts';

const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '😀'), maxLength: 6 });
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('laying our spans over a text that somebody else changed', () => {
  it('finds spans that make one text of the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyEdits(before, editsBetween(before, after))).toBe(after);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps a line that was added behind ours', () => {
    const base = '- a\n- b\n';
    const current = '- a\n- b\n- c\n';
    const edits = rebaseEdits(base, current, [{ from: 4, to: 8, text: '' }]);
    expect(edits && applyEdits(current, edits)).toBe('- a\n- c\n');
  });

  it('keeps what the user typed elsewhere in the same line', () => {
    const base = 'one two three';
    const current = 'ONE two three';
    const edits = rebaseEdits(base, current, [{ from: 8, to: 13, text: '3' }]);
    expect(edits && applyEdits(current, edits)).toBe('ONE two 3');
  });

  it('refuses where the span itself was changed', () => {
    expect(rebaseEdits('one two', 'one TWO', [{ from: 4, to: 7, text: '2' }])).toBeNull();
  });

  it('leaves a soft span alone where it was changed', () => {
    expect(rebaseEdits('date: 1\nx', 'date: 2\nx', [{ from: 6, to: 7, text: '0', soft: true }])).toEqual([]);
  });

  it('is exact whatever was changed outside the span', () => {
    fc.assert(
      fc.property(text, text, text, text, text, (head, tail, mine, newHead, newTail) => {
        const span = `<<${mine}>>`;
        const base = `${head}\n${span}\n${tail}`;
        const current = `${newHead}\n${span}\n${newTail}`;
        const from = head.length + 1;
        const edits = rebaseEdits(base, current, [{ from, to: from + span.length, text: 'OURS' }]);
        if (edits !== null) expect(applyEdits(current, edits)).toBe(`${newHead}\nOURS\n${newTail}`);
      }),
      { numRuns: 2000 },
    );
  });
});
