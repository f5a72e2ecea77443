import { describe, expect, it } from 'vitest';
import { aWritingHost } from '../support/writing-host.ts';

const files = { 'A.md': '# A\n', 'B.md': 'To [[A]].\n', 'maps/x-moc.md': '---\ntype: moc\n---\n# X\n' };

describe('vault_delete', () => {
  it('asks before links are left without a target', async () => {
    const { call, read } = await aWritingHost(files);
    expect((await call('vault_delete', { path: 'A.md' })).text).toMatch(/^\[has_backlinks\].*B\.md/);
    const { text } = await call('vault_delete', { path: 'A.md', confirm: true });
    expect(text).toMatch(/^Put into the trash: A\.md$/m);
    expect(text).toMatch(/^Warning: links to A\.md stay and lead nowhere now/m);
    expect(await read('A.md')).toBeNull();
    expect(await read('.trash/A.md')).toBe('# A\n');
  });

  it('refuses maps of content and folders', async () => {
    const { call, content } = await aWritingHost(files);
    const before = await content();
    expect((await call('vault_delete', { path: 'maps/x-moc.md', confirm: true })).text).toMatch(/^\[structural_note\]/);
    expect((await call('vault_delete', { path: 'maps', confirm: true })).text).toMatch(/^\[is_a_folder\] /);
    const { text } = await call('vault_delete', { path: 'maps/x-moc.md', confirm: true });
    expect(text).not.toContain('confirm');
    expect(await content()).toEqual(before);
  });
});
