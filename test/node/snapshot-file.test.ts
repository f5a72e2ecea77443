import { chmod, readdir, readFile, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Log, SnapshotPart } from '../../src/core/ports.ts';
import { snapshotFile } from '../../src/node/snapshot-file.ts';
import { itIsASnapshotStore } from '../contracts/snapshot-store.ts';
import { memorySnapshots } from '../support/memory-snapshots.ts';
import { silent } from '../support/memory-host.ts';
import { makeTempDir, tempDir } from '../support/temp-dir.ts';

itIsASnapshotStore('a store in memory', () => Promise.resolve(memorySnapshots()));
itIsASnapshotStore('a file', async () => snapshotFile((await tempDir()).path, silent));

const parts: readonly SnapshotPart[] = ['{"first":true}', Uint8Array.from({ length: 700 }, (_, at) => at), 'last'];

describe('the file of a snapshot', () => {
  it('is the owner’s alone, and nothing else is left beside it', async () => {
    const dir = await tempDir();
    await snapshotFile(dir.path, silent).save('one', parts);
    expect(await readdir(dir.path)).toEqual(['snapshot.bin']);
    if (process.platform !== 'win32') expect((await stat(dir.at('snapshot.bin'))).mode & 0o777).toBe(0o600);
  });

  it('takes away what a host left half written, but not what another may be writing now', async () => {
    const dir = await tempDir();
    const [old, young] = [dir.at('snapshot.bin.0a.tmp'), dir.at('snapshot.bin.0b.tmp')];
    await writeFile(old, 'half');
    await writeFile(young, 'half');
    await utimes(old, 0, 0);
    await snapshotFile(dir.path, silent).save('one', parts);
    expect((await readdir(dir.path)).sort()).toEqual(['snapshot.bin', 'snapshot.bin.0b.tmp']);
  });

  it('leaves the last one as it is when a new one cannot be kept', async (test) => {
    if (process.platform === 'win32' || process.getuid?.() === 0) test.skip('nothing is closed to this user');
    const dir = await tempDir();
    const store = snapshotFile(dir.path, silent);
    await store.save('one', parts);
    await chmod(dir.path, 0o500);
    await expect(store.save('one', ['new'])).rejects.toThrow();
    await chmod(dir.path, 0o700);
    expect(await store.load('one')).toEqual(parts);
  });

  it('is not read through a link', async (test) => {
    if (process.platform === 'win32') test.skip('no such links');
    const [dir, other] = [await tempDir(), await tempDir()];
    await snapshotFile(other.path, silent).save('one', parts);
    await symlink(other.at('snapshot.bin'), dir.at('snapshot.bin'));
    expect(await snapshotFile(dir.path, silent).load('one')).toBeNull();
  });
});

describe('a damaged snapshot', () => {
  let bytes: Buffer;
  const logged: string[] = [];
  const log: Log = { ...silent, info: (message) => logged.push(message), warn: (message) => logged.push(message) };

  beforeAll(async () => {
    const dir = await makeTempDir();
    await snapshotFile(dir.path, silent).save('one', parts);
    bytes = await readFile(dir.at('snapshot.bin'));
    await dir.remove();
  });

  it('is absent, whichever byte of it is another', async () => {
    const dir = await tempDir();
    const store = snapshotFile(dir.path, log);
    for (let at = 0; at < bytes.length; at++) {
      const copy = Buffer.from(bytes);
      copy.writeUInt8((copy.readUInt8(at) ^ (1 << (at % 8))) & 0xff, at);
      await writeFile(dir.at('snapshot.bin'), copy);
      expect(await store.load('one'), `byte ${at}`).toBeNull();
    }
    expect(logged).toHaveLength(bytes.length);
  });

  it('is absent wherever it ends too early or goes on too long', async () => {
    const dir = await tempDir();
    const store = snapshotFile(dir.path, log);
    await writeFile(dir.at('snapshot.bin'), Buffer.concat([bytes, Buffer.from('x')]));
    expect(await store.load('one')).toBeNull();
    for (let length = bytes.length - 1; length >= 0; length -= 7) {
      await truncate(dir.at('snapshot.bin'), length);
      expect(await store.load('one'), `length ${length}`).toBeNull();
    }
  });

  it('is not mistaken for one where it is something else altogether', async () => {
    const dir = await tempDir();
    await writeFile(dir.at('snapshot.bin'), Buffer.alloc(4096, 0xff));
    expect(await snapshotFile(dir.path, log).load('one')).toBeNull();
  });
});
