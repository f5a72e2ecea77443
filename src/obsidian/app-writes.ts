import type { App, TAbstractFile, TFile } from 'obsidian';
import { VaultError } from '../core/errors.ts';
import { folderOf, type VaultPath } from '../core/path.ts';
import { StillMoving } from '../core/change/still-moving.ts';
import type { WritableVault } from '../core/change/write-ports.ts';
import type { AppFiles } from './app-files.ts';
import { findInTrash, listTrash, TRASH } from './app-trash.ts';
import { isAsTyped, saveTyped } from './open-editors.ts';

type Writes = Pick<WritableVault, 'create' | 'replace' | 'move' | 'trash' | 'restore' | 'dropEmptyFolder'>;

export interface AppWritesParts {
  readonly app: App;
  readonly files: AppFiles;
  /** What the user has set for deleted files. */
  readonly trash: () => 'system' | 'vault' | 'none';
  readonly read: (path: VaultPath) => Promise<string | null>;
  /** Told of each note whose text is ours now: the app's metadata of it follows in a moment. */
  readonly wrote: (path: VaultPath) => void;
}

/**
 * The writing half of the open vault. Every write is one act of the Vault API, which tells the app's editors and caches;
 * texts are compared inside that act, so that nothing which anybody wrote or typed meanwhile is lost.
 */
export class AppWrites implements Writes {
  readonly #parts: AppWritesParts;
  /** Acts that give a name to a file, one at a time: the app looks first and writes then. */
  #naming: Promise<unknown> = Promise.resolve();

  constructor(parts: AppWritesParts) {
    this.#parts = parts;
  }

