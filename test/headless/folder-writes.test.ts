import { execFileSync } from 'node:child_process';
import { constants, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import {
  chmod,
  chown,
  link,
  lstat,
  open,
  readdir,
  readFile,
  rename,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listedPath as path } from '../../src/core/path.ts';
import { nodeDisk } from '../../src/headless/disk.ts';
import type { Disk } from '../../src/headless/disk.ts';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import { nodeWriteDisk } from '../../src/headless/write-disk.ts';
import type { WriteDisk } from '../../src/headless/write-disk.ts';
import { listed } from '../contracts/vault.ts';
import { itIsAWritableVault } from '../contracts/writable-vault.ts';
import { openOnDisk } from '../support/a-folder-vault.ts';
import { aVault } from '../support/a-vault.ts';
import { tempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';
import { hear } from '../support/vault-events.ts';

itIsAWritableVault('a folder', (files) => openOnDisk(files));

const windows = process.platform === 'win32';
const linux = process.platform === 'linux';
const asRoot = process.getuid?.() === 0;

/** Every name in a folder, hidden ones too, at any depth; links are not followed. */
async function everything(dir: TempDir, folder = ''): Promise<readonly string[]> {
  const names: string[] = [];
  for (const entry of await readdir(dir.at(folder), { withFileTypes: true })) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    names.push(name, ...(entry.isDirectory() ? await everything(dir, name) : []));
  }
  return names.sort();
}

describe('names that are never written', () => {
  const closed = [
    '.git/refs/heads/pwn.md',
    '.GIT/x.md',
    'sub/.obsidian/app.md',
    '.obsidian/plugins/x.md',
    '.trash/a.md',
    '.hidden.md',
    'node_modules/x.md',
    'a/../../out.md',
    '../out.md',
    'a//b.md',
    '/etc/x.md',
    'a\\b.md',
    'a\u0000.md',
    'a\nb.md',
    '\u200b.git/x.md',
    '',
  ];

  it.each(closed)('%j', async (name) => {
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    const refusal = { code: 'invalid_path' };
    await expect(vault.create(path(name), 'x')).rejects.toMatchObject(refusal);
    await expect(vault.replace(path(name), '', 'x')).rejects.toMatchObject(refusal);
    await expect(vault.move(path('a.md'), path(name))).rejects.toMatchObject(refusal);
    await expect(vault.move(path(name), path('b.md'))).rejects.toMatchObject(refusal);
    await expect(vault.trash(path(name))).rejects.toMatchObject(refusal);
    await expect(vault.restore('.trash/a.md', path(name))).rejects.toMatchObject(refusal);
    await expect(vault.standing(path(name))).rejects.toMatchObject(refusal);
    if (name !== '') await expect(vault.dropEmptyFolder(name)).rejects.toMatchObject(refusal);
    expect(await everything(dir)).toEqual(['a.md']);
  });

  it.skipIf(windows)('nor anything behind a link, within the vault or out of it', async () => {
    const outside = await aVault().note('secret', 'outside').onDisk();
    const { vault, dir } = await openOnDisk(aVault().note('real/a', 'inside').note('b', 'x'));
    await symlink(outside.path, dir.at('out'));
    await symlink(dir.at('real'), dir.at('in'));
    await symlink(dir.at('nowhere'), dir.at('dangling'));
    for (const folder of ['out', 'in', 'dangling', 'out/deeper']) {
      const refusal = { code: 'not_applied', params: { reason: 'failed', detail: 'symlink' } };
      await expect(vault.create(path(`${folder}/new.md`), 'x')).rejects.toMatchObject(refusal);
      await expect(vault.move(path('b.md'), path(`${folder}/new.md`))).rejects.toMatchObject(refusal);
      expect(await vault.standing(path(`${folder}/new.md`))).toBe('foreign');
    }
    await expect(vault.replace(path('out/secret.md'), 'outside', 'x')).rejects.toMatchObject({ code: 'not_applied' });
    await expect(vault.trash(path('out/secret.md'))).rejects.toMatchObject({ code: 'not_applied' });
    expect(await everything(outside)).toEqual(['secret.md']);
    expect(await readFile(outside.at('secret.md'), 'utf8')).toBe('outside');
    expect(await everything(dir)).toEqual(['b.md', 'dangling', 'in', 'out', 'real', 'real/a.md']);
  });

  it('no place but the trash is a token', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x').note('.trash/t', 'y').note('.obsidian/app', 'z'));
    for (const token of ['a.md', '.trash', '.trash/../a.md', '.obsidian/app.md', '.trash/.hidden', '/etc/passwd', '']) {
      expect(await vault.restore(token, path('b.md')), token).toBe(false);
    }
    expect(await vault.restore('.trash/t.md', path('b.md'))).toBe(true);
    expect(await readFile(dir.at('b.md'), 'utf8')).toBe('y');
  });
});

