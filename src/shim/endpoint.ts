import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readFile, readdir, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { ENDPOINT_LIMIT, parseEndpoint } from '../wire/endpoint.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import {
  ENDPOINTS_FOLDER,
  PLUGIN_SETTINGS,
  STATE_FOLDER,
  STATE_FOLDER_VARIABLE,
  endpointFileName,
  vaultIdInSettings,
  vaultIdOfPath,
} from '../wire/state-folder.ts';

export type EndpointReading =
  { readonly endpoint: Endpoint } | { readonly refused: 'no_endpoint' | 'endpoint_refused'; readonly detail: string };

/** The per-user state folder, absolute; a relative override is ignored, since it would mean another folder per client. */
export function stateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const override = env[STATE_FOLDER_VARIABLE] ?? '';
  return isAbsolute(override) ? override : join(homedir(), STATE_FOLDER);
}

export function endpointFileOf(folder: string, vaultId: string): string {
  return join(folder, ENDPOINTS_FOLDER, endpointFileName(vaultId));
}

/** The id of the vault at a path: the one in the plugin's settings, else one made from its real path. */
export async function vaultIdOf(vaultPath: string): Promise<string> {
  const real = await realpath(vaultPath);
  const settings = await readFile(join(real, ...PLUGIN_SETTINGS), 'utf8').catch(() => '');
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  return vaultIdInSettings(settings) ?? vaultIdOfPath(hash, real);
}

/**
 * Reads an endpoint file, anew at each dial. Refused: a link, anything but a plain file, a file or folder that is another
 * user's or open to others (where the system has such modes), an over-long or malformed one. Never throws.
 */
export async function readEndpoint(file: string): Promise<EndpointReading> {
  try {
    const broken = problemOf(await lstat(dirname(file)), true) ?? problemOf(await lstat(file), false);
    if (broken !== null) return { refused: 'endpoint_refused', detail: broken };
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return await readOpened(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { refused: 'no_endpoint', detail: 'no host serves this vault' }
      : { refused: 'endpoint_refused', detail: code };
  }
}

/** Every readable endpoint of this user, in the order of their vaults' names. Whether a host still lives is not asked. */
export async function listEndpoints(folder: string): Promise<readonly Endpoint[]> {
  const names = await readdir(join(folder, ENDPOINTS_FOLDER)).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json'));
  const readings = await Promise.all(files.map((name) => readEndpoint(join(folder, ENDPOINTS_FOLDER, name))));
  const endpoints = readings.flatMap((reading) => ('endpoint' in reading ? [reading.endpoint] : []));
  return endpoints.sort((a, b) => (a.vault.name < b.vault.name ? -1 : a.vault.name > b.vault.name ? 1 : 0));
}

async function readOpened(handle: FileHandle): Promise<EndpointReading> {
  // Judged again on what was opened: the name may have been given to another file in between.
  const stat = await handle.stat();
  const broken = problemOf(stat, false) ?? (stat.size > ENDPOINT_LIMIT ? 'too long' : null);
  if (broken !== null) return { refused: 'endpoint_refused', detail: broken };
  const endpoint = parseEndpoint(await handle.readFile('utf8'));
  return endpoint === null ? { refused: 'endpoint_refused', detail: 'malformed' } : { endpoint };
}

interface Stat {
  readonly uid: number;
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

function problemOf(stat: Stat, folder: boolean): string | null {
  const kind = folder ? 'folder' : 'file';
  if (folder ? !stat.isDirectory() : !stat.isFile()) return `the endpoint ${kind} is no plain ${kind}`;
  const uid = process.getuid?.();
  if (uid === undefined) return null; // Windows: the profile folder's access list stands in for modes
  if (stat.uid !== uid) return `the endpoint ${kind} belongs to another user`;
  return (stat.mode & 0o077) === 0 ? null : `the endpoint ${kind} is open to other users`;
}
