import { describe, expect, it } from 'vitest';
import { aVaultOf, moved } from './support.ts';

/** A link in a note at the root and what becomes of it when `a/old.md` is renamed to `a/new.md`. */
const RENAMED: readonly (readonly [string, string, string])[] = [
  ['a bare wikilink', 'see [[old]] there', 'see [[new]] there'],
  ['an alias', '[[old|the JWT guard — ação]]', '[[new|the JWT guard — ação]]'],
  ['a heading', '[[old#Some heading]]', '[[new#Some heading]]'],
  ['a heading with an alias', '[[old#Some heading|h]]', '[[new#Some heading|h]]'],
  ['a block', '[[old#^b1]]', '[[new#^b1]]'],
  ['an embed', '![[old]]', '![[new]]'],
  ['a whole path', '[[a/old]]', '[[a/new]]'],
  ['a whole path with an alias', '[[a/old|x]]', '[[a/new|x]]'],
  ['a path from the root', '[[/a/old]]', '[[/a/new]]'],
  ['an extension', '[[old.md]] [[a/old.md#h]]', '[[new.md]] [[a/new.md#h]]'],
  ['a path from the folder', '[[./a/old]]', '[[./a/new]]'],
  ['another case', '[[OLD]]', '[[new]]'],
  ['an alias that repeats the name', '[[old|old]] [[a/old|old]]', '[[new|new]] [[a/new|new]]'],
  ['an alias that repeats the path', '[[a/old|a/old]]', '[[a/new|a/new]]'],
  ['a Markdown link', '[md link](a/old.md) [x](old)', '[md link](a/new.md) [x](new)'],
  ['a Markdown link with a heading', '[x](a/old.md#Some%20heading)', '[x](a/new.md#Some%20heading)'],
  ['a Markdown link with a title', '[x](a/old.md "the old one")', '[x](a/new.md "the old one")'],
  ['an angled Markdown link', '[x](<a/old.md>)', '[x](<a/new.md>)'],
  ['a relative Markdown link', '[x](./a/old.md)', '[x](./a/new.md)'],
  ['an encoded Markdown link', '[x](a/%6Fld.md)', '[x](a/new.md)'],
  ['a Markdown embed', '![x](a/old.md)', '![x](a/new.md)'],
  [
    'a definition',
    'see [the old][1] and [1]\n\n[1]: a/old.md "the old one"\n[2]: <old.md#h>\n',
    'see [the old][1] and [1]\n\n[1]: a/new.md "the old one"\n[2]: <new.md#h>\n',
  ],
  ['a definition in a quote', '> [x][a]\n>\n> [a]: ./a/old.md\n', '> [x][a]\n>\n> [a]: ./a/new.md\n'],
  ['a label that repeats the path', '[a/old.md](a/old.md) [old](old.md)', '[a/new.md](a/new.md) [old](new.md)'],
  ['a table', '|a|b|\n|-|-|\n|[[old\\|shown]]|[[old]]|\n', '|a|b|\n|-|-|\n|[[new\\|shown]]|[[new]]|\n'],
  ['a comment of the app', '%% [[old]] %%', '%% [[new]] %%'],
  ['a quote and a callout', '> [[old]]\n\n> [!note] [[old]]\n', '> [[new]]\n\n> [!note] [[new]]\n'],
  ['a nested list', '- a\n  - [[old]]\n', '- a\n  - [[new]]\n'],
  ['several on a line', '[[old]][[old]] [[ old ]]', '[[new]][[new]] [[ new ]]'],
  [
    'a quoted property',
    '---\nup: "[[old]]" # c\ncriado: 2024-01-02\n---\n',
    '---\nup: "[[new]]" # c\ncriado: 2024-01-02\n---\n',
  ],
  ['a property in single quotes', "---\nup: '[[old|o]]'\n---\n", "---\nup: '[[new|o]]'\n---\n"],
  [
    'a flow list of properties',
    '---\nup: ["[[old]]", "[[a/old]]", x]\n---\n',
    '---\nup: ["[[new]]", "[[a/new]]", x]\n---\n',
  ],
  ['a list of properties', '---\nup:\n  - "[[old#h|x]]"\n  - y\n---\n', '---\nup:\n  - "[[new#h|x]]"\n  - y\n---\n'],
  ['a Markdown link among the properties', '---\nup: "[x](a/old.md)"\n---\n', '---\nup: "[x](a/new.md)"\n---\n'],
  ['a block scalar', '---\nup: >-\n  [[old]]\nb: 1\n---\n', '---\nup: >-\n  [[new]]\nb: 1\n---\n'],
  ['CRLF', 'a\r\n[[old]]\r\n', 'a\r\n[[new]]\r\n'],
];

