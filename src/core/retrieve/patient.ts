import type { Library } from '../library/library.ts';
import type { Retriever } from './retriever.ts';

/** Milliseconds for which a question may wait for the first pass: most vaults are indexed by then. */
export const FIRST_PASS_PATIENCE_MS = 1_500;

/**
 * While the vault is indexed for the first time, questions wait a little: nearly always the whole is known by then. That
 * time is given once; beyond it each is answered at once from what is known, and says how many notes are behind.
 */
export function answerPatiently(retriever: Retriever, library: Library): Retriever {
  let patience: Promise<unknown> | null = null;
  return {
    search: async (request, cancellation) => {
      if (!library.progress().ready) await (patience ??= library.opened(FIRST_PASS_PATIENCE_MS));
      return retriever.search(request, cancellation);
    },
  };
}