describe('things that are no plain file', () => {
  it.skipIf(windows)('are refused unopened, and said to be foreign', async () => {
    const outside = await aVault().note('secret', 'outside').onDisk();
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    await link(outside.at('secret.md'), dir.at('hard.md'));
    await symlink(outside.at('secret.md'), dir.at('soft.md'));
    await symlink('nowhere.md', dir.at('dangling.md'));
    execFileSync('mkfifo', [dir.at('pipe.md')]);
    // With a writer there, opening the FIFO would not hang but read; the test would then fail instead of waiting.
    const writer = await open(dir.at('pipe.md'), constants.O_RDWR | constants.O_NONBLOCK);
    try {
      for (const name of ['hard.md', 'soft.md', 'dangling.md', 'pipe.md']) {
        expect(await vault.standing(path(name)), name).toBe('foreign');
        await expect(vault.create(path(name), 'x')).rejects.toMatchObject({ code: 'already_exists' });
        await expect(vault.replace(path(name), 'outside', 'x')).rejects.toMatchObject({ code: 'unreadable' });
        await expect(vault.move(path(name), path('b.md'))).rejects.toMatchObject({ code: 'unreadable' });
        await expect(vault.move(path('a.md'), path(name))).rejects.toMatchObject({ code: 'already_exists' });
        await expect(vault.trash(path(name))).rejects.toMatchObject({ code: 'unreadable' });
      }
    } finally {
      await writer.close();
    }
    expect(await readFile(outside.at('secret.md'), 'utf8')).toBe('outside');
    expect(await everything(dir)).toEqual(['a.md', 'dangling.md', 'hard.md', 'pipe.md', 'soft.md']);
  });

  it('a folder is not moved, trashed or written over', async () => {
    const { vault } = await openOnDisk(aVault().note('sub.md/a', 'x').note('b', 'y'));
    await expect(vault.create(path('sub.md'), 'x')).rejects.toMatchObject({ code: 'already_exists' });
    await expect(vault.trash(path('sub.md'))).rejects.toMatchObject({ code: 'unreadable' });
    await expect(vault.move(path('b.md'), path('sub.md'))).rejects.toMatchObject({ code: 'already_exists' });
    await expect(vault.create(path('b.md/c.md'), 'x')).rejects.toMatchObject({ params: { detail: 'ENOTDIR' } });
    expect(await vault.standing(path('b.md/c.md'))).toBe('foreign');
  });
});

describe('what a write keeps', () => {
  it('byte order mark, line ends and the lack of a final newline', async () => {
    const { vault, dir } = await openOnDisk(aVault().file('a.md', '\ufeffone\r\ntwo\rthree'));
    expect(await vault.replace(path('a.md'), 'one\r\ntwo\rthree', 'one\r\n2\rthree')).toBe(true);
    expect(await readFile(dir.at('a.md'), 'utf8')).toBe('\ufeffone\r\n2\rthree');
  });

  it.skipIf(windows)('the mode of a note, and gives a new one what the system gives', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('secret', 'x').note('script', 'x'));
    await chmod(dir.at('secret.md'), 0o600);
    await chmod(dir.at('script.md'), 0o755);
    for (const name of ['secret.md', 'script.md']) await vault.replace(path(name), 'x', 'y');
    expect((await lstat(dir.at('secret.md'))).mode & 0o7777).toBe(0o600);
    expect((await lstat(dir.at('script.md'))).mode & 0o7777).toBe(0o755);
    await vault.create(path('new.md'), 'x');
    await writeFile(dir.at('usual.md'), 'x');
    expect((await lstat(dir.at('new.md'))).mode).toBe((await lstat(dir.at('usual.md'))).mode);
    await vault.move(path('secret.md'), path('moved.md'));
    expect((await lstat(dir.at('moved.md'))).mode & 0o7777).toBe(0o600);
  });

  it.skipIf(!asRoot)('the owner of a note (only the administrator can: skipped for others)', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    await chown(dir.at('a.md'), 12_345, 23_456);
    await vault.replace(path('a.md'), 'x', 'y');
    const { uid, gid } = await lstat(dir.at('a.md'));
    expect([uid, gid]).toEqual([12_345, 23_456]);
  });

  it('what could not be text stays untouched', async () => {
    const { vault, dir } = await openOnDisk(aVault().file('a.md', Uint8Array.of(0x63, 0xe9)));
    await expect(vault.replace(path('a.md'), 'c', 'd')).rejects.toMatchObject({ params: { reason: 'not_utf8' } });
    expect(await readFile(dir.at('a.md'))).toEqual(Buffer.from([0x63, 0xe9]));
  });
});

