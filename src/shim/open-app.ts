import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { LOCKS_FOLDER } from '../wire/state-folder.ts';

import type { ChosenVault } from './vault-choice.ts';

/** One shim opens the window for all that ask within this time. */
const TURN_MS = 30_000;

/**
 * Asks the system to open a vault in Obsidian, once for all shims; false if another has just done so.
 * @throws where the system has no program to ask.
 */
export async function openApp(vault: ChosenVault, stateFolder: string, platform: string): Promise<boolean> {
  if (!(await takeTurn(join(stateFolder, LOCKS_FOLDER), `launch-${vault.id}`))) return false;
  const [command, ...args] = openerOf(`obsidian://open?path=${encodeURIComponent(vault.path)}`, platform);
  const child = spawn(command, args, { stdio: 'ignore', detached: true, shell: false });
  child.unref();
  await once(child, 'spawn');
  child.on('error', () => undefined);
  return true;
}

/** The program that opens an address, and its arguments; never through a shell. */
export function openerOf(address: string, platform: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', '-g', address];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}

async function takeTurn(folder: string, name: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, name);
  const taken = await stat(file).catch(() => null);
  if (taken !== null && Date.now() - taken.mtimeMs >= TURN_MS) await rm(file, { force: true });
  try {
    await (await open(file, 'wx', 0o600)).close();
    return true;
  } catch {
    return false;
  }
}
