import type { Dirent, Stats } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { joinPath } from '../core/path.ts';
import type { SkippedFile, SkipReason, VaultFile } from '../core/ports.ts';
import { errorCode, isAbsent } from './disk.ts';
import type { Disk } from './disk.ts';
import { isBadName, isHidden, isTooLarge, placeholderOf, whyLeftOut } from './left-out.ts';

/** Where to look. `excluded` says which folders, by vault path, are not entered. */
export interface Place {
  readonly disk: Disk;
  /** Absolute and real. */
  readonly root: string;
  readonly excluded: (folder: string) => boolean;
}

/** A folder by its vault path (NFC) and by its names on the disk, both relative to the root. */
export interface FolderName {
  readonly path: string;
  readonly onDisk: string;
}

export interface FileSeen {
  readonly file: VaultFile;
  /** The name on the disk, which may be NFD where the path is NFC. */
  readonly name: string;
  readonly identity: string;
}

export interface FolderSeen {
  readonly name: string;
  readonly identity: string;
}

/** What a folder holds: files and folders by their NFC names, what is left out by its name on the disk. */
export interface FolderView {
  readonly files: ReadonlyMap<string, FileSeen>;
  readonly folders: ReadonlyMap<string, FolderSeen>;
  readonly skipped: ReadonlyMap<string, SkippedFile>;
}

type Found =
  | { readonly kind: 'file'; readonly seen: FileSeen }
  | { readonly kind: 'folder'; readonly seen: FolderSeen }
  | { readonly kind: 'skipped'; readonly name: string; readonly file: SkippedFile };

/** How many names of one folder are looked at together. */
const AT_ONCE = 64;

/**
 * Looks into one folder, at all names or only at those given. Opens nothing. Throws what the disk throws when the
 * folder itself cannot be listed; a single name's trouble becomes a skipped file.
 */
export async function lookInto(
  place: Place,
  folder: FolderName,
  only: ReadonlySet<string> | null,
): Promise<FolderView> {
  const names = await namesIn(place, folder, only);
  const found: Found[] = [];
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const looks = names.slice(from, from + AT_ONCE).map((name) => lookAt(place, folder, name));
    for (const one of await Promise.all(looks)) if (one !== null) found.push(one);
  }
  return withoutTwins(folder, found);
}

/** The absolute path of something in a folder. */
export function absolute(root: string, folder: string, name = ''): string {
  return [root, ...folder.split('/'), name].filter((part) => part !== '').join(sep);
}

async function namesIn(place: Place, folder: FolderName, only: ReadonlySet<string> | null): Promise<readonly string[]> {
  const counts = (name: string): boolean => !isHidden(name) || placeholderOf(name) !== null;
  // Where names have no exact case, looking at one name proves nothing about its spelling: the folder's list does.
  if (only !== null && place.disk.platform === 'linux') return [...only].filter(counts);
  const entries: Dirent[] = await place.disk.list(absolute(place.root, folder.onDisk));
  const names = entries.map((entry) => entry.name).filter(counts);
  if (only === null) return names;
  const wanted = new Set([...only].map((name) => name.normalize('NFC')));
  return names.filter((name) => wanted.has(name.normalize('NFC')));
}

async function lookAt(place: Place, folder: FolderName, name: string): Promise<Found | null> {
  const path = joinPath(folder.path, name.normalize('NFC'));
  const skipped = (reason: SkipReason, detail?: string, of: string = path): Found => ({
    kind: 'skipped',
    name,
    file: { path: of, reason, ...(detail === undefined ? {} : { detail }) },
  });
  const placeholder = placeholderOf(name);
  if (placeholder !== null)
    return skipped('not_downloaded', undefined, joinPath(folder.path, placeholder.normalize('NFC')));
  if (isBadName(name)) return skipped('bad_name');
  let stats: Stats;
  try {
    stats = await place.disk.look(absolute(place.root, folder.onDisk, name));
  } catch (error) {
    return isAbsent(error) ? null : skipped('unreadable', errorCode(error));
  }
  if (stats.isDirectory()) {
    return place.excluded(path) ? null : { kind: 'folder', seen: { name, identity: folderIdentity(stats) } };
  }
  if (stats.isSymbolicLink()) {
    const { reason, detail } = await judgeLink(place, absolute(place.root, folder.onDisk, name));
    return skipped(reason, detail);
  }
  const reason = whyLeftOut(stats, place.disk.platform);
  if (reason !== null) return skipped(reason);
  const file: VaultFile = { path, size: stats.size, mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
  return { kind: 'file', seen: { file, name, identity: identityOf(stats) } };
}

/** Links are never followed; the report tells those that lead out of the vault from those that stay within. */
export async function judgeLink(
  place: Pick<Place, 'disk' | 'root'>,
  path: string,
): Promise<{ readonly reason: SkipReason; readonly detail?: string }> {
  try {
    const target = relative(place.root, await place.disk.real(path));
    const outside = target === '..' || target.startsWith(`..${sep}`) || isAbsolute(target);
    return outside ? { reason: 'outside_link' } : { reason: 'symlink', detail: target.split(sep).join('/') };
  } catch (error) {
    return { reason: 'symlink', detail: errorCode(error) };
  }
}

/** Whether nothing of a file changed between two looks. */
export function isSame(a: FileSeen, b: FileSeen): boolean {
  const { size, mtimeMs, ctimeMs } = a.file;
  const { file } = b;
  const sameTimes = mtimeMs === file.mtimeMs && ctimeMs === file.ctimeMs;
  return a.identity === b.identity && a.name === b.name && size === file.size && sameTimes;
}

/** Inode numbers are used again at once, so a folder made anew is told from the old one by its birth. */
export function folderIdentity(stats: Stats): string {
  return `${identityOf(stats)}:${stats.birthtimeMs}`;
}

export function identityOf(stats: Stats): string {
  return `${stats.dev}:${stats.ino}`;
}

/**
 * Two names that differ only in how accents are composed are one vault path. The composed one wins, else the first in
 * code-unit order, so that every look at the folder decides alike; the other is reported.
 */
function withoutTwins(folder: FolderName, found: readonly Found[]): FolderView {
  const files = new Map<string, FileSeen>();
  const folders = new Map<string, FolderSeen>();
  const skipped = new Map<string, SkippedFile>();
  for (const one of [...found].sort((a, b) => byPrecedence(nameOf(a), nameOf(b)))) {
    const name = nameOf(one);
    const key = name.normalize('NFC');
    if (one.kind === 'skipped') skipped.set(name, one.file);
    else if (files.has(key) || folders.has(key))
      skipped.set(name, { path: joinPath(folder.path, key), reason: 'name_twin' });
    else if (one.kind === 'folder') folders.set(key, one.seen);
    else {
      files.set(key, one.seen);
      const { path, size } = one.seen.file;
      if (isTooLarge(path, size)) skipped.set(name, { path, reason: 'too_large', detail: String(size) });
    }
  }
  return { files, folders, skipped };
}

function nameOf(found: Found): string {
  return found.kind === 'skipped' ? found.name : found.seen.name;
}

function byPrecedence(a: string, b: string): number {
  const composed = Number(b === b.normalize('NFC')) - Number(a === a.normalize('NFC'));
  return composed !== 0 ? composed : a < b ? -1 : a > b ? 1 : 0;
}
