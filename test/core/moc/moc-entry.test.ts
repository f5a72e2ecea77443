import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../src/core/change/edits.ts';
import { entryLine, mocEntry } from '../../../src/core/moc/moc-entry.ts';
import { noteLinks } from '../../../src/core/note/note-links.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';

/** Takes out the entry of the link to `name`; null where that link makes none. */
function remove(text: string, name = 'x'): { text: string; summary: string | null } | null {
  const metadata = parseMetadata(text);
  const link = noteLinks(text, metadata).find((one) => one.link === name);
  if (link === undefined) throw new Error('no such link');
  const entry = mocEntry(text, metadata, { from: link.offset, to: link.offset + link.raw.length });
  return entry && { text: applyEdits(text, entry.edits), summary: entry.summary };
}

describe('an entry of a map of content', () => {
  it('goes with its line, and its summary is remembered', () => {
    expect(remove('## N\n\n- [[a]]\n- [[x]] — why it works\n- [[b]]\n')).toEqual({
      text: '## N\n\n- [[a]]\n- [[b]]\n',
      summary: 'why it works',
    });
  });

  it.each([
    ['- [[x]]', null],
    ['* [[x|shown]] - a dash', 'a dash'],
    ['1. [[x]]: a colon', 'a colon'],
    ['- [ ] **[[x]]** – [[a]] does it better', '[[a]] does it better'],
    ['- [x](x.md) — markdown', 'markdown'],
    ['- [[x]] (gotcha)', '(gotcha)'],
  ])('may be written %s', (line, summary) => {
    const name = line.includes('](') ? 'x.md' : 'x';
    expect(remove(`- [[z]]\n${line}\n`, name)).toEqual({ text: '- [[z]]\n', summary });
  });

  it.each(['- [[a]] and [[x]]', '- see [[x]]', 'Read [[x]] first.', '- [[x]], [[a]] — two', '- [[x]] [[a]]'])(
    'is not %s',
    (line) => expect(remove(`## N\n\n${line}\n`)).toBeNull(),
  );

  it('takes its continuation lines and code along', () => {
    expect(remove('- [[a]]\n- [[x]] — one\n  two\n\n  ```\n    code\n  ```\n- [[b]]\n')).toEqual({
      text: '- [[a]]\n- [[b]]\n',
      summary: 'one\ntwo\n\n```\n  code\n```',
    });
  });

  it('leaves the items nested in it, a level up', () => {
    expect(remove('- [[a]]\n- [[x]] — one\n  - [[c]] — kept\n    more\n    - [[d]]\n- [[b]]\n')).toEqual({
      text: '- [[a]]\n- [[c]] — kept\n  more\n  - [[d]]\n- [[b]]\n',
      summary: 'one',
    });
  });

  it('nested in another item goes alone', () => {
    expect(remove('- [[a]]\n  - [[x]] — n\n  - [[c]]\n- [[b]]\n')?.text).toBe('- [[a]]\n  - [[c]]\n- [[b]]\n');
  });

  it('is found however far its item is indented', () => {
    for (const indent of [' ', '   ']) {
      expect(remove(`${indent}- [[a]]\n${indent}- [[x]] — n\n`)).toEqual({ text: `${indent}- [[a]]\n`, summary: 'n' });
    }
    expect(remove('- [[a]]\n    - [[b]]\n        - [[x]] — n\n- [[c]]\n')).toEqual({
      text: '- [[a]]\n    - [[b]]\n- [[c]]\n',
      summary: 'n',
    });
  });

  it('leaves one blank line in an emptied section, and no line break that was not there', () => {
    expect(remove('## N\n\n- [[x]]\n\n## R\n')?.text).toBe('## N\n\n## R\n');
    expect(remove('## N\r\n\r\n- [[a]]\r\n- [[x]] — s')).toEqual({ text: '## N\r\n\r\n- [[a]]', summary: 's' });
  });

  it('within a quote goes by its own lines only', () => {
    expect(remove('> - [[x]] — s\n> - [[b]]\n')).toEqual({ text: '> - [[b]]\n', summary: 's' });
  });

  it('is written again as it was', () => {
    expect(entryLine('[[x]]', null)).toBe('- [[x]]');
    expect(entryLine('[[x]]', 's')).toBe('- [[x]] — s');
    expect(entryLine('[[x]]', 'one\ntwo\n\n```\n  code\n```')).toBe('- [[x]] — one\n  two\n\n  ```\n    code\n  ```');
    expect(entryLine('[[x]]', '\nbelow')).toBe('- [[x]]\n  below');
  });
});