describe('names that a disk takes for the same', () => {
  it.skipIf(!linux)('a note whose name is composed otherwise is found, replaced, and not created anew', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('Cafe\u0301/Mare\u0301', 'x'));
    expect(await vault.standing(path('Café/Maré.md'))).toBe('note');
    await expect(vault.create(path('Café/Maré.md'), 'y')).rejects.toMatchObject({ code: 'already_exists' });
    await vault.create(path('Café/Sé.md'), 'beside');
    await listed(vault);
    expect(await vault.replace(path('Café/Maré.md'), 'x', 'y')).toBe(true);
    expect(await everything(dir)).toEqual(['Cafe\u0301', 'Cafe\u0301/Mare\u0301.md', 'Cafe\u0301/Sé.md']);
    await vault.move(path('Café/Maré.md'), path('Café/Maré.md'));
    expect(await everything(dir)).toEqual(['Cafe\u0301', 'Cafe\u0301/Maré.md', 'Cafe\u0301/Sé.md']);
    expect(await vault.read(path('Café/Maré.md'))).toBe('y');
  });

  it('a change of case is made by way of a third name where the disk ignores it', async () => {
    const dir = await aVault().note('notes', 'x').onDisk();
    // A disk without case: both names lead to one file, and renaming one to the other changes nothing.
    const fold = (at: string): string => (at.endsWith('/Notes.md') ? at.replace(/Notes\.md$/, 'notes.md') : at);
    let settled = false;
    const disk: Disk = { ...nodeDisk, look: (at) => nodeDisk.look(settled ? at : fold(at)) };
    const pen: WriteDisk = {
      ...nodeWriteDisk,
      rename: async (from, to) => {
        if (fold(from) === fold(to)) return;
        await nodeWriteDisk.rename(from, to);
        if (to.endsWith('/Notes.md')) settled = true;
      },
    };
    const vault = await openFolderVault(dir.path, { disk, pen });
    await vault.move(path('notes.md'), path('Notes.md'));
    expect(await everything(dir)).toEqual(['Notes.md']);
  });

  it('a folder of another spelling is not written through', async () => {
    const dir = await aVault().note('notes/a', 'x').onDisk();
    const fold = (at: string): string => at.replace('/Notes', '/notes');
    const disk: Disk = { ...nodeDisk, look: (at) => nodeDisk.look(fold(at)), real: (at) => nodeDisk.real(fold(at)) };
    const pen: WriteDisk = { ...nodeWriteDisk, openFolder: (at) => nodeWriteDisk.openFolder(fold(at)) };
    const vault = await openFolderVault(dir.path, { disk, pen });
    await expect(vault.create(path('Notes/b.md'), 'x')).rejects.toMatchObject({ params: { detail: 'name_twin' } });
    expect(await everything(dir)).toEqual(['notes', 'notes/a.md']);
  });
});

