import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import type { SkipReason } from '../core/ports.ts';
import { errorCode, isAbsent } from './disk.ts';
import type { Disk } from './disk.ts';
import { whyLeftOut } from './left-out.ts';
import { absolute, identityOf, judgeLink } from './look.ts';
import type { Place } from './look.ts';

/** What came of reading: the bytes, nothing there, or why they are not given. `changing`: it never held still. */
export type Reading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: SkipReason | 'changing'; readonly detail?: string };

/** How often a file is read again that was written or replaced meanwhile. */
const TRIES = 4;

/**
 * The whole file at a path on the disk, relative to the root; more than `limit` bytes are refused unread. Nothing but
 * a plain file with one name that really lies at that path is read: judged before it is opened, and again on what was
 * opened, so that a swap in between neither hangs nor leaks. `known` is the identity that a listing judged at this path:
 * a file that still has it is read at once, in half the time.
 */
export async function readWhole(
  place: Omit<Place, 'excluded'>,
  onDisk: string,
  limit: number,
  known?: string,
): Promise<Reading> {
  const path = absolute(place.root, onDisk);
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const first = tries === 0 && known !== undefined;
      const reading = first
        ? await readKnown(place, path, limit, known)
        : await readOnce(place, path, limit, tries === TRIES - 1);
      if (reading !== null) return reading;
    } catch (error) {
      if (isAbsent(error)) return { kind: 'absent' };
      // ELOOP, ENXIO: a link, or a socket or FIFO without a reader, took the file's place since it was judged.
      const code = errorCode(error);
      if (code !== 'ELOOP' && code !== 'ENXIO') return { kind: 'refused', reason: 'unreadable', detail: code };
    }
  }
  return { kind: 'refused', reason: 'changing' };
}

/** Null where it is not the file that was listed, or changed under the reading. */
async function readKnown(
  place: Omit<Place, 'excluded'>,
  path: string,
  limit: number,
  known: string,
): Promise<Reading | null> {
  const fd = await place.disk.open(path);
  try {
    const before = place.disk.stats(fd);
    return identityOf(before) === known ? await readOpen(place.disk, fd, before, limit, false) : null;
  } finally {
    place.disk.close(fd);
  }
}

/** A file held open after the same judging, and its bytes at one moment. The caller closes it. */
export interface HeldFile {
  readonly kind: 'held';
  readonly fd: number;
  readonly stats: Stats;
  readonly bytes: Uint8Array;
}

/** As `readWhole`, but the file stays open: whether anybody writes to it later can be seen even when its name is gone. */
export async function readHeld(
  place: Omit<Place, 'excluded'>,
  onDisk: string,
  limit: number,
): Promise<HeldFile | Exclude<Reading, { kind: 'bytes' }>> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const opened = await openJudged(place, absolute(place.root, onDisk), limit);
      if (opened === null) continue;
      if (opened.kind !== 'open') return opened;
      const { fd, stats } = opened;
      const bytes = await readBytes(place.disk, fd, stats.size).catch((error: unknown) => {
        place.disk.close(fd);
        throw error;
      });
      const after = place.disk.stats(fd);
      if (bytes !== null && after.size === stats.size && after.mtimeMs === stats.mtimeMs)
        return { kind: 'held', fd, stats, bytes };
      place.disk.close(fd);
    } catch (error) {
      if (isAbsent(error)) return { kind: 'absent' };
      const code = errorCode(error);
      if (code !== 'ELOOP' && code !== 'ENXIO') return { kind: 'refused', reason: 'unreadable', detail: code };
    }
  }
  return { kind: 'refused', reason: 'changing' };
}

/** Null where the file changed under the reading and it is worth another try. */
async function readOnce(
  place: Omit<Place, 'excluded'>,
  path: string,
  limit: number,
  final: boolean,
): Promise<Reading | null> {
  const opened = await openJudged(place, path, limit);
  if (opened === null || opened.kind !== 'open') return opened;
  try {
    return await readOpen(place.disk, opened.fd, opened.stats, limit, final);
  } finally {
    place.disk.close(opened.fd);
  }
}

type Opened =
  { readonly kind: 'open'; readonly fd: number; readonly stats: Stats } | Exclude<Reading, { kind: 'bytes' }>;

/** Null where another file took the place meanwhile. */
async function openJudged(place: Omit<Place, 'excluded'>, path: string, limit: number): Promise<Opened | null> {
  const { disk, root } = place;
  const judged = await disk.look(path);
  if (judged.isSymbolicLink()) return { kind: 'refused', ...(await judgeLink(place, path)) };
  const refusal = refusalOf(judged, limit, disk.platform);
  if (refusal !== null) return refusal;
  const fd = await disk.open(path);
  let keep = false;
  try {
    const stats = disk.stats(fd);
    if (identityOf(stats) !== identityOf(judged)) return null;
    const really = await disk.whereIs(fd, path);
    if (really.endsWith(' (deleted)') && really !== path) return null;
    const elsewhere = misplaced(really, path, root) ?? refusalOf(stats, limit, disk.platform);
    if (elsewhere !== null) return elsewhere;
    keep = true;
    return { kind: 'open', fd, stats };
  } finally {
    if (!keep) disk.close(fd);
  }
}

/** Null where the file changed under the reading; at the final try what was read is taken as one moment's state. */
async function readOpen(disk: Disk, fd: number, before: Stats, limit: number, final: boolean): Promise<Reading | null> {
  const refusal = refusalOf(before, limit, disk.platform);
  if (refusal !== null) return refusal;
  const bytes = await readBytes(disk, fd, before.size);
  const after = disk.stats(fd);
  const heldStill = after.size === before.size && after.mtimeMs === before.mtimeMs;
  return bytes !== null && (heldStill || final) ? { kind: 'bytes', bytes } : null;
}

function refusalOf(stats: Stats, limit: number, platform: NodeJS.Platform): Exclude<Reading, { kind: 'bytes' }> | null {
  const reason = whyLeftOut(stats, platform);
  if (reason !== null) return { kind: 'refused', reason };
  return stats.size > limit ? { kind: 'refused', reason: 'too_large', detail: String(stats.size) } : null;
}

/** Null where an open file lies where it was asked for, letter by letter. */
function misplaced(really: string, asked: string, root: string): Exclude<Reading, { kind: 'bytes' }> | null {
  const [a, b] = [really.normalize('NFC'), asked.normalize('NFC')];
  if (a === b) return null;
  // Only reached because the disk forgives a wrong case: that name is not there.
  if (a.toLowerCase() === b.toLowerCase()) return { kind: 'absent' };
  return { kind: 'refused', reason: really.startsWith(root + sep) ? 'symlink' : 'outside_link' };
}

/** Exactly `size` bytes; null where the file has fewer by now. */
async function readBytes(disk: Disk, fd: number, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size;) {
    const count = await disk.read(fd, bytes, at);
    if (count === 0) return null;
    at += count;
  }
  return bytes;
}
