import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { fileName, folderOf } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import type { Log, VaultEvent } from '../core/ports.ts';
import { ChangeQueue } from './changes.ts';
import type { Change } from './changes.ts';
import { errorCode } from './disk.ts';
import { folderEvents } from './folder-events.ts';
import type { FolderEvents } from './folder-events.ts';
import { isHidden, placeholderOf } from './left-out.ts';
import type { Folder, Listing } from './listing.ts';
import { folderIdentity } from './look.ts';
import type { Place } from './look.ts';
import { readFolder, scan } from './scan.ts';

/** How the vault learns of changes: told by the system, or by looking again and again. */
export type Watching = 'off' | 'events' | 'rescans';

/** Events of one save come within a few milliseconds; a look after this time sees it whole. */
const GATHER_MS = 8;
/** How long a file that left waits to turn up under another name. */
const GRACE_MS = 20;
/** The kernel's queue holds 16,384 events and drops the rest in silence; a storm of this size is not trusted. */
const STORM = 4_000;
/** Between rescans where the system gives no events; stretched so that looking takes at most a tenth of the time. */
const RESCAN_MS = 2_000;

/**
 * Turns hints of the system into events of the vault. Each hint only says where to look: what happened is told by
 * comparing the disk with the listing, so lost, doubled and reordered hints do no harm.
 */
export class FolderWatch {
  readonly #place: Place;
  readonly #listing: Listing;
  readonly #log: Log;
  readonly #deliver: (events: readonly VaultEvent[]) => void;
  #queue = new ChangeQueue();
  #hints = new Map<string, Set<string> | null>();
  #hintCount = 0;
  #events: FolderEvents | null = null;
  #mode: Watching = 'off';
  #timer: ReturnType<typeof setTimeout> | null = null;
  #rescan: ReturnType<typeof setTimeout> | null = null;
  #working: Promise<void> | null = null;
  #rootIdentity: string | null = null;
  #complained = false;
  /** Changes of our own under way. */
  #held = 0;
  /** Hints have waited long enough and are looked at as soon as nothing is held. */
  #due = false;

  constructor(place: Place, listing: Listing, log: Log, deliver: (events: readonly VaultEvent[]) => void) {
    this.#place = place;
    this.#listing = listing;
    this.#log = log;
    this.#deliver = deliver;
  }

  get mode(): Watching {
    return this.#mode;
  }

