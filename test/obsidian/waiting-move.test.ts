import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/node/clock.ts';
import { aVault, type VaultBuilder } from '../support/a-vault.ts';
import { serveInApp, type ServedAppUnderTest } from './open-served-app.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

// A move waits ten seconds for the app; here they pass at once.
const hurried = { after: (ms: number, until?: Promise<unknown>) => systemClock.after(Math.min(ms, 20), until) };
const move = { from: 'ideas/Tides.md', to: 'sea/High tides.md' };

function linked(): VaultBuilder {
  return aVault()
    .note('ideas/Tides', '# Tides', '', 'See [[Moon]].', '')
    .note('Moon', 'Pulls the [[Tides]].', '')
    .note('path', '[[ideas/Tides#Tides|the tides]]', '')
    .note('front', '---', 'up: "[[ideas/Tides]]"', '---', '', 'no link below', '')
    .note('other', '[[third]]', '')
    .note('third', 'alone', '');
}

/** The app shows a dialog about a rename of the user's, and every later rename waits behind it. */
async function behindADialog(): Promise<ServedAppUnderTest> {
  const served = await serveInApp(linked(), { config: { trashOption: 'local' }, clock: hurried });
  const { fileManager, vault } = served.fake;
  const third = vault.getFileByPath('third.md');
  if (third === null) throw new Error('the vault lacks a note');
  await fileManager.renameFile(third, 'fourth.md');
  await vi.waitFor(() => expect(fileManager.dialogs).toHaveLength(1));
  vault.config['alwaysUpdateLinks'] = true;
  onTestFinished(() => fileManager.dialogs[0]?.answer(false));
  return served;
}

async function ended(served: ServedAppUnderTest, state: 'done' | 'gone'): Promise<void> {
  await vi.waitFor(() => expect(served.host.services.changes.recent(1)[0]?.state ?? 'gone').toBe(state), 10_000);
}

describe('a move that waits behind a dialog of the app', () => {
  it('is answered as still running under its id, and nothing else waits for it', async () => {
    const served = await behindADialog();
    const answer = await served.call('vault_move', move, 'k1');
    expect(answer.text).toMatch(/^\[still_running\]/);
    const change = /c-[0-9a-z]+/.exec(answer.text)?.[0] ?? '';
    expect(change).not.toBe('');
    expect((await served.call('vault_move', move, 'k1')).text).toBe(answer.text);
    expect(served.host.writing.stateOf('k1')).toBe('running');
    expect(served.host.writing.idOf('k1')).toBe(change);
    expect((await served.call('vault_status', {})).text).toMatch(new RegExp(`${change}.*begun, not ended yet`));
    const written = await served.call('vault_write_note', { path: 'new.md', content: 'Not held up.\n' });
    expect(written.isError, written.text).toBe(false);
    expect(Object.keys(await served.texts())).toContain('ideas/Tides.md');
  });

  it('is finished when the dialog is closed, links and all; its call gets the answer, and it can be undone', async () => {
    const served = await behindADialog();
    const before = await served.texts();
    expect((await served.call('vault_move', move, 'k1')).text).toMatch(/^\[still_running\]/);
    served.fake.user.write('path.md', `${before['path.md'] ?? ''}A line since.\n`);
    served.fake.fileManager.dialogs[0]?.answer(true);
    await ended(served, 'done');
    expect(served.fake.fileManager.renames).toHaveLength(2);
    expect(await served.texts()).toMatchObject({
      'sea/High tides.md': '# Tides\n\nSee [[Moon]].\n',
      'Moon.md': 'Pulls the [[High tides]].\n',
      'path.md': '[[High tides#Tides|the tides]]\nA line since.\n',
      'front.md': '---\nup: "[[High tides]]"\n---\n\nno link below\n',
      'other.md': '[[fourth]]\n',
    });
    const again = await served.call('vault_move', move, 'k1');
    expect(again.isError, again.text).toBe(false);
    expect(again.text).toContain('+Pulls the [[High tides]].');
    expect(served.host.writing.stateOf('k1')).toBe('done');
    const undone = await served.call('vault_undo', {});
    expect(undone.isError, undone.text).toBe(false);
    expect(await served.texts()).toEqual({
      ...before,
      'path.md': `${before['path.md'] ?? ''}A line since.\n`,
      'other.md': '[[fourth]]\n',
    });
  });

  it('leaves nothing when the app refuses it in the end, and the call may be made again', async () => {
    const served = await behindADialog();
    const before = await served.texts();
    const { fileManager } = served.fake;
    let refuse = (): void => undefined;
    const { renameFile } = fileManager;
    fileManager.renameFile = () => new Promise((_, reject) => (refuse = () => reject(new Error('EPERM'))));
    expect((await served.call('vault_move', move, 'k1')).text).toMatch(/^\[still_running\]/);
    refuse();
    await ended(served, 'gone');
    expect(await served.texts()).toEqual(before);
    expect(served.fake.vault.getFolderByPath('sea')).toBeNull();
    expect(served.host.writing.stateOf('k1')).toBe('absent');
    fileManager.renameFile = renameFile.bind(fileManager);
    fileManager.dialogs[0]?.answer(false);
    expect((await served.call('vault_move', move, 'k1')).isError).toBe(false);
  });

  it('of a folder goes on with the files behind the one that waited', async () => {
    const served = await behindADialog();
    const answer = await served.call('vault_move', { from: 'ideas', to: 'sea' }, 'k1');
    expect(answer.text).toMatch(/^\[still_running\]/);
    served.fake.fileManager.dialogs[0]?.answer(false);
    await ended(served, 'done');
    expect(Object.keys(await served.texts())).toContain('sea/Tides.md');
    expect(served.fake.vault.getFolderByPath('ideas')).toBeNull();
  });

  it.each([
    ['not moved yet', false],
    ['moved by then', true],
  ] as const)('is settled by the next start, if the app goes meanwhile: %s', async (_how, moves) => {
    const served = await behindADialog();
    const before = await served.texts();
    expect((await served.call('vault_move', move, 'k1')).text).toMatch(/^\[still_running\]/);
    await served.host.close();
    const { fileManager, vault } = served.fake;
    if (moves) {
      fileManager.dialogs[0]?.answer(false);
      await vi.waitFor(() => expect(vault.getFileByPath('sea/High tides.md')).not.toBeNull());
    }
    const again = await served.crashAndReopen();
    if (!moves) {
      expect(await again.texts()).toEqual(before);
      expect(again.host.writing.stateOf('k1')).toBe('absent');
      return;
    }
    expect((await again.texts())['front.md']).toContain('High tides');
    expect((await again.call('vault_move', move, 'k1')).isError).toBe(false);
    expect(again.host.writing.stateOf('k1')).toBe('done');
  });
});
