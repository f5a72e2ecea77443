import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { VaultError } from '../core/errors.ts';
import { fileName, folderOf } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import type { Log } from '../core/ports.ts';
import type { WritableVault } from '../core/change/write-ports.ts';
import type { AppSettings } from '../core/conventions/settings.ts';
import { closedRule } from './closed-rule.ts';
import { errorCode, isAbsent } from './disk.ts';
import { whyLeftOut } from './left-out.ts';
import { identityOf } from './look.ts';
import { isInTrash, placesInTrash, TRASH } from './trash.ts';
import { Absent, isBlocked, notFound, safely } from './write-errors.ts';
import { findIn, holdFolder, lookAt, refused } from './write-folder.ts';
import type { HeldFolder, WritePlace } from './write-folder.ts';
import { moveFile, publish, respell } from './write-move.ts';
import type { MoveEnd } from './write-move.ts';
import { replaceText } from './write-replace.ts';
import { standingOf } from './write-standing.ts';
import { tempName, writeTemp } from './write-temp.ts';

type Writes = Pick<WritableVault, 'standing' | 'create' | 'replace' | 'move' | 'trash' | 'restore' | 'dropEmptyFolder'>;

export interface FolderWritesParts {
  readonly place: WritePlace;
  readonly log: Log;
  /** What the user has set for deleted files; without the app the system's trash is out of reach, so the vault's serves. */
  readonly trash: () => AppSettings['trash'];
  /** Looks at paths that were changed and tells whoever listens. */
  readonly tell: (paths: readonly VaultPath[]) => Promise<void>;
}

/**
 * The writing half of a folder as a vault. Every name passes a second gate here (no hidden folder, no settings folder, no
 * `.git`, nothing that this disk would read otherwise), every folder is held open while something in it is changed, no
 * link is followed, and no error names the machine's folders.
 */
export class FolderWrites implements Writes {
  readonly #place: WritePlace;
  readonly #log: Log;
  readonly #trash: () => AppSettings['trash'];
  readonly #tell: (paths: readonly VaultPath[]) => Promise<void>;
  #mode: number | null = null;

  constructor({ place, log, trash, tell }: FolderWritesParts) {
    this.#place = place;
    this.#log = log;
    this.#trash = trash;
    this.#tell = tell;
  }

