import { folderOf, joinPath } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import type { SkippedFile } from '../core/ports.ts';
import type { Change } from './changes.ts';
import { isSame } from './look.ts';
import type { FileSeen, FolderName, FolderView } from './look.ts';

/** A folder as last seen. It belongs to the listing: others read it. */
export interface Folder extends FolderName {
  readonly identity: string;
  readonly files: Map<string, FileSeen>;
  readonly folders: Map<string, Folder>;
  readonly skipped: Map<string, SkippedFile>;
  /** Grows with every view applied: a look that began before another was applied is stale. */
  version: number;
  /** Set once the folder has left the listing. */
  gone: boolean;
}

/** What a view changed: files for the listeners, folders for the watcher. */
export interface Applied {
  readonly changes: Change[];
  readonly arrived: Folder[];
  readonly left: Folder[];
}

/** A file rewritten twice within this time may show the same stats both times: disks count in ticks of some ms. */
const SAME_TICK_MS = 100;

/** The vault as last seen: a tree of folders, kept by whole or partial views of them. */
export class Listing {
  /** As it was last put together; null once anything of it may have changed. */
  #skipped: readonly SkippedFile[] | null = null;
  readonly #renews: boolean;

  /**
   * `renews`: whether an event that names a folder may mean another folder of the same identity, made within one tick
   * of the clock on the inode just freed. Where each folder has its own watch that one would be deaf.
   */
  constructor(renews: boolean) {
    this.#renews = renews;
  }

  readonly root: Folder = emptyFolder({ path: '', onDisk: '' }, '');

  /** The folder of that vault path, if it was seen. */
  folder(path: string): Folder | undefined {
    let at: Folder | undefined = this.root;
    if (path !== '') for (const name of path.split('/')) at = at?.folders.get(name);
    return at;
  }

  file(path: VaultPath): FileSeen | undefined {
    return this.folder(folderOf(path))?.files.get(nameIn(path));
  }

  /** The path on the disk, relative to the root: known names as they are there, unknown ones as they are given. */
  onDisk(path: VaultPath): string {
    const names = path.split('/');
    const last = names.pop() ?? '';
    let folder: Folder | undefined = this.root;
    let onDisk = '';
    for (const name of names) {
      folder = folder?.folders.get(name);
      onDisk = folder?.onDisk ?? joinPath(onDisk, name);
    }
    return joinPath(onDisk, folder?.files.get(last)?.name ?? last);
  }

  /**
   * Takes over what was seen in a folder, all of it or only the names that were looked at. Where a name was looked at
   * because of an event, a file written a moment ago counts as changed even if its stats are the same.
   */
  apply(folder: Folder, view: FolderView, only: ReadonlySet<string> | null, nowMs: number): Applied {
    const applied: Applied = { changes: [], arrived: [], left: [] };
    this.#skipped = null;
    folder.version++;
    const keys = only === null ? null : new Set([...only].map(nfc));
    const marks = marksOf(folder);
    for (const key of keys ?? union(folder.files, view.files)) {
      const seen = view.files.get(key) ?? null;
      replaceFile(folder, key, seen, only !== null && isFresh(seen, nowMs), applied.changes);
    }
    for (const key of keys ?? union(folder.folders, view.folders)) {
      replaceFolder(folder, key, view, only !== null && this.#renews, applied);
    }
    for (const name of only ?? [...folder.skipped.keys()]) folder.skipped.delete(name);
    for (const [name, skipped] of view.skipped) folder.skipped.set(name, skipped);
    for (const [name, { skipped, seen }] of marks)
      if (folder.files.get(nfc(name)) === seen) folder.skipped.set(name, skipped);
    return applied;
  }

  /** Notes that a file's content keeps it out, or (null) no longer does. */
  mark(path: VaultPath, skipped: SkippedFile | null): void {
    const folder = this.folder(folderOf(path));
    const name = folder?.files.get(nameIn(path))?.name;
    if (folder === undefined || name === undefined) return;
    this.#skipped = null;
    if (skipped === null) folder.skipped.delete(name);
    else folder.skipped.set(name, skipped);
  }

  /** A folder that could not be listed this time; what was known of it stays. */
  markFolder(folder: Folder, skipped: SkippedFile): void {
    this.#skipped = null;
    folder.skipped.set(ITSELF, skipped);
  }

  skipped(): readonly SkippedFile[] {
    this.#skipped ??= this.#collectSkipped();
    return this.#skipped;
  }

  #collectSkipped(): readonly SkippedFile[] {
    const all: SkippedFile[] = [];
    const waiting: Folder[] = [this.root];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      all.push(...folder.skipped.values());
      waiting.push(...folder.folders.values());
    }
    return all.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }
}

/** Under this key, which no file can have, a folder remembers that it could not be listed. */
export const ITSELF = '';

function replaceFile(folder: Folder, key: string, after: FileSeen | null, fresh: boolean, changes: Change[]): void {
  const before = folder.files.get(key) ?? null;
  if (before === null && after === null) return;
  if (before !== null && after !== null && !fresh && isSame(before, after)) return;
  if (after === null) folder.files.delete(key);
  else folder.files.set(key, after);
  changes.push({ path: joinPath(folder.path, key), before, after, sure: fresh });
}

function replaceFolder(parent: Folder, key: string, view: FolderView, renew: boolean, applied: Applied): void {
  const before = parent.folders.get(key);
  const after = view.folders.get(key);
  // Another folder under the same name is as good as new: its watch and its files are its own.
  const same =
    before?.identity === after?.identity && before?.onDisk === (after && joinPath(parent.onDisk, after.name));
  if (same && !(renew && before !== undefined)) return;
  if (before !== undefined) {
    parent.folders.delete(key);
    leave(before, applied);
  }
  if (after !== undefined) {
    const name = { path: joinPath(parent.path, key), onDisk: joinPath(parent.onDisk, after.name) };
    const folder = emptyFolder(name, after.identity);
    parent.folders.set(key, folder);
    applied.arrived.push(folder);
  }
}

function leave(folder: Folder, applied: Applied): void {
  const waiting: Folder[] = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    at.gone = true;
    applied.left.push(at);
    for (const [name, before] of at.files)
      applied.changes.push({ path: joinPath(at.path, name), before, after: null, sure: false });
    waiting.push(...at.folders.values());
  }
}

function emptyFolder(name: FolderName, identity: string): Folder {
  return { ...name, identity, files: new Map(), folders: new Map(), skipped: new Map(), version: 0, gone: false };
}

/** What reading found out about files; it holds until they change. */
function marksOf(folder: Folder): Map<string, { readonly skipped: SkippedFile; readonly seen: FileSeen | undefined }> {
  const marks = new Map<string, { readonly skipped: SkippedFile; readonly seen: FileSeen | undefined }>();
  for (const [name, skipped] of folder.skipped) {
    const seen = folder.files.get(nfc(name));
    if (skipped.reason === 'not_utf8' && seen !== undefined) marks.set(name, { skipped, seen });
  }
  return marks;
}

function isFresh(seen: FileSeen | null, nowMs: number): boolean {
  return seen !== null && Math.abs(nowMs - seen.file.mtimeMs) < SAME_TICK_MS;
}

function nfc(name: string): string {
  return name.normalize('NFC');
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function union(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): Set<string> {
  return new Set([...a.keys(), ...b.keys()]);
}
