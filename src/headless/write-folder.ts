import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { VaultError } from '../core/errors.ts';
import { fileName, joinPath } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import { errorCode, isAbsent } from './disk.ts';
import type { Listing } from './listing.ts';
import { absolute, identityOf } from './look.ts';
import type { Place } from './look.ts';
import type { FlushShare, SharedFlush } from './shared-flush.ts';
import type { WriteDisk } from './write-disk.ts';

/** What writing needs of a folder adapter. */
export interface WritePlace extends Place {
  readonly pen: WriteDisk;
  readonly listing: Listing;
  readonly flushes: SharedFlush;
}

/** A folder held open while something in it is changed: no swap of a folder for a link can lead the change astray. */
export interface HeldFolder {
  /** Its path on the disk, relative to the root. */
  readonly onDisk: string;
  /** The way to something in it, through the open folder where the system has such ways. */
  at(name: string): string;
  /** Throws VaultError 'not_applied' where the folder no longer lies where it was opened. Asked before each publishing. */
  demandInPlace(): Promise<void>;
  /** Makes the names in it durable. */
  sync(): Promise<void>;
  /** Announces that a change is under way: its `sync` may wait for others announced, to share one flush with them. */
  announce(): void;
  /** Ends the hold; `failed`: folders that were made for it go again. */
  release(failed: boolean): Promise<void>;
}

/** `made`: missing folders are made, one by one. Null where the folder is missing and not to be made. */
export async function holdFolder(place: WritePlace, folder: string, make: boolean): Promise<HeldFolder | null> {
  const known = await openThere(place, knownAs(place, folder));
  if (known !== null) return known;
  const way = await walk(place, folder, make);
  if (way === null) return null;
  const held = await openThere(place, way.onDisk, way.made).catch(async (error: unknown) => {
    await removeMade(place, way.made);
    throw error;
  });
  if (held !== null) return held;
  await removeMade(place, way.made);
  throw refused('moved');
}

/** A change that the state of the disk forbids. */
export function refused(detail: string): VaultError {
  return new VaultError('not_applied', { reason: 'failed', detail });
}

/** What stands in a held folder under a name, or under the same one composed otherwise: how it is spelt, and its stats. */
export async function findIn(
  place: WritePlace,
  folder: HeldFolder,
  path: VaultPath,
): Promise<{ readonly name: string; readonly stats: Stats | null }> {
  const name = fileName(path);
  for (const spelling of new Set([place.listing.file(path)?.name ?? name, name, name.normalize('NFD')])) {
    const stats = await lookAt(place, folder.at(spelling));
    if (stats !== null) return { name: spelling, stats };
  }
  return { name, stats: null };
}

