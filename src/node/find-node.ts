import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What is asked of the machine; another one is lent by tests. */
export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The absolute path of a Node that an agent's program can start; null where none is found. Programs with a window do not
 * have a terminal's PATH, on macOS least of all, so the usual places of installers and version managers are looked at too.
 * Nothing is started.
 */
export async function findNode(machine: Machine = thisMachine()): Promise<string | null> {
  const name = machine.platform === 'win32' ? 'node.exe' : 'node';
  for (const folder of await foldersOf(machine)) {
    const path = join(folder, name);
    if (await canRun(path)) return path;
  }
  return null;
}

function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), env: process.env };
}

async function foldersOf({ platform, home, env }: Machine): Promise<readonly string[]> {
  // A shell of this manager has a folder of its own on PATH, which is gone when the shell is.
  const onPath = (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('fnm_multishells'));
  if (platform === 'win32') {
    const bases = [
      env['ProgramFiles'],
      env['ProgramW6432'],
      env['LOCALAPPDATA'] && join(env['LOCALAPPDATA'], 'Programs'),
    ];
    const installed = bases.flatMap((base) => (base === undefined || base === '' ? [] : [join(base, 'nodejs')]));
    return [...onPath, ...installed].filter((folder) => folder !== '');
  }
  const usual = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/opt/local/bin', '/snap/bin'];
  const managers = ['.volta/bin', '.local/share/mise/shims', '.asdf/shims', '.local/bin', 'n/bin'];
  const versions = [
    ...(await versionsIn(join(home, '.nvm/versions/node'), 'bin')),
    ...(await versionsIn(join(home, '.local/share/fnm/node-versions'), 'installation/bin')),
    ...(await versionsIn(join(home, 'Library/Application Support/fnm/node-versions'), 'installation/bin')),
  ];
  return [
    ...onPath.filter((folder) => folder.startsWith('/')),
    ...usual,
    ...managers.map((below) => join(home, below)),
    ...versions,
  ];
}

/** Folders of a version manager, the highest version first. */
async function versionsIn(folder: string, below: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const order = new Intl.Collator('en', { numeric: true });
  return names.sort((a, b) => order.compare(b, a)).map((name) => join(folder, name, below));
}

function canRun(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
