import { TFile, type App, type EventRef, type TAbstractFile } from 'obsidian';
import { VaultError } from '../core/errors.ts';
import { isNote, listedPath, type VaultPath } from '../core/path.ts';
import type { Clock, SkippedFile, VaultEvent, VaultFile } from '../core/ports.ts';
import type { WritableVault } from '../core/change/write-ports.ts';
import { AppFiles } from './app-files.ts';
import { AppMoves, type AppMovesParts } from './app-moves.ts';
import { AppWrites, type AppWritesParts } from './app-writes.ts';

const FILES_A_BATCH = 500;

/**
 * The vault that is open in the app, through its Vault API. The adapter, which knows no borders, is asked only for what
 * the Vault API has no way to: whether a name is taken on disk, empty folders, the vault's own trash.
 */
export class AppVault implements WritableVault {
  readonly #app: App;
  readonly #files: AppFiles;
  readonly #writes: AppWrites;
  readonly native: AppMoves;

  constructor(app: App, parts: Omit<AppWritesParts, 'app' | 'files' | 'read'> & { readonly clock: Clock }) {
    this.#app = app;
    this.#files = new AppFiles(app);
    this.#writes = new AppWrites({ ...parts, app, files: this.#files, read: (path) => this.read(path) });
    const moving: AppMovesParts['moving'] = (from, to, move) => this.#writes.moveBy(from, to, move);
    this.native = new AppMoves({ app, clock: parts.clock, moving });
  }

  get name(): string {
    return this.#app.vault.getName();
  }

  async *list(): AsyncIterable<readonly VaultFile[]> {
    const files = this.#app.vault.getFiles();
    for (let start = 0; start < files.length; start += FILES_A_BATCH) {
      yield files.slice(start, start + FILES_A_BATCH).map((file) => this.#files.asListed(file));
    }
  }

  stat(path: VaultPath): Promise<VaultFile | null> {
    const file = this.#files.file(path);
    return Promise.resolve(file === null ? null : this.#files.asListed(file));
  }

  /**
   * `read` and not `cachedRead`, for indexing too: what is shown or built upon must be what the disk holds, and one text
   * serves both. What `cachedRead` would save is a read of a file that the system has in memory anyway.
   */
  async read(path: VaultPath): Promise<string | null> {
    const file = this.#files.file(path);
    if (file === null) return null;
    try {
      const text = await this.#app.vault.read(file);
      if (/[\0\uFFFD]/.test(text)) this.#demandText(path, await this.#app.vault.readBinary(file));
      return text.startsWith('\uFEFF') ? text.slice(1) : text;
    } catch (error) {
      if (error instanceof VaultError) throw error;
      if (this.#files.file(path) === null) return null;
      throw new VaultError('unreadable', { path, reason: error instanceof Error ? error.name : 'error' });
    }
  }

  async readBytes(path: VaultPath, limit: number): Promise<Uint8Array | null> {
    const file = this.#files.file(path);
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
      if (file instanceof TFile) listener([{ kind: 'changed', file: this.#files.asListed(file) }]);
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
        if (!(file instanceof TFile)) return;
        listener([{ kind: 'renamed', from: listedPath(oldPath), file: this.#files.asListed(file) }]);
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

  standing(path: VaultPath): ReturnType<WritableVault['standing']> {
    return this.#files.standing(path);
  }

  create(path: VaultPath, text: string): Promise<void> {
    return this.#writes.create(path, text);
  }

  replace(path: VaultPath, expected: string, text: string): Promise<boolean> {
    return this.#writes.replace(path, expected, text);
  }

  move(from: VaultPath, to: VaultPath): Promise<void> {
    return this.#writes.move(from, to);
  }

  trash(path: VaultPath): Promise<string | null> {
    return this.#writes.trash(path);
  }

  restore(token: string, path: VaultPath): Promise<boolean> {
    return this.#writes.restore(token, path);
  }

  dropEmptyFolder(folder: string, stop?: string): Promise<void> {
    return this.#writes.dropEmptyFolder(folder, stop);
  }

  /** The app reads any bytes as text, and what is no UTF-8 would be lost when it is written back. */
  #demandText(path: VaultPath, bytes: ArrayBuffer): void {
    try {
      if (new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')) throw new TypeError('binary');
    } catch {
      throw new VaultError('unreadable', { path, reason: 'not_utf8' });
    }
  }
}
