import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as obsidian from 'obsidian';
import { endListening } from './fake-events.ts';
import type { FakeVault } from './fake-vault.ts';

export type CliHandler = (given: Record<string, string>) => string | Promise<string>;

/** What plugins have hung into the app; all of it must be gone once they are unloaded. */
export interface Registrations {
  readonly commands: Map<string, { readonly id: string; readonly name: string; callback?: () => void }>;
  readonly cli: Map<string, CliHandler>;
  readonly views: Map<string, unknown>;
  readonly protocols: Map<string, unknown>;
  readonly statusBar: Set<unknown>;
  readonly ribbon: Set<unknown>;
  readonly settingTabs: Set<unknown>;
  readonly intervals: Set<number>;
}

export interface PluginHost {
  readonly vault: FakeVault;
  readonly registrations: Registrations;
}

/** Everything that a component registers is taken back, newest first, when it is unloaded. */
export class Component {
  readonly #cleanUps: (() => void)[] = [];

  load(): void {
    void this.onload();
  }

  onload(): void | Promise<void> {
    // For whoever extends it.
  }

  unload(): void {
    for (const cleanUp of this.#cleanUps.splice(0).reverse()) cleanUp();
    this.onunload();
  }

  onunload(): void {
    // For whoever extends it.
  }

  addChild<T extends Component>(child: T): T {
    this.register(() => child.unload());
    child.load();
    return child;
  }

  register(cleanUp: () => void): void {
    this.#cleanUps.push(cleanUp);
  }

  registerEvent(ref: obsidian.EventRef): void {
    this.register(() => endListening(ref));
  }

  registerDomEvent(): void {
    // There is no page here.
  }
}

/** The app gives each plugin its own data file and takes back what it has registered. */
export class Plugin extends Component {
  readonly app: { readonly vault: FakeVault };
  readonly manifest: obsidian.PluginManifest;
  settings: unknown;
  onExternalSettingsChange: (() => unknown) | undefined;
  readonly #host: PluginHost;

  constructor(
    app: { readonly vault: FakeVault; readonly registrations: Registrations },
    manifest: obsidian.PluginManifest,
  ) {
    super();
    this.app = app;
    this.manifest = manifest;
    this.#host = app;
  }

  addCommand<T extends { id: string; name: string; callback?: () => void }>(command: T): T {
    const { commands } = this.#host.registrations;
    const id = `${this.manifest.id}:${command.id}`;
    commands.set(id, command);
    this.register(() => void commands.delete(id));
    return command;
  }

  registerCliHandler(
    command: string,
    _description: string,
    _flags: obsidian.CliFlags | null,
    handler: CliHandler,
  ): void {
    this.#once(this.#host.registrations.cli, command, handler);
  }

  registerView(type: string, creator: unknown): void {
    this.#once(this.#host.registrations.views, type, creator);
  }

  registerObsidianProtocolHandler(action: string, handler: unknown): void {
    this.#once(this.#host.registrations.protocols, action, handler);
  }

  registerInterval(id: number): number {
    return this.#hang(this.#host.registrations.intervals, id);
  }

  addSettingTab(tab: unknown): void {
    this.#hang(this.#host.registrations.settingTabs, tab);
  }

  addStatusBarItem(): unknown {
    return this.#hang(this.#host.registrations.statusBar, anElement());
  }

  addRibbonIcon(): unknown {
    return this.#hang(this.#host.registrations.ribbon, anElement());
  }

  loadData(): Promise<unknown> {
    const path = this.#dataPath;
    return Promise.resolve(existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : null);
  }

  saveData(data: unknown): Promise<void> {
    mkdirSync(dirname(this.#dataPath), { recursive: true });
    writeFileSync(this.#dataPath, JSON.stringify(data, null, 2));
    return Promise.resolve();
  }

  get #dataPath(): string {
    const { adapter, configDir } = this.#host.vault;
    return `${adapter.root}/${configDir}/plugins/${this.manifest.id}/data.json`;
  }

  #hang<T>(all: Set<T>, one: T): T {
    all.add(one);
    this.register(() => void all.delete(one));
    return one;
  }

  #once<T>(all: Map<string, T>, name: string, one: T): void {
    if (all.has(name)) throw new Error(`${name} is registered already`);
    all.set(name, one);
    this.register(() => void all.delete(name));
  }
}

export function noRegistrations(): Registrations {
  return {
    commands: new Map(),
    cli: new Map(),
    views: new Map(),
    protocols: new Map(),
    statusBar: new Set(),
    ribbon: new Set(),
    settingTabs: new Set(),
    intervals: new Set(),
  };
}

/** Something that takes whatever is done to an element of the page, and shows nothing. */
export function anElement(): unknown {
  const element: unknown = new Proxy(() => element, {
    get: (_target, name) => {
      if (name === 'then') return undefined;
      if (name === Symbol.toPrimitive) return () => '';
      return element;
    },
    set: () => true,
    apply: () => element,
  });
  return element;
}

/** What the app adds to its page for every plugin; given to this process where it has no page of its own. */
export function givePageGlobals(): void {
  for (const name of ['createFragment', 'createEl', 'createDiv', 'createSpan', 'createSvg']) {
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: () => anElement() });
  }
}
