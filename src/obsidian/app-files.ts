import { TFile, TFolder, type App, type TAbstractFile } from 'obsidian';
import { filePath } from '../core/path-gate.ts';
import { fileName, folderOf, isNote, listedPath, type VaultPath } from '../core/path.ts';
import type { VaultFile } from '../core/ports.ts';
import type { WritableVault } from '../core/change/write-ports.ts';

type Standing = Awaited<ReturnType<WritableVault['standing']>>;

/**
 * The app's files under our names. The app may list a name decomposed, as a disk has it; a VaultPath is composed, and both
 * mean the same file.
 */
export class AppFiles {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  file(path: VaultPath): TFile | null {
    const found = this.find(path);
    return found instanceof TFile ? found : null;
  }

  find(path: string): TAbstractFile | null {
    return this.#app.vault.getAbstractFileByPath(path) ?? this.#walk(path, (name) => name.normalize('NFC'));
  }

  asListed(file: TFile): VaultFile {
    return { path: listedPath(file.path), size: file.stat.size, mtimeMs: file.stat.mtime };
  }

  /** How the app spells a path that need not exist: folders on the way as they are listed, the rest as it is given. */
  spelled(path: string): string {
    const folder = folderOf(path);
    if (folder === '') return path;
    const parent = this.find(folder)?.path ?? this.spelled(folder);
    return `${parent}/${fileName(path)}`;
  }

  /**
   * See WritableVault. A name that only the disk knows (a hidden file, or one that came a moment ago) is asked of the
   * adapter: the vault itself would say that nothing is there.
   */
  async standing(path: VaultPath): Promise<Standing> {
    this.demandOpen(path);
    const found = this.find(path);
    // A folder that we took away is listed until the app notices.
    const isGone = found instanceof TFolder && !(await this.#isOnDisk(found.path));
    if (found !== null && !isGone) return this.#kindOf(found);
    if (!(await this.#isOnDisk(this.spelled(path)))) return 'nothing';
    const alike = this.#walk(path, (name) => name.normalize('NFC').toLowerCase());
    return alike === null ? 'foreign' : this.#kindOf(alike);
  }

  /** The last gate before the vault: whatever let a path through, hidden and configuration folders are never written. */
  demandOpen(path: string): void {
    filePath(path, { mode: 'reading', configFolder: this.#app.vault.configDir });
  }

  async #kindOf(found: TAbstractFile): Promise<Standing> {
    if (!(found instanceof TFile)) return 'folder';
    if (!isNote(found.path)) return 'file';
    if (found.stat.size > LARGEST_BLANK) return 'note';
    return (await this.#app.vault.read(found)).trim() === '' ? 'blank' : 'note';
  }

  #isOnDisk(path: string): Promise<boolean> {
    return this.#app.vault.adapter.exists(path);
  }

  #walk(path: string, key: (name: string) => string): TAbstractFile | null {
    let at: TAbstractFile = this.#app.vault.getRoot();
    for (const segment of path.split('/')) {
      const wanted = key(segment);
      const next: TAbstractFile | undefined =
        at instanceof TFolder ? at.children.find(({ name }) => name === segment || key(name) === wanted) : undefined;
      if (next === undefined) return null;
      at = next;
    }
    return at;
  }
}

/** Bytes. A note above it is not looked through for anything but white space. */
const LARGEST_BLANK = 1024 * 1024;