  async standing(path: VaultPath): ReturnType<WritableVault['standing']> {
    this.#demandOpen(path);
    return safely(path, () => standingOf(this.#place, path));
  }

  async create(path: VaultPath, text: string): Promise<void> {
    this.#demandOpen(path);
    await safely(path, () => this.#in(folderOf(path), true, (folder) => this.#createIn(folder, path, text)));
    await this.#tell([path]);
  }

  async replace(path: VaultPath, expected: string, text: string): Promise<boolean> {
    this.#demandOpen(path);
    const done = await safely(path, () => replaceText(this.#place, path, expected, text, this.#log));
    await this.#tell([path]);
    return done;
  }

  async move(from: VaultPath, to: VaultPath): Promise<void> {
    this.#demandOpen(from);
    this.#demandOpen(to);
    await safely(to, () =>
      this.#in(folderOf(from), false, (source) =>
        this.#in(folderOf(to), true, (target) => this.#moveBetween(source, from, target, to)),
      ),
    ).catch(notFound(from));
    await this.#tell([from, to]);
  }

  async trash(path: VaultPath): Promise<string | null> {
    this.#demandOpen(path);
    const token = await safely(path, () =>
      this.#in(folderOf(path), false, async (folder) => {
        const { name, stats } = await this.#plainIn(folder, path);
        if (this.#trash() !== 'none') return this.#toTrash({ folder, name }, path, stats);
        await folder.demandInPlace();
        await this.#place.pen.unlink(folder.at(name));
        await folder.sync();
        return null;
      }),
    ).catch(notFound(path));
    await this.#tell([path]);
    return token;
  }

  async restore(token: string, path: VaultPath): Promise<boolean> {
    this.#demandOpen(path);
    if (!isInTrash(token, this.#place.disk.platform)) return false;
    const restored = await safely(path, () =>
      this.#in(folderOf(token), false, async (source) => {
        const name = fileName(token);
        const stats = await lookAt(this.#place, source.at(name));
        if (stats === null || whyLeftOut(stats, this.#place.disk.platform) !== null) return false;
        await this.#in(folderOf(path), true, async (folder) => {
          const found = await findIn(this.#place, folder, path);
          if (found.stats !== null) throw new VaultError('already_exists', { path });
          await moveFile(this.#place, { folder: source, name }, { folder, name: found.name }, stats);
        });
        return true;
      }),
    ).catch((error: unknown) => {
      if (error instanceof Absent) return false;
      throw error;
    });
    if (restored) await this.#dropEmpty(folderOf(token), TRASH);
    if (restored) await this.#tell([path]);
    return restored;
  }

  async dropEmptyFolder(folder: string, stop = ''): Promise<void> {
    if (folder === '') return;
    this.#demandOpen(folder);
    const dropped = await this.#dropEmpty(folder, stop);
    if (dropped.length > 0) await this.#tell(dropped as VaultPath[]);
  }

  async #createIn(folder: HeldFolder, path: VaultPath, text: string): Promise<void> {
    const { name, stats } = await findIn(this.#place, folder, path);
    if (stats !== null) throw new VaultError('already_exists', { path });
    const { pen } = this.#place;
    const temp = await writeTemp(pen, folder, Buffer.from(text, 'utf8'), { mode: await this.#usualMode(folder) });
    try {
      await publish(pen, folder, temp, name);
    } catch (error) {
      await pen.unlink(folder.at(temp)).catch(() => undefined);
      throw error;
    }
    await folder.sync();
  }

  /** What the system gives a new file, learnt from one: asking for the mask would mean changing it for a moment. */
  async #usualMode(folder: HeldFolder): Promise<number> {
    if (this.#mode !== null) return this.#mode;
    const { pen, disk } = this.#place;
    const name = await tempName('tmp');
    const fd = await pen.create(folder.at(name), 0o666);
    try {
      this.#mode = disk.stats(fd).mode & 0o777;
    } finally {
      pen.close(fd);
      await pen.unlink(folder.at(name));
    }
    return this.#mode;
  }

  async #moveBetween(source: HeldFolder, from: VaultPath, target: HeldFolder, to: VaultPath): Promise<void> {
    const { name, stats } = await this.#plainIn(source, from);
    const start: MoveEnd = { folder: source, name };
    const end: MoveEnd = { folder: target, name: fileName(to) };
    const found = await findIn(this.#place, target, to);
    if (found.stats === null) return moveFile(this.#place, start, end, stats);
    const same = identityOf(found.stats) === identityOf(stats) && source.onDisk === target.onDisk;
    // The same file under a name that this disk takes for the same, or composed otherwise than we would.
    if (!same || name === end.name) throw new VaultError('already_exists', { path: to });
    await respell(this.#place, start, end);
  }

  async #toTrash(from: MoveEnd, path: VaultPath, stats: Stats): Promise<string> {
    for (const place of placesInTrash(path, () => randomBytes(6).toString('hex'))) {
      try {
        await this.#in(folderOf(place), true, async (folder) => {
          const to = { folder, name: fileName(place) };
          if ((await lookAt(this.#place, folder.at(to.name))) !== null)
            throw new VaultError('already_exists', { path });
          await moveFile(this.#place, from, to, stats);
        });
        return place;
      } catch (error) {
        const taken = error instanceof VaultError && error.code === 'already_exists';
        if (!taken && !isBlocked(error) && errorCode(error) !== 'EEXIST') throw error;
      }
    }
    throw refused('EEXIST');
  }

  async #plainIn(folder: HeldFolder, path: VaultPath): Promise<{ readonly name: string; readonly stats: Stats }> {
    const { name, stats } = await findIn(this.#place, folder, path);
    if (stats === null) throw new Absent();
    const reason = stats.isSymbolicLink() ? 'symlink' : whyLeftOut(stats, this.#place.disk.platform);
    if (reason !== null) throw new VaultError('unreadable', { path, reason });
    return { name, stats };
  }

  /** Folders that were taken away, innermost first. */
  async #dropEmpty(folder: string, stop: string): Promise<readonly string[]> {
    const dropped: string[] = [];
    for (let at = folder; at !== '' && at !== stop; at = folderOf(at)) {
      const gone = await this.#in(folderOf(at), false, async (parent) => {
        const onDisk = this.#place.listing.folder(at)?.onDisk ?? at;
        await parent.demandInPlace();
        await this.#place.pen.removeFolder(parent.at(fileName(onDisk)));
        await parent.sync();
        return true;
      }).catch((error: unknown) => error instanceof Absent || isAbsent(error));
      if (!gone) break;
      dropped.push(at);
    }
    return dropped;
  }

  async #in<T>(path: string, make: boolean, act: (folder: HeldFolder) => Promise<T>): Promise<T> {
    const folder = await holdFolder(this.#place, path, make);
    if (folder === null) throw new Absent();
    let failed = true;
    try {
      const result = await act(folder);
      failed = false;
      return result;
    } finally {
      await folder.release(failed);
    }
  }

  /** The last gate before the disk: whatever let a path through, these are never written. */
  #demandOpen(path: string): void {
    const rule = closedRule(path, this.#place.disk.platform);
    if (rule !== null) throw new VaultError('invalid_path', { path, rule });
  }
}
