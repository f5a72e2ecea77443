import { describe, expect, it } from 'vitest';
import { aWritingHost } from '../support/writing-host.ts';

describe('vault_undo', () => {
  it('takes back the newest change, and an undo by its id', async () => {
    const { call, read } = await aWritingHost({ 'A.md': 'one two\n' });
    await call('vault_edit_note', { path: 'A.md', old_text: 'one', new_text: '1' });
    const undone = await call('vault_undo');
    expect(undone.text).toMatch(/^Taken back: /);
    expect(await read('A.md')).toBe('one two\n');
    await call('vault_undo', { change: undone.structured?.['change'] });
    expect(await read('A.md')).toBe('1 two\n');
  });

  it('shows a preview, and refuses what was never changed', async () => {
    const { call, read } = await aWritingHost({ 'A.md': 'one\n' });
    expect((await call('vault_undo')).text).toMatch(/^\[nothing_to_undo\]/);
    expect((await call('vault_undo', { change: 'c-none' })).text).toMatch(/^\[change_not_found\]/);
    await call('vault_edit_note', { path: 'A.md', old_text: 'one', new_text: '1' });
    expect((await call('vault_undo', { preview: true })).text).toMatch(/^Preview: nothing has been written\./);
    expect(await read('A.md')).toBe('1\n');
  });

  it('takes back all since a moment', async () => {
    const { call, content } = await aWritingHost({ 'A.md': 'one\n' });
    const before = await content();
    const since = new Date(Date.now() - 1_000).toISOString();
    await call('vault_edit_note', { path: 'A.md', old_text: 'one', new_text: '1' });
    await call('vault_write_note', { path: 'B.md', content: 'two' });
    await call('vault_move', { from: 'A.md', to: 'C.md' });
    await call('vault_undo', { since });
    expect(await content()).toEqual(before);
  });

  it('takes back an edit of a note that a later change has moved, under its new name', async () => {
    const { call, content } = await aWritingHost({ 'A.md': 'one\n' });
    const edited = await call('vault_edit_note', { path: 'A.md', old_text: 'one', new_text: '1' });
    await call('vault_move', { from: 'A.md', to: 'B.md' });
    await call('vault_move', { from: 'B.md', to: 'C/D.md' });
    await call('vault_write_note', { path: 'A.md', content: '1\n' });
    const other = (await content())['A.md'];
    const undone = await call('vault_undo', { change: edited.structured?.['change'] });
    expect(undone.text).toContain('- edited C/D.md');
    expect(await content()).toEqual({ 'A.md': other, 'C/D.md': 'one\n' });
    await call('vault_undo', { change: undone.structured?.['change'] });
    expect(await content()).toEqual({ 'A.md': other, 'C/D.md': '1\n' });
    await call('vault_undo', { since: edited.structured?.['change'] });
    expect(await content()).toEqual({ 'A.md': 'one\n' });
  });

  it('takes back an edit where the move is taken back already', async () => {
    const { call, content } = await aWritingHost({ 'A.md': 'one\n' });
    const edited = await call('vault_edit_note', { path: 'A.md', old_text: 'one', new_text: '1' });
    await call('vault_move', { from: 'A.md', to: 'B.md' });
    await call('vault_undo');
    await call('vault_undo', { change: edited.structured?.['change'] });
    expect(await content()).toEqual({ 'A.md': 'one\n' });
  });

  it('finds by vault_status which changes there are', async () => {
    const { call } = await aWritingHost({ 'A.md': 'one\n' });
    const edited = await call('vault_edit_note', { path: 'A.md', old_text: 'one', new_text: '1' });
    const status = await call('vault_status');
    expect(status.text).toMatch(/^Latest changes:\n- c-[0-9a-f]+ .+ \(vault_edit_note, test\)$/m);
    expect(status.structured?.['changes']).toMatchObject([{ change: edited.structured?.['change'], state: 'done' }]);
  });

  it('takes away the folders that a change had to make, and leaves an empty one of the user’s', async () => {
    const { call, folders, mkdir } = await aWritingHost({ 'Log.md': 'x\n' });
    await mkdir('Plans');
    const first = await folders();
    await call('vault_write_note', { path: 'Plans/2026/May/note.md', content: 'x' });
    await call('vault_move', { from: 'Log.md', to: 'Old/Log.md' });
    expect(await folders()).toEqual(['Old', 'Plans', 'Plans/2026', 'Plans/2026/May']);
    await call('vault_undo');
    expect(await folders()).toEqual(['Plans', 'Plans/2026', 'Plans/2026/May']);
    const undone = await call('vault_undo');
    expect(await folders()).toEqual(first);
    await call('vault_undo', { change: undone.structured?.['change'] });
    expect(await folders()).toEqual(['Plans', 'Plans/2026', 'Plans/2026/May']);
  });
});
