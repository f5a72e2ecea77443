import { readFileSync, readdirSync, statSync, writeFileSync, renameSync, rmSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';

/**
 * The part of the app that the plugin touches, over a folder: as the declarations of the `obsidian` package say, with
 * metadata from the parser that is held to the app's recordings. Changes are made through `user`, which fires the app's
 * events in the app's order.
 */
export interface FakeApp {
  /** What `require('obsidian')` gives. */
  readonly module: Record<string, unknown>;
  readonly app: Record<string, unknown>;
  readonly user: {
    write(path: string, text: string): void;
    remove(path: string): void;
    rename(a: string, b: string): void;
  };
  readonly notices: string[];
  /** Listeners that are registered at this moment: none may stay after the plugin is unloaded. */
  listeners(): number;
}

type Listener = (...given: unknown[]) => void;

class Events {
  readonly on_ = new Map<string, Set<Listener>>();
  on(name: string, listener: Listener): { name: string; listener: Listener } {
    this.on_.set(name, (this.on_.get(name) ?? new Set()).add(listener));
    return { name, listener };
  }
  offref({ name, listener }: { name: string; listener: Listener }): void {
    this.on_.get(name)?.delete(listener);
  }
  trigger(name: string, ...given: unknown[]): void {
    for (const listener of [...(this.on_.get(name) ?? [])]) listener(...given);
  }
  get count(): number {
    return [...this.on_.values()].reduce((sum, set) => sum + set.size, 0);
  }
}

class TFile {
  path: string;
  stat: { size: number; mtime: number; ctime: number };
  constructor(path: string, stat: { size: number; mtime: number; ctime: number }) {
    this.path = path;
    this.stat = stat;
  }
}

class FileSystemAdapter {
  readonly root: string;
  constructor(root: string) {
    this.root = root;
  }
  getBasePath(): string {
    return this.root;
  }
  exists(path: string): Promise<boolean> {
    return Promise.resolve(existsSync(join(this.root, path)));
  }
  read(path: string): Promise<string> {
    return Promise.resolve(readFileSync(join(this.root, path), 'utf8'));
  }
}

class Plugin {
  readonly app: Record<string, unknown>;
  readonly manifest: { version: string };
  onExternalSettingsChange: (() => void) | undefined;
  readonly commands: { id: string; callback: () => void }[] = [];
  readonly #cleanUps: (() => void)[] = [];
  constructor(app: Record<string, unknown>, manifest: { version: string }) {
    this.app = app;
    this.manifest = manifest;
  }
  register(cleanUp: () => void): void {
    this.#cleanUps.push(cleanUp);
  }
  addCommand(command: { id: string; callback: () => void }): void {
    this.commands.push(command);
  }
  loadData(): Promise<unknown> {
    return Promise.resolve(null);
  }
  unload(): void {
    for (const cleanUp of this.#cleanUps.splice(0)) cleanUp();
  }
}

export function fakeApp(root: string): FakeApp {
  const files = new Map<string, TFile>();
  const vaultEvents = new Events();
  const cacheEvents = new Events();
  const notices: string[] = [];
  const look = (path: string): TFile => {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, path));
    const file = files.get(path) ?? new TFile(path, { size, mtime: mtimeMs, ctime: ctimeMs });
    file.stat = { size, mtime: mtimeMs, ctime: ctimeMs };
    files.set(path, file);
    return file;
  };
  const scan = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) scan(path);
      else look(path);
    }
  };
  scan('');
  const text = (file: TFile): string => readFileSync(join(root, file.path), 'utf8');
  const parsed = (file: TFile): unknown => (file.path.endsWith('.md') ? parseMetadata(text(file)) : null);

  const vault = {
    configDir: `.${'obsidian'}`,
    adapter: new FileSystemAdapter(root),
    getName: () => basename(root),
    getFiles: () => [...files.values()],
    getFileByPath: (path: string) => files.get(path) ?? null,
    read: (file: TFile) => Promise.resolve(text(file)),
    cachedRead: (file: TFile) => Promise.resolve(text(file)),
    readBinary: (file: TFile) => Promise.resolve(new Uint8Array(readFileSync(join(root, file.path))).buffer),
    on: (name: string, listener: Listener) => vaultEvents.on(name, listener),
    offref: (ref: { name: string; listener: Listener }) => vaultEvents.offref(ref),
  };
  const metadataCache = {
    getFileCache: parsed,
    on: (name: string, listener: Listener) => cacheEvents.on(name, listener),
    offref: (ref: { name: string; listener: Listener }) => cacheEvents.offref(ref),
  };
  const app = { vault, metadataCache, workspace: { onLayoutReady: (ready: () => void) => ready() } };
  return {
    app,
    notices,
    module: {
      Plugin,
      TFile,
      FileSystemAdapter,
      Notice: class {
        constructor(message: string) {
          notices.push(message);
        }
      },
    },
    listeners: () => vaultEvents.count + cacheEvents.count,
    user: {
      write: (path, content) => {
        const isNew = !files.has(path);
        writeFileSync(join(root, path), content);
        const file = look(path);
        vaultEvents.trigger(isNew ? 'create' : 'modify', file);
        if (path.endsWith('.md')) cacheEvents.trigger('changed', file, content, parsed(file));
      },
      remove: (path) => {
        const file = look(path);
        rmSync(join(root, path));
        files.delete(path);
        vaultEvents.trigger('delete', file);
      },
      rename: (from, to) => {
        const file = look(from);
        renameSync(join(root, from), join(root, to));
        files.delete(from);
        file.path = to;
        files.set(to, file);
        vaultEvents.trigger('rename', file, from);
      },
    },
  };
}