describe('trash', () => {
  it('is the vault’s own folder, by the note’s path, numbered where that is taken', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('sub/a', '1'));
    expect(await vault.trash(path('sub/a.md'))).toBe('.trash/sub/a.md');
    expect(await vault.standing(path('sub'))).toBe('folder');
    await vault.create(path('sub/a.md'), '2');
    expect(await vault.trash(path('sub/a.md'))).toBe('.trash/sub/a 2.md');
    expect(await readFile(dir.at('.trash', 'sub', 'a 2.md'), 'utf8')).toBe('2');
    expect(await vault.restore('.trash/sub/a.md', path('sub/a.md'))).toBe(true);
    expect(await vault.restore('.trash/sub/a 2.md', path('sub/b.md'))).toBe(true);
    expect(await everything(dir)).toEqual(['.trash', 'sub', 'sub/a.md', 'sub/b.md']);
  });

  it('a file in the way of a folder does not stop it', async () => {
    const { vault, dir } = await openOnDisk(aVault().file('.trash/sub', 'in the way').note('sub/a', 'x'));
    const token = (await vault.trash(path('sub/a.md'))) ?? '';
    expect(token).toMatch(/^\.trash\/[0-9a-f]{12} a\.md$/);
    expect(await vault.restore(token, path('sub/a.md'))).toBe(true);
    expect(await everything(dir)).toEqual(['.trash', '.trash/sub', 'sub', 'sub/a.md']);
  });

  it('deletes for good only where the user has set so', async () => {
    let setting: 'system' | 'vault' | 'none' = 'system';
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x').note('b', 'y'), { trash: () => setting });
    expect(await vault.trash(path('a.md'))).toBe('.trash/a.md');
    setting = 'none';
    expect(await vault.trash(path('b.md'))).toBeNull();
    expect(await everything(dir)).toEqual(['.trash', '.trash/a.md']);
  });

  it.skipIf(windows)('a trash that leads elsewhere is not used', async () => {
    const outside = await tempDir();
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x'));
    await symlink(outside.path, dir.at('.trash'));
    await expect(vault.trash(path('a.md'))).rejects.toMatchObject({ params: { detail: 'symlink' } });
    expect(await readFile(dir.at('a.md'), 'utf8')).toBe('x');
    expect(await everything(outside)).toEqual([]);
  });
});

describe('folders', () => {
  it('that have become empty go up to the one that is to stay', async () => {
    const { vault } = await openOnDisk(aVault().note('a/b/c/note', 'x'));
    await vault.move(path('a/b/c/note.md'), path('note.md'));
    await vault.dropEmptyFolder('a/b/c', 'a');
    expect(await vault.standing(path('a/b'))).toBe('nothing');
    expect(await vault.standing(path('a'))).toBe('folder');
    await vault.dropEmptyFolder('a', 'a');
    expect(await vault.standing(path('a'))).toBe('folder');
  });
});

describe('listeners learn of our own writes', () => {
  it('at once, even where the system tells of nothing', async () => {
    const disk: Disk = { ...nodeDisk, watch: () => ({ close: () => {} }) };
    const { vault } = await openOnDisk(aVault().note('a', 'x').note('sub/gone', 'y'), { disk });
    await listed(vault);
    const heard = hear(vault);
    await vault.watching();
    await vault.create(path('new/b.md'), '1');
    await vault.replace(path('a.md'), 'x', 'changed');
    await vault.move(path('a.md'), path('new/c.md'));
    await vault.trash(path('sub/gone.md'));
    await vault.dropEmptyFolder('sub');
    expect(heard.said()).toEqual([
      'changed new/b.md',
      'changed a.md',
      'renamed a.md → new/c.md',
      'removed sub/gone.md',
    ]);
    expect([...(await listed(vault)).keys()].sort()).toEqual(['new/b.md', 'new/c.md']);
    expect(vault.skipped()).toEqual([]);
  });

  it('and the system’s own word afterwards adds nothing that is not so', async () => {
    const { vault, dir } = await openOnDisk(aVault().note('a', 'x').note('b', 'y'));
    await listed(vault);
    const heard = hear(vault);
    await vault.watching();
    await vault.replace(path('a.md'), 'x', 'changed');
    await vault.move(path('a.md'), path('new/c.md'));
    await vault.trash(path('b.md'));
    await writeFile(dir.at('zz-mark.md'), 'x');
    await heard.until((said) => said.includes('changed zz-mark.md'));
    const others = heard.said().filter((said) => !said.endsWith('zz-mark.md'));
    expect(others.filter((said) => !said.startsWith('changed'))).toEqual(['renamed a.md → new/c.md', 'removed b.md']);
    // A file written within the last tick of the disk's clock may be told of twice; that costs a look, no more.
    const changed = others.filter((said) => said.startsWith('changed'));
    expect(changed[0]).toBe('changed a.md');
    expect(changed.filter((said) => said !== 'changed a.md' && said !== 'changed new/c.md')).toEqual([]);
    expect(vault.skipped()).toEqual([]);
  });
});

