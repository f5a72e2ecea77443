import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import type { SettingProblem } from '../core/conventions/json-fields.ts';
import { readAppSettings, readVaultSettings } from '../core/conventions/read-settings.ts';
import { DEFAULT_SETTINGS, readOnlySettings } from '../core/conventions/settings.ts';
import { PLUGIN_SETTINGS } from '../wire/state-folder.ts';
import type { AppSettings, VaultSettings } from '../core/conventions/settings.ts';
import type { Log } from '../core/ports.ts';
import { errorCode, isAbsent, nodeDisk } from './disk.ts';
import type { Disk } from './disk.ts';

/** The settings that the vault's own configuration folder holds, as they were last read. */
export interface FolderSettings {
  readonly settings: VaultSettings;
  readonly app: AppSettings;
  /** The configuration folder, relative to the vault: `.obsidian` unless the user renamed it. */
  readonly configFolder: string;
  /** Whose files are there but say nothing that can be read: the vault is read-only while there is one. */
  readonly unreadable: readonly ('plugin' | 'app')[];
  /** Values of no use, each by its place. */
  readonly problems: readonly SettingProblem[];
}

/** The plugin's folder inside the configuration folder is named for its id. */
const PLUGIN_DATA = join('plugins', 'vault-mcp', 'data.json');
const [DEFAULT_FOLDER] = PLUGIN_SETTINGS;
const LARGEST = 1024 * 1024; // bytes; a settings file of the app has a few thousand

/**
 * Reads what the plugin and the app have set for the vault at `root` (absolute). Absent files mean defaults; for one that
 * cannot be read stands what was `lastKnown` of it.
 */
export async function readFolderSettings(
  root: string,
  log: Log,
  disk: Disk = nodeDisk,
  lastKnown?: Pick<FolderSettings, 'settings' | 'app'>,
): Promise<FolderSettings> {
  const configFolder = await findConfigFolder(root, disk);
  const at = (name: string): Promise<JsonFile> => readJson(join(root, configFolder, name), disk);
  const [data, app, dailyNotes, templates] = await Promise.all([
    at(PLUGIN_DATA),
    at('app.json'),
    at('daily-notes.json'),
    at('templates.json'),
  ]);
  const own = data.kind === 'unreadable' ? null : readVaultSettings(data.kind === 'read' ? data.value : {});
  const apps = readAppSettings({ app: valueOf(app), dailyNotes: valueOf(dailyNotes), templates: valueOf(templates) });
  const problems = [...(own?.problems ?? []), ...apps.problems];
  const ofApp = [app, dailyNotes, templates].some(({ kind }) => kind === 'unreadable');
  const unreadable = [...(own === null ? ['plugin' as const] : []), ...(ofApp ? ['app' as const] : [])];
  const settings = own?.value ?? lastKnown?.settings ?? DEFAULT_SETTINGS;
  if (problems.length > 0)
    log.warn(
      `settings of no use, defaults stand for them: ${problems.map(({ path, code }) => `${path} (${code})`).join(', ')}`,
    );
  for (const whose of unreadable) log.warn(`the settings of the ${whose} cannot be read; the vault is read-only`);
  return {
    settings: unreadable.length > 0 ? readOnlySettings(settings) : settings,
    app: ofApp && lastKnown !== undefined ? lastKnown.app : apps.value,
    configFolder,
    unreadable,
    problems,
  };
}

/**
 * Calls back with the settings whenever they have changed on disk. Watches cost nothing while nothing happens and keep
 * no process alive. The returned function ends it.
 */
