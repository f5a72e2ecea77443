import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { onTestFinished } from 'vitest';
import { openHeadlessHost } from '../../../src/headless/host.ts';
import type { CallResult } from '../../../src/mcp/tool-call.ts';
import { aVault } from '../../support/a-vault.ts';
import { silent } from '../../support/memory-host.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { call } from './call-tool.ts';

/** A real folder behind the tools that write: its files, its journal, and one call after another. */
export interface WritingHost {
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<CallResult>;
  /** Text of a file; null where there is none. */
  read(path: string): Promise<string | null>;
  /** Every note's text by path, trash and settings left out. */
  content(): Promise<Readonly<Record<string, string>>>;
  /** Every folder by path, hidden ones left out. */
  folders(): Promise<readonly string[]>;
  mkdir(path: string): Promise<void>;
}

/** Files by path, as the vault has them when the first call comes. */
export async function aWritingHost(files: Readonly<Record<string, string>>): Promise<WritingHost> {
  const builder = aVault();
  for (const [path, text] of Object.entries(files)) builder.file(path, text);
  const { path: folder } = await builder.onDisk();
  const { path: stateFolder } = await tempDir();
  const host = await openHeadlessHost({
    folder,
    version: '0.1.0',
    log: silent,
    writing: { stateFolder, vaultId: 'vault-of-a-test', stillOwner: () => Promise.resolve(true), autoPush: null },
  });
  onTestFinished(() => host.close());
  while ((await host.library.settled(1_000)) > 0 || !host.library.progress().ready) continue;
  const read = (path: string): Promise<string | null> => readFile(join(folder, path), 'utf8').catch(() => null);
  return {
    call: (name, input = {}) => call(host.services, name, input),
    read,
    content: async () => {
      const names = await readdir(folder, { recursive: true });
      const kept = names.filter((name) => /\.\w+$/.test(name) && !name.split('/').some((part) => part.startsWith('.')));
      const texts = await Promise.all(kept.sort().map(async (name) => [name, (await read(name)) ?? ''] as const));
      return Object.fromEntries(texts);
    },
    folders: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name));
      return names
        .map((name) => relative(folder, name).replaceAll(sep, '/'))
        .filter((name) => !/(^|\/)\./.test(name))
        .sort();
    },
    mkdir: async (path) => {
      await mkdir(join(folder, path), { recursive: true });
    },
  };
}
