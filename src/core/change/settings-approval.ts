import type { Visibility } from '../conventions/visibility.ts';
import type { VaultSettings } from '../conventions/settings.ts';
import type { Approval, ApprovalReason, ProposedChange } from './write-ports.ts';

/** Notes that one agent may change within a minute before somebody has to agree. */
export const NOTES_A_MINUTE = 60;
/** Notes in one change from which it counts as large. */
const LARGE = 10;

/** The user's settings as a say in every change. `ask` is null where nobody can be asked: such a change is refused. */
export function approvalBy(
  settings: () => { readonly access: VaultSettings['access']; readonly visibility: Visibility },
  ask: Approval['ask'],
): Approval {
  return {
    needed: (change) => reasonToAsk(change, settings()),
    ask,
  };
}

function reasonToAsk(
  change: ProposedChange,
  { access, visibility }: { readonly access: VaultSettings['access']; readonly visibility: Visibility },
): ApprovalReason | null {
  const paths = pathsOf(change);
  if (access.vaultReadOnly || paths.some((path) => visibility.isReadOnly(path))) return 'read_only';
  if (access.approval === 'always') return 'asks_first';
  if (access.approval === 'large' && paths.length >= LARGE) return 'asks_first';
  // One large change, such as the move of a folder, is one decision: the brake is for many changes in a row.
  return change.notesBefore > 0 && change.notesInLastMinute > NOTES_A_MINUTE ? 'too_many_changes' : null;
}

function pathsOf({ creates, edits, moves, trashes }: ProposedChange): readonly string[] {
  return [...creates, ...edits, ...trashes, ...moves.flatMap(({ from, to }) => [from, to])];
}
