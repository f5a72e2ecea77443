import type { Plugin } from 'obsidian';
import { writeSetting, type SettingKey, type WrittenSettings } from '../core/conventions/write-settings.ts';
import type { SettingProblem } from '../core/conventions/json-fields.ts';
import type { VaultSettings } from '../core/conventions/settings.ts';
import { AppConfig } from './app-config.ts';
import { settingsOf, UNREADABLE_DATA, type SettingsNow } from './settings.ts';
import type { SettingsBook } from './ui/workbench.ts';

/** The plugin's data.json, and what is in force by it and by the app's own settings. */
export class SavedSettings implements SettingsBook {
  readonly #plugin: Plugin;
  readonly #listeners = new Set<() => void>();
  readonly #outsideListeners = new Set<() => void>();
  #data: unknown;
  #config: AppConfig;
  #now: SettingsNow;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(plugin: Plugin, data: unknown, config: AppConfig) {
    this.#plugin = plugin;
    this.#data = data;
    this.#config = config;
    this.#now = settingsOf(config, data);
  }

  static async load(plugin: Plugin): Promise<SavedSettings> {
    const data = await dataOf(plugin);
    return new SavedSettings(plugin, data, await AppConfig.read(plugin.app));
  }

  /** What the app tells of its own settings is asked each time, so that a change of one acts at once. */
  get now(): SettingsNow {
    if (this.#config.isOther()) {
      this.#now = settingsOf(this.#config, this.#data, this.#now.vault);
      // Whoever asks is in the middle of something; the others hear of it right after.
      queueMicrotask(() => this.#tell());
    }
    return this.#now;
  }

  get current(): VaultSettings {
    return this.now.vault;
  }

  get isUnreadable(): boolean {
    return this.#now.unreadable;
  }

  check(key: SettingKey, value: unknown): readonly SettingProblem[] {
    return this.#written(key, value).problems;
  }

  /** One after another: each is laid over what the one before has saved. */
  write(key: SettingKey, value: unknown): Promise<readonly SettingProblem[]> {
    return this.#inTurn(async () => {
      const { data, problems } = this.#written(key, value);
      if (problems.length > 0) return problems;
      await this.#plugin.saveData(data);
      await this.#take(data);
      return [];
    });
  }

  /** Reads the file again, which Sync or another program has changed. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#take(await dataOf(this.#plugin));
      for (const listener of this.#outsideListeners) listener();
    });
  }

  /** What the app has written to its files since they were read is taken in; cheap where there is nothing. */
  async refresh(): Promise<void> {
    if (await this.#config.isStale()) await this.#inTurn(() => this.#take(this.#data));
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onOutsideChange(listener: () => void): () => void {
    this.#outsideListeners.add(listener);
    return () => void this.#outsideListeners.delete(listener);
  }

  /** A file that cannot be read is left for its owner to mend: whatever it permits or forbids would be lost. */
  #written(key: SettingKey, value: unknown): WrittenSettings {
    if (this.#data === UNREADABLE_DATA) return { data: {}, problems: [{ path: key, code: 'not_a_record' }] };
    return writeSetting(this.#data, key, value);
  }

  async #take(data: unknown): Promise<void> {
    const config = await AppConfig.read(this.#plugin.app);
    this.#data = data;
    this.#config = config;
    this.#now = settingsOf(config, data, this.#now.vault);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#work.then(work);
    this.#work = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * What is saved; a file that Sync or another program has spoilt must not keep the plugin from loading. What the app gives
 * for such a file is not documented, and it may be what it gives for none: then the file itself is looked at.
 */
async function dataOf(plugin: Plugin): Promise<unknown> {
  try {
    const data = (await plugin.loadData()) as unknown;
    return data !== null && data !== undefined ? data : await emptyOrUnreadable(plugin);
  } catch {
    return UNREADABLE_DATA;
  }
}

async function emptyOrUnreadable({ app, manifest }: Plugin): Promise<unknown> {
  const path = `${manifest.dir ?? `${app.vault.configDir}/plugins/${manifest.id}`}/data.json`;
  if (!(await app.vault.adapter.exists(path))) return null;
  return JSON.parse(await app.vault.adapter.read(path)) as unknown;
}
