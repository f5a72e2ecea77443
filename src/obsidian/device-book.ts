import type { App } from 'obsidian';
import { CLIENTS } from '../wire/client-config.ts';
import type { DeviceBook } from './ui/workbench.ts';

const KEY = 'vault-mcp';

interface Kept {
  readonly gitPath: string;
  readonly client: DeviceBook['client'];
  readonly detailedLog: boolean;
  /** Whether the user of this device has been shown what the plugin is. */
  readonly welcomed: boolean;
}

/** What is set for this vault on this device, in the app's local storage: it does not travel with the vault. */
export class AppDeviceBook implements DeviceBook {
  readonly #app: App;
  #kept: Kept;
  #gitPathChanged: () => void = () => undefined;

  constructor(app: App) {
    this.#app = app;
    this.#kept = read(app.loadLocalStorage(KEY) as unknown);
  }

  get gitPath(): string {
    return this.#kept.gitPath;
  }

  get client(): DeviceBook['client'] {
    return this.#kept.client;
  }

  get detailedLog(): boolean {
    return this.#kept.detailedLog;
  }

  get welcomed(): boolean {
    return this.#kept.welcomed;
  }

  set(changed: Partial<Kept>): void {
    const before = this.#kept;
    this.#kept = { ...before, ...changed };
    this.#app.saveLocalStorage(KEY, this.#kept);
    if (this.#kept.gitPath !== before.gitPath) this.#gitPathChanged();
  }

  /** What is done when another git program is to be used. */
  onGitPath(listener: () => void): void {
    this.#gitPathChanged = listener;
  }
}

function read(stored: unknown): Kept {
  const fields = (typeof stored === 'object' && stored !== null ? stored : {}) as Readonly<Record<string, unknown>>;
  return {
    gitPath: typeof fields['gitPath'] === 'string' ? fields['gitPath'] : '',
    client: CLIENTS.find((client) => client === fields['client']) ?? 'claude-code',
    detailedLog: fields['detailedLog'] === true,
    welcomed: fields['welcomed'] === true,
  };
}
