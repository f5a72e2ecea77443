import { VaultError } from '../core/errors.ts';
import { isConflictCopy } from '../core/conventions/conflict-copy.ts';
import type { Library } from '../core/library/library.ts';
import { filePath, type PathRules } from '../core/path-gate.ts';
import { isNote, listedPath, type VaultPath } from '../core/path.ts';
import type { Services } from '../core/services.ts';
import { closestFiles } from './closest-files.ts';
import { addressOf, type NoteAddress } from './note-address.ts';

/** Any name that a disk may hold. The app's settings folder begins with a dot, whatever its name, and those are closed. */
const reading: PathRules = { mode: 'reading', configFolder: '' };

/**
 * The file a caller means: its exact path; else, for notes, the path without `.md` or in other case, then an alias,
 * then a name that only one note has; what a sync service left beside a note shares its aliases and is meant only where
 * nothing else can be; then what `addressOf` makes of it. Throws VaultError 'invalid_path', 'ambiguous_name', 'is_a_folder' or
 * 'note_not_found' (with the closest paths).
 */
export async function findFile(asked: string, services: Pick<Services, 'library' | 'vault'>): Promise<VaultPath> {
  return (await findPlace(asked, services)).path;
}

/** The file, with the lines or the heading that were named with it, if it was named so. Throws what `findFile` throws. */
export async function findPlace(
  asked: string,
  services: Pick<Services, 'library' | 'vault'>,
): Promise<NoteAddress & { readonly path: VaultPath }> {
  try {
    return { path: await findNamed(asked, services) };
  } catch (error) {
    const address = isRefusal(error) ? addressOf(asked) : null;
    if (address === null) throw error;
    try {
      return { ...address, path: await findNamed(address.path, services) };
    } catch (second) {
      // It is refused as it was asked.
      throw isRefusal(second) ? error : second;
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof VaultError && (error.code === 'note_not_found' || error.code === 'invalid_path');
}

async function findNamed(asked: string, { library, vault }: Pick<Services, 'library' | 'vault'>): Promise<VaultPath> {
  const exact = listedPath(asked);
  if (library.files.has(exact)) return exact;
  const path = filePath(asked, reading);
  for (const candidate of [path, listedPath(`${path}.md`)]) {
    // A file that was just made may not be in the library yet.
    if (library.files.has(candidate) || (await vault.stat(candidate)) !== null) return candidate;
  }
  for (const all of [byCase(path, library), byAlias(asked, library), byName(path, library)]) {
    const originals = all.filter((each) => !isConflictCopy(each));
    const candidates = originals.length > 0 ? originals : all;
    if (candidates.length === 1 && candidates[0] !== undefined) return candidates[0];
    if (candidates.length > 1) throw new VaultError('ambiguous_name', { name: asked, candidates });
  }
  if (isFolder(path, library)) throw new VaultError('is_a_folder', { path });
  throw new VaultError('note_not_found', { path: asked, closest: closestFiles(path, library, 3) });
}

/** A folder in which something may be seen: of one that holds only what is hidden nothing is said. */
function isFolder(path: string, { files, notes }: Library): boolean {
  const inside = `${path}/`.toLowerCase();
  for (const each of files.keys()) {
    // A note that nobody has read yet may hide itself.
    if (each.toLowerCase().startsWith(inside) && (!isNote(each) || notes.has(each))) return true;
  }
  return false;
}

function byCase(path: string, library: Library): VaultPath[] {
  const wanted = new Set([path.toLowerCase(), `${path}.md`.toLowerCase()]);
  return [...library.files.keys()].filter((each) => wanted.has(each.toLowerCase()));
}

function byAlias(asked: string, library: Library): VaultPath[] {
  const wanted = asked.trim().normalize('NFC').toLowerCase();
  return [...library.notes.values()]
    .filter((note) => note.aliases.some((alias) => alias.normalize('NFC').toLowerCase() === wanted))
    .map((note) => note.path);
}

/** A folder in what was asked must hold, so only a bare name is looked up by name. */
function byName(path: string, library: Library): VaultPath[] {
  if (path.includes('/')) return [];
  return library.resolver.candidates(path).filter((each) => isNote(each) || library.files.has(each));
}
