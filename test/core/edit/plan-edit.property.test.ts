import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import type { Operation } from '../../../src/core/edit/edit-section.ts';
import { planEdit, type EditPart } from '../../../src/core/edit/plan-edit.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { outline } from '../../../src/core/note/subpath.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { listedPath } from '../../../src/core/path.ts';
import { notesIn } from '../../support/planned.ts';

const path = listedPath('n.md');

/** Blocks of a note, some with blank lines, trailing spaces or hard to tell from headings. */
const blocks = [
  'A paragraph  \nof two lines',
  '- one\n- two\n  - three',
  '1. one\n2. two',
  '- [ ] task ^id1',
  '| h |\n|---|\n| 1 |',
  '```sh\n# not a heading\n\n## neither\n```',
  '%%\n# hidden\n%%',
  '<!--\n## hidden\n-->',
  '> quote\n> # in it',
  '> [!note] T\n> x',
  'Tail with spaces   ',
  '$$\nx\n$$',
  'ends here ^id2',
  '***',
  '日本語 😀 e\u0301',
] as const;
const headings = ['# One', '## Two', '### Three', '## Two', '# Four  ', 'Five\n----', '## Six ##'] as const;
const contents = [
  'new',
  'new\n\nmore',
  '- new',
  '| 2 |',
  '```\ncode\n```',
  '\nnew\n\n',
  'new\r\nlines',
  '### Sub\n\nx',
] as const;
const gaps = ['\n\n', '\n\n', '\n\n', '\n', '\n\n\n'] as const;
const heads = ['', '', '---\na: 1 # c\n---\n', '---\na: [x ,"y"]\n---\n\n'] as const;

const notes = fc
  .tuple(
    fc.constantFrom(...heads),
    fc.array(fc.tuple(fc.constantFrom(...blocks, ...headings), fc.constantFrom(...gaps)), {
      minLength: 1,
      maxLength: 9,
    }),
    fc.constantFrom('', '\n', '\n\n'),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([head, parts, tail, eol]) => {
    const body = parts.map(([block, gap], index) => block + (index < parts.length - 1 ? gap : '')).join('');
    return (head + body + tail).replaceAll('\n', eol);
  });

const operations = fc.constantFrom<Operation>('replace', 'append', 'prepend', 'delete');

async function edit(text: string, part: EditPart, operation: Operation, content: string) {
  const parts = { notes: notesIn({ [path]: text }), conventions: { preset: 'en' as const }, expectedRevision: 'n-x' };
  try {
    const plan = await planEdit({ path, part, operation, content }, parts);
    const step = plan.changes.steps[0];
    const edits = step?.kind === 'edit' ? step.edits : [];
    return { edits, after: applyEdits(text, edits) };
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
}

const endOf = (text: string): string => /(?:\r?\n)*$/.exec(text)?.[0] ?? '';

describe('any edit of any part', () => {
  it('of a section touches nothing outside it, keeps line ends and the text’s end', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.nat(8),
        operations,
        fc.constantFrom(...contents),
        async (text, which, operation, content) => {
          const all = outline(parseMetadata(text), text.split('\n').length);
          const place = all[which % Math.max(1, all.length)];
          if (place === undefined) return;
          const result = await edit(text, { by: 'heading', heading: place.trail.join(' > ') }, operation, content);
          if (result instanceof VaultError) {
            expect(result.code).toBe('heading_ambiguous');
            return;
          }
          done++;
          const { after, edits } = result;
          const lines = text.split('\n');
          const start = lines.slice(0, place.firstLine - 1).join('\n').length + (place.firstLine > 1 ? 1 : 0);
          const end =
            place.lastLine >= lines.length ? text.length : lines.slice(0, place.lastLine).join('\n').length + 1;
          // Taking the last section away takes the gap above it too.
          const least = operation === 'delete' ? text.slice(0, start).trimEnd().length : start;
          for (const { from, to } of edits) {
            expect(from).toBeGreaterThanOrEqual(least);
            expect(to).toBeLessThanOrEqual(end);
          }
          expect(after.startsWith(text.slice(0, least))).toBe(true);
          expect(after.endsWith(text.slice(end))).toBe(true);
          if (text.includes('\n'))
            expect(after.replaceAll(text.includes('\r') ? '\r\n' : '\n', '')).not.toMatch(/[\r\n]/);
          if (after !== '' && operation !== 'delete') expect(endOf(after)).toBe(endOf(text));
          // All other headings are still there, in order.
          const outside = all.filter(({ firstLine }) => firstLine < place.firstLine || firstLine > place.lastLine);
          const left = (parseMetadata(after).headings ?? []).map(({ heading }) => heading);
          expect(
            isSubsequence(
              outside.map(({ name }) => name),
              left,
            ),
          ).toBe(true);
        },
      ),
      { numRuns: 6_000 },
    );
    expect(done).toBeGreaterThan(2_500);
  });

  it('of a block, of lines or of a text touches nothing else', async () => {
    let done = 0;
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.nat(40),
        fc.nat(3),
        fc.constantFrom<EditPart['by']>('block', 'lines', 'text'),
        operations,
        fc.constantFrom(...contents),
        async (text, at, length, by, operation, content) => {
          const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
          const first = 1 + (at % lines);
          const wanted = text.slice(at % text.length, (at % text.length) + length * 4 + 1);
          const half = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(wanted);
          const part: EditPart =
            by === 'block'
              ? { by, block: at % 2 === 0 ? 'id1' : 'id2' }
              : by === 'lines'
                ? { by, lines: { first, last: Math.min(lines, first + length) } }
                : { by: 'text', text: half ? text : wanted };
          const result = await edit(text, part, operation, content);
          if (result instanceof VaultError) {
            expect(['block_not_found', 'text_not_unique', 'frontmatter_invalid']).toContain(result.code);
            return;
          }
          done++;
          const { after, edits } = result;
          expect(edits.length).toBeLessThanOrEqual(1);
          const [only] = edits;
          if (only === undefined) return;
          expect(after).toBe(text.slice(0, only.from) + only.text + text.slice(only.to));
          const removed = text.slice(only.from, only.to);
          if (operation === 'append' || operation === 'prepend') expect(removed).toBe('');
          if (by === 'text' && operation === 'replace') expect(half ? text : wanted).toBe(removed);
          if (by === 'lines' && operation === 'replace') {
            expect(after.split('\n').slice(0, first - 1)).toEqual(text.split('\n').slice(0, first - 1));
            expect(/\n$/.test(after)).toBe(/\n$/.test(text));
          }
          if (by === 'block' && operation === 'replace' && part.by === 'block')
            expect(after).toContain(`^${part.block}`);
        },
      ),
      { numRuns: 6_000 },
    );
    expect(done).toBeGreaterThan(2_500);
  });
});

function isSubsequence(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const one of many) if (one === few[at]) at++;
  return at === few.length;
}
