import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Log } from '../../src/core/ports.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import type { HeadlessHost } from '../../src/headless/host.ts';
import { silent } from '../support/memory-host.ts';
import { tempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';

const VAULT_ID = 'warm';

async function aFolder(): Promise<{ vault: TempDir; state: TempDir }> {
  const [vault, state] = [await tempDir(), await tempDir()];
  await mkdir(vault.at('wiki'));
  await writeFile(vault.at('wiki', 'Tides.md'), '# Tides\n\nSpring tides follow [[Moon]].\n');
  await writeFile(vault.at('Moon.md'), 'The moon pulls.\n');
  await writeFile(vault.at('Sun.md'), 'The sun helps.\n');
  // Long ago: so that the age of a file gives no reason to read it again.
  for (const name of ['wiki/Tides.md', 'Moon.md', 'Sun.md']) await utimes(vault.at(name), 1_700_000_000, 1_700_000_000);
  return { vault, state };
}

/** A host over the folder, in step with it; what it logged stands in `logged`. */
async function open(vault: TempDir, state: TempDir, logged: string[] = []): Promise<HeadlessHost> {
  const note = (message: string): void => void logged.push(message);
  const log: Log = { ...silent, info: note, warn: note, error: note };
  const stillOwner = (): Promise<boolean> => Promise.resolve(true);
  const host = await openHeadlessHost({
    folder: vault.path,
    version: '0.0.0',
    log,
    writing: { stateFolder: state.path, vaultId: VAULT_ID, stillOwner, autoPush: null },
  });
  while ((await host.library.settled(1_000)) > 0) continue;
  return host;
}

async function found({ services }: HeadlessHost, query: string): Promise<readonly string[]> {
  const rest = { limit: 10, skip: 0, includeRaw: true, followLinks: false, windowChars: 200 };
  const { hits } = await services.retriever.search({ query, ...rest });
  return hits.map(({ path, lines }) => `${path}: ${lines.join('|')}`);
}

const snapshotIn = (state: TempDir): string => join(state.path, 'index', VAULT_ID, 'snapshot.bin');

describe('a folder served again', () => {
  it('is known from before, and what changed meanwhile is as it is now', async () => {
    const { vault, state } = await aFolder();
    await (await open(vault, state)).close();
    await writeFile(vault.at('Sun.md'), 'The sun burns.\n');
    await writeFile(vault.at('New.md'), 'A comet.\n');
    await rename(vault.at('wiki', 'Tides.md'), vault.at('Tides.md'));
    await rm(vault.at('Moon.md'));
    const logged: string[] = [];
    const host = await open(vault, state, logged);
    expect(logged.some((message) => message.includes('opened with 3 notes known before'))).toBe(true);
    expect(await found(host, 'sun')).toEqual(['Sun.md: The sun burns.']);
    expect(await found(host, 'comet')).toEqual(['New.md: A comet.']);
    expect(await found(host, 'spring')).toEqual(['Tides.md: # Tides||Spring tides follow [[Moon]].']);
    expect(await found(host, 'moon pulls')).toEqual(['Tides.md: # Tides||Spring tides follow [[Moon]].']);
    expect([...host.library.files.keys()].sort()).toEqual(['New.md', 'Sun.md', 'Tides.md']);
    await host.close();
  });

  it('is the owner’s alone to read', async (test) => {
    if (process.platform === 'win32') test.skip('no such modes');
    const { vault, state } = await aFolder();
    await (await open(vault, state)).close();
    expect((await stat(snapshotIn(state))).mode & 0o777).toBe(0o600);
    expect((await stat(join(state.path, 'index'))).mode & 0o777).toBe(0o700);
  });

  it('finds the same whatever has become of the snapshot: every 64th byte another, cut short, of another vault', async () => {
    const { vault, state } = await aFolder();
    const first = await open(vault, state);
    const wanted = await found(first, 'tides moon sun');
    expect(wanted).toHaveLength(3);
    await first.close();
    const whole = await readFile(snapshotIn(state));
    const damaged = Array.from({ length: Math.ceil(whole.length / 64) }, (_, nth) => {
      const copy = Buffer.from(whole);
      copy.writeUInt8(copy.readUInt8(nth * 64) ^ 0x55, nth * 64);
      return copy;
    });
    const foreign = Buffer.from(whole.toString('latin1').replace('0.0.0', '9.9.9'), 'latin1');
    for (const bytes of [...damaged, whole.subarray(0, whole.length >> 1), Buffer.alloc(0), foreign]) {
      await writeFile(snapshotIn(state), bytes);
      const logged: string[] = [];
      const host = await open(vault, state, logged);
      expect(logged[0]).toContain('the index is built anew');
      expect(await found(host, 'tides moon sun')).toEqual(wanted);
      await host.close();
    }
  });
});
