import { describe, expect, it } from 'vitest';
import { canvasLinks } from '../../../src/core/note/canvas.ts';
import { noteLinks, placeLinks } from '../../../src/core/note/note-links.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { outline, resolveSubpath } from '../../../src/core/note/subpath.ts';

const NOTE = [
  ...['# One', 'text ^p1', '## Same: a', 'x', '### Deep', '## Two', '## Same: a', 'y', '# Three [[L|l]]', 'z[^n]', ''],
  '[^n]: note',
].join('\n');

describe('a subpath', () => {
  const places = (subpath: string) =>
    resolveSubpath(parseMetadata(NOTE), subpath, 12).map(({ firstLine, lastLine, trail }) => [
      firstLine,
      lastLine,
      trail,
    ]);

  it('names a heading with everything below it, whatever its case and marks', () => {
    expect(places('#one')).toEqual([[1, 8, ['One']]]);
    expect(places('Two')).toEqual([[6, 6, ['One', 'Two']]]);
    expect(places('#Three L l')).toEqual([[9, 12, ['Three [[L|l]]']]]);
    expect(places('#None')).toEqual([]);
    expect(places('')).toEqual([]);
  });

  it('that fits several headings lists them all with their lines', () => {
    expect(places('#Same a')).toEqual([
      [3, 5, ['One', 'Same: a']],
      [7, 8, ['One', 'Same: a']],
    ]);
  });

  it('of several parts needs the headings below one another', () => {
    expect(places('#One#Deep')).toEqual([[5, 5, ['One', 'Same: a', 'Deep']]]);
    expect(places('#Two#Deep')).toEqual([]);
  });

  it('names blocks and footnotes by their ids', () => {
    expect(places('#^P1')).toEqual([[2, 2, []]]);
    expect(places('#[^n]')).toEqual([[12, 12, []]]);
  });

  it('is found in the outline, which gives each heading its reach', () => {
    const all = outline(parseMetadata(NOTE), 12).map(({ name, level, firstLine, lastLine }) => [
      name,
      level,
      firstLine,
      lastLine,
    ]);
    expect(all[0]).toEqual(['One', 1, 1, 8]);
    expect(all[2]).toEqual(['Deep', 3, 5, 5]);
    expect(all.length).toBe(6);
  });
});

describe('the lines of links', () => {
  const target = (path: string) => (path === 'gone' ? null : `${path}.md`);

  it('count from 1 in the file, properties included, each link with its target', () => {
    const text = '---\nup: "[[A]]"\nalso: "[[A]]"\n---\nx [[B#H|b]] ![[C]]\r\n\n> [[gone]]\n';
    const placed = placeLinks(text, noteLinks(text, parseMetadata(text)), target);
    expect(placed.map(({ line, kind, raw, subpath, target: to }) => [line, kind, raw, subpath, to])).toEqual([
      [2, 'property', '[[A]]', '', 'A.md'],
      [3, 'property', '[[A]]', '', 'A.md'],
      [5, 'link', '[[B#H|b]]', '#H', 'B.md'],
      [5, 'embed', '![[C]]', '', 'C.md'],
      [7, 'link', '[[gone]]', '', null],
    ]);
    expect(placed[2]?.text).toBe('x [[B#H|b]] ![[C]]');
  });

  it('of a canvas are those of its JSON', () => {
    const text =
      '{"nodes":[\n{"type":"text","text":"see [[A \\"q\\"]]"},\n{"type":"file","file":"B.md","subpath":"#H"}\n]}';
    const placed = placeLinks(text, canvasLinks(text), target);
    expect(placed.map(({ line, raw, subpath }) => [line, raw, subpath])).toEqual([
      [2, '[[A "q"]]', ''],
      [3, 'B.md#H', '#H'],
    ]);
    expect(canvasLinks('{')).toEqual([]);
    expect(canvasLinks('{"nodes":[null,1,{"type":"file"}]}')).toEqual([]);
  });
});