const UNTOUCHED: readonly (readonly [string, string])[] = [
  ['inline code', '`[[old]]`'],
  ['a fence', '```md\n[[old]]\n```'],
  ['indented code', 'x\n\n    [[old]]\n'],
  ['an HTML comment', '<!-- [[old]] -->'],
  ['mathematics', '$[[old]]$'],
  ['an escaped bracket', '\\[[old]]'],
  ['another note', '[[old-two]] [[older]] [x](older.md)'],
  ['a broken link', '[[gone/old]] [x](gone/old.md)'],
  ['an address', '[x](https://example.org/a/old.md)'],
  ['a definition of an address', '[1]: https://example.org/a/old.md\n'],
  ['what only looks like a definition', 'x [1]: a/old.md\n\n[1] : a/old.md\n\n[^1]: a/old.md\n'],
  ['a comment in YAML', '---\nb: 1 # "[[old]]"\n---\n'],
  ['prose among the properties', '---\nb: see [[old]] there\n---\n'],
  ['a word', 'old'],
];

describe('a link to a renamed note', () => {
  it.each(RENAMED)('follows: %s', async (_, before, after) => {
    const texts = await moved({ 'a/old.md': '# Old', 'b.md': before, 'c/older.md': '' }, 'a/old.md', 'a/new.md');
    expect(texts).toEqual({ 'b.md': after });
  });

  it.each(UNTOUCHED)('is not %s', async (_, text) => {
    expect(await moved({ 'a/old.md': '# Old', 'b.md': text, 'c/older.md': '' }, 'a/old.md', 'a/new.md')).toEqual({});
  });

  it('keeps every other byte of its note: the ten shapes of the hub, each with decoys', async () => {
    const decoy = '\n\nInline `[[hub]]` stays, and [[hub-two]] is another.\n\n```md\n[[hub]] in a fence stays\n```\n';
    const shapes = (name: string, path: string, md: string): string[] => [
      `[[${name}]]`,
      `[[${name}|the alias — ação]]`,
      `[[${name}#Details]]`,
      `![[${name}]]`,
      `[[${path}]]`,
      `[[${path}|other alias]]`,
      `[md link](${md})`,
      `[[${name}#Details|alias h]]`,
      `[[${name}#^blk1]]`,
    ];
    const note = (link: string): string => `---\ntitle: 'x'   # kept\n---\n# Back\n\nText ${link} after.${decoy}`;
    const notes = (name: string, folder: string): Record<string, string> =>
      Object.fromEntries([
        ...shapes(name, `${folder}/${name}`, `../../${folder}/${name}.md`).map((link, i) => [
          `01-raw/hub/b${i}.md`,
          note(link),
        ]),
        ['01-raw/hub/b9.md', `---\nrelated: "[[${name}]]"\n---\n${decoy}`],
      ]);
    const hub = { '02-wiki/bench/hub.md': 'See [[hub-two]].', '02-wiki/bench/hub-two.md': '' };
    const before = { ...hub, ...notes('hub', '02-wiki/bench') };
    expect(await moved(before, '02-wiki/bench/hub.md', '02-wiki/bench/renamed.md')).toEqual(
      notes('renamed', '02-wiki/bench'),
    );
    // Elsewhere under its own name, a bare link needs no change.
    const relocated = notes('hub', '03-projects');
    const needed = ['b4', 'b5', 'b6'].map((name) => `01-raw/hub/${name}.md`);
    expect(await moved(before, '02-wiki/bench/hub.md', '03-projects/hub.md')).toEqual(
      Object.fromEntries(needed.map((path) => [path, relocated[path]])),
    );
  });
});

