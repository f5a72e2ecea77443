import type { Conventions } from '../conventions/conventions.ts';
import { domainOf } from '../conventions/roles.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { mocPath } from '../moc/new-notes.ts';
import { folderOf, isNote, listedPath, type VaultPath } from '../path.ts';
import { existingMoc } from './moc-entries.ts';

/** What a move carries: one file, or every file of a folder. */
export interface MovedFiles {
  readonly kind: 'note' | 'attachment' | 'folder';
  /** From the present path to the new one. */
  readonly files: ReadonlyMap<VaultPath, VaultPath>;
}

/** Files that one move may carry: each is read, checked and journalled. */
export const MOST_FILES = 2_000;

/**
 * Throws VaultError 'note_not_found' where nothing stands at `from`, 'already_exists' where something stands at a new
 * path (or `from` is `to`), 'not_a_folder_move' for a folder into itself or a note's name, 'invalid_path' where a note
 * would stop being one, 'not_supported_file' where an attachment would become one.
 */
export function movedFiles(
  from: VaultPath,
  to: VaultPath,
  library: Pick<Library, 'files' | 'resolver'>,
  conventions: Conventions,
): MovedFiles {
  if (from === to) throw new VaultError('already_exists', { path: to });
  const { files } = library;
  if (files.has(from)) {
    if (isNote(from) && !isNote(to)) throw new VaultError('invalid_path', { path: to, rule: 'not_a_note' });
    if (!isNote(from) && isNote(to)) throw new VaultError('not_supported_file', { path: to });
    const moved = new Map([[from, to]]);
    checkFree(moved, library);
    return { kind: isNote(from) ? 'note' : 'attachment', files: moved };
  }
  const inside = [...files.keys()].filter((path) => path.startsWith(`${from}/`));
  if (inside.length === 0) throw new VaultError('note_not_found', { path: from, closest: [] });
  if (isNote(to) || to.startsWith(`${from}/`)) throw new VaultError('not_a_folder_move', { from, to });
  if (inside.length > MOST_FILES) {
    throw new VaultError('invalid_input', { problems: `from: ${inside.length} files; one move carries ${MOST_FILES}` });
  }
  const moved = new Map(inside.map((path) => [path, listedPath(to + path.slice(from.length))]));
  checkFolderFree(from, to, library);
  keepMocName(moved, { from, to }, library, conventions);
  checkFree(moved, library);
  return { kind: 'folder', files: moved };
}

/** A domain that is renamed keeps its map of content: it is the file that bears the domain's name. */
function keepMocName(
  moved: Map<VaultPath, VaultPath>,
  { from, to }: { readonly from: VaultPath; readonly to: VaultPath },
  library: Pick<Library, 'files' | 'resolver'>,
  conventions: Conventions,
): void {
  const before = domainFolder(from, conventions);
  const after = domainFolder(to, conventions);
  const moc = before === null || after === null ? null : existingMoc(before, library, conventions);
  if (moc !== null && after !== null && moved.has(moc)) moved.set(moc, mocPath(after, conventions));
}

/** The domain whose folder this is. */
function domainFolder(folder: VaultPath, conventions: Conventions): string | null {
  const domain = domainOf(`${folder}/x`, conventions);
  return domain !== null && folderOf(mocPath(domain, conventions)).toLowerCase() === folder.toLowerCase()
    ? domain
    : null;
}

function checkFolderFree(from: VaultPath, to: VaultPath, { files }: Pick<Library, 'files'>): void {
  const key = keyOf(to);
  if (key === keyOf(from)) return;
  for (const path of files.keys()) {
    if (keyOf(path.slice(0, to.length + 1)) === `${key}/`) throw new VaultError('already_exists', { path: to });
  }
}

function checkFree(moved: ReadonlyMap<VaultPath, VaultPath>, library: Pick<Library, 'files' | 'resolver'>): void {
  const { files, resolver } = library;
  const taken = new Set<string>();
  for (const to of moved.values()) {
    // Some disks take names that differ in case for one.
    const found = files.has(to) ? to : resolver.resolve(`/${to}`, to);
    const stands = found !== null && keyOf(found) === keyOf(to) && !moved.has(found);
    if (stands || taken.has(keyOf(to))) throw new VaultError('already_exists', { path: found ?? to });
    taken.add(keyOf(to));
    for (let folder = folderOf(to); folder !== ''; folder = folderOf(folder)) {
      const path = listedPath(folder);
      if (files.has(path) && !moved.has(path)) throw new VaultError('already_exists', { path });
    }
  }
}

function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
