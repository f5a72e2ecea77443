import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import { Brake } from './brake.ts';
import { filesOf } from './changed-files.ts';
import type {
  ChangeDesk,
  ChangeOutcome,
  ChangeRequest,
  PastChange,
  RecentChange,
  UndoFacts,
  UndoRequest,
  WaitingChange,
  Warning,
} from './desk.ts';
import type { DeskParts } from './desk-parts.ts';
import type { JournalEntry } from './journal.ts';
import { movesOf } from './native-act.ts';
import { prepareChange, warningsOf } from './prepared-change.ts';
import { PreviewClock } from './preview-clock.ts';
import { proposedChange } from './proposed-change.ts';
import { Pusher } from './pusher.ts';
import { demandOpen, Questions } from './questions.ts';
import type { AskedChange } from './questions.ts';
import { ToldChanges } from './told-changes.ts';
import { planUndo } from './undo.ts';
import { ChangeWriter, type Applied } from './write-change.ts';
import { WriteQueue } from './write-queue.ts';

export type { DeskParts } from './desk-parts.ts';

/** How often a plan is made anew when the disk changes under it before the caller is told. */
const MOST_PLANS = 5;
/** How a turn in the queue ended: with an outcome, or with a question that must not be asked while others wait. */
type Turn<Facts> =
  | { readonly outcome: Exclude<ChangeOutcome<Facts>, { kind: 'preview' }> }
  | { readonly ask: AskedChange; readonly revision: string };

interface TurnFacts {
  /** What the plan takes for now. */
  readonly now: number;
  /** The plan that the user has agreed to. */
  readonly approved: string | null;
  /** `c-…` of the change. */
  readonly id: string;
}