describe('the form of a repaired link', () => {
  it('stays relative, whole or bare as its author wrote it (8.1.15)', async () => {
    const files = { 'nestjs/x.md': '', 'docker/n.md': '[[../nestjs/x]] [[nestjs/x]] [[x]]' };
    expect(await moved(files, 'nestjs/x.md', 'nestjs/sub/y.md')).toEqual({
      'docker/n.md': '[[../nestjs/sub/y]] [[nestjs/sub/y]] [[y]]',
    });
  });

  it('does not keep an alias that lies (8.1.16)', async () => {
    const files = {
      'a/old.md': '',
      'b/c/n.md': '[[../../a/old|old]] [[../../a/old|the JWT guard]] [[../../a/old|Old]]',
    };
    expect(await moved(files, 'a/old.md', 'a/new.md')).toEqual({
      'b/c/n.md': '[[../../a/new|new]] [[../../a/new|the JWT guard]] [[../../a/new|Old]]',
    });
  });

  it('keeps the size of an image, even where the image is called by that number', async () => {
    const files = { 'img/300.png': '', 'n.md': '![[300.png|300]] ![[img/300.png|300x200]] ![300](img/300.png)' };
    expect(await moved(files, 'img/300.png', 'img/sail.png')).toEqual({
      'n.md': '![[sail.png|300]] ![[img/sail.png|300x200]] ![300](img/sail.png)',
    });
  });

  it('keeps a path from the own folder, and the end of a path', async () => {
    const files = { 'p/sub/x.md': '', 'p/n.md': '[[sub/x]] [m](sub/x.md)', 'q/n.md': '[[sub/x]]' };
    expect(await moved(files, 'p/sub/x.md', 'p/sub/y.md')).toEqual({
      'p/n.md': '[[sub/y]] [m](sub/y.md)',
      'q/n.md': '[[sub/y]]',
    });
  });

  it('encodes a Markdown link as its author did', async () => {
    const files = {
      'a b/ação.md': '',
      'n.md': '[1](a%20b/ação.md) [2](<a b/ação.md>) [3](a%20b/a%C3%A7%C3%A3o.md#h%20x) [4](<a b/ação.md#h x> "t")',
    };
    expect(await moved(files, 'a b/ação.md', 'a b/nova ação (1) 100%.md')).toEqual({
      'n.md':
        '[1](a%20b/nova%20ação%20(1)%20100%25.md) [2](<a b/nova ação (1) 100%25.md>) ' +
        '[3](a%20b/nova%20a%C3%A7%C3%A3o%20(1)%20100%25.md#h%20x) [4](<a b/nova ação (1) 100%25.md#h x> "t")',
    });
    expect(await moved({ 'x.md': '', 'n.md': '[a](x.md)' }, 'x.md', 'y).md')).toEqual({ 'n.md': '[a](y%29.md)' });
  });

  it('escapes a quote within the quotes of a property', async () => {
    const files = { 'old.md': '', 'n.md': `---\na: '[[old]]'\nb: "[[old]]"\n---\n` };
    expect(await moved(files, 'old.md', `it's.md`)).toEqual({ 'n.md': `---\na: '[[it''s]]'\nb: "[[it's]]"\n---\n` });
    const escaped = { "it's.md": '', 'n.md': `---\na: '[[it''s]]'\nb: "[[it\\u0027s]]"\n---\n` };
    expect(await moved(escaped, "it's.md", `new.md`)).toEqual({ 'n.md': `---\na: "[[new]]"\nb: "[[new]]"\n---\n` });
  });
});

