import type { Library } from '../core/library/library.ts';
import { folderOf, isNote, joinPath, type VaultPath } from '../core/path.ts';

type Files = Pick<Library, 'files' | 'notes'>;
const SLASH = 0x2f;

/**
 * A path in the letters in which the vault has it: the file's that differs in case alone, else those of its folders that
 * are there. Many disks take such names for one, and a twin would part what belongs together. The path itself where
 * nothing stands there.
 */
export function asSpelt(path: VaultPath, library: Files): VaultPath {
  const { files } = library;
  if (files.has(path)) return path;
  const wanted = path.toLowerCase();
  for (const file of files.keys()) {
    // Every file is asked: letters are compared only where the lengths leave a chance.
    if (file.length === path.length && file.toLowerCase() === wanted && isKnown(file, library)) return file;
  }
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    const spelt = folderAsSpelt(folder, library);
    if (spelt !== null) return joinPath(spelt, path.slice(folder.length + 1));
  }
  return path;
}

/** A folder that is there, in its own letters: those asked for, if there is one of these; null where there is none. */
export function folderAsSpelt(folder: string, library: Files): string | null {
  const wanted = folder.toLowerCase();
  let spelt: string | null = null;
  for (const file of library.files.keys()) {
    if (file.charCodeAt(folder.length) !== SLASH) continue;
    const found = file.slice(0, folder.length);
    if ((found === folder || (spelt === null && found.toLowerCase() === wanted)) && isKnown(file, library)) {
      if (found === folder) return folder;
      spelt = found;
    }
  }
  return spelt;
}

/** A note that nobody has read yet may hide itself. */
function isKnown(file: VaultPath, { notes }: Files): boolean {
  return !isNote(file) || notes.has(file);
}
