import { describe, expect, it } from 'vitest';
import { aWritingHost } from '../support/writing-host.ts';

const note = '---\ntags: [a] # mine\n---\n# N\n\n## One\n\nfirst\n\n## Two\n\n- x\n- y\n';

describe('vault_edit_note', () => {
  it('replaces one exact text and shows where', async () => {
    const { call, read } = await aWritingHost({ 'N.md': note });
    const { text } = await call('vault_edit_note', { path: 'N.md', old_text: 'first', new_text: 'FIRST' });
    expect(text).toMatch(/^Note edited: N\.md:8\n/);
    expect(text).toContain('-first\n+FIRST');
    expect(await read('N.md')).toBe(note.replace('first', 'FIRST'));
  });

  it('appends to a section and keeps its list tight', async () => {
    const { call, read } = await aWritingHost({ 'N.md': note });
    await call('vault_edit_note', { path: 'N.md', heading: 'Two', operation: 'append', content: '- z' });
    expect(await read('N.md')).toBe(`${note}- z\n`);
  });

  it('adds to a property and leaves the comment beside it', async () => {
    const { call, read } = await aWritingHost({ 'N.md': note });
    await call('vault_edit_note', { path: 'N.md', property: 'tags', operation: 'append', value: 'b' });
    expect(await read('N.md')).toBe(note.replace('[a] # mine', '[a, b] # mine'));
  });

  it('takes line ranges only with the revision that they were counted in', async () => {
    const { call, read } = await aWritingHost({ 'N.md': note });
    const blind = await call('vault_edit_note', { path: 'N.md', lines: '8', content: 'changed' });
    expect(blind.text).toMatch(/^\[lines_need_revision\]/);
    const revision = /n-[0-9a-f]{32}/.exec((await call('vault_get_note', { path: 'N.md' })).text)?.[0];
    await call('vault_edit_note', { path: 'N.md', lines: '8', content: 'changed', expected_revision: revision });
    expect(await read('N.md')).toBe(note.replace('first', 'changed'));
  });

  it('says how often a text stands there, and where it has stopped counting', async () => {
    const { call } = await aWritingHost({ 'N.md': 'dup\n'.repeat(12), 'M.md': 'dup\n'.repeat(150), 'L.md': 'x x\n' });
    const said = async (path: string, text: string) =>
      (await call('vault_edit_note', { path, old_text: text, new_text: '' })).text;
    expect(await said('L.md', 'x')).toContain('2 times (lines 1)');
    expect(await said('N.md', 'dup')).toContain('12 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)');
    expect(await said('M.md', 'dup')).toContain('100+ times (lines 1,');
  });

  it('does not say that it edited where nothing changed', async () => {
    const { call } = await aWritingHost({ 'N.md': note });
    const { text } = await call('vault_edit_note', { path: 'N.md', old_text: 'first', new_text: 'first' });
    expect(text).toBe('Nothing to change: nothing has been written.');
  });

  it('takes empty texts for the ways that are not meant', async () => {
    const { call, read } = await aWritingHost({ 'N.md': note });
    const empty = { heading: '', block: '', lines: '', property: '', operation: '', expected_revision: '' };
    await call('vault_edit_note', { path: 'N.md', old_text: 'first', new_text: '', ...empty });
    expect(await read('N.md')).toBe(note.replace('first', ''));
  });

  it('refuses a text that is not there, or two ways at once, and changes nothing', async () => {
    const { call, read } = await aWritingHost({ 'N.md': note });
    expect((await call('vault_edit_note', { path: 'N.md', old_text: 'frist', new_text: '' })).text).toMatch(
      /^\[text_not_found\]/,
    );
    expect((await call('vault_edit_note', { path: 'N.md', old_text: 'first', heading: 'One' })).text).toMatch(
      /^\[invalid_input\] /,
    );
    for (const part of [{ old_text: 'first' }, { heading: 'One' }, { property: 'tags' }]) {
      const { text } = await call('vault_edit_note', { path: 'N.md', ...part });
      expect(text).toMatch(/^\[invalid_input\] .*missing/);
    }
    expect((await call('vault_edit_note', { path: 'N.md' })).text).toMatch(/^\[invalid_input\] /);
    expect(await read('N.md')).toBe(note);
  });
});
