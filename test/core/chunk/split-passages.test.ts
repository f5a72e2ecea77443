import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CAP } from '../../../src/core/chunk/cut-section.ts';
import type { Passage } from '../../../src/core/chunk/passage.ts';
import { splitPassages } from '../../../src/core/chunk/split-passages.ts';

function outline(text: string): [number, number, ...string[]][] {
  return splitPassages(text).map(({ firstLine, lastLine, headings }) => [firstLine, lastLine, ...headings]);
}

const lines = (...each: string[]): string => each.join('\n');

describe('splitPassages', () => {
  it('splits at ## and ### only, and keeps the trail', () => {
    const text = lines(
      'intro',
      '# One',
      'a',
      '## Two',
      'b',
      '### Three',
      'c',
      '#### Four',
      'd',
      '## Five',
      'e',
      '### Six',
    );
    expect(outline(text)).toEqual([
      [1, 3],
      [4, 5, 'Two'],
      [6, 9, 'Two', 'Three'],
      [10, 11, 'Five'],
      [12, 12, 'Five', 'Six'],
    ]);
  });

  it('lets ### stand alone where no ## is above it', () => {
    expect(outline(lines('### Deep', 'x', '## Up', 'y'))).toEqual([
      [1, 2, 'Deep'],
      [3, 4, 'Up'],
    ]);
  });

  it('counts the lines of the frontmatter and leaves it out', () => {
    expect(outline(lines('---', 'a: 1', '## no: heading', '---', '', 'text', '## H'))).toEqual([
      [6, 6],
      [7, 7, 'H'],
    ]);
    expect(outline(lines('---', 'a: 1'))).toEqual([[1, 2]]);
    expect(outline(lines('---', '---'))).toEqual([]);
  });

  it('does not split inside a fence, up to the fence that closes it', () => {
    expect(outline(lines('````md', '```', '## no', '```', '## no', '`````', '## Yes'))).toEqual([
      [1, 6],
      [7, 7, 'Yes'],
    ]);
    expect(outline(lines('~~~', '```', '## no', '~~~ x', '~~~\t ', '## Yes'))).toEqual([
      [1, 5],
      [6, 6, 'Yes'],
    ]);
    expect(outline(lines('a', '```', '## no', '## never'))).toEqual([[1, 4]]);
    expect(outline(lines('    ```', '## Yes'))).toEqual([
      [1, 1],
      [2, 2, 'Yes'],
    ]);
    expect(outline(lines('``` a`b', '## Yes'))).toEqual([
      [1, 1],
      [2, 2, 'Yes'],
    ]);
  });

  it('does not close a fence at a line that ends with a no-break space', () => {
    expect(outline(lines('```', '```\u00a0', '## no', '```', '## Yes'))).toEqual([
      [1, 4],
      [5, 5, 'Yes'],
    ]);
  });

  it('does not split inside comments', () => {
    expect(outline(lines('%%', '## no', '%%', '## Yes'))).toEqual([
      [1, 3],
      [4, 4, 'Yes'],
    ]);
    expect(outline(lines('a <!-- b', '## no', '--> c', '## Yes %%x%%'))).toEqual([
      [1, 3],
      [4, 4, 'Yes %%x%%'],
    ]);
    expect(outline(lines('%%', '```', '## no', '%%', '## Yes'))).toEqual([
      [1, 4],
      [5, 5, 'Yes'],
    ]);
  });

  it('takes no stray mark for a comment', () => {
    const yes = [
      [1, 1],
      [2, 2, 'Yes'],
    ];
    expect(outline(lines('100 %% sure', '## Yes'))).toEqual(yes);
    expect(outline(lines('code `%%` and ``<!-- ` x``', '## Yes'))).toEqual(yes);
    expect(outline(lines('```', '%%', '```', '## Yes', '%%'))).toEqual([
      [1, 3],
      [4, 5, 'Yes'],
    ]);
  });

  it('reads headings as CommonMark does', () => {
    const heading = (line: string): unknown => splitPassages(line)[0]?.headings;
    expect(heading('## A ##')).toEqual(['A']);
    expect(heading('   ## A#')).toEqual(['A#']);
    expect(heading('##\tA')).toEqual(['A']);
    expect(heading('##A')).toEqual([]);
    expect(heading('    ## A')).toEqual([]);
    expect(heading('##')).toEqual([]);
    expect(heading('> ## A')).toEqual([]);
    expect(heading('### C# ##')).toEqual(['C#']);
  });

  it('does not split at headings that are underlined', () => {
    expect(outline(lines('A', '---', 'b', 'C', '===', 'd'))).toEqual([[1, 6]]);
  });

  it('reads CRLF as LF', () => {
    const text = lines('---', 'a: 1', '---', 'x', '```', '## no', '```', '## Yes', 'y', '');
    const crlf = text.replaceAll('\n', '\r\n');
    expect(splitPassages(crlf)).toEqual(splitPassages(text));
  });

  it('makes no passage of blank lines', () => {
    expect(splitPassages('')).toEqual([]);
    expect(splitPassages('\n \n\t\n')).toEqual([]);
    expect(outline(lines('', '', '## A', '', '', '## B', ''))).toEqual([
      [3, 3, 'A'],
      [6, 6, 'B'],
    ]);
  });

  it('cuts a long section at blank lines', () => {
    const paragraph = 'word '.repeat(200).trim();
    const passages = splitPassages(lines('## Long', paragraph, '', paragraph, '', paragraph, '', paragraph));
    expect(passages.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
      [1, 4],
      [6, 8],
    ]);
    expect(passages.every(({ headings }) => headings.join() === 'Long')).toBe(true);
  });

  it('cuts a long list between items and a long paragraph between lines', () => {
    const item = `- ${'word '.repeat(100)}\n  more of it`;
    const list = splitPassages(Array.from({ length: 12 }, () => item).join('\n'));
    expect(list.length).toBeGreaterThan(2);
    for (const { text } of list) expect(text.startsWith('- ')).toBe(true);
    const paragraph = splitPassages(Array.from({ length: 100 }, () => 'word '.repeat(10)).join('\n'));
    for (const { text } of paragraph) expect(text.length).toBeLessThanOrEqual(CAP);
  });

  it('keeps a fence whole that fits, and its heading with it', () => {
    const code = Array.from({ length: 39 }, (_, at) => `line ${at} ${'x'.repeat(50)}`);
    const fence = lines('```', ...code, '```');
    expect(outline(lines('## H', '', fence, 'after'))).toEqual([[1, 44, 'H']]);
    const [before, whole] = splitPassages(lines('text '.repeat(60), '', fence, '', fence));
    expect(before?.text).not.toContain('```');
    expect(whole?.text).toBe(fence);
  });

  it('cuts a fence that exceeds the cap at lines, and says of the rest that it begins inside', () => {
    const code = Array.from({ length: 200 }, (_, at) => `line ${at} ${'x'.repeat(50)}`);
    const passages = splitPassages(lines('```js', ...code, '```'));
    expect(passages.length).toBeGreaterThan(3);
    expect(passages[0]?.fence).toBeUndefined();
    for (const passage of passages.slice(1)) expect(passage.fence).toBe('```js');
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(CAP);
  });

  it('keeps one huge line in one passage', () => {
    expect(outline(lines('a', 'x'.repeat(100_000), 'b'))).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('covers each line that is not blank exactly once, in order, with the text of the file', () => {
    fc.assert(
      fc.property(noteText, fc.constantFrom('\n', '\r\n'), (parts, ending) => {
        const text = parts.join(ending);
        const file = text.split(/\r?\n/);
        const passages = splitPassages(text);
        const covered = passages.flatMap(({ firstLine, lastLine }) => range(firstLine, lastLine));
        expect(covered).toEqual([...new Set(covered)].sort((a, b) => a - b));
        for (const passage of passages) expectOfFile(passage, file);
        const skipped = frontmatterOf(file);
        const missing = file.map((_, at) => at + 1).filter((line) => line > skipped && !covered.includes(line));
        for (const line of missing) expect(file[line - 1]?.trim()).toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

const noteText = fc.array(
  fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '## A',
      '### B',
      '# C',
      '```',
      '~~~~',
      '%%',
      '<!--',
      '-->',
      '---',
      '- item',
      '> quote',
      '`',
    ),
    fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    fc.constant('long '.repeat(150)),
  ),
  { maxLength: 60 },
);

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

function expectOfFile(passage: Passage, file: readonly string[]): void {
  expect(passage.text).toBe(file.slice(passage.firstLine - 1, passage.lastLine).join('\n'));
  expect(file[passage.firstLine - 1]?.trim()).not.toBe('');
  expect(file[passage.lastLine - 1]?.trim()).not.toBe('');
}

function frontmatterOf(file: readonly string[]): number {
  const isMark = (line: string): boolean => /^---[ \t]*$/.test(line);
  if (!isMark(file[0] ?? '')) return 0;
  return file.findIndex((line, at) => at > 0 && isMark(line)) + 1;
}
