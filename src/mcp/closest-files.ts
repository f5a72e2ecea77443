import { isConflictCopy } from '../core/conventions/conflict-copy.ts';
import { editDistance } from '../core/index/edit-distance.ts';
import type { Library } from '../core/library/library.ts';
import { VaultError } from '../core/errors.ts';
import { baseName, folderOf, isNote, type VaultPath } from '../core/path.ts';
import { foldText } from '../core/text/fold.ts';

/** Longer names are compared by their beginning only, so that the work stays bounded. */
const longestName = 64;
/** Two slips of the finger, an added word ending. */
const farthest = 3;

/**
 * Files whose name is nearest to a path that does not exist, best first, at most `limit`: the same name in another
 * folder, then names a few letters away, then names that contain it. Ties by path.
 */
export function closestFiles(asked: string, library: Library, limit: number): VaultPath[] {
  const name = shortName(asked);
  if (name === '') return [];
  const folder = folderOf(asked);
  const near: { path: VaultPath; rank: number }[] = [];
  for (const path of library.files.keys()) {
    // A note that nobody has read yet may hide itself: its name is not for telling.
    if ((isNote(path) && !library.notes.has(path)) || isConflictCopy(path)) continue;
    const rank = distance(name, shortName(path));
    if (rank !== null) near.push({ path, rank: rank * 2 + (folderOf(path) === folder ? 0 : 1) });
  }
  near.sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  return near.slice(0, limit).map(({ path }) => path);
}

/** A plan's refusal of a path that does not exist, told with the nearest ones. */
export async function orClosest<T>(work: Promise<T>, library: Library): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isNotFound(error) || error.params.closest.length > 0) throw error;
    const { path } = error.params;
    throw new VaultError('note_not_found', { path, closest: closestFiles(path, library, 3) });
  }
}

function isNotFound(error: unknown): error is VaultError<'note_not_found'> {
  return error instanceof VaultError && error.code === 'note_not_found';
}

function shortName(path: string): string {
  return foldText(baseName(path)).slice(0, longestName);
}

/** Edits between two names, `farthest + 1` where one contains the other, null where they are strangers. */
function distance(asked: string, name: string): number | null {
  const allowed = asked.length < 4 ? 1 : Math.min(farthest, Math.floor(asked.length / 3));
  const edits = editDistance(asked, name, allowed);
  if (edits <= allowed) return edits;
  const contained = asked.length >= 3 && name.length >= 3 && (name.includes(asked) || asked.includes(name));
  return contained ? farthest + 1 : null;
}