describe('another program at the same time', () => {
  const stepIn = (name: keyof WriteDisk, act: () => Promise<unknown> | unknown): WriteDisk => {
    let done = false;
    const first = async (): Promise<void> => {
      if (done) return;
      done = true;
      await act();
    };
    const pen: Record<string, unknown> = { ...nodeWriteDisk };
    const original = nodeWriteDisk[name] as (...args: unknown[]) => unknown;
    pen[name] =
      name === 'swap'
        ? (...args: unknown[]) => {
            if (!done) {
              done = true;
              void act();
            }
            return original(...args);
          }
        : async (...args: unknown[]) => {
            await first();
            return original(...args);
          };
    return pen as unknown as WriteDisk;
  };

  it('that writes between our reading and our renaming is not written over', async () => {
    const dir = await aVault().note('a', 'one').onDisk();
    for (const outside of ['six', 'longer than that']) {
      await writeFile(dir.at('a.md'), 'one');
      const pen = stepIn('swap', () => writeFileSync(dir.at('a.md'), outside));
      const vault = await openFolderVault(dir.path, { pen });
      expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(false);
      expect(await readFile(dir.at('a.md'), 'utf8')).toBe(outside);
    }
    expect(await everything(dir)).toEqual(['a.md']);
  });

  it('that only touches the note does not stop us', async () => {
    const dir = await aVault().note('a', 'one').onDisk();
    const pen = stepIn('sync', () => utimes(dir.at('a.md'), 1, 1));
    const vault = await openFolderVault(dir.path, { pen });
    expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(true);
    expect(await readFile(dir.at('a.md'), 'utf8')).toBe('two');
  });

  it.skipIf(windows)('that had the old note open and writes to it afterwards gets its text back in place', async () => {
    const dir = await aVault().note('a', 'one').onDisk();
    const editor = await open(dir.at('a.md'), 'a');
    try {
      let syncs = 0;
      const pen: WriteDisk = {
        ...nodeWriteDisk,
        sync: async (fd) => {
          // The second flush is the folder's, after the new note has taken the old one's place.
          if (++syncs === 2) await editor.write(' and more');
          await nodeWriteDisk.sync(fd);
        },
      };
      const vault = await openFolderVault(dir.path, { pen });
      expect(await vault.replace(path('a.md'), 'one', 'two')).toBe(false);
    } finally {
      await editor.close();
    }
    expect(await readFile(dir.at('a.md'), 'utf8')).toBe('one and more');
    expect(await everything(dir)).toEqual(['a.md']);
  });

  it('that takes the name while we write loses nothing', async () => {
    const dir = await aVault().note('b', 'b').onDisk();
    const taking = (name: string) => stepIn('link', () => writeFile(dir.at(name), 'theirs'));
    const vault = await openFolderVault(dir.path, { pen: taking('a.md') });
    await expect(vault.create(path('a.md'), 'ours')).rejects.toMatchObject({ code: 'already_exists' });
    const other = await openFolderVault(dir.path, { pen: taking('c.md') });
    await expect(other.move(path('b.md'), path('c.md'))).rejects.toMatchObject({ code: 'already_exists' });
    expect(await everything(dir)).toEqual(['a.md', 'b.md', 'c.md']);
    for (const name of ['a.md', 'c.md']) expect(await readFile(dir.at(name), 'utf8')).toBe('theirs');
  });

  it.skipIf(windows)('that swaps a folder for a link out of the vault leads no write astray', async () => {
    for (const step of ['create', 'write', 'link', 'swap'] as const) {
      const outside = await aVault().note('a', 'one').onDisk();
      const dir = await aVault().note('sub/a', 'one').onDisk();
      const swap = (): void => {
        renameSync(dir.at('sub'), dir.at('was'));
        symlinkSync(outside.path, dir.at('sub'));
      };
      const vault = await openFolderVault(dir.path, { pen: stepIn(step, swap) });
      const act =
        step === 'swap' ? vault.replace(path('sub/a.md'), 'one', 'two') : vault.create(path('sub/new.md'), 'x');
      const end: unknown = await act.catch((error: unknown) => error);
      if (step === 'create' || step === 'write') expect(end, step).toMatchObject({ params: { detail: 'moved' } });
      expect(await everything(outside), step).toEqual(['a.md']);
      expect(await readFile(outside.at('a.md'), 'utf8'), step).toBe('one');
      expect(
        (await everything(dir)).filter((name) => name.includes('.vault-mcp')),
        step,
      ).toEqual([]);
    }
  });

  it.skipIf(windows)('that swaps the note for another before it is moved is noticed', async () => {
    const dir = await aVault().note('a', 'judged').note('b', 'another').onDisk();
    const pen = stepIn('link', () => rename(dir.at('b.md'), dir.at('a.md')));
    const vault = await openFolderVault(dir.path, { pen });
    await expect(vault.move(path('a.md'), path('c.md'))).rejects.toMatchObject({ params: { detail: 'changing' } });
    expect(await everything(dir)).toEqual(['a.md']);
    expect(await readFile(dir.at('a.md'), 'utf8')).toBe('another');
  });
});

