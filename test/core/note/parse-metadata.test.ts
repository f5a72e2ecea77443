import { describe, expect, it } from 'vitest';
import type { NoteMetadata } from '../../../src/core/note/metadata.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';

const sections = (text: string) =>
  (parseMetadata(text).sections ?? []).map(
    ({ type, position }) => `${type} ${position.start.line}-${position.end.line}`,
  );
const links = (text: string) => (parseMetadata(text).links ?? []).map(({ link, displayText }) => [link, displayText]);
const tags = (text: string) => (parseMetadata(text).tags ?? []).map(({ tag }) => tag);
const headings = (text: string) => (parseMetadata(text).headings ?? []).map(({ heading, level }) => [level, heading]);

describe('blocks', () => {
  it('names every kind of top-level section', () => {
    const text = [
      ...['# Title', '', 'Para', 'graph', '', '- item', '  more', '', '> quote', '', '> [!note] Callout', '> text', ''],
      ...['```js', '# no heading', '', '```', '', '| a | b |', '|---|:-:|', '| c | d |', '', '$$', 'x^2', '$$', ''],
      ...[
        '%%',
        '# hidden',
        '%%',
        '',
        '<div>',
        '# no',
        '</div>',
        '',
        '***',
        '',
        '[^1]: Note',
        '',
        '[ref]: Other.md',
        '',
      ],
      ...['    indented', ''],
    ].join('\n');
    expect(sections(text)).toEqual([
      ...['heading 0-0', 'paragraph 2-3', 'list 5-6', 'blockquote 8-8', 'callout 10-11', 'code 13-16', 'table 18-20'],
      ...['math 22-24', 'comment 26-28', 'html 30-32', 'thematicBreak 34-34', 'footnoteDefinition 36-36'],
      ...['definition 38-38', 'code 40-40'],
    ]);
    expect(headings(text)).toEqual([[1, 'Title']]);
  });

  it('reads setext headings under one line, and a rule under more', () => {
    expect(headings('One\n===\n\nTwo\n---\n')).toEqual([
      [1, 'One'],
      [2, 'Two'],
    ]);
    expect(sections('a\nb\n---\n')).toEqual(['paragraph 0-1', 'thematicBreak 2-2']);
  });

  it('reads closing hashes, empty headings and what only looks like a heading', () => {
    expect(headings('# a #\n## b ##c\n#\n#tag\n####### seven\n   ### three\n    # code\n')).toEqual([
      [1, 'a'],
      [2, 'b ##c'],
      [1, ''],
      [3, 'three'],
    ]);
  });

  it('keeps headings of quotes and list items out, as the outline does', () => {
    expect(headings('> # quoted\n\n- # listed\n\n# real\n')).toEqual([[1, 'real']]);
  });

  it('closes a fence only with its own mark, as long at least and with nothing behind', () => {
    expect(sections('````\n```\n~~~~\n```` x\n````\nafter\n')).toEqual(['code 0-4', 'paragraph 5-5']);
    expect(tags('```\n#no\n```\n#yes\n')).toEqual(['#yes']);
  });

  it('keeps CRLF out of headings, tasks and positions', () => {
    const metadata = parseMetadata('---\r\na: b\r\n---\r\n# Head\r\n\r\n- [x] done #t\r\n```\r\n#no\r\n```\r\n');
    expect(metadata.frontmatter).toEqual({ a: 'b' });
    expect(metadata.headings?.[0]).toEqual({
      heading: 'Head',
      level: 1,
      position: { start: { line: 3, col: 0, offset: 16 }, end: { line: 3, col: 6, offset: 22 } },
    });
    expect(metadata.listItems?.[0]?.task).toBe('x');
    expect(metadata.tags?.map(({ tag }) => tag)).toEqual(['#t']);
  });

  it('nests list items by their parents’ lines', () => {
    const items = parseMetadata('x\n\n- a\n  - b\n    1. c\n- d\n').listItems;
    expect(items?.map(({ parent }) => parent)).toEqual([-2, 2, 3, -2]);
    expect(items?.map(({ position }) => [position.start.line, position.start.col])).toEqual([
      [2, 0],
      [3, 2],
      [4, 4],
      [5, 0],
    ]);
  });
});

