import { setTimeout } from 'node:timers/promises';
import { VaultError } from '../core/errors.ts';
import { fileName, folderOf } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import type { Log } from '../core/ports.ts';
import type { Disk } from './disk.ts';
import { LARGEST_NOTE } from './left-out.ts';
import { textOf } from './note-text.ts';
import { readHeld } from './read-file.ts';
import type { HeldFile } from './read-file.ts';
import { isAsSeen } from './write-disk.ts';
import { holdFolder } from './write-folder.ts';
import type { HeldFolder, WritePlace } from './write-folder.ts';
import { writeTemp } from './write-temp.ts';

/** How often it is begun anew when the file is touched under the writing but still holds the expected text. */
const TRIES = 4;
/** Disks count time in ticks of some ms: a file written this lately may be written again without its stats telling. */
const SAME_TICK_MS = 100;
/** Whoever opened the old file before it was replaced is given this long to finish with it. */
const SETTLE_MS = 5;
const SETTLES = 20;

/**
 * Compare-and-write: see WritableVault. The new file is written beside the old one and takes its place in one step,
 * right after a last look at the old one. The old file is held open meanwhile: a program that had it open and wrote to
 * it after all gets its text back in place, and the answer is false.
 */
export async function replaceText(
  place: WritePlace,
  path: VaultPath,
  expected: string,
  text: string,
  log: Log,
): Promise<boolean> {
  const folder = await holdFolder(place, folderOf(path), false);
  if (folder === null) return false;
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const done = await attempt(place, folder, path, expected, text, log);
      if (done !== null) return done;
    }
    return false;
  } finally {
    await folder.release(false);
  }
}

/** Null where the file was touched, whatever it holds now. */
async function attempt(
  place: WritePlace,
  folder: HeldFolder,
  path: VaultPath,
  expected: string,
  text: string,
  log: Log,
): Promise<boolean | null> {
  const { disk, pen, listing } = place;
  const readAt = Date.now();
  const old = await readHeld(place, listing.onDisk(path), LARGEST_NOTE);
  if (old.kind === 'absent') return false;
  if (old.kind === 'refused') {
    throw new VaultError('unreadable', { path, reason: old.reason === 'unreadable' ? (old.detail ?? '') : old.reason });
  }
  try {
    const found = textOf(old.bytes);
    if (found === null) throw new VaultError('unreadable', { path, reason: 'not_utf8' });
    if (found !== expected) return false;
    if (text === expected) return true;
    const name = fileName(listing.onDisk(path));
    const { mode, uid, gid } = old.stats;
    folder.announce();
    const temp = await writeTemp(pen, folder, bytesOf(text, old.bytes), { mode: mode & 0o7777, uid, gid });
    let swapped = false;
    try {
      await folder.demandInPlace();
      swapped = (await heldStill(disk, old, readAt)) && pen.swap(folder.at(temp), folder.at(name), old.stats);
    } finally {
      if (!swapped) await pen.unlink(folder.at(temp)).catch(() => undefined);
    }
    if (!swapped) return null;
    const ours = await disk.look(folder.at(name)).catch(() => null);
    await folder.sync();
    if (await heldStill(disk, old, readAt)) return true;
    log.warn('another program wrote to a note while it was being replaced; what it wrote stands');
    const theirs = await afterAll(disk, old);
    const back = await writeTemp(pen, folder, theirs, { mode: mode & 0o7777, uid, gid });
    // Unless somebody has written over ours by now: then that stands.
    if (ours === null || !pen.swap(folder.at(back), folder.at(name), ours)) await pen.unlink(folder.at(back));
    await folder.sync();
    return false;
  } finally {
    await disk.letGo(old.fd);
  }
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

function bytesOf(text: string, old: Uint8Array): Uint8Array {
  const hasBom = BOM.every((byte, at) => old[at] === byte);
  return Buffer.concat([hasBom ? BOM : new Uint8Array(0), Buffer.from(text, 'utf8')]);
}

/** Whether nobody has written to a held file since it was read. */
async function heldStill(disk: Disk, { fd, stats, bytes }: HeldFile, readAt: number): Promise<boolean> {
  if (!isAsSeen(disk.stats(fd), stats)) return false;
  if (Math.abs(readAt - stats.mtimeMs) > SAME_TICK_MS) return true;
  return Buffer.compare(await allBytes(disk, fd), bytes) === 0 && isAsSeen(disk.stats(fd), stats);
}

/** What a held file holds once its writer has come to rest. */
async function afterAll(disk: Disk, { fd }: HeldFile): Promise<Uint8Array> {
  let bytes = await allBytes(disk, fd);
  for (let settles = 0; settles < SETTLES; settles++) {
    await setTimeout(SETTLE_MS);
    const now = await allBytes(disk, fd);
    if (now.length > 0 && Buffer.compare(now, bytes) === 0) break;
    bytes = now;
  }
  return bytes;
}

async function allBytes(disk: Disk, fd: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(disk.stats(fd).size, LARGEST_NOTE));
  let at = 0;
  for (let count = -1; at < bytes.length && count !== 0; at += count) count = await disk.read(fd, bytes, at);
  return bytes.subarray(0, at);
}