describe('a disk that fails', () => {
  const steps = ['create', 'write', 'give', 'sync', 'link', 'makeFolder', 'openFolder'] as const;

  it.each(steps)('at %s: nothing is written, nothing stays, and no path of the machine is told', async (step) => {
    const dir = await aVault().note('a', 'one').onDisk();
    const fail = (): Promise<never> =>
      Promise.reject(Object.assign(new Error(`ENOSPC: ${dir.path}`), { code: 'ENOSPC' }));
    const vault = await openFolderVault(dir.path, { pen: { ...nodeWriteDisk, [step]: fail } });
    const errors = [await vault.create(path('new/deep/b.md'), 'x').catch((error: unknown) => error)];
    if (step !== 'makeFolder' && step !== 'link')
      errors.push(await vault.replace(path('a.md'), 'one', 'two').catch((error: unknown) => error));
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'not_applied', params: { reason: 'failed', detail: 'ENOSPC' } });
      expect(JSON.stringify(error)).not.toContain(dir.path);
    }
    expect(await everything(dir)).toEqual(['a.md']);
    expect(await readFile(dir.at('a.md'), 'utf8')).toBe('one');
  });

  it('without second names for files: creating and moving still never write over anything', async () => {
    const dir = await aVault().note('a', 'one').onDisk();
    const none = (): Promise<never> => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' }));
    const vault = await openFolderVault(dir.path, { pen: { ...nodeWriteDisk, link: none } });
    await vault.create(path('b.md'), 'two');
    await expect(vault.create(path('a.md'), 'x')).rejects.toMatchObject({ code: 'already_exists' });
    await vault.move(path('b.md'), path('sub/c.md'));
    await writeFile(dir.at('b.md'), 'new');
    await expect(vault.move(path('b.md'), path('a.md'))).rejects.toMatchObject({ code: 'already_exists' });
    expect(await everything(dir)).toEqual(['a.md', 'b.md', 'sub', 'sub/c.md']);
    expect(await readFile(dir.at('sub', 'c.md'), 'utf8')).toBe('two');
  });

  it.skipIf(windows || asRoot)(
    'a folder that may only be read is left alone (the administrator may all: skipped)',
    async () => {
      const { vault, dir } = await openOnDisk(aVault().note('closed/a', 'one'));
      await chmod(dir.at('closed'), 0o500);
      try {
        await expect(vault.create(path('closed/b.md'), 'x')).rejects.toMatchObject({ params: { detail: 'EACCES' } });
        await expect(vault.replace(path('closed/a.md'), 'one', 'two')).rejects.toMatchObject({ code: 'not_applied' });
        expect(await vault.read(path('closed/a.md'))).toBe('one');
      } finally {
        await chmod(dir.at('closed'), 0o700);
      }
    },
  );
});
