import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { PLUGIN_SETTINGS, STATE_FOLDER, STATE_FOLDER_VARIABLE } from '../wire/state-folder.ts';
import { vaultIdInSettings, vaultIdOfPath } from '../wire/state-folder.ts';

/** The per-user state folder, absolute; a relative override is ignored, since it would mean another folder per client. */
export function stateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const override = env[STATE_FOLDER_VARIABLE] ?? '';
  return isAbsolute(override) ? override : join(homedir(), STATE_FOLDER);
}

/**
 * Makes a folder below the state folder, every new one for its owner alone, and returns its path. An existing folder that
 * is ours but open to others is closed to them.
 * @throws {Error} where a link or another user's folder stands in its place.
 */
export async function privateFolder(folder: string, ...below: readonly string[]): Promise<string> {
  const path = join(folder, ...below);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let current = folder;
  await demandPrivate(current);
  for (const name of below) {
    current = join(current, name);
    await mkdir(current, { mode: 0o700 }).catch(unlessThere);
    await demandPrivate(current);
  }
  return path;
}

/** The vault's real path, and its id: the one in the plugin's settings, else one made from that path. */
export async function identifyVault(vaultPath: string): Promise<{ readonly id: string; readonly path: string }> {
  const path = await realpath(vaultPath);
  const settings = await readFile(join(path, ...PLUGIN_SETTINGS), 'utf8').catch(() => '');
  return { id: vaultIdInSettings(settings) ?? vaultIdOfPath(sha256, path), path };
}

async function demandPrivate(folder: string): Promise<void> {
  const stat = await lstat(folder);
  if (!stat.isDirectory()) throw new Error(`no plain folder: ${folder}`);
  const uid = process.getuid?.();
  if (uid === undefined) return; // Windows: the profile folder's access list stands in for modes
  if (stat.uid !== uid) throw new Error(`the folder of another user: ${folder}`);
  if ((stat.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