/** See ChangeDesk. One at a vault. */
export class QueuedChangeDesk implements ChangeDesk {
  readonly #parts: DeskParts;
  readonly #queue: WriteQueue;
  readonly #previews: PreviewClock;
  readonly #brake: Brake;
  readonly #pusher: Pusher;
  readonly #questions: Questions;
  readonly #told: ToldChanges;
  readonly #writer: ChangeWriter;
  readonly #running = new Map<string, { readonly id: string; readonly outcome: Promise<ChangeOutcome<unknown>> }>();

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#queue = new WriteQueue(parts.clock);
    this.#previews = new PreviewClock(parts.clock);
    this.#brake = new Brake(parts.clock);
    this.#told = new ToldChanges(parts);
    this.#writer = new ChangeWriter(parts, {
      count: (client, operations) => this.#brake.count(client, operations),
      inTurn: (task) => this.#queue.run(task),
    });
    this.#questions = new Questions(parts.approval, parts.clock, parts.patienceMs);
    this.#pusher = new Pusher(parts.history, parts.clock, () => this.#queue.drained());
  }

  /** No change runs or waits: the vault may be handed over. */
  get idle(): boolean {
    return this.#queue.idle;
  }

  async drained(): Promise<void> {
    await this.#queue.drained();
  }

  /**
   * No question to the user stays open: their callers are told that the vault has got another host. What the app has not
   * moved yet is settled by the next one.
   */
  close(): void {
    this.#questions.close();
    this.#writer.close();
  }

  waiting(): readonly WaitingChange[] {
    return this.#questions.waiting().filter(({ paths }) => paths.every((path) => !this.#told.hides(path)));
  }

  /** The id that the change of a running call has, or will have. */
  idOf(key: string): string | null {
    const entry = this.#parts.journal.byKey(key);
    return entry === null || entry.state === 'failed' ? (this.#running.get(key)?.id ?? null) : entry.id;
  }

  /** What became of a call, for a pipe that lost its answer. */
  stateOf(key: string): 'running' | 'done' | 'partial' | 'absent' {
    if (this.#running.has(key)) return 'running';
    const entry = this.#parts.journal.byKey(key);
    if (entry === null || entry.state === 'failed') return 'absent';
    // Begun, and its call has ended: the app may yet move its file.
    if (entry.state === 'intent') return 'running';
    return entry.state === 'partial' ? 'partial' : 'done';
  }

  async perform<Facts>(request: ChangeRequest<Facts>): Promise<ChangeOutcome<Facts>> {
    const key = request.caller.callKey;
    const id = `c-${this.#parts.newId()}`;
    if (key === null || request.preview) return this.#carryOut(request, id);
    // The same call again: beside the first one still running, or from the journal. Facts are of the same tool.
    const running = this.#running.get(key);
    if (running !== undefined) return running.outcome as Promise<ChangeOutcome<Facts>>;
    const outcome = this.#recorded<Facts>(key).then((recorded) => recorded ?? this.#carryOut(request, id));
    this.#running.set(key, { id, outcome });
    try {
      return await outcome;
    } finally {
      this.#running.delete(key);
    }
  }

  undo(request: Omit<ChangeRequest<UndoFacts>, 'plan'>, which: UndoRequest): Promise<ChangeOutcome<UndoFacts>> {
    const { journal, notes, vault } = this.#parts;
    const exists = async (path: VaultPath): Promise<boolean> => (await vault.stat(path)) !== null;
    const mayKnow = (entry: JournalEntry): boolean => request.caller.isUser === true || this.#told.mayTell(entry);
    return this.perform({ ...request, plan: () => planUndo(journal, notes, exists, which, request.caller, mayKnow) });
  }

  recent(limit: number): readonly RecentChange[] {
    return this.#told.recent(limit);
  }

  past(limit: number, skip = 0): readonly PastChange[] {
    return this.#told.past(limit, skip);
  }

  diffOf(change: string): Promise<string | null> {
    return this.#told.diffOf(change);
  }

  async #recorded<Facts>(key: string): Promise<Applied<Facts> | null> {
    const entry = this.#parts.journal.byKey(key);
    if (entry === null || entry.state === 'failed') return null;
    if (entry.state === 'intent') {
      const acts = (await this.#parts.journal.acts(entry)) ?? [];
      throw new VaultError('still_running', { change: entry.id, paths: [...movesOf(acts).keys()] });
    }
    if (entry.state === 'partial') throw new VaultError('half_done', { change: entry.id, paths: entry.files });
    const outcome = await this.#parts.journal.outcome(entry);
    return outcome === null ? null : { ...outcome, facts: outcome.facts as Facts, repeated: true };
  }

  async #carryOut<Facts>(request: ChangeRequest<Facts>, id: string): Promise<ChangeOutcome<Facts>> {
    const now = this.#previews.timeOf(request.expectedRevision);
    if (request.preview) return this.#preview(request, now);
    let approved: string | null = null;
    for (;;) {
      const granted: string | null = approved;
      const turn: { readonly value: Turn<Facts>; readonly overlapped: boolean } = await this.#queue.run(() =>
        this.#inTurn(request, { now, approved: granted, id }),
      );
      if ('ask' in turn.value) {
        await this.#questions.demandConsent(request, turn.value.ask);
        if (turn.value.ask.need.reason === 'too_many_changes') this.#brake.release(request.caller.client);
        approved = turn.value.revision;
        continue;
      }
      const { outcome } = turn.value;
      const said = turn.overlapped ? withWarning(outcome, { code: 'overlapped' }) : outcome;
      return said.kind === 'applied' ? this.#pusher.cover(said) : said;
    }
  }

  async #preview<Facts>(request: ChangeRequest<Facts>, now: number): Promise<ChangeOutcome<Facts>> {
    const { plan, operations, diff, revision } = await prepareChange(this.#parts, request, now);
    if (operations.length === 0) return { kind: 'nothing', facts: plan.facts, warnings: plan.warnings };
    if (request.caller.isUser !== true) {
      demandOpen(this.#parts.approval.needed(proposedChange(request, operations, this.#brake)));
    }
    this.#previews.remember(revision, now);
    return {
      kind: 'preview',
      revision,
      facts: plan.facts,
      files: filesOf(operations),
      diff: diff.text,
      warnings: [
        ...warningsOf(plan, diff),
        ...(this.#writer.isNative(plan.changes) ? [{ code: 'links_by_app' } as const] : []),
      ],
    };
  }

  /** One turn in the queue: plan on what is there now, then write it down, do it, commit it. */
  async #inTurn<Facts>(request: ChangeRequest<Facts>, { now, approved, id }: TurnFacts): Promise<Turn<Facts>> {
    for (let plans = 1; ; plans++) {
      this.#checkMayStart(request, approved !== null);
      await this.#checkSubjects(request);
      const prepared = await prepareChange(this.#parts, request, now);
      const { plan, operations, revision, diff } = prepared;
      this.#checkPlanRevision(request, revision);
      if (operations.length === 0) {
        return { outcome: { kind: 'nothing', facts: plan.facts, warnings: plan.warnings } };
      }
      const change = proposedChange(request, operations, this.#brake);
      const need = request.caller.isUser === true ? null : this.#parts.approval.needed(change);
      // What is closed by now stays closed, whatever the user agreed to before.
      demandOpen(need);
      if (need !== null && approved !== revision) {
        return { ask: { id, subject: plan.changes.subject, change, diff: diff.text, need }, revision };
      }
      try {
        return { outcome: await this.#writer.write(request, { now, id }, prepared) };
      } catch (error) {
        // Somebody else wrote between our reading and our writing: look again, a few times.
        const moved = error instanceof VaultError && error.code === 'revision_conflict';
        if (!moved || plans >= MOST_PLANS) throw error;
      }
    }
  }

  /** The expiry of a call holds until its user is asked: from then on the pipe says that it goes on. */
  #checkMayStart(request: ChangeRequest<unknown>, wasAsked: boolean): void {
    if (request.cancellation?.aborted === true) throw new VaultError('cancelled', {});
    const expires = request.caller.expiresAt;
    if (!wasAsked && expires !== null && this.#parts.clock.now() > expires) {
      throw new VaultError('not_applied', { reason: 'expired', detail: '' });
    }
  }

  async #checkSubjects(request: ChangeRequest<unknown>): Promise<void> {
    const expected = request.expectedRevision;
    if (expected === null || expected.startsWith('p-')) return;
    for (const path of request.subjects) {
      const current = (await this.#parts.notes.open(path))?.revision ?? null;
      if (current !== expected) throw new VaultError('revision_conflict', { path, expected, current });
    }
  }

  #checkPlanRevision(request: ChangeRequest<unknown>, current: string): void {
    const expected = request.expectedRevision;
    if (expected?.startsWith('p-') === true && expected !== current) {
      throw new VaultError('preview_stale', { expected, current });
    }
  }
}

function withWarning<T extends { readonly warnings: readonly Warning[] }>(outcome: T, warning: Warning): T {
  return { ...outcome, warnings: [...outcome.warnings, warning] };
}
