import { TFile, type App, type EventRef, type TAbstractFile } from 'obsidian';
import { VaultError } from '../core/errors.ts';
import { isNote, listedPath, type VaultPath } from '../core/path.ts';
import type { SkippedFile, Vault, VaultEvent, VaultFile } from '../core/ports.ts';

const FILES_A_BATCH = 500;

/** The vault that is open in the app, through its Vault API: never through the adapter, which knows no borders. */
export class AppVault implements Vault {
  readonly #app: App;
  /** The app lists decomposed names as they are on disk; a VaultPath is NFC. Only names that differ stand here. */
  readonly #names = new Map<VaultPath, string>();

  constructor(app: App) {
    this.#app = app;
  }

  get name(): string {
    return this.#app.vault.getName();
  }

  async *list(): AsyncIterable<readonly VaultFile[]> {
    const files = this.#app.vault.getFiles();
    for (let start = 0; start < files.length; start += FILES_A_BATCH) {
      yield files.slice(start, start + FILES_A_BATCH).map((file) => this.#known(file));
    }
  }

  stat(path: VaultPath): Promise<VaultFile | null> {
    const file = this.#find(path);
    return Promise.resolve(file === null ? null : this.#known(file));
  }

  /** `read` and not `cachedRead`: what is shown or built upon must be what the disk holds. */
  async read(path: VaultPath): Promise<string | null> {
    const file = this.#find(path);
    if (file === null) return null;
    try {
      const text = await this.#app.vault.read(file);
      return text.startsWith('\uFEFF') ? text.slice(1) : text;
    } catch (error) {
      if (this.#find(path) === null) return null;
      throw new VaultError('unreadable', { path, reason: error instanceof Error ? error.name : 'error' });
    }
  }

  async readBytes(path: VaultPath, limit: number): Promise<Uint8Array | null> {
    const file = this.#find(path);
    if (file === null) return null;
    if (file.stat.size > limit) throw new VaultError('unreadable', { path, reason: 'too_large' });
    return new Uint8Array(await this.#app.vault.readBinary(file));
  }

  /**
   * A note counts as changed when the app's own metadata of it is there, so that text and metadata agree; other files
   * when they are written. `create` fires for every file while the app loads: watch after the layout is ready.
   */
  watch(listener: (events: readonly VaultEvent[]) => void): () => void {
    const { vault, metadataCache } = this.#app;
    const changed = (file: TAbstractFile): void => {
      if (file instanceof TFile) listener([{ kind: 'changed', file: this.#known(file) }]);
    };
    const unlessNote = (file: TAbstractFile): void => {
      if (!isNote(file.path)) changed(file);
    };
    const vaultRefs: EventRef[] = [
      vault.on('create', changed),
      vault.on('modify', unlessNote),
      vault.on('delete', (file) => {
        if (file instanceof TFile) listener([{ kind: 'removed', path: listedPath(file.path) }]);
      }),
      vault.on('rename', (file, oldPath) => {
        if (file instanceof TFile) listener([{ kind: 'renamed', from: listedPath(oldPath), file: this.#known(file) }]);
      }),
    ];
    const cacheRef = metadataCache.on('changed', changed);
    return () => {
      for (const ref of vaultRefs) vault.offref(ref);
      metadataCache.offref(cacheRef);
    };
  }

  /** The app shows us only what it lists itself. */
  skipped(): readonly SkippedFile[] {
    return [];
  }

  #find(path: VaultPath): TFile | null {
    return this.#app.vault.getFileByPath(this.#names.get(path) ?? path);
  }

  #known(file: TFile): VaultFile {
    const path = listedPath(file.path);
    if (path !== file.path) this.#names.set(path, file.path);
    return { path, size: file.stat.size, mtimeMs: file.stat.mtime };
  }
}
