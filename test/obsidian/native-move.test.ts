import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aVault, type VaultBuilder } from '../support/a-vault.ts';
import { serveInApp, type ServedAppUnderTest } from './open-served-app.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

const updating = { config: { alwaysUpdateLinks: true, trashOption: 'local' } };

/** A note to move, and links of many shapes to it, with decoys beside them. */
function linked(): VaultBuilder {
  return aVault()
    .note('ideas/Tides', '# Tides', '', 'See [chart](../img/chart.png) and [[Moon]].', '')
    .note('Moon', 'Pulls the [[Tides]], `[[Tides]]` in code stays.', '')
    .note('path', '[[ideas/Tides#Tides|the tides]] and [md](ideas/Tides.md#tides)', '')
    .note('front', '---', 'up: "[[ideas/Tides]]"', '---', '', 'no link below', '')
    .file('board.canvas', '{"nodes":[{"id":"1","type":"file","file":"ideas/Tides.md","x":0,"y":0}]}')
    .attachment('img/chart.png');
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}

describe('a move while the app updates links itself', () => {
  it('goes through the app, and every link leads to the same file', async () => {
    const served = await serveInApp(linked(), updating);
    const answer = await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    expect(answer.isError, answer.text).toBe(false);
    expect(served.fake.fileManager.renames).toEqual(['ideas/Tides.md → sea/High tides.md']);
    expect(await served.texts()).toMatchObject({
      'sea/High tides.md': '# Tides\n\nSee [chart](../img/chart.png) and [[Moon]].\n',
      'Moon.md': 'Pulls the [[High tides]], `[[Tides]]` in code stays.\n',
      'path.md': '[[High tides#Tides|the tides]] and [md](High%20tides.md#tides)\n',
      'front.md': '---\nup: "[[High tides]]"\n---\n\nno link below\n',
    });
    await linksHold(served, 'sea/High tides.md', ['Moon.md', 'board.canvas', 'front.md', 'path.md']);
  });

  it('writes links as the user has set them, where the plan would keep their form', async () => {
    const served = await serveInApp(linked(), { config: { ...updating.config, newLinkFormat: 'absolute' } });
    await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/Tides.md' });
    expect((await served.texts())['path.md']).toBe('[[sea/Tides#Tides|the tides]] and [md](sea/Tides.md#tides)\n');
  });

  it('repairs what the app leaves: properties, canvas cards, links that it passes over', async () => {
    const served = await serveInApp(linked(), updating);
    served.fake.fileManager.forgets = (source) => source === 'front.md' || source === 'path.md';
    await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    const texts = await served.texts();
    expect(texts['front.md']).toContain('up: "[[sea/High tides]]"');
    expect(texts['path.md']).toBe('[[sea/High tides#Tides|the tides]] and [md](sea/High%20tides.md#tides)\n');
    expect(texts['board.canvas']).toContain('"file":"sea/High tides.md"');
    await linksHold(served, 'sea/High tides.md', ['Moon.md', 'board.canvas', 'front.md', 'path.md']);
  });

  it('warns of links that nobody could save, with their places', async () => {
    const served = await serveInApp(
      aVault().attachment('img/chart.png').note('n', 'one', '', 'two ![[img/chart.png]]', ''),
      updating,
    );
    const { fileManager, user } = served.fake;
    fileManager.forgets = () => true;
    // The file goes while its links are waited for.
    fileManager.beforeLinksOf = () => Promise.resolve(user.remove('pics/map.png'));
    const answer = await served.call('vault_move', { from: 'img/chart.png', to: 'pics/map.png' });
    expect(answer.isError, answer.text).toBe(false);
    expect(answer.text).toContain('a link could not be kept: n.md:3 (![[img/chart.png]])');
  });

  it('keeps what the user types into a linking note meanwhile', async () => {
    const served = await serveInApp(linked(), updating);
    served.fake.fileManager.beforeLinksOf = async (source) => {
      if (source === 'Moon.md') served.fake.user.write('Moon.md', 'A new line first.\nPulls the [[Tides]], he said.\n');
      await Promise.resolve();
    };
    const answer = await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    expect(answer.isError, answer.text).toBe(false);
    expect((await served.texts())['Moon.md']).toBe('A new line first.\nPulls the [[High tides]], he said.\n');
    expect((await served.call('vault_undo', {})).isError).toBe(false);
    expect((await served.texts())['Moon.md']).toBe('A new line first.\nPulls the [[Tides]], he said.\n');
  });

  it('says in its preview that the app will write the links, and changes nothing', async () => {
    const served = await serveInApp(linked(), updating);
    const before = await served.texts();
    const answer = textOf(await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/T.md', preview: true }));
    expect(answer).toContain('Obsidian moves the file itself');
    expect(await served.texts()).toEqual(before);
    const plan = /p-[0-9a-f]{32}/.exec(answer)?.[0];
    const done = await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/T.md', expected_revision: plan });
    expect(done.isError, done.text).toBe(false);
  });

  it('answers with the diff of what came to be', async () => {
    const served = await serveInApp(linked(), updating);
    const answer = textOf(await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' }));
    expect(answer).toContain('+Pulls the [[High tides]], `[[Tides]]` in code stays.');
    expect(answer).not.toContain('Obsidian moves the file itself');
  });

  it('can be undone to the byte, and a line written since stays', async () => {
    const served = await serveInApp(linked(), updating);
    const before = await served.texts();
    await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    served.fake.user.write('path.md', `${(await served.texts())['path.md'] ?? ''}A line since.\n`);
    const answer = await served.call('vault_undo', {});
    expect(answer.isError, answer.text).toBe(false);
    expect(await served.texts()).toEqual({ ...before, 'path.md': `${before['path.md'] ?? ''}A line since.\n` });
  });

  it('is carried out once, however often the call comes', async () => {
    const served = await serveInApp(linked(), updating);
    const args = { from: 'ideas/Tides.md', to: 'sea/High tides.md' };
    const [first, second] = await Promise.all([
      served.call('vault_move', args, 'k1'),
      served.call('vault_move', args, 'k1'),
    ]);
    const third = await served.call('vault_move', args, 'k1');
    expect([first.isError, second.isError, third.isError]).toEqual([false, false, false]);
    expect(served.fake.fileManager.renames).toHaveLength(1);
  });

  it('takes everything back where the app will not move the file', async () => {
    const served = await serveInApp(linked(), updating);
    const before = await served.texts();
    served.fake.fileManager.renameFile = () => Promise.reject(new Error('EPERM: operation not permitted'));
    const answer = await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    expect(answer.text).toMatch(/^\[not_applied\]/);
    expect(await served.texts()).toEqual(before);
  });
});

describe('a folder moved while the app updates links itself', () => {
  it('moves file by file, and links among them hold', async () => {
    const served = await serveInApp(
      aVault()
        .note('a/one', '[[two]] and [x](two.md)', '')
        .note('a/two', '[[a/one]]', '')
        .note('home', '[[a/one]] [[two]]', ''),
      updating,
    );
    const answer = await served.call('vault_move', { from: 'a', to: 'b/c' });
    expect(answer.isError, answer.text).toBe(false);
    expect(Object.keys(await served.texts())).toEqual(['b/c/one.md', 'b/c/two.md', 'home.md']);
    await linksHold(served, 'b/c/one.md', ['b/c/two.md', 'home.md']);
    await linksHold(served, 'b/c/two.md', ['b/c/one.md', 'home.md']);
    expect(served.fake.vault.getFolderByPath('a')).toBeNull();
  });
});

describe('a move while the app would ask about links', () => {
  it('goes by the plan, opens no dialog, and leaves the user’s setting alone', async () => {
    const served = await serveInApp(linked(), { config: { trashOption: 'local' } });
    const answer = await served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    expect(answer.isError, answer.text).toBe(false);
    expect(served.fake.fileManager.renames).toEqual([]);
    expect(served.fake.fileManager.dialogs).toEqual([]);
    expect(served.fake.vault.config['alwaysUpdateLinks']).toBeUndefined();
    expect((await served.texts())['path.md']).toBe(
      '[[sea/High tides#Tides|the tides]] and [md](sea/High%20tides.md#tides)\n',
    );
    await linksHold(served, 'sea/High tides.md', ['Moon.md', 'board.canvas', 'front.md', 'path.md']);
  });
});

describe('a crash in the middle of a move by the app', () => {
  it.each([
    ['before the file has moved', false],
    ['after it, before any link is written', true],
  ] as const)('%s: settled on the next start', async (_when, moves) => {
    const served = await serveInApp(linked(), updating);
    const before = await served.texts();
    const { fileManager, vault } = served.fake;
    let release = (): void => undefined;
    const hangs = new Promise<void>((resolve) => (release = resolve));
    onTestFinished(() => release());
    const hung = new Promise<void>((begun) => {
      fileManager.renameFile = async (file, path) => {
        if (moves) await vault.rename(file, path);
        begun();
        await hangs;
        throw new Error('the window is gone');
      };
    });
    void served.call('vault_move', { from: 'ideas/Tides.md', to: 'sea/High tides.md' });
    await hung;
    const again = await served.crashAndReopen();
    if (!moves) {
      expect(await again.texts()).toEqual(before);
      return;
    }
    await linksHold(again, 'sea/High tides.md', ['Moon.md', 'board.canvas', 'front.md', 'path.md']);
    expect((await again.call('vault_status', {})).text).not.toContain('partial');
    const undone = await again.call('vault_undo', { change: again.host.services.changes.recent(1)[0]?.change });
    expect(undone.isError, undone.text).toBe(false);
    expect(await again.texts()).toEqual(before);
  });
});

async function linksHold(served: ServedAppUnderTest, target: string, sources: readonly string[]): Promise<void> {
  while ((await served.host.library.settled(1_000)) > 0) continue;
  expect(served.host.library.graph.in(target as never)).toEqual(sources);
}
