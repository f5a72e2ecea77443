import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { chmod, link, open, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listedPath as path } from '../../src/core/path.ts';
import type { Vault } from '../../src/core/ports.ts';
import { nodeDisk } from '../../src/headless/disk.ts';
import type { Disk } from '../../src/headless/disk.ts';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import { itIsAVault, listed } from '../contracts/vault.ts';
import { openOnDisk } from '../support/a-folder-vault.ts';
import { aVault } from '../support/a-vault.ts';
import { tempDir } from '../support/temp-dir.ts';

itIsAVault('a folder', (files) => openOnDisk(files));

const windows = process.platform === 'win32';
const root = process.getuid?.() === 0;

async function paths(vault: Vault): Promise<readonly string[]> {
  return [...(await listed(vault)).keys()].sort();
}

function reasons(vault: Vault): Readonly<Record<string, string>> {
  return Object.fromEntries(vault.skipped().map(({ path, reason }) => [path, reason]));
}

function failing(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: /secret/place`), { code });
}

describe('what a folder holds that is no file of the vault', () => {
  it('dot folders, dot files, node_modules and templates are passed over in silence', async () => {
    const { vault } = await openOnDisk(
      aVault()
        .note('a', 'x')
        .note('.obsidian/app', 'x')
        .note('.git/HEAD', 'x')
        .note('sub/node_modules/pkg/readme', 'x')
        .note('_templates/wiki', '<% tp.file.title %>')
        .note('sub/_templates/projeto', 'x')
        .file('.DS_Store', 'x'),
    );
    expect(await paths(vault)).toEqual(['a.md']);
    expect(vault.skipped()).toEqual([]);
    expect(await vault.read(path('.obsidian/app.md'))).toBeNull();
    expect(await vault.stat(path('_templates/wiki.md'))).toBeNull();
    expect(await vault.read(path('_templates/wiki.md'))).toBe('<% tp.file.title %>');
  });

  it('excluded folders are the caller’s to name, and a rescan asks again', async () => {
    let closed = 'Templates';
    const { vault } = await openOnDisk(aVault().note('Templates/t', 'x').note('Other/o', 'x'), {
      excluded: (folder) => folder === closed,
    });
    expect(await paths(vault)).toEqual(['Other/o.md']);
    closed = 'Other';
    await vault.rescan();
    expect(await paths(vault)).toEqual(['Templates/t.md']);
  });

  it.skipIf(windows)(
    'links are reported, not followed: out of the vault, within it, in circles, to nothing',
    async () => {
      const outside = await aVault().note('secret', 'outside').onDisk();
      const { vault, dir } = await openOnDisk(aVault().note('real/a', 'inside'));
      await symlink(outside.at('secret.md'), dir.at('out.md'));
      await symlink(outside.path, dir.at('outdir'));
      await symlink(dir.at('real/a.md'), dir.at('in.md'));
      await symlink(dir.path, dir.at('real/loop'));
      await symlink('self.md', dir.at('self.md'));
      await symlink('nowhere.md', dir.at('dangling.md'));
      expect(await paths(vault)).toEqual(['real/a.md']);
      expect(reasons(vault)).toEqual({
        'out.md': 'outside_link',
        outdir: 'outside_link',
        'in.md': 'symlink',
        'real/loop': 'symlink',
        'self.md': 'symlink',
        'dangling.md': 'symlink',
      });
      for (const way of ['out.md', 'outdir/secret.md', 'in.md', 'real/loop/real/a.md']) {
        expect(await vault.stat(path(way)), way).toBeNull();
        await expect(vault.read(path(way)), way).rejects.toMatchObject({ code: 'unreadable' });
      }
      expect(await vault.read(path('self.md')).catch((error: unknown) => error)).toMatchObject({ code: 'unreadable' });
    },
  );

  it.skipIf(windows)('a file with two names is reported under both', async () => {
    const outside = await aVault().note('secret', 'outside').onDisk();
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    await link(outside.at('secret.md'), dir.at('hard.md'));
    await link(dir.at('a.md'), dir.at('b.md'));
    expect(await paths(vault)).toEqual([]);
    expect(reasons(vault)).toEqual({ 'hard.md': 'hard_link', 'a.md': 'hard_link', 'b.md': 'hard_link' });
    await expect(vault.read(path('hard.md'))).rejects.toMatchObject({ params: { reason: 'hard_link' } });
  });

  it.skipIf(windows)('a FIFO is reported and never opened', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    execFileSync('mkfifo', [dir.at('pipe.md')]);
    // Whoever opened the FIFO blindly would now get on and fail the test quickly, instead of waiting for a writer.
    const writer = await open(dir.at('pipe.md'), constants.O_RDWR | constants.O_NONBLOCK);
    try {
      expect(await paths(vault)).toEqual(['a.md']);
      expect(reasons(vault)).toEqual({ 'pipe.md': 'not_a_file' });
      expect(await vault.stat(path('pipe.md'))).toBeNull();
      await expect(vault.read(path('pipe.md'))).rejects.toMatchObject({ params: { reason: 'not_a_file' } });
    } finally {
      await writer.close();
    }
  });

  it('notes that are no UTF-8 are reported once read, until they change', async () => {
    const { vault, write } = await openOnDisk(aVault().file('a.md', Uint8Array.of(0xff, 0xfe, 0x41, 0x00)));
    await listed(vault);
    await expect(vault.read(path('a.md'))).rejects.toMatchObject({ params: { reason: 'not_utf8' } });
    await vault.rescan();
    expect(reasons(vault)).toEqual({ 'a.md': 'not_utf8' });
    await write('a.md', 'cured at last');
    await vault.rescan();
    expect(vault.skipped()).toEqual([]);
  });

  it('a huge note is listed and reported, and not read whole', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('huge', 'x').attachment('film.mp4'));
    await truncate(dir.at('huge.md'), 17 * 1024 * 1024);
    await truncate(dir.at('film.mp4'), 17 * 1024 * 1024);
    expect(await paths(vault)).toEqual(['film.mp4', 'huge.md']);
    expect(reasons(vault)).toEqual({ 'huge.md': 'too_large' });
    await expect(vault.read(path('huge.md'))).rejects.toMatchObject({ params: { reason: 'too_large' } });
  });

  it('iCloud’s placeholders stand for notes that are not there yet', async () => {
    const { vault } = await openOnDisk(aVault().file('sub/.Tides.md.icloud', 'bplist00'));
    expect(await paths(vault)).toEqual([]);
    expect(vault.skipped()).toEqual([{ path: 'sub/Tides.md', reason: 'not_downloaded' }]);
  });

  it('a file without its data is not opened on macOS', async () => {
    const opened: string[] = [];
    const look = async (at: string): Promise<Stats> => {
      const stats = await nodeDisk.look(at);
      return at.endsWith('cloud.md') ? Object.assign(stats, { blocks: 0 }) : stats;
    };
    const open = (at: string): Promise<number> => {
      opened.push(at);
      return nodeDisk.open(at);
    };
    const disk: Disk = { ...nodeDisk, platform: 'darwin', look, open };
    const { vault } = await openOnDisk(aVault().note('cloud', 'x').note('here', 'y'), { disk });
    expect(await paths(vault)).toEqual(['here.md']);
    expect(reasons(vault)).toEqual({ 'cloud.md': 'not_downloaded' });
    await expect(vault.read(path('cloud.md'))).rejects.toMatchObject({ params: { reason: 'not_downloaded' } });
    expect(opened).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'of two names that differ in composition the composed one counts',
    async () => {
      const { vault, dir } = await openOnDisk(
        aVault().note('é', 'composed').note('e\u0301', 'apart').note('Case', '1').note('case', '2'),
      );
      expect(await paths(vault)).toEqual(['Case.md', 'case.md', 'é.md']);
      expect(reasons(vault)).toEqual({ 'é.md': 'name_twin' });
      expect(await vault.read(path('é.md'))).toBe('composed');
      await rm(dir.at('é.md'));
      await vault.rescan();
      expect(await vault.read(path('é.md'))).toBe('apart');
      expect(vault.skipped()).toEqual([]);
    },
  );

  it.skipIf(windows)('names that no path of ours can hold are reported', async () => {
    const { vault } = await openOnDisk(
      aVault().file('nota\nWARNING: x.md', 'x').file('a\\b.md', 'x').note('👨\u200d👩', 'ok'),
    );
    expect(await paths(vault)).toEqual(['👨\u200d👩.md']);
    expect(reasons(vault)).toEqual({ 'nota\nWARNING: x.md': 'bad_name', 'a\\b.md': 'bad_name' });
  });
});

describe('trouble with the disk', () => {
  it.skipIf(windows || root)(
    'unreadable files and folders are reported and the rest works (root reads all: skipped there)',
    async () => {
      const { vault, dir } = await openOnDisk(aVault().note('a', 'x').note('locked', 'x').note('closed/b', 'x'));
      await chmod(dir.at('locked.md'), 0);
      await chmod(dir.at('closed'), 0);
      expect(await paths(vault)).toEqual(['a.md', 'locked.md']);
      expect(reasons(vault)).toEqual({ closed: 'unlistable_folder' });
      await expect(vault.read(path('locked.md'))).rejects.toMatchObject({ params: { reason: 'EACCES' } });
      await chmod(dir.at('closed'), 0o700);
    },
  );

  it('a folder that cannot be listed and a file that cannot be looked at cost only themselves', async () => {
    const disk: Disk = {
      ...nodeDisk,
      list: (at): Promise<Dirent[]> => (at.endsWith('closed') ? Promise.reject(failing('EACCES')) : nodeDisk.list(at)),
      look: (at) => (at.endsWith('bad.md') ? Promise.reject(failing('EIO')) : nodeDisk.look(at)),
    };
    const { vault } = await openOnDisk(aVault().note('a', 'x').note('bad', 'x').note('closed/b', 'x'), { disk });
    expect(await paths(vault)).toEqual(['a.md']);
    expect(vault.skipped()).toEqual([
      { path: 'bad.md', reason: 'unreadable', detail: 'EIO' },
      { path: 'closed', reason: 'unlistable_folder', detail: 'EACCES' },
    ]);
    const error: unknown = await vault.stat(path('bad.md')).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'unreadable', params: { reason: 'EIO' } });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('no folder, or a file in its place, is no vault', async () => {
    const dir = await tempDir();
    await writeFile(dir.at('file'), 'x');
    await expect(openFolderVault(dir.at('absent'))).rejects.toMatchObject({
      code: 'vault_unavailable',
      params: { reason: 'ENOENT' },
    });
    await expect(openFolderVault(dir.at('file'))).rejects.toMatchObject({ params: { reason: 'ENOTDIR' } });
  });

  it('a vault whose folder went away is unavailable, not empty', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    await listed(vault);
    await rename(dir.path, `${dir.path}-moved`);
    try {
      await expect(listed(vault)).rejects.toMatchObject({ code: 'vault_unavailable' });
    } finally {
      await rename(`${dir.path}-moved`, dir.path);
    }
    expect(await paths(vault)).toEqual(['a.md']);
  });

  it('a folder deleted in the middle of the listing is as if it had gone before', async () => {
    const dir = await aVault().note('a', 'x').note('doomed/b', 'x').note('doomed/deep/c', 'x').onDisk();
    const disk: Disk = {
      ...nodeDisk,
      list: async (at) => {
        if (at.endsWith('doomed')) await rm(at, { recursive: true });
        return nodeDisk.list(at);
      },
    };
    const vault = await openFolderVault(dir.path, { disk });
    expect(await paths(vault)).toEqual(['a.md']);
    expect(vault.skipped()).toEqual([]);
  });

  it('four hundred folders deep is listed and read', async () => {
    const deep = 'd/'.repeat(400);
    const { vault } = await openOnDisk(aVault().note(`${deep}Bottom`, 'far down'));
    expect(await paths(vault)).toEqual([`${deep}Bottom.md`]);
    expect(await vault.read(path(`${deep}Bottom.md`))).toBe('far down');
  });
});

describe('files that change hands while they are read', () => {
  it('a note rewritten during the reading is read again', async () => {
    const dir = await aVault().note('a', 'before').onDisk();
    let reads = 0;
    const disk: Disk = {
      ...nodeDisk,
      read: async (fd, into, at) => {
        const count = await nodeDisk.read(fd, into, at);
        if (reads++ === 0) await writeFile(dir.at('a.md'), 'after it all');
        return count;
      },
    };
    const vault = await openFolderVault(dir.path, { disk });
    expect(await vault.read(path('a.md'))).toBe('after it all');
    expect(reads).toBe(2);
  });

  it.skipIf(windows)('a folder swapped for a link out of the vault just before the opening leaks nothing', async () => {
    const outside = await aVault().note('a', 'secret').onDisk();
    const dir = await aVault().note('sub/a', 'mine').onDisk();
    const disk: Disk = {
      ...nodeDisk,
      look: async (at) => {
        const inSub = at.endsWith('sub/a.md');
        if (inSub) {
          await rm(dir.at('sub'), { recursive: true, force: true });
          await symlink(outside.path, dir.at('sub'));
        }
        return nodeDisk.look(at);
      },
    };
    const vault = await openFolderVault(dir.path, { disk });
    await expect(vault.read(path('sub/a.md'))).rejects.toMatchObject({ params: { reason: 'outside_link' } });
  });

  it.skipIf(windows)('a note swapped for a FIFO just before the opening does not hang', async () => {
    const dir = await aVault().note('a', 'mine').onDisk();
    let swapped = false;
    const disk: Disk = {
      ...nodeDisk,
      open: async (at) => {
        if (!swapped) {
          swapped = true;
          await rm(dir.at('a.md'));
          execFileSync('mkfifo', [dir.at('a.md')]);
        }
        return nodeDisk.open(at);
      },
    };
    const vault = await openFolderVault(dir.path, { disk });
    await listed(vault);
    await expect(vault.read(path('a.md'))).rejects.toMatchObject({ params: { reason: 'not_a_file' } });
  });

  it('a note that never holds still is given as it was at one moment', async () => {
    const dir = await aVault().note('log', '0').onDisk();
    let writes = 0;
    const disk: Disk = {
      ...nodeDisk,
      read: async (fd, into, at) => {
        const count = await nodeDisk.read(fd, into, at);
        await writeFile(dir.at('log.md'), '0'.repeat(++writes + 1));
        return count;
      },
    };
    const vault = await openFolderVault(dir.path, { disk });
    expect(await vault.read(path('log.md'))).toMatch(/^0+$/);
    expect(writes).toBeLessThan(10);
  });
});