describe('names that several files bear', () => {
  it('a link that the move would turn to another note is given its path', async () => {
    const files = { 'deep/er/x.md': '', 'n.md': '[[x]]', 'y.md': '' };
    // x.md at the root would win over deep/er/x.md.
    expect(await moved(files, 'y.md', 'x.md')).toEqual({ 'n.md': '[[deep/er/x]]' });
  });

  it('a link of the moved note keeps its meaning where another of that name stands beside it', async () => {
    const files = { 'a/n.md': '[[x]] [[a/x]] [[./x]] [m](x.md)', 'a/x.md': '', 'b/x.md': '' };
    expect(await moved(files, 'a/n.md', 'b/n.md')).toEqual({ 'b/n.md': '[[a/x]] [[a/x]] [[../a/x]] [m](a/x.md)' });
  });

  it('a note that leaves a tie keeps its links, and the other keeps its own', async () => {
    const files = { 'a/x.md': '', 'b/x.md': '', 'n.md': '[[x]] [[b/x]]', 'b/m.md': '[[x]]' };
    expect(await moved(files, 'a/x.md', 'c/deep/x.md')).toEqual({ 'n.md': '[[c/deep/x]] [[b/x]]' });
  });

  it('a broken link that begins to resolve stays as it is (8.2)', async () => {
    const files = { 'a.md': '', 'n.md': '[[later]] [m](sub/later.md)' };
    const vault = await aVaultOf(files);
    const plan = await vault.plan('a.md', 'sub/later.md');
    expect(plan.changes.steps).toHaveLength(1);
    expect(plan.warnings).toEqual([]);
  });

  it('a relative link that would silently reach another note is repaired (8.2)', async () => {
    const files = { 'a/b/n.md': '[[../docker/x]]', 'a/docker/x.md': '1', 'docker/x.md': '2' };
    expect(await moved(files, 'a/b/n.md', 'c/n.md')).toEqual({ 'c/n.md': '[[../a/docker/x]]' });
  });

  it('links of a note to itself follow', async () => {
    const files = { 'a/old.md': '[[old#h]] [[#h]] [[./old]] [x](#h)' };
    expect(await moved(files, 'a/old.md', 'b/new.md')).toEqual({ 'b/new.md': '[[new#h]] [[#h]] [[./new]] [x](#h)' });
  });

  it('says which link it could not save, and leaves it', async () => {
    const files = { 'old.md': '', 'n.md': 'x\n[[old]] [m](old.md)' };
    const vault = await aVaultOf(files);
    // The path gate lets no such name through; a folder may hold one all the same.
    const plan = await vault.plan('old.md', 'a#b.md');
    expect(plan.warnings).toEqual([
      { code: 'link_not_repaired', about: 'n.md:2', detail: '[[old]]' },
      { code: 'link_not_repaired', about: 'n.md:2', detail: '[m](old.md)' },
    ]);
    expect(plan.changes.steps.map(({ kind }) => kind)).toEqual(['move']);
  });
});

describe('a canvas', () => {
  it('keeps the picture behind a group', async () => {
    const group = (background: string): string =>
      JSON.stringify({ nodes: [{ id: 'g', type: 'group', label: 'a/old.png', background, backgroundStyle: 'cover' }] });
    const files = { 'a/old.png': '', 'c.canvas': group('a/old.png') };
    expect(await moved(files, 'a/old.png', 'b/new.png')).toEqual({ 'c.canvas': group('b/new.png') });
  });

  const canvas = (file: string, card: string): string =>
    `{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"${file}","subpath":"#h", "x":1},\n` +
    `\t\t{"id":"2","type":"text","text":"see ${card}\\n\\"q\\" \\u00e9 \`[[old]]\`"},\n` +
    `\t\t{"id":"3","type":"text","text":"a/old.md","file":"a/old.md"}\n\t],\n\t"edges":[{"file":"a/old.md"}]\n}`;

  it('follows in its cards by the bytes that have to change', async () => {
    const files = { 'a/old.md': '', 'c.canvas': canvas('a/old.md', '[[old]]') };
    expect(await moved(files, 'a/old.md', 'b/new "x".md')).toEqual({
      'c.canvas': canvas('b/new \\"x\\".md', '[[new \\"x\\"]]'),
    });
  });

  it('names a file by its whole path: a move under the same name changes that', async () => {
    const files = { 'a/old.md': '', 'c.canvas': canvas('a/old.md', '[[old]]') };
    expect(await moved(files, 'a/old.md', 'x/a/old.md')).toEqual({ 'c.canvas': canvas('x/a/old.md', '[[old]]') });
  });

  it('moves as a note does, with its own links', async () => {
    const files = { 'p/x.md': '', 'p/c.canvas': canvas('p/x.md', '[[./x]]'), 'n.md': '![[c.canvas]]' };
    expect(await moved(files, 'p/c.canvas', 'q/d.canvas')).toEqual({
      'q/d.canvas': canvas('p/x.md', '[[../p/x]]'),
      'n.md': '![[d.canvas]]',
    });
  });

  it('that is no JSON is left alone', async () => {
    expect(
      await moved({ 'a/old.md': '', 'c.canvas': '{"nodes":[{"type":"file","file":"a/old.md"' }, 'a/old.md', 'b.md'),
    ).toEqual({});
  });
});

