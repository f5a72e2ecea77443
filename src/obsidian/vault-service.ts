import type { App } from 'obsidian';
import type { IndexWorker } from '../core/index/index-port.ts';
import type { Log } from '../core/ports.ts';
import { systemClock } from '../node/clock.ts';
import { identifyVault, stateFolder } from '../node/state-folder.ts';
import type { Activity } from '../serve/activity.ts';
import { serveVault, type VaultServer } from '../serve/vault-server.ts';
import { folderOf, openServedApp, type AppHost, type AppHostOptions } from './host.ts';
import type { SettingsNow } from './settings.ts';

/** Another host may still be leaving, or the window of before a reload: looked at again after this time. */
const TRY_AGAIN_MS = 2_000;

export interface VaultServiceOptions {
  readonly app: App;
  /** Of the product. */
  readonly version: string;
  readonly log: Log;
  /** As they stand now; asked anew each time. */
  readonly settings: () => SettingsNow;
  /** Looks whether they are other by now than they are known; before each call. */
  readonly refreshSettings: () => Promise<void>;
  /** Asks the user for consent in a dialog of the app; null where there is none. */
  readonly ask: AppHostOptions['ask'];
  /** Where it is to be seen who is connected; absent: nobody looks. */
  readonly activity?: Activity;
  /** The git program that is set for this device. */
  readonly git?: () => string | undefined;
  /** Starts the thread of the passage index; absent: it runs in this one. */
  readonly indexWorker?: () => IndexWorker;
}

/** What becomes of serving: `elsewhere` is another window or machine, or a headless host that still writes. */
export type ServiceStanding =
  | { readonly kind: 'starting' | 'serving' | 'elsewhere' | 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Serves the open vault from load to unload, whatever comes in between. */
export class VaultService {
  readonly #options: VaultServiceOptions;
  readonly #listeners = new Set<() => void>();
  #serving: { readonly server: VaultServer; readonly host: AppHost; readonly vaultId: string } | null = null;
  #standing: ServiceStanding = { kind: 'starting' };
  #work: Promise<void> = Promise.resolve();
  #ended = false;
  /** Ends the wait for the next try. */
  #wake: () => void = () => undefined;

  constructor(options: VaultServiceOptions) {
    this.#options = options;
  }

  get isServing(): boolean {
    return this.#serving !== null;
  }

  get standing(): ServiceStanding {
    return this.#standing;
  }

  /** The vault with all that tools use; null while it is not served from here. */
  get host(): AppHost | null {
    return this.#serving?.host ?? null;
  }

  /** The id under which lock, endpoint and journal of the vault are kept; null while it is not served from here. */
  get vaultId(): string | null {
    return this.#serving?.vaultId ?? null;
  }

  /** Calls back whenever the standing or a change of the vault by an agent is news; the returned function ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  start(): void {
    void this.#after(() => this.#serve());
  }

  /** The settings are not what they were: what is hidden, and which id the vault has, is looked at anew. */
  settingsChanged(): void {
    void this.#after(async () => {
      if (this.#serving === null) return;
      const { id } = await identifyVault(folderOf(this.#options.app));
      if (id !== this.#serving.vaultId) await this.#leave();
      else await this.#serving.host.settingsChanged();
      await this.#serve();
    });
  }

  /**
   * Serves anew: with another token, another index, after another choice of git. Agents reconnect by themselves. What is to
   * be done while nothing is served is done in between.
   */
  restart(between: (vaultId: string | null) => Promise<void> = () => Promise.resolve()): Promise<void> {
    return this.#after(async () => {
      const { vaultId } = this;
      await this.#leave();
      await between(vaultId);
      await this.#serve();
    });
  }

  /** Ends the server and all that runs for it. */
  async stop(): Promise<void> {
    this.#ended = true;
    this.#wake();
    await this.#after(() => this.#leave());
    this.#stands({ kind: 'stopped' });
    this.#listeners.clear();
  }

  async #serve(): Promise<void> {
    while (!this.#ended && this.#serving === null) {
      try {
        await this.#tryToServe();
      } catch (error) {
        const reason = error instanceof Error ? error.name : 'unknown';
        this.#options.log.error(`the vault cannot be served: ${reason}`);
        this.#stands({ kind: 'failed', reason });
      }
      if (this.#serving === null && !this.#ended) {
        await systemClock.after(TRY_AGAIN_MS, new Promise<void>((resolve) => (this.#wake = resolve)));
      }
    }
  }

  async #tryToServe(): Promise<void> {
    const { app, version, log, settings, refreshSettings, ask, activity, git, indexWorker } = this.#options;
    // The same question that every shim asks, of the same file: an id of our own would be another lock.
    const { id: vaultId } = await identifyVault(folderOf(app));
    let opened: AppHost | null = null;
    const start = await serveVault({
      kind: 'obsidian',
      vaultId,
      stateFolder: stateFolder(),
      version,
      lang: '',
      log,
      ...(activity === undefined ? {} : { activity }),
      open: async (lock) => {
        const program = git?.();
        opened = await openServedApp({
          app,
          version,
          log,
          clock: systemClock,
          settings,
          refreshSettings,
          stateFolder: stateFolder(),
          vaultId,
          stillOwner: () => lock.stillOurs(),
          ask,
          onChange: () => this.#tell(),
          ...(program === undefined ? {} : { git: program }),
          ...(indexWorker === undefined ? {} : { indexWorker }),
        });
        return opened;
      },
      onLost: () => this.#lost(),
    });
    if (start.kind === 'serving' && opened !== null) {
      this.#serving = { server: start.server, host: opened, vaultId };
      this.#stands({ kind: 'serving' });
    } else if (start.kind === 'failed') {
      log.warn(`the vault is not served from here: ${start.reason}`);
      this.#stands({ kind: 'failed', reason: start.reason });
    } else this.#stands({ kind: 'elsewhere' });
  }

  #lost(): void {
    void this.#after(async () => {
      await this.#leave();
      await this.#serve();
    });
  }

  async #leave(): Promise<void> {
    const serving = this.#serving;
    this.#serving = null;
    if (serving === null) return;
    this.#stands({ kind: 'starting' });
    await serving.server.stop();
  }

  /** One thing after another: nothing is begun while something else begins or ends. */
  #after(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#options.log.error(`serving was disturbed: ${error instanceof Error ? error.name : 'unknown'}`);
    });
    return this.#work;
  }

  #stands(standing: ServiceStanding): void {
    this.#standing = standing;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
