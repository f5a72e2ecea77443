import type { Visibility } from '../conventions/visibility.ts';
import type { AskRules, VaultSettings } from '../conventions/settings.ts';
import type { Approval, ApprovalReason, ProposedChange } from './write-ports.ts';

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
  if (asksFirst(change, paths.length, access.ask)) return 'asks_first';
  // One large change, such as the move of a folder, is one decision: the brake is for many changes in a row.
  const limit = access.changesPerMinute;
  return limit > 0 && change.notesBefore > 0 && change.notesInLastMinute > limit ? 'too_many_changes' : null;
}

function asksFirst({ moves, trashes, overwrites }: ProposedChange, files: number, ask: AskRules): boolean {
  if (ask.everything || (ask.large && files >= LARGE)) return true;
  return (ask.delete && trashes.length > 0) || (ask.move && moves.length > 0) || (ask.overwrite && overwrites);
}

function pathsOf({ creates, edits, moves, trashes }: ProposedChange): readonly string[] {
  return [...creates, ...edits, ...trashes, ...moves.flatMap(({ from, to }) => [from, to])];
}
