import type { Library } from '../core/library/library.ts';
import { fileName, folderOf, isNote, joinPath, listedPath, type VaultPath } from '../core/path.ts';

const SLASH = 0x2f;

/**
 * A path in the letters in which the vault has it: the file's that differs in case alone, else its folder's. Many disks take
 * such names for one, and a twin would part what belongs together. The path itself where nothing stands there.
 */
export function asSpelt(path: VaultPath, { files, notes }: Pick<Library, 'files' | 'notes'>): VaultPath {
  if (files.has(path)) return path;
  const wanted = path.toLowerCase();
  const folder = folderOf(path);
  const wantedFolder = folder.toLowerCase();
  let spelt: string | null = null;
  for (const file of files.keys()) {
    // Every file is asked: letters are compared only where the lengths leave a chance.
    const isTwin = file.length === path.length && file.toLowerCase() === wanted;
    const isInside = folder !== '' && file.charCodeAt(folder.length) === SLASH && spelt !== folder;
    if (!isTwin && !isInside) continue;
    // A note that nobody has read yet may hide itself.
    if (isNote(file) && !notes.has(file)) continue;
    if (isTwin) return file;
    const found = file.slice(0, folder.length);
    if (found === folder || (spelt === null && found.toLowerCase() === wantedFolder)) spelt = found;
  }
  return spelt === null ? path : joinPath(listedPath(spelt), fileName(path));
}
