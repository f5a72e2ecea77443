import { VaultError } from '../core/errors.ts';
import type { VaultPath } from '../core/path.ts';
import { errorCode } from './disk.ts';
import { refused } from './write-folder.ts';

/** Something that an act needs is not there; who called decides what that means. */
export class Absent extends Error {
  override readonly name = 'Absent';
}

/** For `catch`: a note that is not there. */
export function notFound(path: VaultPath): (error: unknown) => never {
  return (error) => {
    throw error instanceof Absent ? new VaultError('note_not_found', { path, closest: [] }) : error;
  };
}

/** The disk's own errors become ours: a name that is taken, or a change that was not made, with the system's code. */
export async function safely<T>(path: VaultPath, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof VaultError || error instanceof Absent) throw error;
    const code = errorCode(error);
    throw code === 'EEXIST' ? new VaultError('already_exists', { path }) : refused(code);
  }
}

/** Whether a file lies where a folder is wanted. */
export function isBlocked(error: unknown): boolean {
  if (!(error instanceof VaultError)) return false;
  const { detail } = error.params as { readonly detail?: unknown };
  return error.code === 'not_applied' && detail === 'ENOTDIR';
}
