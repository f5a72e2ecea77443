import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';

/** Milliseconds that a plan about links waits for the first pass over a vault; within a turn of the write queue. */
const FIRST_PASS_MS = 30_000;
/** Milliseconds that it waits for files that have just changed. */
const NEWS_MS = 2_000;

/**
 * Waits until the library knows the links of the whole vault. A plan that does not know a link cannot keep it: while
 * the first pass has not ended, VaultError 'vault_unavailable' with reason `still_indexing` is thrown.
 */
export async function caughtUp(library: Pick<Library, 'progress' | 'settled'>): Promise<void> {
  await library.settled(isWhole(library) ? NEWS_MS : FIRST_PASS_MS);
  if (!isWhole(library)) throw new VaultError('vault_unavailable', { reason: 'still_indexing' });
}

function isWhole(library: Pick<Library, 'progress'>): boolean {
  const { ready, compared } = library.progress();
  return ready && compared;
}
