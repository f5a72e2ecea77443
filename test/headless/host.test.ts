import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listedPath } from '../../src/core/path.ts';
import type { SearchRequest } from '../../src/core/retrieve/retriever.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import type { HeadlessHost } from '../../src/headless/host.ts';
import { textOf } from '../mcp/support/call-tool.ts';
import { aVault } from '../support/a-vault.ts';
import type { VaultBuilder } from '../support/a-vault.ts';
import { silent } from '../support/memory-host.ts';
import { tempDir, type TempDir } from '../support/temp-dir.ts';

const p = listedPath;
const DATA = '.obsidian/plugins/vault-mcp/data.json';

async function serve(vault: VaultBuilder): Promise<{ host: HeadlessHost; dir: TempDir }> {
  const dir = await vault.onDisk();
  const host = await openHeadlessHost({ folder: dir.path, version: '1.2.3', log: silent });
  onTestFinished(() => host.close());
  return { host, dir };
}

async function ready(host: HeadlessHost): Promise<void> {
  while ((await host.library.settled(1_000)) > 0) continue;
}

/** Resolves after the step that makes `test` true; fails by the test's own time limit. */
async function until(host: HeadlessHost, test: () => boolean): Promise<void> {
  while (!test()) {
    await new Promise<void>((resolve) => {
      const end = host.library.onChange(() => {
        end();
        resolve();
      });
    });
  }
}

async function replace(dir: TempDir, path: string, text: string): Promise<void> {
  await mkdir(dirname(dir.at(path)), { recursive: true });
  await writeFile(dir.at(`${path}.new`), text);
  await rename(dir.at(`${path}.new`), dir.at(path));
}

const request = (query: string): SearchRequest => ({
  query,
  limit: 10,
  skip: 0,
  includeRaw: false,
  followLinks: false,
  windowChars: 280,
});

