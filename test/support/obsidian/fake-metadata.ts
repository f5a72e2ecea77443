import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers';
import type * as obsidian from 'obsidian';
import { FileResolver } from '../../../src/core/graph/resolve.ts';
import { linkPaths } from '../../../src/core/note/note-links.ts';
import type { NoteMetadata } from '../../../src/core/note/metadata.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { listedPath } from '../../../src/core/path.ts';
import { Events } from './fake-events.ts';
import { TFile } from './fake-files.ts';
import type { FakeVault } from './fake-vault.ts';

/**
 * What the app knows of its notes: by the parser that is held to the app's recordings, some time after each change, as
 * the app's own worker has it. Told in the app's order: `changed`, `resolve`, and `resolved` when nothing waits.
 */
export class FakeMetadataCache extends Events {
  readonly resolver = new FileResolver();
  /** Milliseconds between a change and the record of it; Infinity: none comes until `parseNow`. */
  delayMs = 5;
  /** As the app keeps it: which version of a file its record is of. */
  readonly fileCache: Record<string, { hash: string; mtime: number; size: number }> = {};
  readonly #vault: FakeVault;
  readonly #records = new Map<string, NoteMetadata>();
  readonly #waiting = new Map<TFile, ReturnType<typeof setTimeout> | null>();

  constructor(vault: FakeVault) {
    super();
    this.#vault = vault;
    for (const file of vault.getFiles()) this.resolver.add(listedPath(file.path));
    vault.on('create', (file: unknown) => this.#came(file));
    vault.on('modify', (file: unknown) => this.#soon(file));
    vault.on('rename', (file: unknown, old: string) => this.#renamed(file, old));
    vault.on('delete', (file: unknown) => this.#went(file));
  }

  /** Listeners of whoever uses the app. */
  get resolvedLinks(): Record<string, Record<string, number>> {
    const all: Record<string, Record<string, number>> = {};
    for (const file of this.#vault.getMarkdownFiles()) {
      const counts: Record<string, number> = (all[file.path] = {});
      for (const path of linkPaths(this.getFileCache(file) ?? {})) {
        const target = this.getFirstLinkpathDest(path, file.path);
        if (target !== null) counts[target.path] = (counts[target.path] ?? 0) + 1;
      }
    }
    return all;
  }

  getFileCache(file: obsidian.TFile): NoteMetadata | null {
    if (file.extension !== 'md') return null;
    const known = this.#records.get(file.path);
    if (known !== undefined) return known;
    const isNew = [...this.#waiting.keys()].some(({ path }) => path === file.path);
    return isNew || this.#vault.getFileByPath(file.path) === null ? null : this.#parse(file);
  }

  getCache(path: string): NoteMetadata | null {
    const file = this.#vault.getFileByPath(path);
    return file === null ? null : this.getFileCache(file);
  }

  getFirstLinkpathDest(link: string, source: string): TFile | null {
    const path = this.resolver.resolve(link, listedPath(source));
    return path === null ? null : this.#vault.getFileByPath(path);
  }

  /** Everything that waits is parsed and told. */
  parseNow(): void {
    for (const [file, timer] of this.#waiting) {
      if (timer !== null) clearTimeout(timer);
      this.#tell(file);
    }
  }

  /** Whether every record is of its file's present text. */
  isCacheClean(): boolean {
    return this.#waiting.size === 0;
  }

  #came(file: unknown): void {
    if (!(file instanceof TFile)) return;
    this.resolver.add(listedPath(file.path));
    this.#soon(file);
  }

  #soon(file: unknown): void {
    if (!(file instanceof TFile) || file.extension !== 'md') return;
    const before = this.#waiting.get(file);
    if (before != null) clearTimeout(before);
    if (before === undefined && !this.#records.has(file.path)) this.#waiting.delete(file);
    const timer = this.delayMs === Infinity ? null : setTimeout(() => this.#tell(file), this.delayMs);
    timer?.unref();
    this.#waiting.set(file, timer);
  }

  #tell(file: TFile): void {
    this.#waiting.delete(file);
    if (this.#vault.getFileByPath(file.path) !== file || !existsSync(this.#vault.adapter.getFullPath(file.path)))
      return;
    const record = this.#parse(file);
    this.trigger('changed', file, this.#text(file), record);
    this.trigger('resolve', file);
    if (this.#waiting.size === 0) this.trigger('resolved');
  }

  #parse(file: obsidian.TFile): NoteMetadata {
    const record = parseMetadata(this.#text(file).replace(/^\uFEFF/, ''));
    this.#records.set(file.path, record);
    this.fileCache[file.path] = { hash: '', mtime: file.stat.mtime, size: file.stat.size };
    return record;
  }

  #text(file: obsidian.TFile): string {
    return readFileSync(this.#vault.adapter.getFullPath(file.path), 'utf8');
  }

  /** Its record goes along; nobody is told of a change. */
  #renamed(file: unknown, old: string): void {
    if (!(file instanceof TFile)) return;
    this.resolver.remove(listedPath(old));
    this.resolver.add(listedPath(file.path));
    const record = this.#records.get(old);
    const version = this.fileCache[old];
    this.#records.delete(old);
    delete this.fileCache[old];
    if (record !== undefined) this.#records.set(file.path, record);
    if (version !== undefined) this.fileCache[file.path] = version;
  }

  #went(file: unknown): void {
    if (!(file instanceof TFile)) return;
    this.resolver.remove(listedPath(file.path));
    const record = this.#records.get(file.path) ?? null;
    this.#records.delete(file.path);
    delete this.fileCache[file.path];
    if (file.extension === 'md') this.trigger('deleted', file, record);
  }
}