describe('block ids', () => {
  const ids = (metadata: NoteMetadata) =>
    Object.values(metadata.blocks ?? {}).map(({ id, position }) => [id, position.start.line, position.end.line]);

  it('name the paragraph or the list item that they end', () => {
    const metadata = parseMetadata('text\nmore ^p-1\n\n- a ^item\n- b\n');
    expect(ids(metadata)).toEqual([
      ['p-1', 0, 1],
      ['item', 3, 3],
    ]);
    expect(metadata.sections?.[0]?.id).toBe('p-1');
    expect(metadata.listItems?.[0]?.id).toBe('item');
  });

  it('on a line of their own name the section before, and are none themselves', () => {
    const metadata = parseMetadata('- a\n- b\n\n^list\n\nnext\n');
    expect(ids(metadata)).toEqual([['list', 0, 1]]);
    expect(metadata.sections?.map(({ type, id }) => [type, id])).toEqual([
      ['list', 'list'],
      ['paragraph', undefined],
    ]);
  });

  it('are letters, digits and dashes behind a space', () => {
    expect(ids(parseMetadata('a^b\n\nc ^d_e\n\nf ^g h\n\n2^10\n'))).toEqual([]);
    expect(Object.keys(parseMetadata('x ^constructor\n').blocks ?? {})).toEqual(['constructor']);
  });
});

describe('links', () => {
  it('take their display text from the alias or from the path', () => {
    expect(links('[[A]] [[A|b]] [[A#B]] [[#H]] [[##x]] [[^^y]] [[A#^id]]')).toEqual([
      ['A', 'A'],
      ['A', 'b'],
      ['A#B', 'A > B'],
      ['#H', 'H'],
      ['##x', 'x'],
      ['^^y', '^^y'],
      ['A#^id', 'A > ^id'],
    ]);
  });

  it('stay on one line; of nested ones the inner counts; an address in brackets is a note’s name', () => {
    expect(links('[[a\nb]] [[c [[d]] [[https://x.org]]')).toEqual([
      ['d', 'd'],
      ['https://x.org', 'https://x.org'],
    ]);
  });

  it('in tables drop the backslash before the pipe, and end with the cell', () => {
    expect(links('| a | b |\n|---|---|\n| [[N\\|shown]] | [[M|cut]] |\n')).toEqual([['N', 'shown']]);
  });

  it('of Markdown are decoded when they stay inside the vault', () => {
    const text =
      '[a](My%20Note.md) [b](<x y.md> "t") [c](https://x.org) [d]() [e](#h) [f](a(b).md) [g](bad%zz.md) [h](mailto:a@b)';
    expect(links(text)).toEqual([
      ['My Note.md', 'a'],
      ['x y.md', 'b'],
      ['#h', 'e'],
      ['a(b).md', 'f'],
      ['bad%zz.md', 'g'],
    ]);
    expect(links('[outer [in](i.md) text](o.md)')).toEqual([['i.md', 'in']]);
  });

  it('with an exclamation mark are embeds, unless it is escaped', () => {
    const metadata = parseMetadata('![[a.png|100]] ![alt](b.png) \\![[c]] ![x](http://x.org/i.png)');
    expect(metadata.embeds?.map(({ original }) => original)).toEqual(['![[a.png|100]]', '![alt](b.png)']);
    expect(metadata.links?.map(({ original }) => original)).toEqual(['[[c]]']);
  });

  it('are not seen in code, mathematics, HTML or behind an escape, but are in comments', () => {
    expect(links('`[[a]]` ``[[b]] ` [[c]]`` $[[d]]$ <!-- [[e]] --> <i t="[[f]]"> \\[[g]] %% [[h]] %%')).toEqual([
      ['h', 'h'],
    ]);
    expect(links('costs $5 and [[a]] for $6, `open [[b]]')).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ]);
  });

  it('are found in quotes whose lines carry marks, with the offsets of the file', () => {
    const text = '> a `code\n> [[no]]` [x\n> y](n.md)\n';
    const [link] = parseMetadata(text).links ?? [];
    expect(link?.link).toBe('n.md');
    expect(link?.original).toBe('[x\n> y](n.md)');
    expect(text.slice(link?.position.start.offset, link?.position.end.offset)).toBe(link?.original);
    expect(parseMetadata(text).links?.length).toBe(1);
  });

  it('count UTF-16 units behind astral characters', () => {
    const text = '🦊 𝒳 [[Café 🦊]] #🦊tag';
    const { links: [link] = [], tags: [tag] = [] } = parseMetadata(text);
    expect(link?.position.start).toEqual({ line: 0, col: 6, offset: 6 });
    expect(text.slice(link?.position.start.offset, link?.position.end.offset)).toBe('[[Café 🦊]]');
    expect(tag?.tag).toBe('#🦊tag');
  });
});

