import { describe, expect, it } from 'vitest';
import { aWritingHost } from '../support/writing-host.ts';

describe('vault_write_note', () => {
  it('creates a note with type, tags and date, and says so', async () => {
    const { call, read } = await aWritingHost({ 'A.md': '# A\n' });
    const { text, structured } = await call('vault_write_note', { path: 'new/B.md', content: '# B\n\nText.' });
    expect(text).toMatch(/^Note created: new\/B\.md\n- created new\/B\.md, n-[0-9a-f]{32}\nCommit: no\n/);
    expect(structured).toMatchObject({ done: true, committed: false, files: [{ path: 'new/B.md', did: 'created' }] });
    expect(await read('new/B.md')).toMatch(
      /^---\ntype: note\ntags: \[\]\ncreated: \d{4}-\d\d-\d\d\n---\n\n# B\n\nText\.\n$/,
    );
  });

  it('takes properties as an object, and as the JSON text of one; other text is refused', async () => {
    const { call, read } = await aWritingHost({ 'A.md': '# A\n' });
    const given = { status: 'active', tags: ['a', 'b'] };
    await call('vault_write_note', { path: 'B.md', content: '# B\n', frontmatter: given });
    await call('vault_write_note', { path: 'C.md', content: '# B\n', frontmatter: JSON.stringify(given) });
    expect(await read('C.md')).toBe(await read('B.md'));
    expect(await read('C.md')).toContain('status: active\n');
    for (const frontmatter of ['status: active', '["a"]', '7', 'null']) {
      const { text } = await call('vault_write_note', { path: 'D.md', content: 'x', frontmatter });
      expect(text).toMatch(/^\[invalid_input\].*frontmatter/);
    }
  });

  it('makes no twin of a note or folder whose name differs in case alone', async () => {
    const { call, content } = await aWritingHost({ 'README.md': '# R\n', 'Wiki/Über.md': '# Ü\n' });
    expect((await call('vault_write_note', { path: 'readme.md', content: 'x' })).text).toMatch(
      /^\[already_exists\] "README.md"/,
    );
    await call('vault_write_note', { path: 'readme.md', content: 'more', mode: 'append' });
    await call('vault_write_note', { path: 'wiki/ÜBER.md', content: 'more', mode: 'append' });
    await call('vault_write_note', { path: 'wiki/new.md', content: 'x' });
    expect(Object.keys(await content()).sort()).toEqual(['README.md', 'Wiki/new.md', 'Wiki/Über.md']);
    expect((await content())['README.md']).toBe('# R\n\nmore\n');
  });

  it('never replaces a note that the caller has not named or agreed to lose', async () => {
    const { call, read } = await aWritingHost({ 'A.md': '# A\n\nMine.\n' });
    const created = await call('vault_write_note', { path: 'A.md', content: 'x' });
    const replaced = await call('vault_write_note', { path: 'A.md', content: 'x', mode: 'replace' });
    expect(created.text).toMatch(/^\[already_exists\]/);
    expect(replaced.text).toMatch(/^\[needs_revision\].*n-[0-9a-f]{32}/);
    expect(await read('A.md')).toBe('# A\n\nMine.\n');
    await call('vault_write_note', { path: 'A.md', content: '# A\n\nYours.\n', mode: 'replace', overwrite: true });
    expect(await read('A.md')).toContain('Yours.');
  });

  it('refuses paths that lead elsewhere, and writes nothing', async () => {
    const { call, content } = await aWritingHost({ 'A.md': '# A\n' });
    const before = await content();
    for (const path of [
      '../x.md',
      '/etc/x.md',
      '.git/x.md',
      'a/.obsidian/x.md',
      'CON.md',
      'a.txt',
      'b#c.md',
      'x.md ',
    ]) {
      const { text, isError } = await call('vault_write_note', { path, content: 'x' });
      expect([path, isError, text.slice(0, 14)]).toEqual([path, true, '[invalid_path]']);
    }
    expect(await content()).toEqual(before);
  });
});
