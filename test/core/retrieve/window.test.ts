import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cutWindow, readLines } from '../../../src/core/retrieve/window.ts';
import { queryTerms } from '../../../src/core/text/tokens.ts';

const ask = (query: string) => queryTerms(query).words;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const filler = (sentences: number): string => 'Nothing of note is said here at all. '.repeat(sentences).trim();

describe('cutWindow', () => {
  it('shows a short passage whole, without its own heading', () => {
    const passage = { firstLine: 7, lines: ['## Heading', '', 'First line.', 'Second line.', ''] };
    expect(cutWindow(passage, ask('second'))).toEqual({
      firstLine: 9,
      lastLine: 10,
      lines: ['First line.', 'Second line.'],
      cut: false,
    });
  });

  it('shows a heading with nothing below it', () => {
    expect(cutWindow({ firstLine: 3, lines: ['## Alone', ''] }, ask('alone')).lines).toEqual(['## Alone']);
  });

  it('finds the densest part and marks where it is cut', () => {
    const passage = {
      firstLine: 1,
      lines: [filler(20), `${filler(6)} The engine indexes notes quickly. ${filler(10)}`, filler(9)],
    };
    const shown = cutWindow(passage, ask('engine indexing'));
    expect(shown.firstLine).toBe(2);
    expect(shown.lastLine).toBe(2);
    expect(shown.lines.join('')).toContain('The engine indexes notes quickly.');
    expect(shown.lines[0]).toMatch(/^… /);
    expect(shown.lines.at(-1)).toMatch(/\. …$/);
    expect(shown.cut).toBe(true);
  });

  it('prefers more of the words to more of one word', () => {
    const lines = [`sync sync. sync sync. ${filler(9)}`, '', `The sync of the plugin. ${filler(9)}`];
    expect(cutWindow({ firstLine: 1, lines }, ask('sync plugin')).firstLine).toBe(3);
  });

  it('begins at list items where they hold the words', () => {
    const items = Array.from({ length: 30 }, (_, at) => `- item ${at} with some words to fill the line`);
    items[20] = '- the treasure is buried here';
    const shown = cutWindow({ firstLine: 10, lines: items }, ask('treasure'));
    expect(shown.lines.every((line) => /^(… )?- /.test(line))).toBe(true);
    expect(shown.lines.join('\n')).toContain('treasure');
    expect(shown.lastLine - shown.firstLine + 1).toBe(shown.lines.length);
  });

  it('shows the begin where none of the words is found', () => {
    const shown = cutWindow({ firstLine: 4, lines: ['## H', filler(30)] }, ask('absent'));
    expect(shown.firstLine).toBe(5);
    expect(shown.lines[0]).toMatch(/^Nothing of note/);
  });

  it('cuts Chinese at its full stops, and at characters where it has none', () => {
    const lines = [`${'鳥'.repeat(400)}。犬小屋がある。${'魚'.repeat(400)}。`];
    const shown = cutWindow({ firstLine: 1, lines }, ask('犬小屋'));
    expect(shown.lines.join('')).toContain('犬小屋がある。');
    expect(shown.lines.join('').length).toBeLessThanOrEqual(284);
  });

  it('reads code by its identifiers', () => {
    const lines = [
      '```js',
      ...Array.from({ length: 40 }, (_, at) => `call(${at}, "some text");`),
      'const x = getUserName();',
      '```',
    ];
    expect(cutWindow({ firstLine: 1, lines }, ask('user name')).lines.join('\n')).toContain('getUserName');
  });

  it('looks at a bounded stretch of a line that goes on and on, from the first of the words', () => {
    const passage = {
      firstLine: 5,
      lines: [filler(3), `${'word '.repeat(50_000)}the needle lies here. ${'word '.repeat(50_000)}`],
    };
    const window = cutWindow(passage, ask('needle'), 80);
    expect(window).toMatchObject({ firstLine: 6, lastLine: 6, cut: true });
    expect(window.lines.join('')).toMatch(/^….*needle lies here.*…$/);
    const pairs = cutWindow({ firstLine: 1, lines: ['😀'.repeat(100_001)] }, ask('nothing'), 80);
    expect(pairs.lines.join('')).not.toMatch(LONE_SURROGATE);
    const later = cutWindow(
      { firstLine: 1, lines: [...Array<string>(40_000).fill('ab'), 'needle', 'end'] },
      ask('needle'),
      40,
    );
    expect(later.firstLine).toBeLessThanOrEqual(40_001);
    expect(later.lines[40_001 - later.firstLine]).toMatch(/^needle/);
  });

  it('has one empty line for a passage that is blank', () => {
    expect(cutWindow({ firstLine: 5, lines: ['', ' '] }, ask('x'))).toEqual({
      firstLine: 5,
      lastLine: 5,
      lines: [''],
      cut: false,
    });
  });

  it('shows lines of the passage, in order, within the size, never half of a character', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }).map((text) => text.replace(/[\r\n]/g, ' ')),
      fc.constantFrom(
        '',
        '- item. Other! ',
        '猫が好き。犬も好き。',
        '👩‍👩‍👧😀'.repeat(30),
        'x'.repeat(200),
        '```',
        'e\u0301'.repeat(90),
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 40, max: 300 }), (lines, size) => {
        const shown = cutWindow({ firstLine: 1, lines }, ask('item 犬 x'), size);
        expect(shown.lines).toHaveLength(shown.lastLine - shown.firstLine + 1);
        expect(shown.lines.join('\n').length).toBeLessThanOrEqual(size + 4);
        const last = shown.lines.length - 1;
        shown.lines.forEach((text, at) => {
          let bare = text;
          if (at === 0 && shown.cut) bare = bare.replace(/^… ?/, '');
          if (at === last && shown.cut) bare = bare.replace(/ ?…$/, '');
          expect(lines[shown.firstLine - 1 + at] ?? '').toContain(bare);
          expect(bare).not.toMatch(LONE_SURROGATE);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('readLines', () => {
  const text = '---\r\na: 1\r\n---\r\none\r\ntwo\nthree';

  it('reads lines without their breaks', () => {
    expect(readLines(text, 4, 6)).toEqual({ firstLine: 4, lines: ['one', 'two', 'three'] });
    expect(readLines(text, 5, 5)).toEqual({ firstLine: 5, lines: ['two'] });
  });

  it('leaves the frontmatter out and stops at the end of the file', () => {
    expect(readLines(text, 1, 99)).toEqual({ firstLine: 4, lines: ['one', 'two', 'three'] });
    expect(readLines(text, 1, 2)).toEqual({ firstLine: 4, lines: [] });
    expect(readLines(text, 50, 60).lines).toEqual([]);
  });
});
