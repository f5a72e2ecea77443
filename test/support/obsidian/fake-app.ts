import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as obsidian from 'obsidian';
import { FakeFileManager } from './fake-file-manager.ts';
import { TAbstractFile, TFile, TFolder } from './fake-files.ts';
import { FakeMetadataCache } from './fake-metadata.ts';
import { anElement, Component, givePageGlobals, noRegistrations, Plugin, type Registrations } from './fake-plugin.ts';
import { FakeVault, FileSystemAdapter } from './fake-vault.ts';
import { FakeWorkspace, MarkdownView, TextFileView, View } from './fake-workspace.ts';

/**
 * The part of the app that the plugin touches, over a folder: as the declarations of the `obsidian` package say, with
 * metadata from the parser that is held to the app's recordings. Changes are made through `user`, which fires the app's
 * events in the app's order.
 */
export interface FakeApp {
  /** What `require('obsidian')` gives. */
  readonly module: Record<string, unknown>;
  readonly app: obsidian.App;
  readonly vault: FakeVault;
  readonly metadataCache: FakeMetadataCache;
  readonly fileManager: FakeFileManager;
  readonly workspace: FakeWorkspace;
  readonly registrations: Registrations;
  /** The hand of the user, or of another program whose change the app notices at once. */
  readonly user: {
    write(path: string, text: string | Uint8Array): void;
    remove(path: string): void;
    rename(a: string, b: string): void;
    /** Another value in the app's settings: in its memory at once, in its file whenever `saveSettings` is called. */
    set(name: string, value: unknown): void;
    /** Writes the app's settings to their file, as the app does some time after a change. */
    saveSettings(): void;
  };
  /** What the user was told. */
  readonly notices: string[];
  /** Listeners of plugins that are registered at this moment: none may stay after the plugin is unloaded. */
  listeners(): number;
  /** All that plugins have hung into the app, listeners included. */
  hanging(): number;
}

export function fakeApp(root: string): FakeApp {
  givePageGlobals();
  const vault = new FakeVault(root);
  const metadataCache = new FakeMetadataCache(vault);
  const fileManager = new FakeFileManager(vault, metadataCache);
  const workspace = new FakeWorkspace(vault);
  const registrations = noRegistrations();
  const notices: string[] = [];
  const storage = new Map<string, unknown>();
  const app = {
    vault,
    metadataCache,
    fileManager,
    workspace,
    registrations,
    appId: 'fake',
    loadLocalStorage: (key: string) => storage.get(key) ?? null,
    saveLocalStorage: (key: string, data: unknown) => void storage.set(key, data),
  };
  const ownListeners = vault.count + metadataCache.count + workspace.count;
  const listeners = (): number => vault.count + metadataCache.count + workspace.count - ownListeners;
  return {
    app: app as unknown as obsidian.App,
    vault,
    metadataCache,
    fileManager,
    workspace,
    registrations,
    notices,
    module: moduleOf(notices),
    listeners,
    hanging: () => Object.values(registrations).reduce((sum, each: { size: number }) => sum + each.size, listeners()),
    user: {
      write: (path, content) => {
        const full = vault.adapter.getFullPath(path);
        mkdirSync(dirname(full), { recursive: true });
        writeFileSync(full, content);
        vault.noticeFolders(path);
        vault.notice(path.normalize('NFC'));
      },
      remove: (path) => {
        rmSync(vault.adapter.getFullPath(path), { recursive: true });
        vault.gone(path);
      },
      rename: (from, to) => {
        const file = vault.getAbstractFileByPath(from);
        if (file === null) throw new Error(`no such file to rename: ${from}`);
        const full = vault.adapter.getFullPath(to);
        mkdirSync(dirname(full), { recursive: true });
        renameSync(vault.adapter.getFullPath(from), full);
        vault.noticeFolders(to);
        vault.renamed(file, to);
      },
      set: (name, value) => {
        vault.config[name] = value;
        vault.trigger('config-changed', name);
      },
      saveSettings: () => {
        mkdirSync(vault.adapter.getFullPath(vault.configDir), { recursive: true });
        writeFileSync(vault.adapter.getFullPath(`${vault.configDir}/app.json`), JSON.stringify(vault.config));
      },
    },
  };
}

/** The module `obsidian`. What it lacks here is a class without any part of its own, so that it can be extended. */
function moduleOf(notices: string[]): Record<string, unknown> {
  const known: Record<string, unknown> = {
    Component,
    Plugin,
    TAbstractFile,
    TFile,
    TFolder,
    FileSystemAdapter,
    View,
    TextFileView,
    MarkdownView,
    Notice: class {
      readonly messageEl = anElement();
      constructor(message: string | { readonly textContent: string | null }) {
        notices.push(typeof message === 'string' ? message : (message.textContent ?? ''));
      }
      hide(): void {
        // Nothing is shown.
      }
    },
    Platform: { isDesktop: true, isDesktopApp: true, isMobile: false, isMacOS: false, isWin: false, isLinux: true },
    getLanguage: () => 'en',
    setIcon: () => undefined,
    setTooltip: () => undefined,
    requireApiVersion: () => true,
    normalizePath: (path: string) => path.replace(/\\/g, '/').replace(/\/+/g, '/').normalize('NFC'),
  };
  const missing = new Map<string, unknown>();
  return new Proxy(known, {
    get: (target, name) => {
      if (typeof name !== 'string' || name in target) return target[name as string];
      if (!missing.has(name)) missing.set(name, class extends Component {});
      return missing.get(name);
    },
  });
}