export function watchFolderSettings(
  root: string,
  known: FolderSettings,
  log: Log,
  listener: (settings: FolderSettings) => void,
  disk: Disk = nodeDisk,
): () => void {
  let last = JSON.stringify(known);
  let lastKnown = known;
  let folders = new Map<string, { close(): void }>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let ended = false;

  const look = async (): Promise<void> => {
    const now = await readFolderSettings(root, log, disk, lastKnown);
    if (ended) return;
    // What was written between reading and watching is seen by looking once more.
    if (watchAll(now.configFolder)) soon();
    const text = JSON.stringify(now);
    if (text === last) return;
    last = text;
    lastKnown = now;
    listener(now);
  };
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      look().catch((error: unknown) => log.warn(`settings could not be looked at (${errorCode(error)})`));
    }, GATHER_MS);
    timer.unref();
  };
  // Folders come and go (a plugin is installed, a configuration renamed): after each look those that are there count.
  // Whether one is new.
  const watchAll = (configFolder: string): boolean => {
    const before = folders;
    folders = new Map();
    let isNew = false;
    const watchOne = (folder: string, onEvent: (name: string | null) => void): void => {
      const held = before.get(folder);
      const watch = held ?? tryWatch(disk, folder, onEvent, () => folders.delete(folder));
      if (watch !== null) folders.set(folder, watch);
      isNew ||= held === undefined && watch !== null;
      before.delete(folder);
    };
    for (const folder of foldersToWatch(root, configFolder)) watchOne(folder, soon);
    // A folder that no app has opened yet has no settings: its top is watched until it has, for hidden names only.
    if (!folders.has(join(root, configFolder))) {
      watchOne(root, (name) => {
        if (name === null || name.startsWith('.')) soon();
      });
    }
    for (const watch of before.values()) watch.close();
    return isNew;
  };

  watchAll(known.configFolder);
  return () => {
    ended = true;
    if (timer !== null) clearTimeout(timer);
    for (const watch of folders.values()) watch.close();
    folders.clear();
  };
}

// A writer that does not replace its file in one step is done with so small a file in this time.
const GATHER_MS = 100;

type JsonFile =
  { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'absent' } | { readonly kind: 'unreadable' };

function valueOf(file: JsonFile): unknown {
  return file.kind === 'read' ? file.value : undefined;
}

/** The hidden folder at the vault's top that holds `app.json`; the app lets the user rename it. */
async function findConfigFolder(root: string, disk: Disk): Promise<string> {
  if (await holdsApp(root, DEFAULT_FOLDER, disk)) return DEFAULT_FOLDER;
  const entries = await disk.list(root).catch(() => []);
  const hidden = entries.filter((entry) => entry.name.startsWith('.') && entry.isDirectory()).map(({ name }) => name);
  for (const name of hidden.sort()) if (await holdsApp(root, name, disk)) return name;
  return DEFAULT_FOLDER;
}

async function holdsApp(root: string, folder: string, disk: Disk): Promise<boolean> {
  return disk.look(join(root, folder, 'app.json')).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function readJson(path: string, disk: Disk): Promise<JsonFile> {
  try {
    const text = await readText(path, disk);
    return text === null ? { kind: 'unreadable' } : { kind: 'read', value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: isAbsent(error) ? 'absent' : 'unreadable' };
  }
}

/** Null where the file is none that holds settings: a FIFO, a link at the end of the path, far too large. */
async function readText(path: string, disk: Disk): Promise<string | null> {
  const fd = await disk.open(path);
  try {
    const stats = disk.stats(fd);
    if (!stats.isFile() || stats.size > LARGEST) return null;
    const bytes = new Uint8Array(stats.size);
    let length = 0;
    for (let count = -1; length < bytes.length && count !== 0; length += count) {
      count = await disk.read(fd, bytes, length);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } finally {
    disk.close(fd);
  }
}

function foldersToWatch(root: string, configFolder: string): readonly string[] {
  const config = join(root, configFolder);
  return [config, join(config, 'plugins'), join(config, 'plugins', 'vault-mcp')];
}

function tryWatch(
  disk: Disk,
  folder: string,
  onEvent: (name: string | null) => void,
  onLost: () => void,
): { close(): void } | null {
  try {
    return disk.watch(folder, { recursive: false }, onEvent, onLost);
  } catch {
    return null; // not there, or not to be watched: the start has read what there is
  }
}
