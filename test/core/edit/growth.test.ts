import { describe, expect, it } from 'vitest';
import { onlyMatch } from '../../../src/core/edit/match-text.ts';
import { planEdit, type EditPart } from '../../../src/core/edit/plan-edit.ts';
import { setProperty } from '../../../src/core/edit/frontmatter-edit.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { listedPath } from '../../../src/core/path.ts';
import { notesIn } from '../../support/planned.ts';

const path = listedPath('n.md');

/** Milliseconds of the fastest of three runs. */
async function cost(act: () => unknown): Promise<number> {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    try {
      await act();
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
    }
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Eight times the input may cost eight times as much; forty leaves room for noise and shows a square (sixty-four). */
async function growsInLine(work: (size: number) => () => unknown, small: number): Promise<void> {
  const one = await cost(work(small));
  const eight = await cost(work(small * 8));
  expect(eight / Math.max(one, 2)).toBeLessThan(40);
}

const edit =
  (text: string, part: EditPart, content = 'x') =>
  () =>
    planEdit(
      { path, part, operation: 'append', content },
      { notes: notesIn({ [path]: text }), conventions: { preset: 'en' }, expectedRevision: 'n-x' },
    );

describe('the cost of an edit', () => {
  it.each<readonly [string, number, (size: number) => () => unknown]>([
    ['a text that is not there', 20_000, (n) => () => onlyMatch('ab '.repeat(n), `${'ab '.repeat(n / 2)}x`, path)],
    ['a text of one letter', 20_000, (n) => () => onlyMatch('a'.repeat(n), 'a'.repeat(n / 2), path)],
    ['a miss among like letters', 20_000, (n) => () => onlyMatch('a'.repeat(n), `${'a'.repeat(n / 2)}b`, path)],
    ['a CRLF note', 10_000, (n) => () => onlyMatch('a\r\n'.repeat(n), 'a\nb', path)],
    ['many headings', 1_000, (n) => edit('# h\n\nx\n\n'.repeat(n) + '# last\n', { by: 'heading', heading: 'last' })],
    ['headings of one name', 1_000, (n) => edit('# h\n\n'.repeat(n), { by: 'heading', heading: 'h' })],
    ['a long list', 1_000, (n) => edit(`# h\n\n${'- x\n'.repeat(n)}`, { by: 'heading', heading: 'h' }, '- y')],
    ['blank lines', 5_000, (n) => edit(`# h\n\nx${'\n'.repeat(n)}# b\n`, { by: 'heading', heading: 'h' })],
    ['content of many lines', 2_000, (n) => edit('# h\n\nx\n', { by: 'heading', heading: 'h' }, 'x\n\n'.repeat(n))],
    [
      'many properties',
      250,
      (n) => {
        const lines = Array.from({ length: n }, (_, i) => `k${i}: "v" # c`).join('\n');
        return () => setProperty({ text: `---\n${lines}\n---\n`, path }, 'k1', 'new');
      },
    ],
    [
      'a long list of items',
      500,
      (n) => {
        const lines = Array.from({ length: n }, (_, i) => `  - "v${i}"`).join('\n');
        return () => setProperty({ text: `---\ntags:\n${lines}\n---\n`, path }, 'tags', ['a', 'b']);
      },
    ],
  ])('grows in line with %s', async (_, small, work) => {
    await growsInLine(work, small);
  });
});
