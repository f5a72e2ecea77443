import type { Visibility } from '../conventions/visibility.ts';
import type { AccessSettings, AskRules } from '../conventions/settings.ts';
import type {
  Approval,
  ApprovalAnswer,
  ApprovalNeed,
  Caller,
  Consents,
  ConsentRule,
  ProposedChange,
  Question,
} from './approval.ts';

/** Notes in one change from which it counts as large. */
const LARGE = 10;

export interface ApprovalParts {
  /** Asked anew for each change: a change of the settings acts at once. */
  readonly settings: () => { readonly access: AccessSettings; readonly visibility: Visibility };
  /** What agents need not be asked about. */
  readonly consents: Consents;
  /** Asks the user in the app; null where there is no app. */
  readonly askInApp: ((question: Question) => Promise<ApprovalAnswer>) | null;
}

/**
 * The user's settings as a say in every change, the same in each host. Asked is where the user wants to be asked, if
 * that can be, else where it can.
 */
export function approvalBy({ settings, consents, askInApp }: ApprovalParts): Approval {
  const consented = (client: string): readonly ConsentRule[] =>
    client === '' ? [] : (consents.all().find((consent) => consent.client === client)?.rules ?? []);
  return {
    needed: (change) => needOf(change, settings(), consented(change.caller.client)),
    asker: ({ askClient = null }) => {
      const [first, second] = settings().access.askIn === 'client' ? [askClient, askInApp] : [askInApp, askClient];
      return first ?? second;
    },
    // The brake is for what runs away: consent to that is never for good.
    remember: async ({ client }: Caller, { rules }: ApprovalNeed) => {
      if (client !== '' && rules.length > 0) await consents.add(client, rules);
    },
  };
}

function needOf(
  change: ProposedChange,
  { access, visibility }: { readonly access: AccessSettings; readonly visibility: Visibility },
  consented: readonly ConsentRule[],
): ApprovalNeed | null {
  const paths = pathsOf(change);
  const closed = access.vaultReadOnly ? paths : paths.filter((path) => visibility.isReadOnly(path));
  if (closed.length > 0) return { reason: 'read_only', paths: closed, rules: [] };
  const rules = rulesAsking(change, paths.length, access.ask).filter((rule) => !consented.includes(rule));
  if (rules.length > 0) return { reason: 'asks_first', paths, rules };
  // One large change, such as the move of a folder, is one decision: the brake is for many changes in a row.
  const limit = access.changesPerMinute;
  const tooMany = limit > 0 && change.notesBefore > 0 && change.notesInLastMinute > limit;
  return tooMany ? { reason: 'too_many_changes', paths, rules: [] } : null;
}

function rulesAsking(
  { moves, trashes, overwrites }: ProposedChange,
  files: number,
  ask: AskRules,
): readonly ConsentRule[] {
  const applies: Readonly<Record<ConsentRule, boolean>> = {
    delete: trashes.length > 0,
    move: moves.length > 0,
    overwrite: overwrites,
    large: files >= LARGE,
    everything: true,
  };
  return RULES.filter((rule) => ask[rule] && applies[rule]);
}

const RULES: readonly ConsentRule[] = ['delete', 'move', 'overwrite', 'large', 'everything'];

function pathsOf({ creates, edits, moves, trashes }: ProposedChange): readonly string[] {
  return [...creates, ...edits, ...trashes, ...moves.flatMap(({ from, to }) => [from, to])];
}
