import { VaultError } from '../errors.ts';
import type { Cancellation } from '../ports.ts';

/** Throws VaultError 'cancelled' when nobody waits for the answer any more. */
export function stopIfCancelled(cancellation: Cancellation | undefined): void {
  if (cancellation?.aborted === true) throw new VaultError('cancelled', {});
}
