import { VaultError } from '../core/errors.ts';
import { folderOf, isNote } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import type { WritableVault } from '../core/change/write-ports.ts';
import type { Disk } from './disk.ts';
import { whyLeftOut } from './left-out.ts';
import { identityOf } from './look.ts';
import { findIn, holdFolder } from './write-folder.ts';
import type { WritePlace } from './write-folder.ts';

type Standing = Awaited<ReturnType<WritableVault['standing']>>;

/** Bytes. A note above it is not looked through for anything but white space. */
const LARGEST_BLANK = 1024 * 1024;
const PIECE = 64 * 1024; // bytes

/** What stands under a name: see WritableVault. A way to it that is none of the vault's is `foreign` as well. */
export async function standingOf(place: WritePlace, path: VaultPath): Promise<Standing> {
  const folder = await holdFolder(place, folderOf(path), false).catch((error: unknown) => {
    if (error instanceof VaultError) return 'foreign' as const;
    throw error;
  });
  if (folder === null) return 'nothing';
  if (folder === 'foreign') return folder;
  try {
    const { name, stats } = await findIn(place, folder, path);
    if (stats === null) return 'nothing';
    if (stats.isDirectory()) return 'folder';
    if (whyLeftOut(stats, place.disk.platform) !== null) return 'foreign';
    if (!isNote(path)) return 'file';
    if (stats.size > LARGEST_BLANK) return 'note';
    return (await isBlank(place.disk, folder.at(name), identityOf(stats))) ? 'blank' : 'note';
  } finally {
    await folder.release(false);
  }
}

/** Whether a file holds white space only; read piece by piece up to the first that is not. */
async function isBlank(disk: Disk, path: string, identity: string): Promise<boolean> {
  const fd = await disk.open(path);
  try {
    const stats = disk.stats(fd);
    if (identityOf(stats) !== identity) return false;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const bytes = new Uint8Array(stats.size);
    for (let at = 0; at < bytes.length;) {
      const count = await disk.read(fd, bytes.subarray(0, Math.min(bytes.length, at + PIECE)), at);
      if (count === 0) break;
      if (decoder.decode(bytes.subarray(at, at + count), { stream: true }).trim() !== '') return false;
      at += count;
    }
    return decoder.decode().trim() === '';
  } catch (error) {
    // Bytes that are no UTF-8 are somebody's text in another encoding.
    if (error instanceof TypeError) return false;
    throw error;
  } finally {
    disk.close(fd);
  }
}
