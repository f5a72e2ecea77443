import { VaultError } from '../errors.ts';
import { revisionOf } from '../note/revision.ts';
import type { VaultPath } from '../path.ts';
import { applyAll, HalfDone } from './apply.ts';
import { applyNative } from './apply-native.ts';
import { filesOf } from './changed-files.ts';
import type { ChangeSet } from './change-set.ts';
import type { ChangeOutcome, ChangeRequest, Warning } from './desk.ts';
import type { DeskParts } from './desk-parts.ts';
import { diffOf } from './diff.ts';
import { makeDueCommits } from './due-commits.ts';
import { isNative, MOST_NATIVE, nativeActs, pathsOfAct, settledOperations } from './native-act.ts';
import type { Act, Wrote } from './native-act.ts';
import { dropFolders, dropLeftFolders, newFolders } from './new-folders.ts';
import type { Operation } from './operations.ts';
import { checkPreconditions } from './preconditions.ts';
import { warningsOf, type PreparedChange } from './prepared-change.ts';

/** UTF-16 units of a diff that the journal keeps with an answer. */
const DIFF_KEPT = 65_536;

export type Applied<Facts> = Extract<ChangeOutcome<Facts>, { kind: 'applied' }>;

/** Writes a prepared change down, carries it out, commits it and writes down its answer. */
export class ChangeWriter {
  readonly #parts: DeskParts;
  /** Told of each change that stands. */
  readonly #count: (client: string, operations: readonly Operation[]) => void;

  constructor(parts: DeskParts, count: (client: string, operations: readonly Operation[]) => void) {
    this.#parts = parts;
    this.#count = count;
  }

  /** `now` is what the plan took for now; `id` is `c-…`. Nothing of a change that could not be made stays. */
  async write<Facts>(
    request: ChangeRequest<Facts>,
    { now, id }: { readonly now: number; readonly id: string },
    { plan, operations, diff }: PreparedChange<Facts>,
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
    this.#count(request.caller.client, operations);
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

  /** Whether the app itself would move the files and write the links. */
  isNative({ linking, steps }: ChangeSet): boolean {
    const { vault, resolve } = this.#parts;
    const moves = steps.filter(({ kind }) => kind === 'move').length;
    return linking !== undefined && resolve !== undefined && moves <= MOST_NATIVE && vault.native?.ready() === true;
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
