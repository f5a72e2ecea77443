import type { App, EventRef, TFile } from 'obsidian';
import type { NoteMetadata } from '../core/note/metadata.ts';
import { parseNote } from '../core/note/parse-metadata.ts';
import type { VaultPath } from '../core/path.ts';
import { isNote, listedPath } from '../core/path.ts';
import type { Clock, Log, Metadata } from '../core/ports.ts';
import type { AppFiles } from './app-files.ts';

/** Milliseconds that an answer waits for the app's record of a note that we have just written. */
const WAIT_MS = 750;

/** What the declarations leave out: which version of a file the app's record is of. */
interface MayTellVersions {
  readonly fileCache?: Readonly<Record<string, { readonly mtime?: unknown } | undefined>>;
}

export interface AppMetadataParts {
  readonly app: App;
  readonly files: AppFiles;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The app's own record of a note. It lags behind a write for a moment: after one of ours it is waited for, within a bound.
 * It is taken only when it can belong to the text at hand; else the text is parsed as the headless host would, which is
 * held to the same recordings.
 */
export class AppMetadata implements Metadata {
  readonly #parts: AppMetadataParts;
  /** Notes of which we have written a text whose record has not come yet: told when it has. */
  readonly #expected = new Map<VaultPath, { readonly came: Promise<void>; readonly tell: () => void }>();
  readonly #cacheRefs: readonly EventRef[];
  readonly #renamed: EventRef;

  constructor(parts: AppMetadataParts) {
    this.#parts = parts;
    const { metadataCache, vault } = parts.app;
    const came = (file: { readonly path: string }): void => this.#came(listedPath(file.path));
    this.#cacheRefs = [metadataCache.on('changed', came), metadataCache.on('deleted', came)];
    this.#renamed = vault.on('rename', (_file, oldPath) => this.#came(listedPath(oldPath)));
  }

  async of(path: VaultPath, text: string): Promise<NoteMetadata> {
    const expected = this.#expected.get(path);
    if (expected !== undefined && this.#recordOf(path, text) === null) {
      await this.#parts.clock.after(WAIT_MS, expected.came);
    }
    const record = this.#recordOf(path, text);
    if (record !== null) return record;
    if (expected !== undefined) {
      this.#came(path);
      this.#parts.log.debug('the app has not taken in a note that was written; its text was parsed instead');
    }
    const { metadata, frontmatterError } = parseNote(text);
    return frontmatterError === undefined ? metadata : { ...metadata, frontmatterError };
  }

  /** A note has a text of ours, of which the app will have a record soon. */
  expect(path: VaultPath): void {
    if (!isNote(path) || this.#expected.has(path)) return;
    let tell = (): void => undefined;
    const came = new Promise<void>((resolve) => (tell = resolve));
    this.#expected.set(path, { came, tell });
  }

  close(): void {
    const { metadataCache, vault } = this.#parts.app;
    for (const ref of this.#cacheRefs) metadataCache.offref(ref);
    vault.offref(this.#renamed);
    for (const path of [...this.#expected.keys()]) this.#came(path);
  }

  #came(path: VaultPath): void {
    this.#expected.get(path)?.tell();
    this.#expected.delete(path);
  }

  #recordOf(path: VaultPath, text: string): NoteMetadata | null {
    const file = this.#parts.files.file(path);
    const record = file === null ? null : this.#parts.app.metadataCache.getFileCache(file);
    return file !== null && record !== null && this.#isOfNow(file) && fits(record, text) ? record : null;
  }

  /** Where the app tells which version its record is of, it must be the one that the app knows. */
  #isOfNow(file: TFile): boolean {
    const { fileCache } = this.#parts.app.metadataCache as MayTellVersions;
    const mtime = fileCache?.[file.path]?.mtime;
    return typeof mtime !== 'number' || mtime === file.stat.mtime;
  }
}

/**
 * Whether a record can be of this text: its last section ends where the text does but for blank space, and the links
 * lie where it says. A record of an older text that passes both tells the same links and headings.
 */
function fits(cache: NoteMetadata, text: string): boolean {
  const end = cache.sections?.at(-1)?.position.end.offset ?? 0;
  if (end > text.length || text.slice(end).trim() !== '') return false;
  const placed = [...(cache.links ?? []), ...(cache.embeds ?? [])];
  if (placed.some(({ position, original }) => text.slice(position.start.offset, position.end.offset) !== original)) {
    return false;
  }
  return (cache.headings ?? []).every(({ position, heading }) =>
    text.slice(position.start.offset, position.end.offset).includes(heading),
  );
}
