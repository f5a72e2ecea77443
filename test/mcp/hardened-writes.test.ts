import { describe, expect, it } from 'vitest';
import { aWritingHost } from './support/writing-host.ts';

/** Ways in which programs that write notes for an agent have lost or spoilt text, each put to all of our tools. */
describe('a path that is none of a note', () => {
  it('of a folder is refused by every tool for notes, and nothing in it is touched', async () => {
    const { call, content } = await aWritingHost({ 'Projects/a.md': 'a\n', 'Projects/b.md': 'b\n' });
    const before = await content();
    for (const [tool, more] of [
      ['vault_get_note', {}],
      ['vault_delete', { confirm: true }],
      ['vault_edit_note', { old_text: 'a', new_text: 'b' }],
    ] as const) {
      const answer = await call(tool, { path: 'Projects', ...more });
      expect(answer.isError, `${tool}: ${answer.text}`).toBe(true);
    }
    expect(await content()).toEqual(before);
  });

  it.each([
    '../../evil.md',
    '..\\evil.md',
    '/etc/evil.md',
    'C:\\evil.md',
    'C:evil.md',
    '.obsidian/plugins/x/main.js',
    '.git/hooks/x.md',
    'a/../../evil.md',
    'CON.md',
    'a.md:stream',
  ])('%s is refused, and nothing is written', async (path) => {
    const { call, content } = await aWritingHost({ 'a.md': 'a\n' });
    for (const [tool, input] of [
      ['vault_write_note', { path, content: 'x' }],
      ['vault_move', { from: 'a.md', to: path }],
    ] as const) {
      expect((await call(tool, input)).isError, tool).toBe(true);
    }
    expect(await content()).toEqual({ 'a.md': 'a\n' });
  });

  it('of any script, with accents and pictures, is written and read back as it is', async () => {
    const { call, read } = await aWritingHost({});
    const path = 'Personer/Søren – é 😀 한글.md';
    expect((await call('vault_write_note', { path, content: 'tekst' })).isError).toBe(false);
    expect(await read(path)).toContain('tekst');
    expect((await call('vault_get_note', { path: 'Personer/Søren – e\u0301 😀 한글' })).text).toContain('tekst');
  });
});

describe('an edit by heading', () => {
  it('finds a heading by its last part alone, and refuses one that is not there', async () => {
    const { call, read } = await aWritingHost({ 'a.md': '# P\n\n## A\n\nx\n\n## B\n\ny\n' });
    await call('vault_edit_note', { path: 'a.md', heading: 'B', operation: 'append', content: 'z' });
    expect(await read('a.md')).toBe('# P\n\n## A\n\nx\n\n## B\n\ny\n\nz\n');
    const absent = await call('vault_edit_note', { path: 'a.md', heading: 'C', operation: 'append', content: 'z' });
    expect(absent.isError).toBe(true);
    expect(await read('a.md')).toBe('# P\n\n## A\n\nx\n\n## B\n\ny\n\nz\n');
  });

  it('finds one with another kind of space and another form of its letters', async () => {
    const { call, read } = await aWritingHost({ 'a.md': '## Résumé\u00a0– été\n\nx\n' });
    const heading = 'Re\u0301sume\u0301 – e\u0301te\u0301';
    const answer = await call('vault_edit_note', { path: 'a.md', heading, operation: 'append', content: 'y' });
    expect(answer.isError, answer.text).toBe(false);
    expect(await read('a.md')).toBe('## Résumé\u00a0– été\n\nx\n\ny\n');
  });

  it('replaces a section whole, whatever its fences and comments hold', async () => {
    const body = '```sh\n## step\necho\n```\n\n<!--\n## not one\n-->\n';
    const { call, read } = await aWritingHost({ 'a.md': `## A\n\n${body}\n## B\n\nkept\n` });
    await call('vault_edit_note', { path: 'a.md', heading: 'A', operation: 'replace', content: 'new' });
    expect(await read('a.md')).toBe('## A\n\nnew\n\n## B\n\nkept\n');
  });

  it.each([
    ['a paragraph keeps its distance', '# a\nfoo\n# b\n', 'baz', '# a\nfoo\n\nbaz\n\n# b\n'],
    ['an item joins its list', '# a\n\n- x\n\n# b\n', '- y', '# a\n\n- x\n- y\n\n# b\n'],
    [
      'a row joins its table',
      '# a\n\n| h |\n|---|\n| 1 |\n\n# b\n',
      '| 2 |',
      '# a\n\n| h |\n|---|\n| 1 |\n| 2 |\n\n# b\n',
    ],
  ])('that appends: %s', async (_, before, content, after) => {
    const { call, read } = await aWritingHost({ 'a.md': before });
    await call('vault_edit_note', { path: 'a.md', heading: 'a', operation: 'append', content });
    expect(await read('a.md')).toBe(after);
  });

  it('keeps the line ends, the byte order mark and the missing last line feed of a note', async () => {
    const { call, read } = await aWritingHost({ 'a.md': '\ufeff## A\r\n\r\nx\r\n\r\n## B\r\ny' });
    await call('vault_edit_note', { path: 'a.md', heading: 'A', operation: 'append', content: 'one\ntwo' });
    await call('vault_edit_note', { path: 'a.md', property: 'status', value: 'done' });
    expect(await read('a.md')).toBe(
      '\ufeff---\r\nstatus: done\r\n---\r\n## A\r\n\r\nx\r\n\r\none\r\ntwo\r\n\r\n## B\r\ny',
    );
  });
});

