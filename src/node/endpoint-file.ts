import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ENDPOINT_LIMIT, parseEndpoint, printEndpoint } from '../wire/endpoint.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { ENDPOINTS_FOLDER, endpointFileName } from '../wire/state-folder.ts';
import { privateFolder } from './state-folder.ts';

export function endpointFileOf(stateFolder: string, vaultId: string): string {
  return join(stateFolder, ENDPOINTS_FOLDER, endpointFileName(vaultId));
}

/**
 * Says where this host listens: a whole file at once, readable by its owner alone. Returns its path. Write it only once
 * the server listens, and only while holding the vault's lock.
 */
export async function publishEndpoint(stateFolder: string, endpoint: Endpoint): Promise<string> {
  await privateFolder(stateFolder, ENDPOINTS_FOLDER);
  const file = endpointFileOf(stateFolder, endpoint.vault.id);
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(draft, printEndpoint(endpoint), { mode: 0o600, flag: 'wx' });
    await chmod(draft, 0o600); // the mode above is cut by the umask only, but a loose default ACL may widen it
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return file;
}

/** Removes the endpoint file if it is still the one of this generation: a successor's is left alone. */
export async function withdrawEndpoint(stateFolder: string, vaultId: string, generation: string): Promise<void> {
  const current = await readEndpointFile(stateFolder, vaultId);
  if (current?.generation === generation) await rm(endpointFileOf(stateFolder, vaultId), { force: true });
}

/**
 * The endpoint of a vault; null where there is none, or one not to be trusted: a link, anything but a plain file, a file
 * or folder that is another user's or open to others (where the system has such modes), an over-long or malformed one.
 */
export async function readEndpointFile(stateFolder: string, vaultId: string): Promise<Endpoint | null> {
  const file = endpointFileOf(stateFolder, vaultId);
  try {
    const folder = await lstat(dirname(file));
    if (!folder.isDirectory() || !isPrivate(folder)) return null;
    if (!(await lstat(file)).isFile()) return null; // a pipe must not even be opened
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile() || !isPrivate(stat) || stat.size > ENDPOINT_LIMIT) return null;
      return parseEndpoint(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

function isPrivate(stat: { readonly uid: number; readonly mode: number }): boolean {
  const uid = process.getuid?.();
  return uid === undefined || (stat.uid === uid && (stat.mode & 0o077) === 0);
}
