import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listedPath as path } from '../../src/core/path.ts';
import type { Log } from '../../src/core/ports.ts';
import { nodeDisk } from '../../src/headless/disk.ts';
import type { Disk } from '../../src/headless/disk.ts';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import type { FolderVaultOptions } from '../../src/headless/folder-vault.ts';
import { listed } from '../contracts/vault.ts';
import { openOnDisk } from '../support/a-folder-vault.ts';
import { aVault } from '../support/a-vault.ts';
import type { VaultBuilder } from '../support/a-vault.ts';
import { hear } from '../support/vault-events.ts';

/** A vault that has been listed and is watched, as a host has it after its start. */
async function watched(files: VaultBuilder, options: FolderVaultOptions = {}) {
  const subject = await openOnDisk(files, options);
  await listed(subject.vault);
  const heard = hear(subject.vault);
  const how = await subject.vault.watching();
  return { ...subject, heard, how };
}

/** After this nothing earlier can still be on its way: events come in the order of the changes. */
async function mark({ dir, heard }: Awaited<ReturnType<typeof watched>>): Promise<void> {
  await writeFile(dir.at('zz-mark.md'), String(heard.all.length));
  await heard.until((said) => said.includes('changed zz-mark.md'));
}

describe('how editors save', () => {
  it('a temp file renamed over the note is one change of the note', async () => {
    const vault = await watched(aVault().note('a', 'one'));
    await writeFile(vault.dir.at('.a.md.tmp'), 'two');
    await rename(vault.dir.at('.a.md.tmp'), vault.dir.at('a.md'));
    await vault.heard.until((said) => said.length > 0);
    expect(vault.heard.said()).toEqual(['changed a.md']);
    expect(await vault.vault.read(path('a.md'))).toBe('two');
  });

  it('a visible temp file leaves no trace either', async () => {
    const vault = await watched(aVault().note('a', 'one'));
    await writeFile(vault.dir.at('a.md~'), 'two');
    await rename(vault.dir.at('a.md~'), vault.dir.at('a.md'));
    await vault.heard.until((said) => said.includes('changed a.md'));
    await mark(vault);
    expect((await listed(vault.vault)).has('a.md~')).toBe(false);
    expect(vault.heard.said()).not.toContain('removed a.md');
    expect(vault.heard.said().some((said) => said.startsWith('renamed'))).toBe(false);
  });

  it('moving the old note to a backup and writing a new one keeps the note', async () => {
    const vault = await watched(aVault().note('a', 'one'));
    await rename(vault.dir.at('a.md'), vault.dir.at('a.md.bak'));
    await writeFile(vault.dir.at('a.md'), 'two');
    await vault.heard.until((said) => said.includes('changed a.md'));
    await mark(vault);
    const files = await listed(vault.vault);
    expect([files.has('a.md'), files.has('a.md.bak')]).toEqual([true, true]);
    expect(await vault.vault.read(path('a.md'))).toBe('two');
  });

  it('two writes within one tick of the disk’s clock are both heard of', async () => {
    const vault = await watched(aVault().note('a', '0000'));
    await writeFile(vault.dir.at('a.md'), '1111');
    await vault.heard.until((said) => said.length === 1);
    await writeFile(vault.dir.at('a.md'), '2222');
    await vault.heard.until((said) => said.length === 2);
    expect(vault.heard.said()).toEqual(['changed a.md', 'changed a.md']);
  });
});

