import { VaultError } from '../errors.ts';
import { revisionOf } from '../note/revision.ts';
import type { VaultPath } from '../path.ts';
import { applyAll, HalfDone, standingsOf, takeBackAll } from './apply.ts';
import { applyNative } from './apply-native.ts';
import { filesOf } from './changed-files.ts';
import type { ChangeSet } from './change-set.ts';
import type { ChangeOutcome, ChangeRequest, Warning } from './desk.ts';
import type { DeskParts } from './desk-parts.ts';
import { diffOf } from './diff.ts';
import { makeDueCommits } from './due-commits.ts';
import { isNative, MOST_NATIVE, movesOf, nativeActs, pathsOfAct, settledOperations } from './native-act.ts';
import type { Act, Wrote } from './native-act.ts';
import { dropFolders, dropLeftFolders, newFolders } from './new-folders.ts';
import { OpenMoves } from './open-moves.ts';
import type { Operation } from './operations.ts';
import { checkPreconditions } from './preconditions.ts';
import { warningsOf, type PreparedChange } from './prepared-change.ts';
import { StillMoving } from './still-moving.ts';

/** UTF-16 units of a diff that the journal keeps with an answer. */
const DIFF_KEPT = 65_536;

export type Applied<Facts> = Extract<ChangeOutcome<Facts>, { kind: 'applied' }>;

/** A change that is written down and is being carried out. */
interface Begun<Facts> {
  readonly id: string;
  readonly now: number;
  readonly request: ChangeRequest<Facts>;
  readonly prepared: PreparedChange<Facts>;
  readonly acts: readonly Act[];
  readonly paths: readonly VaultPath[];
  readonly folders: readonly string[];
  /** Files that had changes of somebody else. */
  readonly dirty: readonly VaultPath[];
  /** Whether version control has laid other files over the vault's since the change was written down. */
  readonly isDisturbed: () => Promise<boolean>;
}

/** What carrying the acts out has brought. */
interface CarriedOut {
  readonly tokens: Readonly<Record<string, string>>;
  readonly wrote: Wrote;
  readonly warnings: readonly Warning[];
}

export interface WriterParts {
  /** Told of each change that stands. */
  readonly count: (client: string, operations: readonly Operation[]) => void;
  /** Runs a task when its turn among the changes comes. */
  readonly inTurn: (task: () => Promise<void>) => Promise<unknown>;
}

/** Writes a prepared change down, carries it out, commits it and writes down its answer. */
export class ChangeWriter {
  readonly #parts: DeskParts;
  readonly #count: WriterParts['count'];
  readonly #openMoves: OpenMoves;

  constructor(parts: DeskParts, { count, inTurn }: WriterParts) {
    this.#parts = parts;
    this.#count = count;
    this.#openMoves = new OpenMoves({ log: parts.log, stillOwner: parts.stillOwner, inTurn });
  }

  /**
   * `now` is what the plan took for now; `id` is `c-…`. Nothing of a change that could not be made stays. Throws
   * 'still_running' where the app may yet move a file: the change is gone on with when it is done.
   */
  async write<Facts>(
    request: ChangeRequest<Facts>,
    { now, id }: { readonly now: number; readonly id: string },
    prepared: PreparedChange<Facts>,
  ): Promise<Applied<Facts>> {
    const { vault, journal, history, clock } = this.#parts;
    const { plan, operations } = prepared;
    await checkPreconditions(vault, operations);
    const folders = await newFolders(vault, operations);
    const acts = (await this.#nativeActs(plan.changes, operations)) ?? operations;
    const paths = [...new Set(acts.flatMap(pathsOfAct))];
    const isDisturbed = (await history.calm?.()) ?? never;
    const before = await history.before(paths);
    await journal.begin({
      id,
      at: clock.now(),
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
    const begun = { id, now, request, prepared, acts, paths, folders, dirty: before.dirty, isDisturbed };
    return this.#finish(begun, null);
  }

  /** Whether the app itself would move the files and write the links. */
  isNative({ linking, steps }: ChangeSet): boolean {
    const { vault, resolve } = this.#parts;
    const moves = steps.filter(({ kind }) => kind === 'move').length;
    return linking !== undefined && resolve !== undefined && moves <= MOST_NATIVE && vault.native?.ready() === true;
  }

  /** What the app has not moved yet is left to the next host. */
  close(): void {
    this.#openMoves.close();
  }

  /** `from`: the file at which the app had to be waited for. */
  async #finish<Facts>(begun: Begun<Facts>, from: VaultPath | null): Promise<Applied<Facts>> {
    const { vault, journal, history, notes } = this.#parts;
    const { id, request, prepared, acts, paths } = begun;
    const { plan, operations } = prepared;
    const { wrote, warnings } = await this.#apply(begun, from);
    const done = isNative(acts) ? settledOperations(acts, wrote) : operations;
    const made = isNative(acts) ? diffOf(done) : prepared.diff;
    await dropLeftFolders(vault, operations);
    await dropFolders(vault, journal.foldersOf(undoesOf(plan.facts)));
    this.#count(request.caller.client, operations);
    await notes.refresh(paths);
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
        // Which links a plan cannot save says nothing of an app that writes them its own way.
        ...warningsOf(plan, made).filter(({ code }) => !isNative(acts) || code !== 'link_not_repaired'),
        ...warnings,
        ...begun.dirty.map((path): Warning => ({ code: 'git_dirty_before', about: path })),
        ...commit.warnings,
      ],
      committed: commit.committed,
      repeated: false,
    };
    await journal.done(id, { ...outcome, diff: made.text.slice(0, DIFF_KEPT) }, commit.due);
    await journal.prune(begun.now);
    this.#parts.onChange?.(id);
    return outcome;
  }

