import { basename } from 'node:path';
import { VaultError } from '../core/errors.ts';
import { folderOf } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import type { Log, SkippedFile, VaultEvent, VaultFile } from '../core/ports.ts';
import type { WritableVault } from '../core/change/write-ports.ts';
import type { AppSettings } from '../core/conventions/settings.ts';
import { errorCode, isAbsent, nodeDisk } from './disk.ts';
import type { Disk } from './disk.ts';
import { isHidden, isTemplates, isTreacherous, LARGEST_NOTE, whyLeftOut } from './left-out.ts';
import { FolderWrites } from './folder-writes.ts';
import { hasRecursiveWatch } from './folder-events.ts';
import { Listing } from './listing.ts';
import { absolute, identityOf } from './look.ts';
import { textOf } from './note-text.ts';
import { readWhole } from './read-file.ts';
import { Survey } from './survey.ts';
import { FolderWatch } from './watch.ts';
import type { Watching } from './watch.ts';
import { nodeWriteDisk } from './write-disk.ts';
import type { WriteDisk } from './write-disk.ts';
import type { WritePlace } from './write-folder.ts';
import { SharedFlush } from './shared-flush.ts';
import { sweepLeftovers } from './write-sweep.ts';

export interface FolderVaultOptions {
  /** Default: the folder's name. */
  readonly name?: string;
  readonly log?: Log;
  /**
   * Folders, by vault path, that are neither listed nor watched; asked at each look, so it may change its mind before
   * a `rescan`. Default: `_templates` at any depth. Dot folders and `node_modules` are never entered.
   */
  readonly excluded?: (folder: string) => boolean;
  readonly disk?: Disk;
  /** For tests: what changes the disk. */
  readonly pen?: WriteDisk;
  /** What the user has set for deleted files, asked at each. Default: the vault's own trash. */
  readonly trash?: () => AppSettings['trash'];
}

/** A folder of the disk as a vault. */
export interface FolderVault extends WritableVault {
  /** The folder's real absolute path: for locks and locators of the host, never for an answer. */
  readonly root: string;
  /** Looks through the whole folder again; what differs reaches the listeners. */
  rescan(): Promise<void>;
  /** Resolves once every folder is watched: how changes are learnt from then on. */
  watching(): Promise<Watching>;
  /** Takes away what writers that were killed left behind: see write-sweep.ts. The answer is how many files. */
  sweep(): Promise<number>;
  /** Ends watches, timers and scans; nothing of the vault runs afterwards. */
  close(): Promise<void>;
}

/** Opens a folder. Throws VaultError 'vault_unavailable' where there is none or it may not be entered. */
export async function openFolderVault(folder: string, options: FolderVaultOptions = {}): Promise<FolderVault> {
  const disk = options.disk ?? nodeDisk;
  try {
    const root = await disk.real(folder);
    if ((await disk.look(root)).isDirectory()) return new DiskVault(root, disk, options);
  } catch (error) {
    throw new VaultError('vault_unavailable', { reason: errorCode(error) });
  }
  throw new VaultError('vault_unavailable', { reason: 'ENOTDIR' });
}

const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

class DiskVault implements FolderVault {
  readonly name: string;
  readonly root: string;
  readonly #place: WritePlace;
  readonly #log: Log;
  readonly #listing: Listing;
  readonly #watch: FolderWatch;
  readonly #survey: Survey;
  readonly #writes: FolderWrites;
  readonly #listeners = new Set<(events: readonly VaultEvent[]) => void>();