/** Null where there is nothing. */
export async function lookAt({ disk }: Pick<Place, 'disk'>, path: string): Promise<Stats | null> {
  try {
    return await disk.look(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function knownAs({ listing }: WritePlace, folder: string): string {
  return listing.folder(folder)?.onDisk ?? folder;
}

/** Null where there is no folder, or the way to it leads through a link. */
async function openThere(place: WritePlace, onDisk: string, made: readonly string[] = []): Promise<HeldFolder | null> {
  const { disk, pen, root } = place;
  const path = absolute(root, onDisk);
  let fd: number | null = null;
  try {
    fd = await pen.openFolder(path);
    const identity = fd === null ? identityOf(await disk.look(path)) : identityOf(disk.stats(fd));
    const held = new OpenFolder(place, onDisk, path, fd, identity, made);
    if (await held.isInPlace()) return held;
  } catch (error) {
    const code = errorCode(error);
    if (!isAbsent(error) && code !== 'ELOOP') {
      if (fd !== null) pen.close(fd);
      throw error;
    }
  }
  if (fd !== null) pen.close(fd);
  return null;
}

class OpenFolder implements HeldFolder {
  readonly onDisk: string;
  readonly #place: WritePlace;
  readonly #path: string;
  readonly #fd: number | null;
  readonly #identity: string;
  readonly #made: readonly string[];
  #way: string;
  #share: FlushShare | null = null;

  constructor(
    place: WritePlace,
    onDisk: string,
    path: string,
    fd: number | null,
    identity: string,
    made: readonly string[],
  ) {
    this.#place = place;
    this.onDisk = onDisk;
    this.#path = path;
    this.#fd = fd;
    this.#identity = identity;
    this.#made = made;
    this.#way = path;
  }

  at(name: string): string {
    return within(this.#way, name);
  }

  /** Every link on the way is followed by the system's own answer, so a path that comes back as it was had none. */
  async isInPlace(): Promise<boolean> {
    const { disk } = this.#place;
    const really = this.#fd === null ? await disk.real(this.#path) : await disk.whereIs(this.#fd, this.#path);
    if (really !== this.#path) return false;
    if (this.#fd !== null && disk.platform === 'linux') {
      const through = `/proc/self/fd/${this.#fd}`;
      if (this.#way === through) return true;
      const stats = await disk.look(`${through}${sep}.`).catch(() => null);
      if (stats !== null && identityOf(stats) === this.#identity) this.#way = through;
      if (this.#way === through) return true;
    }
    return identityOf(await disk.look(this.#path)) === this.#identity;
  }

  async demandInPlace(): Promise<void> {
    if (!(await this.isInPlace().catch(() => false))) throw refused('moved');
  }

  async sync(): Promise<void> {
    const [fd, share] = [this.#fd, this.#share];
    this.#share = null;
    const flush = async (): Promise<void> => (fd === null ? undefined : this.#place.pen.sync(fd));
    if (share !== null) await share.flush(flush);
    else if (fd !== null) await this.#place.flushes.ask(this.#identity, flush);
  }

  announce(): void {
    this.#share ??= this.#place.flushes.join(this.#identity);
  }

  async release(failed: boolean): Promise<void> {
    this.#share?.leave();
    if (this.#fd !== null) this.#place.pen.close(this.#fd);
    if (failed) await removeMade(this.#place, this.#made);
  }
}

/** Goes down to a folder, segment by segment, following no link. */
async function walk(
  place: WritePlace,
  folder: string,
  make: boolean,
): Promise<{ readonly onDisk: string; readonly made: readonly string[] } | null> {
  const made: string[] = [];
  let [path, onDisk] = ['', ''];
  try {
    for (const segment of folder === '' ? [] : folder.split('/')) {
      path = joinPath(path, segment);
      const at = absolute(place.root, onDisk);
      const name = await folderNameOnDisk(place, at, path, segment);
      let stats = await lookAt(place, within(at, name));
      if (stats === null && !make) return null;
      onDisk = joinPath(onDisk, name);
      if (stats === null) {
        if (await makeFolder(place, at, name)) made.push(onDisk);
        stats = await lookAt(place, within(at, name));
      }
      if (stats?.isSymbolicLink() === true) throw refused('symlink');
      if (stats?.isDirectory() !== true) throw refused('ENOTDIR');
    }
    // On a disk without case the walk may have gone through a folder of another spelling: that is another folder's name.
    const real = await place.disk.real(absolute(place.root, onDisk));
    const twin = real !== absolute(place.root, onDisk) && sameButCase(real, absolute(place.root, onDisk));
    if (twin) throw refused('name_twin');
    return { onDisk, made };
  } catch (error) {
    await removeMade(place, made);
    throw error;
  }
}

async function folderNameOnDisk(place: WritePlace, parent: string, path: string, segment: string): Promise<string> {
  const listed = place.listing.folder(path)?.onDisk;
  const names = [listed?.slice(listed.lastIndexOf('/') + 1) ?? segment, segment, segment.normalize('NFD')];
  for (const name of new Set(names)) if ((await lookAt(place, within(parent, name))) !== null) return name;
  return segment;
}

/** False where somebody else made it meanwhile. */
async function makeFolder({ pen }: WritePlace, parent: string, name: string): Promise<boolean> {
  try {
    await pen.makeFolder(within(parent, name));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await syncFolder(pen, parent);
  } catch (error) {
    await pen.removeFolder(within(parent, name)).catch(() => undefined);
    throw error;
  }
  return true;
}

/** A new folder is durable only once the one that it lies in is. */
async function syncFolder(pen: WriteDisk, path: string): Promise<void> {
  const fd = await pen.openFolder(path);
  if (fd === null) return;
  try {
    await pen.sync(fd);
  } finally {
    pen.close(fd);
  }
}

async function removeMade({ pen, root }: WritePlace, made: readonly string[]): Promise<void> {
  for (const onDisk of [...made].reverse()) {
    await pen.removeFolder(absolute(root, onDisk)).catch(() => undefined);
  }
}

function within(folder: string, name: string): string {
  return folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`;
}

function sameButCase(a: string, b: string): boolean {
  return a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
}