describe('a whole note', () => {
  it('that becomes shorter ends where its new text ends', async () => {
    const { call, read } = await aWritingHost({ 'a.md': `${'x'.repeat(1000)}\n` });
    await call('vault_write_note', { path: 'a.md', content: 'short', mode: 'replace', overwrite: true });
    const text = (await read('a.md')) ?? '';
    expect(text).toMatch(/short\n?$/);
    expect(text).not.toMatch(/\0|x{3}/);
  });

  it('is not written at all where its content is missing', async () => {
    const { call, content } = await aWritingHost({ 'a.md': 'a\n' });
    expect((await call('vault_write_note', { path: 'b.md' })).isError).toBe(true);
    expect((await call('vault_edit_note', { path: 'a.md', heading: 'x', operation: 'append' })).isError).toBe(true);
    expect(await content()).toEqual({ 'a.md': 'a\n' });
  });

  it('that the user has changed since it was read is not replaced: the answer has the revision of now', async () => {
    const { call, read } = await aWritingHost({ 'a.md': 'one\n' });
    const revision = /n-[0-9a-f]+/.exec((await call('vault_get_note', { path: 'a.md' })).text)?.[0];
    await call('vault_edit_note', { path: 'a.md', old_text: 'one', new_text: 'one, and what the user typed' });
    const late = await call('vault_write_note', {
      path: 'a.md',
      content: 'mine',
      mode: 'replace',
      expected_revision: revision,
    });
    expect(late.text).toMatch(/^\[revision_conflict\].*n-[0-9a-f]+/s);
    expect(await read('a.md')).toBe('one, and what the user typed\n');
  });

  it('that was just written is found, read and linked in the same turn', async () => {
    const { call } = await aWritingHost({ 'a.md': 'a\n' });
    await call('vault_write_note', { path: 'b.md', content: 'A kingfisher, see [[a]].' });
    expect((await call('vault_search', { query: 'kingfisher' })).text).toContain('b.md');
    expect((await call('vault_backlinks', { path: 'a.md' })).text).toContain('b.md');
  });
});

describe('a property', () => {
  it('takes a list as its JSON text, and one more item after that', async () => {
    const { call, read } = await aWritingHost({ 'a.md': 'x\n' });
    await call('vault_edit_note', { path: 'a.md', property: 'tags', value: '["a","b"]' });
    await call('vault_edit_note', { path: 'a.md', property: 'tags', operation: 'append', value: 'c' });
    expect(await read('a.md')).toMatch(/^---\ntags: \[a, b, c\]\n---\n/);
  });

  it('leaves every other byte of the block: comments, quotes, dates, anchors, blank lines', async () => {
    const block = 'a: "quoted"   # why\nb: \'single\'\nday: 2026-06-29\n\nbase: &x [1, 2]\nother: *x\nstatus: open\n';
    const { call, read } = await aWritingHost({ 'a.md': `---\n${block}---\n\nText\n` });
    const answer = await call('vault_edit_note', { path: 'a.md', property: 'status', value: 'done' });
    expect(answer.isError, answer.text).toBe(false);
    expect(await read('a.md')).toBe(`---\n${block.replace('status: open', 'status: done')}---\n\nText\n`);
  });

  it.each([
    ['a block that cannot be read', '---\ntitle: a: b\n---\nText\n'],
    ['a block that nobody closed', '---\ntitle: a\n\nText\n'],
  ])('is not set above %s: no second block is made', async (_, text) => {
    const { call, read } = await aWritingHost({ 'a.md': text });
    const answer = await call('vault_edit_note', { path: 'a.md', property: 'status', value: 'done' });
    const after = (await read('a.md')) ?? '';
    if (answer.isError) expect(after).toBe(text);
    else expect(after.match(/^---$/gm)?.length).toBeLessThanOrEqual(3);
    expect((await call('vault_get_note', { path: 'a.md' })).text).toContain('title: a');
  });
});

describe('what is deleted', () => {
  it('goes to the vault’s trash, the answer says how to get it back, and that works without git', async () => {
    const { call, content } = await aWritingHost({ 'a.md': 'a\n', 'b.md': 'b\n' });
    const before = await content();
    const deleted = await call('vault_delete', { path: 'a.md' });
    expect(deleted.text).toContain('vault_undo');
    expect(await content()).toEqual({ 'b.md': 'b\n' });
    await call('vault_undo', { change: deleted.structured?.['change'] });
    expect(await content()).toEqual(before);
  });
});

describe('a link', () => {
  it('of each shape follows a note that moves, and what only looks like a link stays', async () => {
    const linking =
      '---\nup: "[[idea]]"\n---\n\n[[inbox/idea]] ![[inbox/idea#^b1]] [x](inbox/idea.md) [[idea|Alias]]\n\n' +
      '| h |\n|---|\n| [[inbox/idea\\|cell]] |\n\n```\n[[inbox/idea]]\n```\n';
    const canvas = JSON.stringify({ nodes: [{ id: '1', type: 'file', file: 'inbox/idea.md' }], edges: [] });
    const { call, read } = await aWritingHost({ 'inbox/idea.md': 'x ^b1\n', 'a.md': linking, 'm.canvas': canvas });
    const answer = await call('vault_move', { from: 'inbox/idea.md', to: 'done/idea 2.md' });
    expect(answer.isError, answer.text).toBe(false);
    expect(await read('a.md')).toBe(
      '---\nup: "[[idea 2]]"\n---\n\n[[done/idea 2]] ![[done/idea 2#^b1]] [x](done/idea%202.md) [[idea 2|Alias]]\n\n' +
        '| h |\n|---|\n| [[done/idea 2\\|cell]] |\n\n```\n[[inbox/idea]]\n```\n',
    );
    expect(await read('m.canvas')).toBe(canvas.replace('inbox/idea.md', 'done/idea 2.md'));
  });
});