  /** From now on folders that are entered are watched. */
  start(): void {
    if (this.#mode !== 'off') return;
    this.#mode = 'events';
    this.#queue = new ChangeQueue();
    this.#events = folderEvents(this.#place.disk, this.#place.root, {
      look: (folder, name) => this.#hint(folder, name),
      lost: (code) => this.#fallBack(code),
    });
  }

  /** Ends every watch and timer; resolves when the look under way has ended too. */
  async stop(): Promise<void> {
    this.#mode = 'off';
    this.#events?.close();
    this.#events = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#rescan !== null) clearTimeout(this.#rescan);
    [this.#timer, this.#rescan] = [null, null];
    this.#hints.clear();
    await this.#working;
  }

  enter(folder: Folder): void {
    this.#events?.enter(folder.onDisk);
  }

  leave(folder: Folder): void {
    this.#events?.leave(folder.onDisk);
  }

  /** Changes found by a scan of somebody else. */
  found(changes: readonly Change[]): void {
    if (this.#mode === 'off') return;
    for (const change of changes) this.#queue.add(change, performance.now());
    this.#publish();
  }

  /**
   * Carries out a change of our own and looks at nothing meanwhile: half of a move would be taken for two changes. What
   * the system tells until then is looked at right after.
   */
  async hold<T>(change: () => Promise<T>): Promise<T> {
    this.#held++;
    try {
      return await change();
    } finally {
      this.#held--;
      if (this.#due) this.#begin();
    }
  }

  /**
   * Looks at files that this program has just changed, and tells the listeners before it returns; what the system says
   * of them afterwards at most repeats it.
   */
  async lookNow(paths: readonly VaultPath[]): Promise<void> {
    for (const path of paths) {
      // Below a folder that was not seen yet, its topmost new ancestor is what there is to look at.
      let [folder, name] = [folderOf(path), fileName(path)];
      while (this.#listing.folder(folder) === undefined) [folder, name] = [folderOf(folder), fileName(folder)];
      const seen = this.#listing.folder(folder);
      const known = seen?.files.get(name)?.name ?? name;
      if (seen !== undefined) await this.#lookIn(seen, new Set([name, known]));
    }
    this.#publish(new Set(paths));
  }

  /** See Vault.heard. A storm is looked through in its own time. */
  async heard(): Promise<void> {
    // What the system has told by now is read in this turn of the event loop.
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.#hints.size > 0 && this.#working !== null) await this.#working;
    const isWaiting = this.#hints.size > 0 && this.#held === 0 && this.#hintCount < STORM;
    if (isWaiting && this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#begin();
    }
    if (this.#held === 0) await this.#working;
  }

  #hint(folder: string, name: string | null): void {
    if (name !== null && isHidden(name) && placeholderOf(name) === null) return;
    this.#hintCount++;
    const names = this.#hints.get(folder);
    if (name === null) this.#hints.set(folder, null);
    else if (names === undefined) this.#hints.set(folder, new Set([name]));
    else names?.add(name);
    this.#schedule(GATHER_MS);
  }

  #schedule(ms: number): void {
    if (this.#timer !== null || this.#mode === 'off') return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#held > 0) this.#due = true;
      else this.#begin();
    }, ms);
    this.#timer.unref();
  }

  #begin(): void {
    this.#due = false;
    if (this.#working !== null || this.#mode === 'off') return;
    this.#working = this.#work().finally(() => {
      this.#working = null;
      if (this.#hints.size > 0) this.#schedule(GATHER_MS);
      else if (this.#queue.waiting) this.#schedule(GRACE_MS);
    });
  }

  async #work(): Promise<void> {
    try {
      const hints = this.#hints;
      const storm = this.#hintCount >= STORM;
      this.#hints = new Map();
      this.#hintCount = 0;
      if (hints.has('')) await this.#checkRoot();
      if (storm) await this.#scanFrom([this.#listing.root]);
      else for (const [onDisk, names] of hints) await this.#lookAgain(onDisk, names);
    } catch (error) {
      this.#fallBack(errorCode(error));
    }
    this.#publish();
  }

  /** A root that was deleted and made again is another folder: its old watch is deaf. */
  async #checkRoot(): Promise<void> {
    const now = folderIdentity(await this.#place.disk.look(this.#place.root));
    this.#rootIdentity ??= now;
    if (now !== this.#rootIdentity) this.#fallBack('ESTALE');
  }

  async #lookAgain(onDisk: string, names: ReadonlySet<string> | null): Promise<void> {
    // The listing is by vault path; names on the disk differ from it at most by composition.
    const folder = this.#listing.folder(onDisk.normalize('NFC'));
    if (folder === undefined || folder.gone || this.#mode === 'off') return;
    await this.#lookIn(folder, names);
  }

  async #lookIn(folder: Folder, names: ReadonlySet<string> | null): Promise<void> {
    const known = new Set(folder.folders.values());
    this.#add(await readFolder(this.#place, this.#listing, folder, this, names));
    const arrived = [...folder.folders.values()].filter((one) => !known.has(one));
    if (arrived.length > 0) await this.#scanFrom(arrived);
  }

  async #scanFrom(folders: readonly Folder[]): Promise<void> {
    for await (const { changes } of scan(this.#place, this.#listing, folders, this)) this.#add(changes);
  }

  #add(changes: readonly Change[]): void {
    if (this.#mode === 'off') return;
    for (const change of changes) this.#queue.add(change, performance.now());
  }

  #publish(certain?: ReadonlySet<VaultPath>): void {
    if (this.#mode === 'off') return;
    const events = this.#queue.take(performance.now(), GRACE_MS, certain);
    if (this.#queue.waiting && this.#working === null) this.#schedule(GRACE_MS);
    if (events.length > 0) this.#deliver(events);
  }

  #fallBack(code: string): void {
    if (this.#mode !== 'events') return;
    this.#mode = 'rescans';
    this.#events?.close();
    this.#events = null;
    this.#log.warn(`the system gives no file events for this vault (${code}); looking through it every few seconds`);
    this.#scheduleRescan(RESCAN_MS);
  }

  #scheduleRescan(ms: number): void {
    if (this.#mode !== 'rescans') return;
    this.#rescan = setTimeout(() => {
      const began = performance.now();
      void this.#scanFrom([this.#listing.root])
        .catch((error: unknown) => this.#complain(errorCode(error)))
        .then(() => this.#publish())
        .finally(() => this.#scheduleRescan(Math.max(RESCAN_MS, 10 * (performance.now() - began))));
    }, ms);
    this.#rescan.unref();
  }

  #complain(code: string): void {
    if (!this.#complained) this.#log.warn(`the vault's folder cannot be read (${code})`);
    this.#complained = true;
  }
}
