import { open, readFile, readlink, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { kill } from 'node:process';

/**
 * Whether Obsidian has the vault at `root` (a real path) open now, as far as that can be told from outside: `lists` are
 * the files in which it keeps its vaults. It leaves a vault marked as open when it quits, to open it again, so whether it
 * runs is asked as well, of the lock beside the list by which it runs only once.
 */
export async function isOpenInApp(root: string, lists: readonly string[]): Promise<boolean> {
  const told = await Promise.all(
    lists.map(async (list) => (await isMarkedOpen(root, list)) && (await isRunning(list))),
  );
  return told.includes(true);
}

async function isMarkedOpen(root: string, list: string): Promise<boolean> {
  try {
    const { vaults } = JSON.parse(await readFile(list, 'utf8')) as { readonly vaults?: unknown };
    const paths = Object.values(vaults ?? {}).flatMap((vault: unknown) => openPath(vault));
    const real = await Promise.all(paths.map((path) => realpath(path).catch(() => path)));
    return real.includes(root);
  } catch {
    return false; // no list, or one of another shape: nothing is known then
  }
}

function openPath(vault: unknown): readonly string[] {
  if (typeof vault !== 'object' || vault === null || !('path' in vault) || !('open' in vault)) return [];
  return typeof vault.path === 'string' && vault.open === true ? [vault.path] : [];
}

/** Chromium's lock: a link to `host-pid`; on Windows a file that nobody else can open while the app runs. */
async function isRunning(list: string): Promise<boolean> {
  const folder = dirname(list);
  if (process.platform === 'win32') return isHeld(join(folder, 'lockfile'));
  const owner = await readlink(join(folder, 'SingletonLock')).catch(() => '');
  const [, host, pid] = /^(.*)-(\d+)$/.exec(owner) ?? [];
  return host === hostname() && isAlive(Number(pid));
}

async function isHeld(file: string): Promise<boolean> {
  try {
    await (await open(file, 'r+')).close();
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code !== 'ENOENT';
  }
}

function isAlive(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
