import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { VaultPath } from '../core/path.ts';

/** What is looked at on disk. */
export interface Looks {
  /** Null where nothing stands under that name, or under one that the disk takes for the same. */
  look(absolute: string): Promise<{ readonly identity: string; readonly folder: boolean } | null>;
  names(absoluteFolder: string): Promise<readonly string[]>;
}

export const looks: Looks = {
  look: (absolute) =>
    lstat(absolute).then(
      (stats) => ({ identity: `${stats.dev} ${stats.ino}`, folder: stats.isDirectory() }),
      () => null,
    ),
  names: (folder) => readdir(folder).catch(() => []),
};

/** A file that a commit is about. */
export interface Subject {
  readonly path: VaultPath;
  /** As it is spelled on disk, relative to the vault. */
  readonly name: string;
  readonly exists: boolean;
  readonly identity: string | null;
}

export interface Subjects {
  readonly subjects: readonly Subject[];
  /** Paths in a repository inside the vault: one such path would make git refuse all. */
  readonly foreign: readonly VaultPath[];
}

/** The files among these paths: never what is in `.trash`, never a folder, since git would take all that is in it. */
export async function subjectsOf(
  root: string,
  paths: readonly VaultPath[],
  onDisk: (path: VaultPath) => string,
  disk: Looks,
): Promise<Subjects> {
  const ownRepository = new Map<string, Promise<boolean>>();
  const hasOwn = (folder: string): Promise<boolean> => {
    const known = ownRepository.get(folder) ?? disk.look(join(root, folder, '.git')).then((found) => found !== null);
    ownRepository.set(folder, known);
    return known;
  };
  const subjects: Subject[] = [];
  const foreign: VaultPath[] = [];
  for (const path of new Set(paths)) {
    if (/^\.trash(?:\/|$)/i.test(path)) continue;
    const name = onDisk(path);
    if ((await Promise.all(foldersOf(name).map(hasOwn))).includes(true)) {
      foreign.push(path);
      continue;
    }
    const found = await disk.look(join(root, name));
    if (found?.folder) continue;
    subjects.push({ path, name, exists: found !== null, identity: found?.identity ?? null });
  }
  return { subjects, foreign };
}

/**
 * Old spellings of renamed files, on a disk that takes both spellings for one: such a name answers when looked at,
 * and no entry of its folder is spelled so.
 */
export async function oldSpellings(root: string, subjects: readonly Subject[], disk: Looks): Promise<Set<Subject>> {
  const old = new Set<Subject>();
  const byFold = new Map<string, Subject[]>();
  for (const subject of subjects) {
    const fold = subject.name.normalize('NFC').toLowerCase();
    byFold.set(fold, [...(byFold.get(fold) ?? []), subject]);
  }
  for (const same of byFold.values()) {
    const [first] = same;
    if (same.length < 2 || !first?.identity || same.some(({ identity }) => identity !== first.identity)) continue;
    for (const subject of same) if (!(await isSpelledSo(root, subject.name, disk))) old.add(subject);
  }
  return old;
}

/** Every folder on the way counts: `Notes/a.md` may have become `notes/a.md`. */
async function isSpelledSo(root: string, name: string, disk: Looks): Promise<boolean> {
  const segments = name.split('/');
  for (const [index, segment] of segments.entries()) {
    const names = await disk.names(join(root, ...segments.slice(0, index)));
    if (!names.some((entry) => entry.normalize('NFC') === segment.normalize('NFC'))) return false;
  }
  return true;
}

function foldersOf(name: string): readonly string[] {
  const folders: string[] = [];
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1))
    folders.push(name.slice(0, slash));
  return folders;
}
