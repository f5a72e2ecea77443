import { VaultError } from '../errors.ts';
import type { Cancellation, Clock } from '../ports.ts';
import type { ChangeRequest, WaitingChange } from './desk.ts';
import type { Approval, ApprovalAnswer, ApprovalNeed, ProposedChange, Question, QuestionEnd } from './approval.ts';

/** How long the user may think about a change; then it is refused, so that no agent hangs on it. */
export const QUESTION_MS = 5 * 60_000;

/** A change that somebody has to agree to. */
export interface AskedChange {
  /** `c-…`, the id that it will have if it is made. */
  readonly id: string;
  readonly subject: string;
  readonly change: ProposedChange;
  readonly diff: string;
  readonly need: ApprovalNeed;
}

/**
 * Questions to the user about changes, each open until it is answered, its call is cancelled, its time is up, or this
 * host leaves. They stand outside the write queue: whoever is not asked about goes on.
 */
export class Questions {
  readonly #approval: Approval;
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #open = new Map<string, { readonly asked: WaitingChange; readonly end: (end: QuestionEnd) => void }>();
  readonly #ended: WaitingChange[] = [];
  #leaving = false;

  constructor(approval: Approval, clock: Clock, patienceMs = QUESTION_MS) {
    this.#approval = approval;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  /**
   * Resolves when the user has agreed. Throws VaultError 'read_only' where nobody may agree, 'approval_unavailable'
   * where nobody can be asked, 'approval_declined' with the user's reason, 'approval_expired', 'cancelled', and
   * 'not_applied' when this host leaves.
   */
  async demandConsent(
    request: Pick<ChangeRequest<unknown>, 'caller' | 'cancellation'>,
    asked: AskedChange,
  ): Promise<void> {
    const { need, change } = asked;
    demandOpen(need);
    const ask = this.#approval.asker(request.caller);
    if (ask === null || need.reason === 'read_only') {
      const reason = need.reason === 'too_many_changes' ? need.reason : 'asks_first';
      throw new VaultError('approval_unavailable', { reason, limit: change.notesInLastMinute });
    }
    const { answer, end } = await this.#put(asked, ask, request.cancellation);
    this.#remember(asked, answer, end);
    if (end === 'cancelled') throw new VaultError('cancelled', {});
    if (end === 'leaving') throw new VaultError('not_applied', { reason: 'host_changed', detail: '' });
    if (answer === null) {
      throw new VaultError('approval_expired', { change: asked.id, seconds: Math.round(this.#patienceMs / 1000) });
    }
    if (!answer.approved) throw new VaultError('approval_declined', { reason: answer.reason });
    if (answer.remember === true) await this.#approval.remember(request.caller, need);
  }

  /** Changes that wait for the user, the newest first, then those that were lately refused or never answered. */
  waiting(): readonly WaitingChange[] {
    return [...[...this.#open.values()].map(({ asked }) => asked).reverse(), ...[...this.#ended].reverse()];
  }

  /** No question stays open, and none is asked any more. */
  close(): void {
    this.#leaving = true;
    for (const { end } of this.#open.values()) end('leaving');
  }

  async #put(
    asked: AskedChange,
    ask: (question: Question) => Promise<ApprovalAnswer>,
    cancellation: Cancellation | undefined,
  ): Promise<{ readonly answer: ApprovalAnswer | null; readonly end: QuestionEnd }> {
    const { id, subject, change, diff, need } = asked;
    const askedAt = this.#clock.now();
    let end: (end: QuestionEnd) => void = () => undefined;
    const closed = new Promise<QuestionEnd>((resolve) => (end = resolve));
    const { tool, caller } = change;
    this.#open.set(id, {
      asked: { change: id, at: askedAt, tool, client: caller.client, subject, paths: need.paths, state: 'waiting' },
      end,
    });
    const stopListening = onAbort(cancellation, () => end('cancelled'));
    if (this.#leaving) end('leaving');
    void this.#clock.after(this.#patienceMs, closed).then(() => end('expired'));
    const question: Question = { id, subject, change, diff, need, askedAt, endsAt: askedAt + this.#patienceMs, closed };
    let answer: ApprovalAnswer | null = null;
    const answered = ask(question).then((given) => {
      answer ??= given;
      end('answered');
    });
    try {
      // Whoever asks may fail at it (its window was closed, its agent has gone): that is no consent.
      const how = await Promise.race([closed, answered.then(() => closed)]);
      return { answer: how === 'answered' ? answer : null, end: how };
    } finally {
      end('answered');
      answered.catch(() => undefined);
      stopListening();
      this.#open.delete(id);
    }
  }

  /** What became of it is told for a while by `vault_status`: the agent may have stopped waiting for the answer. */
  #remember({ id, subject, change, need }: AskedChange, answer: ApprovalAnswer | null, end: QuestionEnd): void {
    const refused = answer?.approved === false ? 'declined' : end === 'expired' ? 'expired' : null;
    if (refused === null) return;
    const { tool, caller } = change;
    const at = this.#clock.now();
    this.#ended.push({ change: id, at, tool, client: caller.client, subject, paths: need.paths, state: refused });
    if (this.#ended.length > MOST_ENDED) this.#ended.shift();
  }
}

/** Nobody is asked about what the user has closed. Throws VaultError 'read_only'. */
export function demandOpen(need: ApprovalNeed | null): void {
  if (need?.reason === 'read_only') throw new VaultError('read_only', { path: need.paths[0] ?? '' });
}

const MOST_ENDED = 20;

function onAbort(cancellation: Cancellation | undefined, listener: () => void): () => void {
  if (cancellation === undefined) return () => undefined;
  if (cancellation.aborted) listener();
  cancellation.addEventListener?.('abort', listener);
  return () => cancellation.removeEventListener?.('abort', listener);
}
