import type { VaultLinkGraph } from '../graph/link-graph.ts';
import type { IndexedNote, PassageIndex } from '../index/passage-index.ts';
import { canvasLinkPaths } from '../note/canvas.ts';
import type { NoteMetadata } from '../note/metadata.ts';
import { linkPaths } from '../note/note-links.ts';
import type { NoteSummary } from '../note/note.ts';
import { baseName, extensionOf, isNote } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { SkippedFile, SkipReason, VaultFile } from '../ports.ts';
import { indexedNote } from './index-note.ts';
import { FolderCount } from './folder-count.ts';
import type { KnownFile } from './written-rows.ts';

export interface ShelfParts {
  readonly links: VaultLinkGraph;
  readonly index: PassageIndex;
}

/**
 * What the library keeps: files and summaries here, links and passages in their own places. Passages are handed on in
 * batches of about sixteen thousand units of text, so that no single step of the index lasts.
 */
export class Shelf {
  readonly #parts: ShelfParts;
  readonly #files = new Map<VaultPath, VaultFile>();
  readonly #folders = new FolderCount();
  readonly #notes = new Map<VaultPath, NoteSummary>();
  readonly #failed = new Map<VaultPath, SkippedFile>();
  readonly #toIndex: IndexedNote[] = [];
  readonly #toRemove = new Set<VaultPath>();
  #waiting = 0;

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  get files(): ReadonlyMap<VaultPath, VaultFile> {
    return this.#files;
  }

  get folders(): FolderCount {
    return this.#folders;
  }

  get notes(): ReadonlyMap<VaultPath, NoteSummary> {
    return this.#notes;
  }

  /** Whether a file is new, or not as it was when it was last put here. */
  isNews(file: VaultFile): boolean {
    const known = this.#files.get(file.path);
    return known === undefined || !isSameFile(known, file);
  }

  /** All that is known of a file; null for none. */
  known(path: VaultPath): KnownFile | null {
    const file = this.#files.get(path);
    if (file === undefined) return null;
    const note = this.#notes.get(path) ?? null;
    return { file, note, links: this.#parts.links.written(path), again: this.#failed.has(path) };
  }

  /** Puts back what was known of a file, all but its passages. */
  restore({ file, note, links }: KnownFile): void {
    const { path } = file;
    this.#folders.add(path);
    this.#parts.links.keep(path, links);
    this.#files.set(path, file);
    if (note !== null) this.#notes.set(path, note);
  }

  /** Forgets everything but the passages. */
  clear(): void {
    for (const path of [...this.#files.keys()]) this.removeFile(path);
  }

  putFile(file: VaultFile): void {
    if (!this.#files.has(file.path)) {
      this.#folders.add(file.path);
      this.#parts.links.addFile(file.path);
    }
    this.#files.set(file.path, file);
  }

  /** Forgets a file that is gone, but for its place in the index; whether it was known. */
  removeFile(path: VaultPath): boolean {
    if (!this.#files.delete(path)) return false;
    this.#folders.remove(path);
    this.#parts.links.removeFile(path);
    this.#notes.delete(path);
    this.#failed.delete(path);
    return true;
  }

  failed(): readonly SkippedFile[] {
    return [...this.#failed.values()];
  }

  keysInUse(): Map<string, number> {
    const keys = new Map<string, number>();
    for (const { properties } of this.#notes.values()) {
      for (const key of properties) keys.set(key, (keys.get(key) ?? 0) + 1);
    }
    return keys;
  }

  /** Takes a note in. `failure`: why only its names could be, not its text. */
  keepNote(summary: NoteSummary, text: string, metadata: NoteMetadata, failure?: Failure): void {
    const { path } = summary;
    this.#notes.set(path, summary);
    this.#failed.delete(path);
    if (failure) this.#failed.set(path, { path, ...failure });
    this.#parts.links.put(path, linkPaths(metadata));
    this.#toRemove.delete(path);
    this.#toIndex.push(indexedNote(summary, text));
    this.#waiting += text.length;
  }

  keepCanvas(path: VaultPath, text: string): void {
    this.#failed.delete(path);
    this.#parts.links.put(path, canvasLinkPaths(text));
  }

  /** A note known under its new name before it has been read there. */
  carryOver(summary: NoteSummary, file: VaultFile): void {
    const { path, size, mtimeMs } = file;
    // A title that was only the file's name follows the name.
    const title = summary.title === baseName(summary.path) ? baseName(path) : summary.title;
    this.#notes.set(path, { ...summary, path, size, mtimeMs, title });
  }

  /** Keeps a file, but not as a note: it is gone, a template, or could not be read (`failure`). */
  dropNote(path: VaultPath, failure?: Failure): void {
    this.#notes.delete(path);
    this.#parts.links.remove(path);
    if (failure) this.#failed.set(path, { path, ...failure });
    else this.#failed.delete(path);
    if (isNote(path)) this.#toRemove.add(path);
  }

  get isFull(): boolean {
    return this.#waiting >= UNITS_AT_ONCE;
  }

  /** Hands on to the index what has gathered; resolves when it is held there. */
  async flush(): Promise<void> {
    const { index } = this.#parts;
    const notes = this.#toIndex.splice(0);
    const gone = [...this.#toRemove];
    this.#toRemove.clear();
    this.#waiting = 0;
    await Promise.all([
      ...(notes.length > 0 ? [index.put(notes)] : []),
      ...(gone.length > 0 ? [index.remove(gone)] : []),
    ]);
  }
}

export interface Failure {
  readonly reason: SkipReason;
  readonly detail?: string;
}

/** Files that are read: notes for everything, canvas files for their links. */
export function isRead(path: string): boolean {
  return isNote(path) || isCanvas(path);
}

export function isCanvas(path: string): boolean {
  return extensionOf(path) === 'canvas';
}

/**
 * Whether a file looks the same at two looks. The app counts whole milliseconds where a folder counts fractions: of one
 * and the same moment the one is the other, cut or rounded.
 */
export function isSameFile(a: VaultFile, b: VaultFile): boolean {
  if (a.size !== b.size) return false;
  if (a.ctimeMs !== undefined && b.ctimeMs !== undefined && a.ctimeMs !== b.ctimeMs) return false;
  if (a.mtimeMs === b.mtimeMs) return true;
  return Number.isInteger(a.mtimeMs) !== Number.isInteger(b.mtimeMs) && Math.abs(a.mtimeMs - b.mtimeMs) < 1;
}

const UNITS_AT_ONCE = 16_384;
