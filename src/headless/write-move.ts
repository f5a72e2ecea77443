import type { Stats } from 'node:fs';
import { VaultError } from '../core/errors.ts';
import { joinPath } from '../core/path.ts';
import { errorCode } from './disk.ts';
import { absolute, identityOf } from './look.ts';
import type { WriteDisk } from './write-disk.ts';
import { holdFolder, lookAt, refused } from './write-folder.ts';
import type { HeldFolder, WritePlace } from './write-folder.ts';
import { tempKind, tempName } from './write-temp.ts';

/** One end of a move: a folder held open, and the name in it. */
export interface MoveEnd {
  readonly folder: HeldFolder;
  readonly name: string;
}

/**
 * Gives a file another name that nothing has; throws what the disk throws, EEXIST where the name is taken. The file has
 * both names for a moment, so a note of the move is laid down in the vault's root first: a crash in that moment is
 * mended by `mendMove`.
 */
export async function moveFile(place: WritePlace, from: MoveEnd, to: MoveEnd, judged: Stats): Promise<void> {
  await from.folder.demandInPlace();
  await to.folder.demandInPlace();
  await withMoveNoted(place, onDiskOf(from), onDiskOf(to), async () => {
    const [source, target] = [from.folder.at(from.name), to.folder.at(to.name)];
    if (await linkTo(place.pen, source, target)) {
      const linked = await lookAt(place, target);
      if (linked === null || identityOf(linked) !== identityOf(judged)) {
        // The file was swapped for another since it was judged.
        await place.pen.unlink(target);
        throw refused('changing');
      }
      await place.pen.unlink(source);
    } else {
      place.pen.claim(source, target);
    }
  });
  await to.folder.sync();
  if (from.folder.onDisk !== to.folder.onDisk) await from.folder.sync();
}

/** Another spelling of the same name, which on this disk is the same file. */
export async function respell(place: WritePlace, from: MoveEnd, to: MoveEnd): Promise<void> {
  const { pen, disk, root } = place;
  await to.folder.demandInPlace();
  await pen.rename(from.folder.at(from.name), to.folder.at(to.name));
  // Some disks take that for no change at all; by way of a third name they cannot.
  const names = await disk.list(absolute(root, to.folder.onDisk));
  if (names.some(({ name }) => name === to.name)) return to.folder.sync();
  const part = { folder: to.folder, name: await tempName('part') };
  await withMoveNoted(place, onDiskOf(part), onDiskOf(to), async () => {
    await pen.rename(from.folder.at(from.name), part.folder.at(part.name));
    await pen.rename(part.folder.at(part.name), to.folder.at(to.name));
  });
  await to.folder.sync();
}

/** Publishes a file written under a name of ours. Throws EEXIST where the name is taken; the temp file stays then. */
export async function publish(pen: WriteDisk, folder: HeldFolder, temp: string, name: string): Promise<void> {
  await folder.demandInPlace();
  if (await linkTo(pen, folder.at(temp), folder.at(name))) await pen.unlink(folder.at(temp));
  else pen.claim(folder.at(temp), folder.at(name));
}

/** Ends a move that a crash left half done, from its note (its content). Both ends are looked at, never overwritten. */
export async function mendMove(place: WritePlace, note: string): Promise<boolean> {
  const ends = endsOf(note);
  if (ends === null) return false;
  const [from, to] = ends.map((end) => absolute(place.root, end));
  if (from === undefined || to === undefined) return false;
  const [source, target] = [await lookAt(place, from), await lookAt(place, to)];
  if (source?.isFile() !== true) return false;
  if (target !== null) {
    if (identityOf(source) !== identityOf(target) || source.nlink !== 2) return false;
    await place.pen.unlink(from);
    return true;
  }
  if (tempKind(from.slice(from.lastIndexOf('/') + 1)) !== 'part') return false;
  if (!(await linkTo(place.pen, from, to))) place.pen.claim(from, to);
  else await place.pen.unlink(from);
  return true;
}

/** False where the disk has no second names for files. */
async function linkTo(pen: WriteDisk, from: string, to: string): Promise<boolean> {
  try {
    await pen.link(from, to);
    return true;
  } catch (error) {
    if (!NO_LINKS.has(errorCode(error))) throw error;
    return false;
  }
}

// exFAT and FAT say EPERM on Linux and ENOTSUP on macOS; network disks and phones say what they like.
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'EACCES']);

async function withMoveNoted(place: WritePlace, from: string, to: string, act: () => Promise<void>): Promise<void> {
  const root = await holdFolder(place, '', false);
  if (root === null) throw new VaultError('vault_unavailable', { reason: 'ENOENT' });
  const name = await tempName('move');
  try {
    const fd = await place.pen.create(root.at(name));
    try {
      await place.pen.write(fd, Buffer.from(JSON.stringify([from, to]), 'utf8'));
    } finally {
      place.pen.close(fd);
    }
    await act();
  } finally {
    await place.pen.unlink(root.at(name)).catch(() => undefined);
    await root.release(false);
  }
}

function endsOf(note: string): readonly string[] | null {
  try {
    const ends: unknown = JSON.parse(note);
    const fits =
      Array.isArray(ends) && ends.length === 2 && ends.every((end) => typeof end === 'string' && isWithin(end));
    return fits ? (ends as string[]) : null;
  } catch {
    return null;
  }
}

/** The notes lie in the vault, where anybody may have written them. */
function isWithin(onDisk: string): boolean {
  return onDisk !== '' && onDisk.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

function onDiskOf({ folder, name }: MoveEnd): string {
  return joinPath(folder.onDisk, name);
}