  constructor(root: string, disk: Disk, { name, log, excluded, pen, trash }: FolderVaultOptions) {
    this.root = root;
    this.name = name ?? basename(root).normalize('NFC');
    this.#log = log ?? silent;
    this.#listing = new Listing(!hasRecursiveWatch(disk.platform));
    const place = {
      disk,
      root,
      excluded: excluded ?? isTemplates,
      pen: pen ?? nodeWriteDisk,
      listing: this.#listing,
      flushes: new SharedFlush(),
    };
    this.#place = place;
    this.#watch = new FolderWatch(this.#place, this.#listing, this.#log, (events) => this.#deliver(events));
    this.#survey = new Survey(this.#place, this.#listing, this.#watch);
    this.#writes = new FolderWrites({
      place,
      log: this.#log,
      trash: trash ?? (() => 'vault'),
      tell: (paths) => this.#lookAgain(paths),
    });
  }

  list(): AsyncIterable<readonly VaultFile[]> {
    return this.#survey.files();
  }

  rescan(): Promise<void> {
    return this.#survey.again();
  }

  async stat(path: VaultPath): Promise<VaultFile | null> {
    if (!this.#mayRead(path) || this.#isExcluded(path)) return null;
    const onDisk = absolute(this.root, this.#listing.onDisk(path));
    try {
      const stats = await this.#place.disk.look(onDisk);
      if (whyLeftOut(stats, this.#place.disk.platform) !== null) return null;
      // A file that a listing met lies where it says; of any other the way to it may lead through a link.
      const known = this.#listing.file(path)?.identity === identityOf(stats);
      if (!known && (await this.#place.disk.real(onDisk)).normalize('NFC') !== onDisk.normalize('NFC')) return null;
      return { path, size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
    } catch (error) {
      if (isAbsent(error) || errorCode(error) === 'ELOOP') return null;
      throw new VaultError('unreadable', { path, reason: errorCode(error) });
    }
  }

  /** Templates, though not listed, can be read by name. */
  async read(path: VaultPath): Promise<string | null> {
    const bytes = await this.readBytes(path, LARGEST_NOTE);
    if (bytes === null) return null;
    const text = textOf(bytes);
    if (text === null) {
      this.#listing.mark(path, { path, reason: 'not_utf8' });
      throw new VaultError('unreadable', { path, reason: 'not_utf8' });
    }
    return text;
  }

  async readBytes(path: VaultPath, limit: number): Promise<Uint8Array | null> {
    if (!this.#mayRead(path)) return null;
    const reading = await readWhole(this.#place, this.#listing.onDisk(path), limit, this.#listing.file(path)?.identity);
    if (reading.kind === 'absent') return null;
    if (reading.kind === 'bytes') return reading.bytes;
    const { reason, detail } = reading;
    throw new VaultError('unreadable', { path, reason: reason === 'unreadable' ? (detail ?? reason) : reason });
  }

  watch(listener: (events: readonly VaultEvent[]) => void): () => void {
    this.#listeners.add(listener);
    if (this.#watch.mode === 'off') {
      this.#watch.start();
      this.#survey
        .again()
        .catch((error: unknown) => this.#log.warn(`the vault's folder cannot be read (${errorCode(error)})`));
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) void this.#watch.stop();
    };
  }

  async watching(): Promise<Watching> {
    await this.#survey.settled();
    return this.#watch.mode;
  }

  heard(): Promise<void> {
    return this.#watch.heard();
  }

  skipped(): readonly SkippedFile[] {
    return this.#listing.skipped();
  }

  standing(path: VaultPath): ReturnType<WritableVault['standing']> {
    return this.#writes.standing(path);
  }

  create(path: VaultPath, text: string): Promise<void> {
    return this.#watch.hold(() => this.#writes.create(path, text));
  }

  replace(path: VaultPath, expected: string, text: string): Promise<boolean> {
    return this.#watch.hold(() => this.#writes.replace(path, expected, text));
  }

  move(from: VaultPath, to: VaultPath): Promise<void> {
    return this.#watch.hold(() => this.#writes.move(from, to));
  }

  trash(path: VaultPath): Promise<string | null> {
    return this.#watch.hold(() => this.#writes.trash(path));
  }

  restore(token: string, path: VaultPath): Promise<boolean> {
    return this.#watch.hold(() => this.#writes.restore(token, path));
  }

  dropEmptyFolder(folder: string, stop?: string): Promise<void> {
    return this.#watch.hold(() => this.#writes.dropEmptyFolder(folder, stop));
  }

  async sweep(): Promise<number> {
    const swept = await sweepLeftovers(this.#place, this.#log);
    // A file with a second name is left out; now that this is gone it counts again.
    if (swept > 0) await this.rescan();
    return swept;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#watch.stop();
    await this.#survey.settled().catch(ignore);
  }

  /** What was written stands, whether or not it can be looked at: a later look makes up for it. */
  async #lookAgain(paths: readonly VaultPath[]): Promise<void> {
    try {
      await this.#watch.lookNow(paths);
    } catch (error) {
      this.#log.warn(`what was written could not be looked at (${errorCode(error)})`);
    }
  }

  #mayRead(path: VaultPath): boolean {
    return path !== '' && !path.split('/').some(isHidden) && !isTreacherous(path, this.#place.disk.platform);
  }

  #isExcluded(path: VaultPath): boolean {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      if (this.#place.excluded(folder)) return true;
    }
    return false;
  }

  #deliver(events: readonly VaultEvent[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(events);
      } catch (error) {
        this.#log.error(`a listener to the vault failed: ${error instanceof Error ? error.name : 'unknown'}`);
      }
    }
  }
}

function ignore(): void {
  // On purpose.
}