describe('files and folders that move', () => {
  it('a note moved to another folder is a rename', async () => {
    const vault = await watched(aVault().note('a/x', 'one').note('b/y', 'two'));
    await rename(vault.dir.at('a/x.md'), vault.dir.at('b/x.md'));
    await vault.heard.until((said) => said.length > 0);
    expect(vault.heard.said()).toEqual(['renamed a/x.md → b/x.md']);
  });

  it('a moved folder is a rename of each of its files, and is watched at its new place', async () => {
    const vault = await watched(aVault().note('old/x', 'one').note('old/deep/y', 'two').note('stays', 'three'));
    await rename(vault.dir.at('old'), vault.dir.at('new'));
    await vault.heard.until((said) => said.length >= 2);
    expect([...vault.heard.said()].sort()).toEqual([
      'renamed old/deep/y.md → new/deep/y.md',
      'renamed old/x.md → new/x.md',
    ]);
    await appendFile(vault.dir.at('new/deep/y.md'), ' more');
    await vault.heard.until((said) => said.includes('changed new/deep/y.md'));
    expect([...(await listed(vault.vault)).keys()].sort()).toEqual(['new/deep/y.md', 'new/x.md', 'stays.md']);
  });

  it('a deleted folder is the removal of each of its files', async () => {
    const vault = await watched(aVault().note('gone/x', 'one').note('gone/deep/y', 'two').note('stays', 'three'));
    await rm(vault.dir.at('gone'), { recursive: true });
    await vault.heard.until((said) => said.length >= 2);
    expect([...vault.heard.said()].sort()).toEqual(['removed gone/deep/y.md', 'removed gone/x.md']);
  });

  it('a new folder is watched from its first file on', async () => {
    const vault = await watched(aVault().note('a', 'x'));
    await mkdir(vault.dir.at('n1/n2/n3'), { recursive: true });
    await writeFile(vault.dir.at('n1/n2/n3/deep.md'), 'x');
    await vault.heard.until((said) => said.includes('changed n1/n2/n3/deep.md'));
    await writeFile(vault.dir.at('n1/n2/later.md'), 'x');
    await vault.heard.until((said) => said.includes('changed n1/n2/later.md'));
  });

  it('a folder replaced by another of the same name is taken for what it is', async () => {
    const vault = await watched(
      aVault().note('f/old', 'one').note('f/both', 'two').note('next/new', 'three').note('next/both', 'four!'),
    );
    await rename(vault.dir.at('f'), vault.dir.at('.away'));
    await rename(vault.dir.at('next'), vault.dir.at('f'));
    await vault.heard.until(
      (said) => said.includes('changed f/both.md') && said.some((one) => one.includes('f/new.md')),
    );
    await mark(vault);
    expect([...(await listed(vault.vault)).keys()].sort()).toEqual(['f/both.md', 'f/new.md', 'zz-mark.md']);
    await appendFile(vault.dir.at('f/new.md'), ' more');
    await vault.heard.until((said) => said.includes('changed f/new.md'));
  });

  it('a note swapped for a folder of its name and back is followed', async () => {
    const vault = await watched(aVault().note('a', 'one'));
    await rm(vault.dir.at('a.md'));
    await mkdir(vault.dir.at('a.md'));
    await writeFile(vault.dir.at('a.md/inner.md'), 'x');
    await vault.heard.until((said) => said.includes('changed a.md/inner.md') && said.includes('removed a.md'));
    await rm(vault.dir.at('a.md'), { recursive: true });
    await writeFile(vault.dir.at('a.md'), 'two');
    await vault.heard.until((said) => said.includes('changed a.md') && said.includes('removed a.md/inner.md'));
  });
});

describe('much at once', () => {
  it('a burst of 500 new files arrives whole, in far fewer batches', async () => {
    const vault = await watched(aVault().folder('in'));
    const names = Array.from({ length: 500 }, (_, at) => `in/${at}.md`);
    await Promise.all(names.map((name) => writeFile(vault.dir.at(name), name)));
    await vault.heard.until((said) => new Set(said).size >= 500);
    expect(new Set(vault.heard.said())).toEqual(new Set(names.map((name) => `changed ${name}`)));
    expect(vault.heard.batches()).toBeLessThan(100);
  });

  it('the last of many writes to one note is not lost', async () => {
    const vault = await watched(aVault().note('a', 'start'));
    for (let at = 0; at < 200; at++) await writeFile(vault.dir.at('a.md'), `text ${at}`);
    await mark(vault);
    const { mtimeMs } = (await vault.vault.stat(path('a.md'))) ?? {};
    const last = vault.heard.all.filter((event) => event.kind === 'changed' && event.file.path === 'a.md').at(-1);
    expect(last).toMatchObject({ file: { size: 8, mtimeMs } });
  });

  it('dot folders, node_modules and templates may churn unheard', async () => {
    const looked: string[] = [];
    const disk: Disk = {
      ...nodeDisk,
      look: (at) => {
        looked.push(at);
        return nodeDisk.look(at);
      },
    };
    const vault = await watched(
      aVault().note('a', 'x').note('.git/HEAD', 'x').note('node_modules/p/r', 'x').note('_templates/t', 'x'),
      { disk },
    );
    looked.length = 0;
    await Promise.all(
      ['.git/HEAD.md', '.git/index', 'node_modules/p/r.md', '_templates/t.md'].map((at) =>
        writeFile(vault.dir.at(at), 'y'),
      ),
    );
    await mkdir(vault.dir.at('.trash'));
    await mark(vault);
    expect(vault.heard.said()).toEqual(['changed zz-mark.md']);
    expect(looked.filter((at) => /\.git|node_modules|_templates|\.trash/.test(at))).toEqual([]);
  });
});

