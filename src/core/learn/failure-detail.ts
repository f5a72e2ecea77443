import { VaultError } from '../errors.ts';

/** What a sentence can say of a failure: its reason where it has one, else its code. Null for a bug of ours. */
export function detailOf(error: unknown): string | null {
  if (!(error instanceof VaultError)) return null;
  const { code, params } = error as VaultError;
  return 'reason' in params ? params.reason : code;
}
