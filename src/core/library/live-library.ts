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
import { firstReads } from './first-reads.ts';
import { sampleKeys } from './key-sample.ts';
import { compareWithVault, listAnew } from './listing.ts';
import type { ListingParts } from './listing.ts';
import { News } from './news.ts';
import { isSameFile, Shelf } from './shelf.ts';
import type { ShelfParts } from './shelf.ts';
import { Saving } from './saving.ts';
import { Slices } from './slices.ts';
import type { Kept, SnapshotKeeper, Standing } from './snapshot-keeper.ts';
import type { VaultSurvey } from './folder-count.ts';

export interface LibraryParts extends ShelfParts, CatchUpParts {
  /** What keeps the library's knowledge from one life of the host to the next; absent: each begins with nothing. */
  readonly keeper?: SnapshotKeeper;
  readonly sha256: Sha256;
  /** The conventions that hold for a vault which shows this of itself. */
  readonly conventionsBy: (survey: VaultSurvey) => Conventions;
}

/**
 * The library of a running host. It begins with what a snapshot has kept, compares that with the vault and reads what
 * differs; without one it takes in every note in slices of a few milliseconds, newest first. Then it follows the vault's
 * events. What it knows so far can be asked at any moment.
 */
export class LiveLibrary implements Library {
  readonly #parts: LibraryParts;
  readonly #shelf: Shelf;
  readonly #catchUp: CatchUp;
  readonly #news: News;
  readonly #listing: ListingParts;
  readonly #saving: Saving | null;
  /** Notes that the first pass has not reached; null once it has ended, or a snapshot stood in for it. */
  #unseen: Set<VaultPath> | null = new Set();
  #total: number | null = null;
  #conventions: Conventions;
  readonly #listeners = new Set<(change: LibraryChange) => void>();
  #opening: Promise<void> | null = null;
  #work: Promise<void> | null = null;
  #ordering: Promise<void> | null = null;
  /** A large vault is known from a snapshot, and not yet compared with what it is now: the first questions come first. */
  #inHeadStart = false;
  #hurry: () => void = () => undefined;
  /** Resolves when somebody cannot do without the comparison. */
  readonly #hurried = new Promise<void>((resolve) => (this.#hurry = resolve));
  #leave: () => void = () => undefined;
  readonly #left = new Promise<void>((resolve) => (this.#leave = resolve));
  /** What was behind when the library was stopped. */
  #abandoned: readonly VaultPath[] = [];
  #unwatch: (() => void) | null = null;
  #stopped = false;
  /** The index was lost before it was known what a snapshot holds. */
  #lostEarly = false;

  constructor(parts: LibraryParts) {
    this.#parts = parts;
    this.#conventions = parts.conventionsBy({ folders: [], keys: new Map() });
    this.#shelf = new Shelf(parts);
    this.#catchUp = new CatchUp(parts, this.#shelf, () => this.#conventions);
    this.#catchUp.onStep = (paths) => this.#tell(paths);
    this.#news = new News(parts, this.#shelf, this.#catchUp);
    const { vault, clock } = parts;
    this.#listing = { vault, clock, shelf: this.#shelf, news: this.#news, isStopped: () => this.#stopped };
    parts.index.onLost?.(() => this.#takeInAgain());
    const { keeper } = parts;
    this.#saving = keeper === undefined ? null : new Saving(keeper, this.#shelf, parts, () => this.#standing());
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
    if (this.#opening !== null || this.#stopped) return;
    this.#opening = this.#open().catch((error: unknown) => {
      this.#parts.log.error(`the vault could not be opened: ${String(error)}`);
    });
  }

