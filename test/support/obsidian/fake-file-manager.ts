import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type * as obsidian from 'obsidian';
import { applyEdits, sortedEdits } from '../../../src/core/change/edits.ts';
import { baseName, fileName, folderOf, isNote, listedPath } from '../../../src/core/path.ts';
import { noteWrittenLinks } from '../../../src/core/rewrite/note-written-links.ts';
import { relativePath } from '../../../src/core/rewrite/relative-path.ts';
import { TFile, type TAbstractFile } from './fake-files.ts';
import type { FakeMetadataCache } from './fake-metadata.ts';
import type { FakeVault } from './fake-vault.ts';

/** "Update links in … files?": open until the user answers. */
export interface LinkDialog {
  readonly path: string;
  answer(update: boolean): void;
}

interface LinkToUpdate {
  /** The file that holds the link, by itself: its path may change. */
  readonly source: TFile;
  readonly raw: string;
  readonly target: TFile;
}

/**
 * The app's file manager. A rename moves the file when its turn comes and answers; the links follow behind that answer, one
 * note after another, once the metadata is in step. Where the user has not set *Automatically update internal links*, a
 * dialog opens instead, and whatever is renamed later waits behind it.
 */
export class FakeFileManager implements Pick<obsidian.FileManager, 'renameFile' | 'trashFile'> {
  /** Dialogs that wait for the user. */
  readonly dialogs: LinkDialog[] = [];
  /** Every rename that was asked for, as `old → new`. */
  readonly renames: string[] = [];
  /** Milliseconds until a dialog opens. */
  dialogAfterMs = 20;
  /** Links that the app would leave as they are. */
  forgets: (source: string, raw: string) => boolean = () => false;
  /** Called before the links of a note are written. */
  beforeLinksOf: (source: string) => Promise<void> = () => Promise.resolve();
  /** What the system's trash holds. */
  readonly systemTrash: string[] = [];
  readonly #vault: FakeVault;
  readonly #cache: FakeMetadataCache;
  #updateQueue: Promise<unknown> = Promise.resolve();

  constructor(vault: FakeVault, cache: FakeMetadataCache) {
    this.#vault = vault;
    this.#cache = cache;
  }

  renameFile(file: obsidian.TAbstractFile, path: string): Promise<void> {
    this.renames.push(`${file.path} → ${path}`);
    const turn = this.#updateQueue.then(async () => {
      const links = file instanceof TFile ? this.#linksOf(file) : [];
      const old = file.path;
      await this.#vault.rename(file, path);
      return { links, old };
    });
    this.#updateQueue = turn
      .then(({ links, old }) => this.#follow(links, file as TAbstractFile, old))
      .catch(() => undefined);
    return turn.then(() => undefined);
  }

  async trashFile(file: obsidian.TAbstractFile): Promise<void> {
    await setImmediate();
    const full = this.#vault.adapter.getFullPath(file.path);
    const option = this.#vault.config['trashOption'] ?? 'system';
    if (option === 'local') this.#toLocalTrash(file, full);
    else rmSync(full, { recursive: true });
    if (option === 'system') this.systemTrash.push(file.path);
    this.#vault.gone(file.path);
  }

  #toLocalTrash(file: obsidian.TAbstractFile, full: string): void {
    const trash = join(this.#vault.adapter.root, '.trash');
    mkdirSync(trash, { recursive: true });
    const extension = file.name.slice(baseName(file.name).length);
    let place = join(trash, file.name);
    for (let number = 2; existsSync(place); number++) {
      place = join(trash, `${baseName(file.name)} ${number}${extension}`);
    }
    renameSync(full, place);
  }

  /** Links that lead to a file, and its own. */
  #linksOf(file: TFile): readonly LinkToUpdate[] {
    return this.#vault.getMarkdownFiles().flatMap((source) =>
      noteWrittenLinks(this.#text(source)).flatMap(({ path, raw }) => {
        const target = path === '' ? null : this.#cache.getFirstLinkpathDest(path, source.path);
        return target !== null && (target === file || source === file) ? [{ source, raw, target }] : [];
      }),
    );
  }

  async #follow(links: readonly LinkToUpdate[], file: TAbstractFile, old: string): Promise<void> {
    const stale = links.filter((link) => this.#isStale(link));
    if (stale.length === 0) return;
    if (this.#vault.config['alwaysUpdateLinks'] !== true && !(await this.#askUser(file, old))) return;
    for (const source of new Set(stale.map((link) => link.source))) {
      await this.beforeLinksOf(source.path);
      while (!this.#cache.isCacheClean()) await setTimeout(1, undefined, { ref: false });
      const own = stale.filter((link) => link.source === source && !this.forgets(source.path, link.raw));
      if (own.length > 0) await this.#vault.process(source, (text) => this.#rewritten(text, source, own));
    }
  }

  async #askUser(file: TAbstractFile, old: string): Promise<boolean> {
    await setTimeout(this.dialogAfterMs, undefined, { ref: false });
    return new Promise((resolve) => {
      const dialog: LinkDialog = {
        path: `${old} → ${file.path}`,
        answer: (update) => {
          this.dialogs.splice(this.dialogs.indexOf(dialog), 1);
          resolve(update);
        },
      };
      this.dialogs.push(dialog);
    });
  }

  #isStale({ source, raw, target }: LinkToUpdate): boolean {
    const link = noteWrittenLinks(this.#text(source)).find((each) => each.raw === raw);
    return link !== undefined && this.#cache.getFirstLinkpathDest(link.path, source.path) !== target;
  }

  #rewritten(text: string, source: TFile, links: readonly LinkToUpdate[]): string {
    const edits = noteWrittenLinks(text).flatMap((written) => {
      const link = links.find(({ raw }) => raw === written.raw);
      return link === undefined ? [] : (written.write(this.#linkText(link.target, source, written.raw), null) ?? []);
    });
    return applyEdits(text, sortedEdits(edits));
  }

  /** As the user has set for new links: the shortest that is clear, from the note's folder, or from the vault's. */
  #linkText(target: TFile, source: TFile, raw: string): string {
    const isWiki = raw.startsWith('[[') || raw.startsWith('![[');
    const short = (path: string): string => (isWiki && isNote(path) ? path.slice(0, -3) : path);
    const format = this.#vault.config['newLinkFormat'] ?? 'shortest';
    if (format === 'absolute') return short(target.path);
    if (format === 'relative') return short(relativePath(folderOf(source.path), listedPath(target.path)));
    const name = short(fileName(target.path));
    return this.#cache.getFirstLinkpathDest(name, source.path) === target ? name : short(target.path);
  }

  #text(file: TFile): string {
    return readFileSync(this.#vault.adapter.getFullPath(file.path), 'utf8');
  }
}
