import type { App, EventRef } from 'obsidian';
import type { AppSettingFiles } from '../core/conventions/read-settings.ts';

/** What the declarations leave out: the app's settings as they stand in its memory, and its word that one has changed. */
interface MayTellConfig {
  readonly getConfig?: (name: string) => unknown;
  readonly on: (name: string, callback: () => void) => EventRef;
}

/** Settings of `app.json` that something of ours depends on. */
const LIVE = [
  'userIgnoreFilters',
  'trashOption',
  'newLinkFormat',
  'useMarkdownLinks',
  'attachmentFolderPath',
  'alwaysUpdateLinks',
] as const;
const FILES = ['app.json', 'daily-notes.json', 'templates.json'] as const;

/**
 * The app's own settings. Its files are what is documented, and the app writes them some time after a change; so what the
 * app tells from its memory goes before them, where it tells.
 */
export class AppConfig {
  readonly #app: App;
  readonly #files: readonly Readonly<Record<string, unknown>>[];
  readonly #versions: string;
  /** As they were taken, lists by a copy. */
  #taken: Readonly<Record<string, unknown>> = {};

  private constructor(app: App, files: readonly Readonly<Record<string, unknown>>[], versions: string) {
    this.#app = app;
    this.#files = files;
    this.#versions = versions;
  }

  static async read(app: App): Promise<AppConfig> {
    // Versions first: a file that changes between the two reads is read once more.
    const versions = await versionsOf(app);
    return new AppConfig(app, await Promise.all(FILES.map((name) => contentOf(app, name))), versions);
  }

  /** As they stand now. From here on `isOther` compares with these. */
  take(): AppSettingFiles {
    const live = liveValues(this.#app);
    this.#taken = live;
    const [general, dailyNotes, templates] = this.#files;
    return { app: { ...general, ...live }, dailyNotes, templates };
  }

  /** Whether the app tells other settings than those that were taken; asked for every file, so it makes no text of them. */
  isOther(): boolean {
    const vault = this.#app.vault as unknown as MayTellConfig;
    return vault.getConfig !== undefined && LIVE.some((name) => !same(vault.getConfig?.(name), this.#taken[name]));
  }

  /** Whether a file has been written since it was read: three looks at the disk. */
  async isStale(): Promise<boolean> {
    return (await versionsOf(this.#app)) !== this.#versions;
  }
}

/** Calls back when the app says that one of its settings has changed; an app that does not say so never calls. */
export function onAppConfig(app: App, listener: () => void): EventRef {
  return (app.vault as unknown as MayTellConfig).on('config-changed', listener);
}

function liveValues(app: App): Readonly<Record<string, unknown>> {
  const vault = app.vault as unknown as MayTellConfig;
  const told = LIVE.map((name) => [name, vault.getConfig?.(name)] as const);
  return Object.fromEntries(
    told.flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      return [[name, Array.isArray(value) ? [...(value as readonly unknown[])] : value]];
    }),
  );
}

function same(now: unknown, taken: unknown): boolean {
  if (!Array.isArray(now) || !Array.isArray(taken)) return (now ?? undefined) === taken;
  return now.length === taken.length && now.every((each, at) => each === taken[at]);
}

async function versionsOf(app: App): Promise<string> {
  const stats = FILES.map(async (name) => {
    const stat = await app.vault.adapter.stat(placeOf(app, name)).catch(() => null);
    return stat === null ? '-' : `${stat.mtime} ${stat.size}`;
  });
  return (await Promise.all(stats)).join('\n');
}

/** Through the adapter: the vault itself does not see its configuration folder. */
async function contentOf(app: App, name: string): Promise<Readonly<Record<string, unknown>>> {
  const path = placeOf(app, name);
  try {
    if (!(await app.vault.adapter.exists(path))) return {};
    const content = JSON.parse(await app.vault.adapter.read(path)) as unknown;
    return typeof content === 'object' && content !== null ? (content as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

function placeOf(app: App, name: string): string {
  return `${app.vault.configDir}/${name}`;
}
