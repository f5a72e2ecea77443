import { VaultError } from '../errors.ts';
import type { Note } from '../note/note.ts';
import { revisionOf } from '../note/revision.ts';
import type { VaultPath } from '../path.ts';
import type { Clock, Log, Sha256 } from '../ports.ts';
import { applyAll, HalfDone } from './apply.ts';
import { applyNative } from './apply-native.ts';
import { Brake } from './brake.ts';
import { filesOf } from './changed-files.ts';
import type { ChangeSet } from './change-set.ts';
import type {
  ChangeDesk,
  ChangeOutcome,
  ChangeRequest,
  Plan,
  PastChange,
  RecentChange,
  UndoFacts,
  UndoRequest,
  WaitingChange,
  Warning,
} from './desk.ts';
import { diffOf, type Diff } from './diff.ts';
import { makeDueCommits } from './due-commits.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { dropFolders, dropLeftFolders, newFolders } from './new-folders.ts';
import {
  isNative,
  MOST_NATIVE,
  nativeActs,
  pathsOfAct,
  settledOperations,
  type Act,
  type Wrote,
} from './native-act.ts';
import { operationsOf, type BaseTexts, type Operation } from './operations.ts';
import { checkPreconditions } from './preconditions.ts';
import { PreviewClock } from './preview-clock.ts';
import { Pusher } from './pusher.ts';
import { proposedChange } from './proposed-change.ts';
import { demandOpen, Questions } from './questions.ts';
import type { AskedChange } from './questions.ts';
import { planUndo } from './undo.ts';
import type { Approval } from './approval.ts';
import type { History, WritableVault } from './write-ports.ts';
import { WriteQueue } from './write-queue.ts';

/** What the desk needs of its host. */
export interface DeskParts {
  readonly vault: WritableVault;
  /** The library's reading of a note, and its word that it has taken in what we wrote. */
  readonly notes: { open(path: VaultPath): Promise<Note | null>; refresh(paths: readonly VaultPath[]): Promise<void> };
  readonly journal: Journal;
  readonly history: History;
  readonly approval: Approval;
  readonly clock: Clock;
  readonly log: Log;
  readonly sha256: Sha256;
  /** A new id, unique in the vault: lower-case letters and digits. */
  readonly newId: () => string;
  /** Whether this host still owns the vault; asked before each write. */
  readonly stillOwner: () => boolean | Promise<boolean>;
  /** Link text to file, as the vault is at the moment of asking; a vault that moves natively needs it. */
  readonly resolve?: (linkPath: string, source: VaultPath) => VaultPath | null;
  /** Called after each change that was carried out, taken back or left half done. */
  readonly onChange?: (id: string) => void;
  /** Whether agents must not learn of a file: changes that concern one are not told of, nor taken back for them. */
  readonly isHidden?: (path: VaultPath) => boolean;
  /** How long a question to the user stays open, in ms. */
  readonly patienceMs?: number;
}

/** How often a plan is made anew when the disk changes under it before the caller is told. */
const MOST_PLANS = 5;
/** UTF-16 units of a diff that the journal keeps with an answer. */
const DIFF_KEPT = 65_536;

type Applied<Facts> = Extract<ChangeOutcome<Facts>, { kind: 'applied' }>;

