import { describe, expect, it } from 'vitest';

import { clickable } from '../../src/shim/clickable.ts';

const link = (href: string, text: string): string => `\u001b]8;;${href}\u001b\\${text}\u001b]8;;\u001b\\`;

describe('a citation in a terminal', () => {
  it('is a link to the file, spaces and other scripts included', () => {
    expect(clickable('02-wiki/мой файл.md:10-12 — Heading (score 3.1)', '/home/ana/My Notes')).toBe(
      `${link(
        'file:///home/ana/My%20Notes/02-wiki/%D0%BC%D0%BE%D0%B9%20%D1%84%D0%B0%D0%B9%D0%BB.md',
        '02-wiki/мой файл.md:10-12',
      )} — Heading (score 3.1)`,
    );
    expect(clickable('a.md:7', '/v')).toBe(link('file:///v/a.md', 'a.md:7'));
  });

  it.each([
    ['> quoted.md:10 is note text'],
    ['Notes 1-6 of 13 for "a.md:3"'],
    ['More: call again with cursor "c6-rq4yfe".'],
    ['- [[note]] — 12:30'],
  ])('is nothing else: %s', (line) => {
    expect(clickable(line, '/v')).toBe(line);
  });

  it('is found on every line', () => {
    const text = 'a.md:1 (score 2)\n> text\n\nb/c.md:2-3 (score 1)\n';
    expect(clickable(text, '/v').split('\u001b]8;;file').length).toBe(3);
  });
});
