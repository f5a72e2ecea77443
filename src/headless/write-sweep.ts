import { joinPath } from '../core/path.ts';
import type { Log } from '../core/ports.ts';
import { errorCode } from './disk.ts';
import { isHidden } from './left-out.ts';
import { absolute } from './look.ts';
import { TRASH } from './trash.ts';
import { lookAt } from './write-folder.ts';
import type { WritePlace } from './write-folder.ts';
import { mendMove } from './write-move.ts';
import { tempKind, writerOf } from './write-temp.ts';

/** Bytes; a note of a move holds two paths. */
const LARGEST_NOTE_OF_MOVE = 64 * 1024;

/**
 * Takes away what dead writers left in the vault: half-written files, and second names of moved or created ones. Only
 * files under names of ours, and only where whoever made them no longer lives. To be run by the vault's one host before
 * it settles its journal. The answer is how many were taken away.
 */
export async function sweepLeftovers(place: WritePlace, log: Log): Promise<number> {
  let swept = 0;
  // The root comes first: notes of moves lie there, and they bring files home before anything is taken away.
  const folders = [''];
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? '';
    // A folder that may not be looked into holds nothing that we could take away.
    const entries = await place.disk.list(absolute(place.root, folder)).catch(() => []);
    for (const entry of entries) {
      const { name } = entry;
      const counts = !isHidden(name) || (folder === '' && name === TRASH);
      if (counts && entry.isDirectory()) folders.push(joinPath(folder, name));
      if (tempKind(name) === null) continue;
      try {
        if (await sweepOne(place, joinPath(folder, name), name)) swept++;
      } catch (error) {
        log.warn(`a leftover of an earlier run could not be taken away (${errorCode(error)})`);
      }
    }
  }
  if (swept > 0) log.info(`took away ${swept} files that an earlier run left when it was ended`);
  return swept;
}

async function sweepOne(place: WritePlace, onDisk: string, name: string): Promise<boolean> {
  const path = absolute(place.root, onDisk);
  const stats = await lookAt(place, path);
  if (stats?.isFile() !== true) return false;
  const kind = tempKind(name);
  // Once a created file has its own name the temporary one serves nobody, not even a writer that lives.
  const published = kind === 'tmp' && stats.nlink > 1;
  if (!published && (await writerOf(name)) !== 'gone') return false;
  if (kind === 'part') return false; // the user's file: its note of the move, in the root, brings it home
  if (kind === 'move') await mendMove(place, await readSmall(place, path, stats.size));
  await place.pen.unlink(path);
  return true;
}

async function readSmall({ disk }: WritePlace, path: string, size: number): Promise<string> {
  if (size > LARGEST_NOTE_OF_MOVE) return '';
  const fd = await disk.open(path);
  try {
    const bytes = new Uint8Array(size);
    let at = 0;
    for (let count = -1; at < size && count !== 0; at += count) count = await disk.read(fd, bytes, at);
    return new TextDecoder().decode(bytes.subarray(0, at));
  } finally {
    disk.close(fd);
  }
}
