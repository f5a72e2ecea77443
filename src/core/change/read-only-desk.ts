import { VaultError } from '../errors.ts';
import type { ChangeDesk } from './desk.ts';

/** The desk of a vault that may only be read: every plan is refused before it is made. */
export const readOnlyDesk: ChangeDesk = {
  perform: refuse,
  undo: refuse,
  recent: () => [],
  waiting: () => [],
  past: () => [],
  diffOf: () => Promise.resolve(null),
};

function refuse(): Promise<never> {
  return Promise.reject(new VaultError('read_only', { path: '' }));
}
