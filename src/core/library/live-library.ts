import type { Conventions } from '../conventions/conventions.ts';
import { sameConventions } from '../conventions/detect.ts';
import type { LinkGraph, LinkResolver } from '../graph/graph.ts';
import type { Note, NoteSummary } from '../note/note.ts';
import { revisionOf } from '../note/revision.ts';
import { isNote } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { Sha256, SkippedFile, VaultEvent, VaultFile } from '../ports.ts';
import { CatchUp } from './catch-up.ts';
import type { CatchUpParts } from './catch-up.ts';
import type { Library, LibraryChange } from './library.ts';
import { readFiles } from './read-files.ts';
import { isRead, Shelf } from './shelf.ts';
import type { ShelfParts } from './shelf.ts';
import { Slices } from './slices.ts';
import type { VaultSurvey } from './folder-count.ts';

export interface LibraryParts extends ShelfParts, CatchUpParts {
  readonly sha256: Sha256;
  /** The conventions that hold for a vault which shows this of itself. */
  readonly conventionsBy: (survey: VaultSurvey) => Conventions;
}

/**
 * The library of a running host. It lists the vault once, takes in every note in slices of a few milliseconds, newest
 * first, and then follows the vault's events; what it knows so far can be asked at any moment.
 */
export class LiveLibrary implements Library {
  readonly #parts: LibraryParts;
  readonly #shelf: Shelf;
  readonly #catchUp: CatchUp;
  /** Notes that the first pass has not reached; null once it has ended. */
  #unseen: Set<VaultPath> | null = new Set();
  #total: number | null = null;
  #conventions: Conventions;
  readonly #listeners = new Set<(change: LibraryChange) => void>();
  #work: Promise<void> | null = null;
  #ordering: Promise<void> | null = null;
  #unwatch: (() => void) | null = null;
  #stopped = false;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
    this.#conventions = parts.conventionsBy({ folders: [], keys: new Map() });
    this.#shelf = new Shelf(parts);
    this.#catchUp = new CatchUp(parts, this.#shelf, () => this.#conventions);
    this.#catchUp.onStep = (paths) => this.#tell(paths);
  }

  get notes(): ReadonlyMap<VaultPath, NoteSummary> {
    return this.#shelf.notes;
  }

  get files(): ReadonlyMap<VaultPath, VaultFile> {
    return this.#shelf.files;
  }

  get graph(): LinkGraph {
    return this.#parts.links;
  }

  get resolver(): LinkResolver {
    return this.#parts.links.resolver;
  }

  /** The conventions in force; they may change as more of the vault becomes known. */
  conventions(): Conventions {
    return this.#conventions;
  }

  /** Begins to watch and to index; returns at once. */
  start(): void {
    if (this.#unwatch !== null || this.#stopped) return;
    this.#unwatch = this.#parts.vault.watch((events) => this.#take(events));
    this.#run(this.#firstPass());
  }

  /** Ends all work; resolves when nothing of it runs any more. What is known stays as it is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unwatch?.();
    this.#listeners.clear();
    this.#catchUp.stop();
    await this.#work;
    await this.#ordering;
  }

  progress(): { readonly indexed: number; readonly total: number | null; readonly ready: boolean } {
    const total = this.#total;
    const left = this.#unseen?.size ?? 0;
    return { indexed: total === null ? 0 : Math.max(0, total - left), total, ready: this.#unseen === null };
  }

  async settled(ms: number): Promise<number> {
    const { clock } = this.#parts;
    const end = clock.tick() + ms;
    for (let left = ms; left > 0 && this.#behind() > 0; left = end - clock.tick()) {
      const step = this.#catchUp.nextStep();
      await Promise.race([step, clock.after(left, step)]);
    }
    return this.#behind();
  }

  async open(path: VaultPath): Promise<Note | null> {
    if (!isNote(path)) return null;
    const { vault, sha256 } = this.#parts;
    const file = await vault.stat(path);
    const text = file && (await vault.read(path));
    if (file === null || text === null) {
      this.#take([{ kind: 'removed', path }]);
      return null;
    }
    const revision = revisionOf(text, sha256);
    const note = { path, text, revision, metadata: await this.#catchUp.metadataOf(path, text) };
    this.#take([{ kind: 'changed', file }]);
    // A note that the first pass has not reached yet is not waited for.
    if (this.#unseen === null || this.#shelf.notes.has(path)) await this.refreshed([path]);
    return note;
  }

  async text(path: VaultPath): Promise<string | null> {
    const { vault } = this.#parts;
    const known = this.#shelf.files.get(path);
    const file = await vault.stat(path);
    const same = file !== null && known?.mtimeMs === file.mtimeMs && known.size === file.size;
    return same && !this.#catchUp.isBehind(path) ? vault.read(path) : ((await this.open(path))?.text ?? null);
  }

  /** Takes in these files ahead of all others, where they are not in step; resolves when they are. */
  async refreshed(paths: readonly VaultPath[]): Promise<void> {
    this.#catchUp.hurry(paths);
    while (!this.#stopped && paths.some((path) => this.#catchUp.isBehind(path))) await this.#catchUp.nextStep();
  }

  /** Files that were just written, moved or taken away: takes in how they stand now, without waiting for word of it. */
  async touched(paths: readonly VaultPath[]): Promise<void> {
    const events = paths.map(async (path): Promise<VaultEvent> => {
      const file = await this.#parts.vault.stat(path);
      return file === null ? { kind: 'removed', path } : { kind: 'changed', file };
    });
    this.#take(await Promise.all(events));
    if (this.#unseen === null) await this.refreshed(paths);
  }

  skipped(): readonly SkippedFile[] {
    return [...this.#parts.vault.skipped(), ...this.#shelf.failed()];
  }

  onChange(listener: (change: LibraryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lists the vault anew and takes up every difference: after a change of what is hidden, or of the conventions. */
  async reconcile(): Promise<void> {
    const listed = new Set<VaultPath>();
    for await (const files of this.#parts.vault.list()) {
      for (const file of files) listed.add(file.path);
      this.#take(files.map((file) => ({ kind: 'changed', file })));
    }
    const gone = [...this.#shelf.files.keys()].filter((path) => !listed.has(path));
    this.#take(gone.map((path) => ({ kind: 'removed', path })));
    if (this.#unseen === null) this.#reconsider();
  }

  async #firstPass(): Promise<void> {
    const { clock, log } = this.#parts;
    const began = clock.tick();
    await this.#list();
    const newestFirst = [...this.#shelf.files.values()]
      .filter(({ path }) => isRead(path))
      .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
    const notes = newestFirst.filter(({ path }) => isNote(path));
    this.#unseen = new Set(notes.map(({ path }) => path));
    this.#total = notes.length;
    await this.#sampleConventions(notes);
    for (const { path } of newestFirst) this.#catchUp.add(path);
    await this.#catchUp.workOff();
    if (this.#stopped) return;
    this.#unseen = null;
    log.info(`indexed ${this.#shelf.notes.size} notes in ${Math.round(clock.tick() - began)} ms`);
    this.#reconsider();
    // What the first pass piled up is put in order once: smaller, and quicker to look through for words nearly right.
    this.#ordering = this.#parts.index.compact().catch((error: unknown) => log.error(`index: ${String(error)}`));
  }

  async #list(): Promise<void> {
    const slices = new Slices(this.#parts.clock);
    try {
      for await (const files of this.#parts.vault.list()) {
        slices.begin();
        for (const file of files) {
          if (this.#stopped) return;
          this.#shelf.putFile(file);
          await slices.pause();
        }
      }
    } catch (error) {
      this.#parts.log.error(`the vault could not be listed: ${String(error)}`);
    }
  }

  /** Reads a few notes from all over the vault first: the words of their frontmatter decide how all are read. */
  async #sampleConventions(notes: readonly VaultFile[]): Promise<void> {
    const stride = Math.max(1, Math.ceil(notes.length / SAMPLE_NOTES));
    const sample = notes.filter(({ size }, at) => at % stride === 0 && size <= SAMPLE_BYTES).map(({ path }) => path);
    const keys = new Map<string, number>();
    const reads = await readFiles(this.#parts.vault, sample);
    const slices = new Slices(this.#parts.clock);
    for (const read of reads) {
      if (this.#stopped) return;
      const metadata = read.kind === 'text' ? await this.#catchUp.metadataOf(read.path, read.text) : {};
      for (const key of Object.keys(metadata.frontmatter ?? {})) keys.set(key, (keys.get(key) ?? 0) + 1);
      await slices.pause();
    }
    this.#conventions = this.#parts.conventionsBy({ folders: this.#shelf.folders.names(), keys });
  }

  /** Asks anew which conventions hold, and takes in all notes again where those read them otherwise. */
  #reconsider(): void {
    const survey = { folders: this.#shelf.folders.names(), keys: this.#shelf.keysInUse() };
    const before = this.#conventions;
    // A new value even where nothing differs: whoever derives something from it learns that the settings were read.
    this.#conventions = this.#parts.conventionsBy(survey);
    if (sameConventions(before, this.#conventions)) return;
    for (const path of this.#shelf.files.keys()) if (isNote(path)) this.#catchUp.add(path);
    this.#begin();
  }

  #take(events: readonly VaultEvent[]): void {
    const atTop = this.#shelf.folders.changesAtTop;
    for (const event of events) {
      if (event.kind === 'removed') this.#remove(event.path);
      else if (event.kind === 'renamed') this.#rename(event.from, event.file);
      else if (this.#shelf.isNews(event.file)) this.#change(event.file);
    }
    // A folder of some role may have come or gone.
    if (this.#unseen === null && this.#shelf.folders.changesAtTop !== atTop) this.#reconsider();
    this.#begin();
  }

  #change(file: VaultFile): void {
    this.#shelf.putFile(file);
    this.#catchUp.add(file.path);
  }

  #remove(path: VaultPath): void {
    if (this.#shelf.removeFile(path)) this.#catchUp.add(path);
  }

  #rename(from: VaultPath, file: VaultFile): void {
    const summary = this.#shelf.notes.get(from);
    this.#remove(from);
    this.#change(file);
    // Known at once under its new name; its place in the index follows, since its name is part of it.
    if (summary && isNote(file.path)) this.#shelf.carryOver(summary, file);
  }

  #behind(): number {
    if (this.#stopped) return 0;
    return this.#unseen === null ? this.#catchUp.behind : Math.max(1, this.#catchUp.behind);
  }

  #begin(): void {
    if (this.#work === null && this.#catchUp.behind > 0) this.#run(this.#catchUp.workOff());
  }

  /** Runs work, one piece at a time; what came up while it ended begins the next. */
  #run(work: Promise<void>): void {
    this.#work = work
      .catch((error: unknown) => this.#parts.log.error(`indexing stopped: ${String(error)}`))
      .finally(() => {
        this.#work = null;
        this.#catchUp.stepped();
        if (!this.#stopped) this.#begin();
      });
  }

  #tell(paths: readonly VaultPath[]): void {
    for (const path of paths) this.#unseen?.delete(path);
    const { files } = this.#shelf;
    const change = {
      changed: paths.filter((path) => files.has(path)),
      removed: paths.filter((path) => !files.has(path)),
    };
    for (const listener of this.#listeners) listener(change);
  }
}

const SAMPLE_NOTES = 128;
const SAMPLE_BYTES = 64 * 1024;