  /** Ends all work; resolves when nothing of it runs any more. What is known stays as it is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unwatch?.();
    this.#listeners.clear();
    this.#abandoned = this.#catchUp.paths();
    this.#catchUp.stop();
    this.#leave();
    const restored = !this.#news.isEarly;
    await this.#opening;
    await this.#work;
    await this.#ordering;
    if (restored) await this.#saving?.last();
  }

  progress(): ReturnType<Library['progress']> {
    const total = this.#total;
    const left = this.#unseen?.size ?? 0;
    const indexed = total === null ? 0 : Math.max(0, total - left);
    return { indexed, total, ready: this.#unseen === null, compared: this.#news.isCompared };
  }

  async opened(ms: number): Promise<void> {
    await this.#waitWhile(() => this.#unseen !== null, ms);
  }

  async settled(ms: number): Promise<number> {
    const needsAll = ms >= HEAD_START_MS;
    if (needsAll) this.#hurry();
    const heard = this.#parts.vault.heard?.();
    if (heard !== undefined) await Promise.race([heard, this.#parts.clock.after(ms, heard)]);
    await this.#waitWhile(() => (this.#inHeadStart && !needsAll ? this.#catchUp.behind : this.#behind()) > 0, ms);
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
    this.#take([{ kind: 'changed', file }], true);
    // A note that the first pass has not reached yet is not waited for.
    if (this.#unseen === null || this.#shelf.notes.has(path)) await this.refreshed([path]);
    return note;
  }

  async text(path: VaultPath): Promise<string | null> {
    const { vault } = this.#parts;
    const known = this.#shelf.files.get(path);
    const file = await vault.stat(path);
    const same = file !== null && known !== undefined && isSameFile(known, file);
    return same && !this.#catchUp.isBehind(path) ? vault.read(path) : ((await this.open(path))?.text ?? null);
  }

  /** Takes in these files ahead of all others, where they are not in step; resolves when they are. */
  async refreshed(paths: readonly VaultPath[]): Promise<void> {
    this.#catchUp.hurry(paths);
    while (!this.#stopped && paths.some((path) => this.#catchUp.isBehind(path))) await this.#catchUp.nextStep();
  }

  /** Files that were just written, moved or taken away: takes in how they stand now, without waiting for word of it. */
  async touched(paths: readonly VaultPath[]): Promise<void> {
    this.#take(await this.#news.lookAt(paths), true);
    if (this.#unseen === null) await this.refreshed(paths);
  }

  skipped(): readonly SkippedFile[] {
    const skipped = this.#parts.vault.skipped();
    // What the vault knows to be unfit was tried all the same: it is told once, in the vault's words.
    const known = new Set(skipped.map(({ path }) => path));
    return [...skipped, ...this.#shelf.failed().filter(({ path }) => !known.has(path))];
  }

  onChange(listener: (change: LibraryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lists the vault anew and takes up every difference: after a change of what is hidden, or of the conventions. */
  async reconcile(): Promise<void> {
    await this.#compare();
    if (this.#unseen === null) this.#reconsider(true);
  }

  async #open(): Promise<void> {
    const { keeper, clock, log } = this.#parts;
    const began = clock.tick();
    const kept = keeper === undefined ? null : await keeper.restore(this.#shelf);
    const early = this.#news.begin();
    if (this.#stopped) return;
    if (kept?.whole !== true) {
      this.#news.compared();
      this.#watch();
      this.#run(this.#firstPass(began, kept));
      this.#take(early, true);
      return;
    }
    this.#resume(kept);
    if (this.#lostEarly) this.#takeInAgain();
    log.info(`opened with ${this.#shelf.notes.size} notes known before, after ${Math.round(clock.tick() - began)} ms`);
    this.#take(early, true);
    if (this.#shelf.files.size > COMPARED_AT_ONCE) await this.#headStart();
    if (this.#stopped) return;
    this.#watch();
    await this.#compareAtLast();
    log.info(`compared with the vault after ${Math.round(clock.tick() - began)} ms`);
    // What was put off so that the first answers need not wait for it.
    await clock.after(IDLE_MS, this.#left);
    await this.#inSlices(this.#parts.links.settle());
  }

  /** What happens before the vault is listed needs no event: the list tells how it ended. */
  #watch(): void {
    this.#unwatch = this.#parts.vault.watch((events) => this.#take(events, true));
  }

  /** Lets the first questions go before the comparison, which in a large vault takes longer than they may wait. */
  async #headStart(): Promise<void> {
    this.#inHeadStart = true;
    this.#catchUp.stepped();
    await this.#parts.clock.after(HEAD_START_MS, Promise.race([this.#hurried, this.#left]));
    this.#inHeadStart = false;
  }

  /** Compares what was known before with the vault; a vault that cannot be listed is tried again, and answers say so. */
  async #compareAtLast(): Promise<void> {
    const { clock, log } = this.#parts;
    while (!this.#stopped && !this.#news.isCompared) {
      try {
        await this.#compare();
        this.#news.compared();
        this.#reconsider();
        this.#catchUp.stepped();
      } catch (error) {
        log.error(`the vault could not be listed: ${String(error)}`);
        await clock.after(TRY_AGAIN_MS, this.#left);
      }
    }
  }

  /** Goes on where the life before ended; what has changed since then is found by comparing. */
  #resume({ conventions, again }: Kept): void {
    const notes = [...this.#shelf.notes.keys()];
    this.#conventions = conventions;
    this.#news.expect(notes);
    this.#total = notes.length;
    this.#unseen = null;
    for (const path of again) this.#catchUp.add(path);
    this.#begin();
    this.#catchUp.stepped();
  }

  /** Lists the vault and takes up every difference. */
  #compare(): Promise<void> {
    return compareWithVault(this.#listing, (events) => {
      this.#take(events);
      this.#catchUp.stepped();
    });
  }

  /** `kept`: what part of the vault is known from a life that ended before its first pass did. */
  async #firstPass(began: number, kept: Kept | null): Promise<void> {
    const { clock, log } = this.#parts;
    const news = await this.#list();
    // Of a vault that cannot be listed nothing is known: that is not worth keeping.
    const isListed = news !== null;
    const reads = await this.#inSlices(firstReads(this.#shelf.files, news ?? new Set()));
    if (reads === null) return;
    const { notes, newestFirst } = reads;
    this.#unseen = new Set(newestFirst.map(({ path }) => path).filter(isNote));
    this.#total = notes.length;
    // What came before it has used up its slice, and a thread takes a few milliseconds to start.
    await clock.breathe();
    if (kept === null) this.#parts.index.expect?.(notes.length);
    await clock.breathe();
    const metadataOf = this.#catchUp.metadataOf.bind(this.#catchUp);
    const keys = await sampleKeys(notes, { ...this.#listing, metadataOf });
    if (this.#stopped) return;
    this.#conventions = this.#parts.conventionsBy({ folders: this.#shelf.folders.names(), keys });
    await this.#inSlices(this.#addEach(newestFirst));
    const reread = kept !== null && !sameConventions(kept.conventions, this.#conventions);
    if (reread || this.#lostEarly) this.#news.readAllAgain();
    for (const path of kept?.again ?? []) this.#catchUp.add(path);
    await this.#catchUp.workOff();
    if (this.#stopped) return;
    this.#unseen = null;
    log.info(`indexed ${this.#shelf.notes.size} notes in ${Math.round(clock.tick() - began)} ms`);
    this.#reconsider();
    this.#ordering = this.#putInOrder(isListed);
  }

  /** What the first pass piled up is put in order once: smaller, and quicker to look through for words nearly right. */
  async #putInOrder(keep: boolean): Promise<void> {
    const { index, log } = this.#parts;
    await index.compact().catch((error: unknown) => log.error(`index: ${String(error)}`));
    if (!this.#stopped && keep) await this.#saving?.now();
  }

  /** Puts every file on the shelf; the answer is which of them were not there as they are now; null: no list. */
  async #list(): Promise<ReadonlySet<VaultPath> | null> {
    try {
      return await listAnew(this.#listing);
    } catch (error) {
      this.#parts.log.error(`the vault could not be listed: ${String(error)}`);
      return null;
    }
  }

  /**
   * Asks anew which conventions hold, and takes in all notes again where those read them otherwise. `settingsRead`: they
   * are a new value even where nothing differs, so that whoever derives something from them learns of the settings.
   */
  #reconsider(settingsRead = false): void {
    const survey = { folders: this.#shelf.folders.names(), keys: this.#shelf.keysInUse() };
    const before = this.#conventions;
    const now = this.#parts.conventionsBy(survey);
    const same = sameConventions(before, now);
    if (!same || settingsRead) this.#conventions = now;
    if (same) return;
    this.#news.readAllAgain();
    this.#begin();
  }

  /** The index holds nothing any more. */
  #takeInAgain(): void {
    this.#lostEarly = this.#news.isEarly;
    if (this.#lostEarly || this.#stopped) return;
    this.#news.readAllAgain();
    this.#begin();
  }

  *#addEach(files: readonly VaultFile[]): Generator<void> {
    for (const { path } of files) {
      this.#catchUp.add(path);
      yield;
    }
  }

  /** `urgent`: somebody has just changed these files, and asks about them next. */
  #take(events: readonly VaultEvent[], urgent = false): void {
    const atTop = this.#shelf.folders.changesAtTop;
    this.#news.take(events, urgent);
    // A folder of some role may have come or gone.
    if (this.#unseen === null && this.#shelf.folders.changesAtTop !== atTop) this.#reconsider();
    this.#begin();
  }

  #standing(): Standing {
    const behind = (): readonly VaultPath[] => (this.#stopped ? this.#abandoned : this.#catchUp.paths());
    return { whole: this.#unseen === null, conventions: this.#conventions, behind };
  }

  async #waitWhile(waiting: () => boolean, ms: number): Promise<void> {
    const { clock } = this.#parts;
    const end = clock.tick() + ms;
    for (let left = ms; !this.#stopped && left > 0 && waiting(); left = end - clock.tick()) {
      const step = this.#catchUp.nextStep();
      await Promise.race([step, clock.after(left, step)]);
    }
  }

  /** What the work gives; null where the library is stopped before its end. */
  async #inSlices<T>(work: Generator<void, T>): Promise<T | null> {
    const slices = new Slices(this.#parts.clock);
    let step = work.next();
    for (; step.done !== true; step = work.next()) {
      if (this.#stopped) return null;
      await slices.pause();
    }
    return step.value;
  }

  #behind(): number {
    if (this.#stopped) return 0;
    const behind = this.#catchUp.behind + this.#news.unheard;
    return this.#unseen === null ? behind : Math.max(1, behind);
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
    this.#saving?.changed(paths.length);
    const { files } = this.#shelf;
    const change = {
      changed: paths.filter((path) => files.has(path)),
      removed: paths.filter((path) => !files.has(path)),
    };
    for (const listener of this.#listeners) listener(change);
  }
}

/** Milliseconds after a start from a snapshot for which nothing is done that nobody has asked for. */
const IDLE_MS = 1_000;

/** Files that are looked at within the time for which a question may wait. */
const COMPARED_AT_ONCE = 1_000;

/** Milliseconds that the first questions have before a large vault is compared; whoever waits as long needs it compared. */
const HEAD_START_MS = 500;

/** Milliseconds before a vault that could not be listed is tried again. */
const TRY_AGAIN_MS = 5_000;