describe('what a move carries', () => {
  it('a folder with everything in it', async () => {
    const files = {
      'p/a.md': '[[b]] [[p/b]] ![[pic.png]] [m](../n.md)',
      'p/b.md': '',
      'p/img/pic.png': '',
      'p2/a.md': '',
      'n.md': '[[p/a]] ![[p/img/pic.png]] [[p2/a]]',
    };
    const vault = await aVaultOf(files);
    const outcome = await vault.move('p', 'q/r');
    expect(outcome).toMatchObject({ kind: 'applied', facts: { kind: 'folder', moved: 3 } });
    expect(await vault.files()).toEqual({
      'q/r/a.md': '[[b]] [[q/r/b]] ![[pic.png]] [m](../../n.md)',
      'q/r/b.md': '',
      'q/r/img/pic.png': '',
      'p2/a.md': '',
      'n.md': '[[q/r/a]] ![[q/r/img/pic.png]] [[p2/a]]',
    });
    await vault.undo();
    expect(await vault.files()).toEqual(files);
  });

  it('a name that differs in case only', async () => {
    const files = { 'a/Old.md': '', 'n.md': '[[Old]] [[a/Old|Old]]' };
    const vault = await aVaultOf(files);
    await vault.move('a/Old.md', 'a/old.md');
    expect(Object.keys(await vault.files()).sort()).toEqual(['a/old.md', 'n.md']);
    expect(await moved({ 'A/x.md': '', 'n.md': '[[A/x]]' }, 'A', 'a')).toEqual({});
  });

  it.each([
    ['onto itself', 'a.md', 'a.md', 'already_exists'],
    ['onto itself in another Unicode form', 'é.md', 'e\u0301.md', 'already_exists'],
    ['onto a note', 'a.md', 'b.md', 'already_exists'],
    ['onto a note of another case', 'a.md', 'B.md', 'already_exists'],
    ['onto an attachment', 'i.png', 'p/j.png', 'already_exists'],
    ['onto a folder that exists', 'p', 'q', 'already_exists'],
    ['below a file', 'a.md', 'b.md/c.md', 'already_exists'],
    ['out of nowhere', 'none.md', 'c.md', 'note_not_found'],
    ['of a folder into itself', 'p', 'p/p', 'not_a_folder_move'],
    ['of a folder to the name of a note', 'p', 'n.md', 'not_a_folder_move'],
    ['of a note to another kind of file', 'a.md', 'a.txt', 'invalid_path'],
    ['of an attachment to a note', 'i.png', 'i.md', 'not_supported_file'],
  ])('never %s', async (_, from, to, code) => {
    const vault = await aVaultOf({ 'a.md': '', 'b.md': '', 'i.png': '', 'p/j.png': '', 'q/k.md': '', 'é.md': '' });
    await expect(vault.plan(from, to)).rejects.toMatchObject({ code });
  });

  it('tells which files got repaired links, and how many', async () => {
    const vault = await aVaultOf({ 'old.md': '[[old]]', 'n.md': '[[old]] [[old]]', 'm.md': 'x' });
    const { facts } = await vault.plan('old.md', 'new.md');
    expect(facts).toEqual({
      kind: 'note',
      from: 'old.md',
      to: 'new.md',
      moved: 1,
      links: [
        { path: 'n.md', count: 2 },
        { path: 'new.md', count: 1 },
      ],
      lists: [],
    });
  });
});