interface Prepared<Facts> {
  readonly plan: Plan<Facts>;
  readonly operations: readonly Operation[];
  readonly diff: Diff;
  /** `p-…` of this plan. */
  readonly revision: string;
}

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
  readonly #running = new Map<string, { readonly id: string; readonly outcome: Promise<ChangeOutcome<unknown>> }>();

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#queue = new WriteQueue(parts.clock);
    this.#previews = new PreviewClock(parts.clock);
    this.#brake = new Brake(parts.clock);
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

  /** No question to the user stays open: their callers are told that the vault has got another host. */
  close(): void {
    this.#questions.close();
  }

  waiting(): readonly WaitingChange[] {
    return this.#questions.waiting().filter(({ paths }) => paths.every((path) => !this.#hides(path)));
  }

  /** The id that the change of a running call has, or will have. */
  idOf(key: string): string | null {
    return this.#running.get(key)?.id ?? null;
  }

  /** What became of a call, for a pipe that lost its answer. */
  stateOf(key: string): 'running' | 'done' | 'partial' | 'absent' {
    if (this.#running.has(key)) return 'running';
    const entry = this.#parts.journal.byKey(key);
    if (entry === null || entry.state === 'failed') return 'absent';
    return entry.state === 'partial' ? 'partial' : 'done';
  }

  async perform<Facts>(request: ChangeRequest<Facts>): Promise<ChangeOutcome<Facts>> {
    const key = request.caller.callKey;
    const id = `c-${this.#parts.newId()}`;
    if (key === null || request.preview) return this.#carryOut(request, id);
    // The same call again: from the journal, or beside the first one still running. Facts are of the same tool.
    const recorded = await this.#recorded<Facts>(key);
    if (recorded !== null) return recorded;
    const running = this.#running.get(key);
    if (running !== undefined) return running.outcome as Promise<ChangeOutcome<Facts>>;
    const outcome = this.#carryOut(request, id);
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
    const mayKnow = (entry: JournalEntry): boolean => request.caller.isUser === true || this.#mayTell(entry);
    return this.perform({ ...request, plan: () => planUndo(journal, notes, exists, which, request.caller, mayKnow) });
  }

  recent(limit: number): readonly RecentChange[] {
    return this.#kept()
      .filter((entry) => entry.undoneBy === null && this.#mayTell(entry))
      .slice(0, limit)
      .map(recentChange);
  }

  past(limit: number, skip = 0): readonly PastChange[] {
    return this.#kept()
      .slice(skip, skip + limit)
      .map((entry) => ({
        ...recentChange(entry),
        session: entry.session,
        undoes: entry.undoes,
        undoneBy: entry.undoneBy,
      }));
  }

  async diffOf(change: string): Promise<string | null> {
    const entry = this.#parts.journal.get(change);
    return entry === null ? null : ((await this.#parts.journal.outcome(entry))?.diff ?? null);
  }

  /** Whether agents may know of a change: it concerns no file that is hidden from them now. */
  #mayTell({ paths }: JournalEntry): boolean {
    return !paths.some((path) => this.#hides(path));
  }

  #hides(path: string): boolean {
    return this.#parts.isHidden?.(path as VaultPath) ?? false;
  }

  /** Newest first, without those of which nothing stands. */
  #kept(): readonly JournalEntry[] {
    return this.#parts.journal
      .entries()
      .filter(({ state }) => state !== 'failed')
      .reverse();
  }

  async #recorded<Facts>(key: string): Promise<Applied<Facts> | null> {
    const entry = this.#parts.journal.byKey(key);
    if (entry === null || entry.state === 'failed') return null;
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
    const { plan, operations, diff, revision } = await this.#prepare(request, now);
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
        ...(this.#isNative(plan.changes) ? [{ code: 'links_by_app' } as const] : []),
      ],
    };
  }

  /** One turn in the queue: plan on what is there now, then write it down, do it, commit it. */
  async #inTurn<Facts>(request: ChangeRequest<Facts>, { now, approved, id }: TurnFacts): Promise<Turn<Facts>> {
    for (let plans = 1; ; plans++) {
      this.#checkMayStart(request, approved !== null);
      await this.#checkSubjects(request);
      const prepared = await this.#prepare(request, now);
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
        return { outcome: await this.#write(request, { now, id }, prepared) };
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

  async #prepare<Facts>(request: ChangeRequest<Facts>, now: number): Promise<Prepared<Facts>> {
    const plan = await request.plan(now);
    const texts = await this.#textsOf(plan.changes);
    const operations = operationsOf(plan.changes, texts, (text) => revisionOf(text, this.#parts.sha256));
    const digest = this.#parts.sha256(JSON.stringify([request.tool, plan.changes.steps]));
    return { plan, operations, diff: diffOf(operations), revision: `p-${digest.slice(0, 32)}` };
  }

  /** The texts that the plan was made on; a note that is no longer at its base is a conflict. */
  async #textsOf(changes: ChangeSet): Promise<BaseTexts> {
    const notes = new Map<VaultPath, string>();
    const blanks = new Map<VaultPath, string>();
    const freed = new Set(changes.steps.flatMap((step) => (step.kind === 'trash' ? [step.path] : [])));
    for (const step of changes.steps) {
      if (step.kind === 'create' && !freed.has(step.path)) {
        const blank = (await this.#parts.vault.standing(step.path)) === 'blank';
        const text = blank ? await this.#parts.vault.read(step.path) : null;
        if (text?.trim() === '') blanks.set(step.path, text);
      }
      if (step.kind === 'create' || step.kind === 'restore' || step.base === null) continue;
      const path = step.kind === 'move' ? step.from : step.path;
      const text = await this.#parts.vault.read(path);
      const current = text === null ? null : revisionOf(text, this.#parts.sha256);
      if (text === null || current !== step.base) {
        throw new VaultError('revision_conflict', { path, expected: step.base, current });
      }
      notes.set(path, text);
    }
    return { notes, blanks };
  }

  async #write<Facts>(
    request: ChangeRequest<Facts>,
    { now, id }: Pick<TurnFacts, 'now' | 'id'>,
    { plan, operations, diff }: Prepared<Facts>,
  ): Promise<Applied<Facts>> {
    const { vault, journal, history } = this.#parts;
    await checkPreconditions(vault, operations);
    const folders = await newFolders(vault, operations);
    const native = await this.#nativeActs(plan.changes, operations);
    const acts = native ?? operations;
    const paths = [...new Set(acts.flatMap(pathsOfAct))];
    const before = await history.before(paths);
    await journal.begin({
      id,
      at: this.#parts.clock.now(),
      tool: request.tool,
      client: request.caller.client,
      session: request.caller.session,
      key: request.caller.callKey,
      subject: plan.changes.subject,
      undoes: undoesOf(plan.facts),
      operations: acts,
      newFolders: folders,
      cleanBefore: before.available && before.dirty.length === 0,
      facts: plan.facts,
    });
    const wrote = await this.#apply(id, acts, folders);
    const done = native === null ? operations : settledOperations(native, wrote);
    const made = native === null ? diff : diffOf(done);
    await dropLeftFolders(vault, operations);
    await dropFolders(vault, journal.foldersOf(undoesOf(plan.facts)));
    this.#brake.count(request.caller.client, operations);
    await this.#parts.notes.refresh(paths);
    await makeDueCommits(journal, history);
    const commit = await history.commit({
      subject: plan.changes.subject,
      paths,
      trailer: { client: request.caller.client, tool: request.tool, change: id },
    });
    const outcome: Applied<Facts> = {
      kind: 'applied',
      change: id,
      facts: plan.facts,
      files: filesOf(done),
      diff: made.text,
      warnings: [
        ...warningsOf(plan, made),
        ...before.dirty.map((path): Warning => ({ code: 'git_dirty_before', about: path })),
        ...commit.warnings,
      ],
      committed: commit.committed,
      repeated: false,
    };
    await journal.done(id, { ...outcome, diff: made.text.slice(0, DIFF_KEPT) }, commit.due);
    await journal.prune(now);
    this.#parts.onChange?.(id);
    return outcome;
  }

  /** The acts by which the app itself carries a move out; null where links are written by the plan. */
  async #nativeActs(changes: ChangeSet, operations: readonly Operation[]): Promise<readonly Act[] | null> {
    const { vault, resolve } = this.#parts;
    if (!this.#isNative(changes) || resolve === undefined) return null;
    const linking = new Map<VaultPath, string>();
    for (const path of changes.linking ?? []) {
      const text = await vault.read(path);
      if (text !== null) linking.set(path, text);
    }
    const exists = async (path: VaultPath): Promise<boolean> => (await vault.stat(path)) !== null;
    return nativeActs(operations, { linking, resolve, exists, revisionOf: (text) => this.#revisionOf(text) });
  }

  #isNative({ linking, steps }: ChangeSet): boolean {
    const { vault, resolve } = this.#parts;
    const moves = steps.filter(({ kind }) => kind === 'move').length;
    return linking !== undefined && resolve !== undefined && moves <= MOST_NATIVE && vault.native?.ready() === true;
  }

  #revisionOf(text: string): string {
    return revisionOf(text, this.#parts.sha256);
  }

  async #carryOutActs(
    acts: readonly Act[],
  ): Promise<{ readonly tokens: Readonly<Record<string, string>>; readonly wrote: Wrote }> {
    const { vault, clock, stillOwner, notes, resolve } = this.#parts;
    if (!isNative(acts) || resolve === undefined) {
      const { tokens } = await applyAll(vault, settledOperations(acts, {}), stillOwner);
      return { tokens, wrote: {} };
    }
    const { wrote } = await applyNative(
      {
        vault,
        clock,
        stillOwner,
        resolve,
        revisionOf: (text) => this.#revisionOf(text),
        refresh: (paths) => notes.refresh(paths),
      },
      acts,
    );
    return { tokens: {}, wrote };
  }

  async #apply(id: string, acts: readonly Act[], folders: readonly string[]): Promise<Wrote> {
    const { vault, journal } = this.#parts;
    try {
      const { tokens, wrote } = await this.#carryOutActs(acts);
      // The record of the answer is flushed behind this one, so it need not be waited for: a crash in between finds every
      // file as planned. Only what a file can be got back by from the trash stands nowhere else.
      const applied = journal.applied(id, tokens, wrote);
      if (Object.keys(tokens).length > 0 || isNative(acts)) await applied;
      else
        applied.catch((error: unknown) => this.#parts.log.error(`the journal did not take a record: ${String(error)}`));
      return wrote;
    } catch (error) {
      if (error instanceof HalfDone) {
        await journal.partial(id, error.paths);
        this.#parts.onChange?.(id);
        throw new VaultError('half_done', { change: id, paths: error.paths });
      }
      await dropFolders(vault, folders);
      await journal.failed(id);
      if (error instanceof VaultError) throw error;
      this.#parts.log.error(`a change could not be written and was taken back: ${String(error)}`);
      throw new VaultError('not_applied', { reason: 'failed', detail: systemCode(error) });
    }
  }
}

function recentChange({ id, state, at, tool, client, subject, paths, committed }: JournalEntry): RecentChange {
  return {
    change: id,
    at,
    tool,
    client,
    subject,
    paths,
    state: state === 'partial' ? 'partial' : state === 'done' ? 'done' : 'open',
    committed,
  };
}

function warningsOf(plan: Plan<unknown>, diff: Diff): readonly Warning[] {
  return [...plan.warnings, ...diff.summarised.map((about): Warning => ({ code: 'diff_too_large', about }))];
}

function withWarning<T extends { readonly warnings: readonly Warning[] }>(outcome: T, warning: Warning): T {
  return { ...outcome, warnings: [...outcome.warnings, warning] };
}

/** An undo's facts name what it takes back; no other tool's do. */
function undoesOf(facts: unknown): readonly string[] {
  if (typeof facts !== 'object' || facts === null || !('undoes' in facts) || !Array.isArray(facts.undoes)) return [];
  return facts.undoes.filter((id): id is string => typeof id === 'string');
}

/** `ENOSPC` and the like: never a message, which may name the machine's folders. */
function systemCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return '';
}