describe('beginning and ending', () => {
  it('a change between the listing and the watching is not lost', async () => {
    const { vault, write } = await openOnDisk(aVault().note('a', 'one').note('b', 'two'));
    await listed(vault);
    await write('a.md', 'one and more');
    const heard = hear(vault);
    await heard.until((said) => said.length > 0);
    expect(heard.said()).toEqual(['changed a.md']);
  });

  it('watching first and listing then takes one pass, and events begin after it', async () => {
    let listings = 0;
    const disk: Disk = {
      ...nodeDisk,
      list: (at) => {
        listings++;
        return nodeDisk.list(at);
      },
    };
    const { vault, write } = await openOnDisk(aVault().note('a', 'one').note('sub/b', 'two'), { disk });
    const heard = hear(vault);
    expect((await listed(vault)).size).toBe(2);
    expect(listings).toBe(2);
    expect(heard.said()).toEqual([]);
    await write('sub/b.md', 'two and more');
    await heard.until((said) => said.includes('changed sub/b.md'));
  });

  it('closing ends every watch', async () => {
    let open = 0;
    const disk: Disk = {
      ...nodeDisk,
      watch: (...of) => {
        open++;
        const watch = nodeDisk.watch(...of);
        return {
          close: () => {
            open--;
            watch.close();
          },
        };
      },
    };
    const { vault, heard, write } = await watched(aVault().note('a', 'x').note('b/c/d', 'x'), { disk });
    expect(open).toBeGreaterThan(0);
    await vault.close();
    expect(open).toBe(0);
    await write('a.md', 'unheard');
    expect(heard.said()).toEqual([]);
  });

  it('the last listener to leave ends the watching, and the next begins it again', async () => {
    const { vault, heard, write } = await watched(aVault().note('a', 'x'));
    heard.stop();
    await write('a.md', 'while nobody listened');
    const again = hear(vault);
    await again.until((said) => said.includes('changed a.md'));
    await vault.watching();
    await write('a.md', 'and now');
    await again.until((said) => said.length > 1);
    expect(heard.said()).toEqual([]);
  });

  it('a listener that throws does not deafen the others', async () => {
    const said: string[] = [];
    const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: (message) => void said.push(message) };
    const { vault, write } = await openOnDisk(aVault().note('a', 'x'), { log });
    vault.watch(() => {
      throw new RangeError('secret text of a note');
    });
    const heard = hear(vault);
    await vault.watching();
    await write('a.md', 'y');
    await heard.until((one) => one.includes('changed a.md'));
    expect(said[0]).toBe('a listener to the vault failed: RangeError');
  });
});

describe('where one watch sees the whole tree, as on macOS and Windows', () => {
  it('what it names is looked at in its folder, hidden folders are not', async () => {
    let tell: (name: string | null) => void = () => undefined;
    const recursive: boolean[] = [];
    const disk: Disk = {
      ...nodeDisk,
      platform: 'darwin',
      watch: (_folder, options, onEvent) => {
        recursive.push(options.recursive);
        tell = onEvent;
        return { close: () => undefined };
      },
    };
    const { dir, heard, vault } = await watched(
      aVault().note('a', 'x').note('sub/deep/b', 'x').note('.git/HEAD', 'x'),
      { disk },
    );
    expect(recursive).toEqual([true]);
    await writeFile(dir.at('sub/deep/b.md'), 'changed');
    await writeFile(dir.at('.git/HEAD.md'), 'changed');
    tell('.git/HEAD.md');
    tell('sub/deep/b.md');
    await heard.until((said) => said.includes('changed sub/deep/b.md'));
    await rename(dir.at('sub'), dir.at('moved'));
    tell('sub');
    tell('moved');
    await heard.until((said) => said.includes('renamed sub/deep/b.md → moved/deep/b.md'));
    await rename(dir.at('a.md'), dir.at('A.md'));
    tell('a.md');
    tell('A.md');
    await heard.until((said) => said.includes('renamed a.md → A.md'));
    await writeFile(dir.at('moved/new.md'), 'told without a name');
    tell(null);
    await vault.rescan();
    await heard.until((said) => said.includes('changed moved/new.md'));
    expect(heard.said()).toHaveLength(4);
  });

  it('Windows’ devices and streams are not opened', async () => {
    const opened: string[] = [];
    const open = (at: string): Promise<number> => {
      opened.push(at);
      return nodeDisk.open(at);
    };
    const { vault } = await openOnDisk(aVault().note('a', 'x'), { disk: { ...nodeDisk, platform: 'win32', open } });
    for (const name of ['nul.md', 'a.md:stream.md', 'COM1', 'folder./a.md', 'a.md.']) {
      expect(await vault.read(path(name)), name).toBeNull();
      expect(await vault.stat(path(name)), name).toBeNull();
    }
    expect(opened).toEqual([]);
  });
});

describe('where the system gives no events', () => {
  it.each(['ENOSPC', 'EMFILE'])('%s: the vault says so and looks again and again', async (code) => {
    const said: string[] = [];
    const log: Log = { debug: () => {}, info: () => {}, warn: (message) => void said.push(message), error: () => {} };
    const disk: Disk = {
      ...nodeDisk,
      watch: () => {
        throw Object.assign(new Error(`${code}: /secret/place`), { code });
      },
    };
    const dir = await aVault().note('a', 'x').note('b/c', 'x').onDisk();
    const vault = await openFolderVault(dir.path, { disk, log });
    const heard = hear(vault);
    expect(await vault.watching()).toBe('rescans');
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(code);
    expect(said[0]).not.toContain('secret');
    await writeFile(dir.at('b/c.md'), 'changed behind our back');
    await rename(dir.at('a.md'), dir.at('b/a.md'));
    await heard.until((one) => one.length >= 2);
    expect([...heard.said()].sort()).toEqual(['changed b/c.md', 'renamed a.md → b/a.md']);
    expect(await readFile(dir.at('b/a.md'), 'utf8')).toBe('x');
    await vault.close();
  });
});