  create(path: VaultPath, text: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#demandFree(path);
      const place = await this.#place(path);
      this.#parts.wrote(path);
      await this.#safely(path, () => this.#parts.app.vault.create(place, text));
    });
  }

  async replace(path: VaultPath, expected: string, text: string): Promise<boolean> {
    const { app, files, wrote } = this.#parts;
    files.demandOpen(path);
    const file = files.file(path);
    if (file === null) return false;
    // The app reads odd bytes as a mark of its own: whether the file is text has to be asked of its bytes.
    if (expected.includes('\uFFFD') && (await this.#parts.read(path)) !== expected) return false;
    await saveTyped(app, file);
    try {
      await app.vault.process(file, (data) => {
        const mark = data.startsWith('\uFEFF') ? '\uFEFF' : '';
        if (data.slice(mark.length) !== expected || !isAsTyped(app, file, data)) throw new OtherText();
        wrote(path);
        return mark + text;
      });
      return true;
    } catch (error) {
      if (error instanceof OtherText || files.file(path) === null) return false;
      throw refused(error);
    }
  }

  async move(from: VaultPath, to: VaultPath): Promise<void> {
    await this.moveBy(from, to, (file, place) => this.#parts.app.vault.rename(file, place));
  }

  /** A move whose ends are judged here and which `move` carries out. */
  async moveBy(from: VaultPath, to: VaultPath, move: (file: TFile, place: string) => Promise<void>): Promise<void> {
    const { files } = this.#parts;
    files.demandOpen(from);
    files.demandOpen(to);
    await this.#inTurn(async () => {
      const file = this.#demandFile(from);
      if (to.toLowerCase() !== from.toLowerCase() || to === from) await this.#demandFree(to);
      await this.#safely(to, async () => move(file, await this.#place(to)));
    });
  }

  /** The token is the place in the vault's own trash; a system's trash gives nothing back. */
  async trash(path: VaultPath): Promise<string | null> {
    const { app, files, trash } = this.#parts;
    files.demandOpen(path);
    return this.#inTurn(async () => {
      const file = this.#demandFile(path);
      await saveTyped(app, file);
      const before = trash() === 'vault' ? await listTrash(app, file) : null;
      await this.#safely(path, () => app.fileManager.trashFile(file));
      return before === null ? null : findInTrash(app, file, before);
    });
  }

  /**
   * Out of the trash by a new file of the same bytes: the trash is a hidden folder, which the Vault API neither sees nor
   * moves anything out of.
   */
  async restore(token: string, path: VaultPath): Promise<boolean> {
    const { app, files, wrote } = this.#parts;
    files.demandOpen(path);
    return this.#inTurn(async () => {
      const { adapter } = app.vault;
      if (!isInTrash(token) || (await adapter.stat(token))?.type !== 'file') return false;
      await this.#demandFree(path);
      const bytes = await adapter.readBinary(token);
      const place = await this.#place(path);
      wrote(path);
      await this.#safely(path, () => app.vault.createBinary(place, bytes));
      await adapter.remove(token);
      return true;
    });
  }

  /** Only the adapter can take away a folder that is empty on disk and leave one in which the app sees nothing. */
  async dropEmptyFolder(folder: string, stop = ''): Promise<void> {
    const { app, files } = this.#parts;
    for (let at = folder; at !== '' && at !== stop; at = folderOf(at)) {
      files.demandOpen(at);
      const { adapter } = app.vault;
      const place = files.find(at)?.path ?? files.spelled(at);
      if (!(await adapter.exists(place))) continue;
      const { files: inside, folders } = await adapter.list(place);
      if (inside.length + folders.length > 0) return;
      // Something may have come between: then the system refuses.
      const gone = await adapter.rmdir(place, false).then(
        () => true,
        () => false,
      );
      if (!gone) return;
    }
  }

  #demandFile(path: VaultPath): TFile {
    const file = this.#parts.files.file(path);
    if (file === null) throw new VaultError('note_not_found', { path, closest: [] });
    return file;
  }

  async #demandFree(path: VaultPath): Promise<void> {
    if ((await this.#parts.files.standing(path)) !== 'nothing') throw new VaultError('already_exists', { path });
  }

  /** Makes the folders on the way; the path by the spelling that they have. */
  async #place(path: VaultPath): Promise<string> {
    const { app, files } = this.#parts;
    const missing: string[] = [];
    for (let at = folderOf(path); at !== ''; at = folderOf(at)) {
      const found: TAbstractFile | null = files.find(at);
      if (found !== null && (await app.vault.adapter.exists(found.path))) break;
      missing.unshift(at);
    }
    for (const folder of missing) await this.#makeFolder(files.find(folder)?.path ?? files.spelled(folder));
    return files.spelled(path);
  }

  /** One that somebody else has made meanwhile, or that the app still lists though it is gone, is there afterwards too. */
  async #makeFolder(place: string): Promise<void> {
    const { vault } = this.#parts.app;
    try {
      await vault.createFolder(place);
    } catch (error) {
      if (!(await vault.adapter.exists(place))) await vault.adapter.mkdir(place);
      if (!(await vault.adapter.exists(place))) throw refused(error);
    }
  }

  /** The app's own errors become ours: a name that is taken, or a change that was not made. */
  async #safely<T>(path: VaultPath, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof VaultError || error instanceof StillMoving) throw error;
      const text = error instanceof Error ? error.message : '';
      if (/already exists/i.test(text)) throw new VaultError('already_exists', { path });
      throw refused(error);
    }
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#naming.then(act);
    this.#naming = turn.catch(() => undefined);
    return turn;
  }
}

/** The note is not at the text that a change was planned on. */
class OtherText extends Error {
  override readonly name = 'OtherText';
}

/** With the system's code where there is one; never a message, which may name the machine's folders. */
function refused(error: unknown): VaultError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return new VaultError('not_applied', { reason: 'failed', detail: typeof code === 'string' ? code : '' });
}

function isInTrash(token: string): boolean {
  const [top, ...below] = token.split('/');
  return top === TRASH && below.length > 0 && below.every((name) => name !== '' && name !== '.' && name !== '..');
}