  /** The acts by which the app itself carries a move out; null where links are written by the plan. */
  async #nativeActs(changes: ChangeSet, operations: readonly Operation[]): Promise<readonly Act[] | null> {
    const { vault, resolve } = this.#parts;
    if (!this.isNative(changes) || resolve === undefined) return null;
    const linking = new Map<VaultPath, string>();
    for (const path of changes.linking ?? []) {
      const text = await vault.read(path);
      if (text !== null) linking.set(path, text);
    }
    const exists = async (path: VaultPath): Promise<boolean> => (await vault.stat(path)) !== null;
    return nativeActs(operations, { linking, resolve, exists, revisionOf: (text) => this.#revisionOf(text) });
  }

  #revisionOf(text: string): string {
    return revisionOf(text, this.#parts.sha256);
  }

  async #carryOut<Facts>({ acts, isDisturbed }: Begun<Facts>, from: VaultPath | null): Promise<CarriedOut> {
    const { vault, clock, stillOwner, notes, resolve } = this.#parts;
    if (!isNative(acts) || resolve === undefined) {
      const operations = settledOperations(acts, {});
      const { tokens } = await applyAll(vault, operations, stillOwner);
      if (await isDisturbed()) await this.#demandStanding(operations, tokens);
      return { tokens, wrote: {}, warnings: goneForUndo(operations, tokens) };
    }
    const revision = (text: string): string => this.#revisionOf(text);
    const refresh = (paths: readonly VaultPath[]): Promise<void> => notes.refresh(paths);
    const native = { vault, clock, stillOwner, resolve, revisionOf: revision, refresh };
    const { wrote, lost } = await applyNative(native, acts, from);
    return { tokens: {}, wrote, warnings: lost };
  }

  /** Throws 'revision_conflict' where something of a change was overwritten right away; the rest of it is then taken back. */
  async #demandStanding(operations: readonly Operation[], tokens: CarriedOut['tokens']): Promise<void> {
    const { vault, log } = this.#parts;
    const standings = await standingsOf(vault, operations, (text) => this.#revisionOf(text));
    const lost = operations.find((_, index) => standings[index] !== 'after');
    if (lost === undefined) return;
    log.warn('version control has laid other files over a change while it was written: it is made anew');
    const path = lost.act === 'move' ? lost.to : lost.path;
    const conflict = new VaultError('revision_conflict', { path, expected: '', current: null });
    const standing = operations.filter((_, index) => standings[index] === 'after');
    await takeBackAll(vault, standing, tokens, conflict);
    throw conflict;
  }

  async #apply<Facts>(begun: Begun<Facts>, from: VaultPath | null): Promise<CarriedOut> {
    const { journal, log } = this.#parts;
    try {
      const carriedOut = await this.#carryOut(begun, from);
      const { tokens, wrote } = carriedOut;
      // The record of the answer is flushed behind this one, so it need not be waited for: a crash in between finds every
      // file as planned. Only what a file can be got back by from the trash stands nowhere else.
      const applied = journal.applied(begun.id, tokens, wrote);
      if (Object.keys(tokens).length > 0 || isNative(begun.acts)) await applied;
      else applied.catch((error: unknown) => log.error(`the journal did not take a record: ${String(error)}`));
      return carriedOut;
    } catch (error) {
      throw await this.#failed(begun, error);
    }
  }

  /** What the caller is told of a change that was not carried out as planned; written down before. */
  async #failed<Facts>(begun: Begun<Facts>, error: unknown): Promise<VaultError> {
    const { vault, journal, log, onChange } = this.#parts;
    const { id, folders, acts } = begun;
    if (error instanceof StillMoving) {
      this.#openMoves.follow(id, error, () => this.#finish(begun, error.from));
      onChange?.(id);
      return new VaultError('still_running', { change: id, paths: [...movesOf(acts).keys()] });
    }
    if (error instanceof HalfDone) {
      await journal.partial(id, error.paths);
      onChange?.(id);
      return new VaultError('half_done', { change: id, paths: error.paths });
    }
    await dropFolders(vault, folders);
    await journal.failed(id);
    onChange?.(id);
    if (error instanceof VaultError) return error;
    log.error(`a change could not be written and was taken back: ${String(error)}`);
    return new VaultError('not_applied', { reason: 'failed', detail: systemCode(error) });
  }
}

const never = (): Promise<boolean> => Promise.resolve(false);

/** Attachments that the trash gave no way back for: their bytes stand nowhere else. */
function goneForUndo(operations: readonly Operation[], tokens: CarriedOut['tokens']): readonly Warning[] {
  return operations.flatMap((operation): Warning[] => {
    const isGone = operation.act === 'trash' && operation.text === null && tokens[operation.path] === undefined;
    return isGone ? [{ code: 'undo_lacks_file', about: operation.path }] : [];
  });
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