describe('a folder served without the app', () => {
  it('is answered for at once, and from all its notes when the first question waits a moment', async () => {
    const { host } = await serve(aVault().filler(200).note('Tides', '# Tides', 'Twice a month, a *spring tide*.'));
    const { hits } = await host.services.retriever.search(request('spring tide'));
    expect(hits[0]).toMatchObject({ path: 'Tides.md', title: 'Tides' });
    expect(host.services.host).toMatchObject({ kind: 'headless', version: '1.2.3' });
    expect(await host.services.host.warnings()).toEqual([]);
  });

  it('follows what an editor saves, moves and removes', async () => {
    const { host, dir } = await serve(aVault().note('A', 'before').note('B', '[[A]]'));
    await ready(host);
    await host.services.vault.stat(p('A.md'));
    await replace(dir, 'A.md', '# Renewed');
    await until(host, () => host.library.notes.get(p('A.md'))?.title === 'Renewed');
    await mkdir(dir.at('sub'));
    await rename(dir.at('A.md'), dir.at('sub/A.md'));
    await until(host, () => host.library.graph.out(p('B.md')).includes(p('sub/A.md')));
    await rm(dir.at('sub/A.md'));
    await until(host, () => host.library.graph.unresolved(p('B.md')).has('A'));
    expect([...host.library.notes.keys()]).toEqual(['B.md']);
  });

  it('obeys the plugin’s settings and the app’s', async () => {
    const { host } = await serve(
      aVault()
        .file(DATA, JSON.stringify({ access: { hidden: ['Private'] }, conventions: { preset: 'pt-BR' } }))
        .file('.obsidian/app.json', JSON.stringify({ userIgnoreFilters: ['Old/'], trashOption: 'local' }))
        .file('.obsidian/daily-notes.json', JSON.stringify({ folder: 'Diary', format: 'DD.MM.YYYY' }))
        .file('.obsidian/templates.json', JSON.stringify({ folder: 'Forms' }))
        .note('Private/Secret', 'quasar')
        .note('Forms/Note', 'quasar')
        .note('Diary/01.02.2026.md', 'quasar')
        .note('Open', 'quasar quasar')
        .note('Old/Note', 'quasar quasar'),
    );
    await ready(host);
    expect([...host.library.notes.keys()].sort()).toEqual(['Diary/01.02.2026.md', 'Old/Note.md', 'Open.md']);
    expect(host.library.notes.get(p('Diary/01.02.2026.md'))?.type).toBe('daily');
    expect(host.services.conventions().preset).toBe('pt-BR');
    expect(host.settings().app.trash).toBe('vault');
    const { hits } = await host.services.retriever.search(request('quasar'));
    expect(hits[0]?.path).toBe('Open.md');
    expect(await host.services.vault.read(p('Private/Secret.md'))).toBeNull();
    expect(await host.library.open(p('Private/Secret.md'))).toBeNull();
  });

  it('takes up settings that change while it runs', async () => {
    const { host, dir } = await serve(
      aVault()
        .file('.obsidian/app.json', '{}')
        .folder('.obsidian/plugins/vault-mcp')
        .note('Private/A', 'x')
        .note('B', 'x'),
    );
    await ready(host);
    await replace(dir, DATA, JSON.stringify({ access: { hidden: ['Private'] } }));
    await until(host, () => !host.library.notes.has(p('Private/A.md')));
    await replace(dir, DATA, JSON.stringify({ access: { hidden: [] } }));
    await until(host, () => host.library.notes.has(p('Private/A.md')));
  });

  it('is read-only, and says so, where the plugin’s settings cannot be read', async () => {
    const { host } = await serve(aVault().file(DATA, '{ "access": ').note('A', 'x'));
    expect(await host.services.host.warnings()).toEqual(['settings_unreadable']);
    expect(host.settings().settings.access.vaultReadOnly).toBe(true);
  });

  it.each(['app.json', 'daily-notes.json', 'templates.json'])(
    'is read-only, and says so, where the app’s %s cannot be read',
    async (name) => {
      const { host } = await serve(
        aVault().file('.obsidian/app.json', '{}').file(`.obsidian/${name}`, '{ "trash').note('A', 'x'),
      );
      expect(await host.services.host.warnings()).toEqual(['app_settings_unreadable']);
      expect(host.settings().settings.access.vaultReadOnly).toBe(true);
    },
  );

  it('finds what another program has written by the moment of the question, without a wait in between', async () => {
    const { host, dir } = await serve(aVault().note('A', 'x').filler(50));
    await ready(host);
    await host.services.vault.stat(p('A.md'));
    for (let round = 0; round < 20; round++) {
      await writeFile(dir.at(`new-${round}.md`), `# New\n\nThe word is quokka${round}.\n`);
      const { hits } = await host.services.retriever.search(request(`quokka${round}`));
      expect(hits.map(({ path }) => path)).toEqual([`new-${round}.md`]);
    }
  });

  it('on another system’s disk is read and not written, and says so', async () => {
    const dir = await aVault().note('A', '# A', 'Tides.').onDisk();
    const state = await tempDir();
    const host = await openHeadlessHost({
      folder: dir.path,
      version: '1.2.3',
      log: silent,
      isForeign: () => true,
      writing: { stateFolder: state.path, vaultId: 'v', stillOwner: () => Promise.resolve(true), autoPush: null },
    });
    onTestFinished(() => host.close());
    await ready(host);
    expect(await host.services.host.warnings()).toEqual(['vault_on_foreign_disk']);
    expect(await textOf(host.services, 'vault_search', { query: 'tides' })).toContain('A.md:');
    for (const preview of [true, false]) {
      const told = await textOf(host.services, 'vault_write_note', { path: 'B.md', content: 'x', preview });
      expect(told).toMatch(/^\[foreign_disk\]/);
    }
    expect(await host.services.vault.read(p('B.md'))).toBeNull();
  });

  it('keeps what was hidden hidden while its settings cannot be read, and writes again when they can', async () => {
    const hiding = JSON.stringify({ access: { hidden: ['Private'] } });
    const { host, dir } = await serve(
      aVault()
        .file('.obsidian/app.json', '{"trashOption":"local"}')
        .file(DATA, hiding)
        .note('Private/A', 'x')
        .note('B', 'x'),
    );
    await ready(host);
    const isReadOnly = (): boolean => host.settings().settings.access.vaultReadOnly;
    for (const [path, mended] of [
      [DATA, hiding],
      ['.obsidian/app.json', '{"trashOption":"local"}'],
    ] as const) {
      await replace(dir, path, '{ "hid');
      await vi.waitFor(() => expect(isReadOnly()).toBe(true));
      expect(host.settings().settings.access.hidden).toEqual(['Private']);
      expect(host.settings().app.trash).toBe('vault');
      expect(await host.library.open(p('Private/A.md'))).toBeNull();
      await replace(dir, path, mended);
      await vi.waitFor(() => expect(isReadOnly()).toBe(false));
      expect(await host.services.host.warnings()).toEqual([]);
    }
  });

  it('finds the configuration folder under another name', async () => {
    const { host } = await serve(
      aVault()
        .file('.settings/app.json', '{}')
        .file('.settings/plugins/vault-mcp/data.json', '{"access":{"hidden":["B.md"]}}')
        .note('A', 'x')
        .note('B', 'x'),
    );
    await ready(host);
    expect(host.settings().configFolder).toBe('.settings');
    expect([...host.library.notes.keys()]).toEqual(['A.md']);
  });

  it('acts on settings that are made for a folder which had none', async () => {
    const { host, dir } = await serve(aVault().note('A', 'x').note('Private/B', 'x'));
    await ready(host);
    expect(host.library.notes.has(p('Private/B.md'))).toBe(true);
    await replace(dir, DATA, '{"access":{"hidden":["Private"]}}');
    await until(host, () => !host.library.notes.has(p('Private/B.md')));
    await replace(dir, DATA, '{"access":{"hidden":[]}}');
    await until(host, () => host.library.notes.has(p('Private/B.md')));
  });

  it('tells once of a file that is no text, and counts it for no note', async () => {
    const { host } = await serve(
      aVault()
        .note('A', 'x')
        .file('bad.md', Uint8Array.of(0x61, 0xff, 0xfe)),
    );
    await ready(host);
    expect(host.library.skipped()).toEqual([{ path: 'bad.md', reason: 'not_utf8' }]);
    expect(await textOf(host.services, 'vault_status')).toContain(
      '1 note, 0 other files, 0 links, 0 broken links, 1 orphan',
    );
  });

  it('cannot be opened where there is no folder', async () => {
    const dir = await aVault().note('A', 'x').onDisk();
    const opening = openHeadlessHost({ folder: dir.at('A.md'), version: '0', log: silent });
    await expect(opening).rejects.toMatchObject({ code: 'vault_unavailable', params: { reason: 'ENOTDIR' } });
  });

  it('learns nothing more once it is closed', async () => {
    const { host, dir } = await serve(aVault().note('A', 'x'));
    await ready(host);
    await host.close();
    await writeFile(dir.at('B.md'), 'late');
    expect(await host.library.settled(100)).toBe(0);
    expect([...host.library.files.keys()]).toEqual(['A.md']);
  });
});