describe('tags', () => {
  it('follow a space, the start of a text, or another construct', () => {
    expect(tags('#a b#no (#no) ：#no \t#c <br>#d **#e** `x`#f \\[#g ==#h==')).toEqual([
      ...['#a', '#c', '#d', '#e', '#f', '#g', '#h'],
    ]);
  });

  it('hold letters of any script, digits, and at least one that is no digit', () => {
    expect(tags('#123 #1a #a/b-c_d #тег #標籤, #x.y #')).toEqual(['#1a', '#a/b-c_d', '#тег', '#標籤', '#x']);
  });

  it('are not read out of addresses', () => {
    expect(tags('https://x.org/a(b)_#frag <https://x.org/#y> [t](https://x.org/#z)')).toEqual([]);
  });
});

describe('footnotes', () => {
  it('are recorded as definitions and references; inline ones are numbered among them', () => {
    const metadata = parseMetadata('a[^1] b[^name]\n\nc^[inline [[x]]]\n\n[^1]: one\n[^name]: two\n    three\n');
    expect(metadata.footnoteRefs?.map(({ id }) => id)).toEqual(['1', 'name']);
    expect(metadata.footnotes?.map(({ id, position }) => [id, position.start.line, position.end.line])).toEqual([
      ['[inline2', 2, 2],
      ['1', 4, 4],
      ['name', 5, 6],
    ]);
    expect(metadata.links?.length).toBe(1);
  });

  it('and reference links leave each other alone', () => {
    expect(parseMetadata('[a]: My%20Note.md "t"\n[b]: https://x.org\n').referenceLinks).toMatchObject([
      { id: 'a', link: 'My Note.md' },
      { id: 'b', link: 'https://x.org' },
    ]);
  });
});

describe('frontmatter', () => {
  it('is there only when it is closed and on the first line', () => {
    expect(parseMetadata('---\na: 1\n').frontmatter).toBeUndefined();
    expect(parseMetadata('\n---\na: 1\n---\n').frontmatter).toBeUndefined();
    expect(parseMetadata('---\na: 1\n---').frontmatter).toEqual({ a: 1 });
    expect(parseMetadata('---\n---\n').sections?.map(({ type }) => type)).toEqual(['yaml']);
  });

  it('gives the links among its properties with the path to them', () => {
    const { frontmatterLinks } = parseMetadata(
      '---\nup: "[[A|a]]"\nin:\n  deep:\n    - "[t](B%20c.md)"\nno: x [[y]]\n---\n',
    );
    expect(frontmatterLinks).toEqual([
      { key: 'up', link: 'A', original: '[[A|a]]', displayText: 'a' },
      { key: 'in.deep.0', link: 'B c.md', original: '[t](B%20c.md)', displayText: 't' },
    ]);
  });
});
