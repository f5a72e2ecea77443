import type { App } from 'obsidian';
import type { Log } from '../core/ports.ts';
import { systemClock } from '../node/clock.ts';
import { identifyVault, stateFolder } from '../node/state-folder.ts';
import { serveVault, type VaultServer } from '../serve/vault-server.ts';
import { folderOf, openServedApp } from './host.ts';
import type { SettingsNow } from './settings.ts';

/** Another host may still be leaving, or the window of before a reload: looked at again after this time. */
const TRY_AGAIN_MS = 2_000;

/** Serves the open vault from load to unload, whatever comes in between. */
export class VaultService {
  readonly #app: App;
  readonly #version: string;
  readonly #settings: () => SettingsNow;
  readonly #log: Log;
  #server: VaultServer | null = null;
  #ended = false;
  #work: Promise<void> = Promise.resolve();

  constructor(app: App, version: string, settings: () => SettingsNow, log: Log) {
    this.#app = app;
    this.#version = version;
    this.#settings = settings;
    this.#log = log;
  }

  get isServing(): boolean {
    return this.#server !== null;
  }

  start(): void {
    this.#work = this.#serve();
  }

  /** Ends the server and all that runs for it. */
  async stop(): Promise<void> {
    this.#ended = true;
    await this.#work;
    await this.#server?.stop();
    this.#server = null;
  }

  async #serve(): Promise<void> {
    while (!this.#ended && this.#server === null) {
      try {
        await this.#tryToServe();
      } catch (error) {
        this.#log.error(`the vault cannot be served: ${error instanceof Error ? error.name : 'unknown'}`);
      }
      if (this.#server === null && !this.#ended) await systemClock.after(TRY_AGAIN_MS);
    }
  }

  async #tryToServe(): Promise<void> {
    const { id } = await identifyVault(folderOf(this.#app));
    const start = await serveVault({
      kind: 'obsidian',
      vaultId: this.#settings().vault.vaultId ?? id,
      stateFolder: stateFolder(),
      version: this.#version,
      lang: '',
      log: this.#log,
      open: () =>
        Promise.resolve(
          openServedApp({ app: this.#app, version: this.#version, log: this.#log, settings: this.#settings }),
        ),
      onLost: () => this.#lost(),
    });
    if (start.kind === 'serving') this.#server = start.server;
    else if (start.kind === 'failed') this.#log.warn(`the vault is not served from here: ${start.reason}`);
  }

  #lost(): void {
    const server = this.#server;
    this.#server = null;
    this.#work = this.#work.then(async () => {
      await server?.stop();
      await this.#serve();
    });
  }
}
