import { createHash } from 'node:crypto';
import { QueuedChangeDesk, type DeskParts } from '../../src/core/change/change-desk.ts';
import type { Edit } from '../../src/core/change/change-set.ts';
import type { Approval, Caller, ProposedChange } from '../../src/core/change/approval.ts';
import type { ChangeOutcome, Plan, UndoFacts, UndoRequest } from '../../src/core/change/desk.ts';
import { ChangeDraft, type NoteSource } from '../../src/core/change/draft.ts';
import { Journal } from '../../src/core/change/journal.ts';
import type { CommitRequest, History, JournalStore } from '../../src/core/change/write-ports.ts';
import { revisionOf } from '../../src/core/note/revision.ts';
import type { Cancellation } from '../../src/core/ports.ts';
import { listedPath } from '../../src/core/path.ts';
import { systemClock } from '../../src/node/clock.ts';
import { memoryJournal } from './memory-journal.ts';
import { writableMemoryVault, type WritableMemoryVault } from './writable-memory-vault.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
export const revision = (text: string): string => revisionOf(text, sha256);
export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
export const freely: Approval = { needed: () => null, asker: () => null, remember: () => Promise.resolve() };

/** Every change is asked about, `ask` answers; null: nobody can be asked. */
export function askingFirst(
  ask: ReturnType<Approval['asker']>,
  needs: (change: ProposedChange) => boolean = () => true,
): Approval {
  return {
    ...freely,
    needed: (change) => (needs(change) ? { reason: 'asks_first', paths: change.edits, rules: [] } : null),
    asker: () => ask,
  };
}

/** A history that takes every commit and remembers it. */
export function rememberingHistory(): History & { readonly commits: CommitRequest[] } {
  const commits: CommitRequest[] = [];
  return {
    commits,
    before: () => Promise.resolve({ available: true, dirty: [] }),
    commit: (request) => {
      commits.push(request);
      return Promise.resolve({ committed: true, due: false, warnings: [] });
    },
  };
}

export function notesOf(vault: WritableMemoryVault): NoteSource {
  return {
    async open(path) {
      const text = await vault.read(path);
      return text === null ? null : { path, text, revision: revision(text), metadata: {} };
    },
  };
}

export interface TestDesk {
  readonly desk: QueuedChangeDesk;
  readonly vault: WritableMemoryVault;
  readonly journal: Journal;
  readonly store: JournalStore;
  readonly history: ReturnType<typeof rememberingHistory>;
  caller(overrides?: Partial<Caller>): Caller;
  change<F>(plan: (draft: ChangeDraft, now: number) => Promise<F>, more?: ChangeOptions): Promise<ChangeOutcome<F>>;
  edit(path: string, edits: readonly Edit[], more?: ChangeOptions): Promise<ChangeOutcome<null>>;
  undo(request?: Partial<UndoRequest>, more?: ChangeOptions): Promise<ChangeOutcome<UndoFacts>>;
}

export interface ChangeOptions {
  readonly preview?: boolean;
  readonly expectedRevision?: string;
  readonly subjects?: readonly string[];
  readonly caller?: Partial<Caller>;
  readonly tool?: string;
  readonly cancellation?: Cancellation;
}

/** A desk over a vault in memory, with plans written as draft edits. */
export async function aDesk(
  files: Readonly<Record<string, string>> = {},
  parts: Partial<DeskParts> & { store?: JournalStore; vault?: WritableMemoryVault } = {},
): Promise<TestDesk> {
  const vault = parts.vault ?? writableMemoryVault(files);
  const store = parts.store ?? memoryJournal();
  const journal = await Journal.open(store);
  const history = rememberingHistory();
  let ids = 0;
  const desk = new QueuedChangeDesk({
    vault,
    notes: { ...notesOf(vault), refresh: () => Promise.resolve() },
    journal,
    history,
    approval: freely,
    clock: systemClock,
    log: silent,
    sha256,
    newId: () => `${journal.entries().length}${(ids++).toString(36)}`,
    stillOwner: () => true,
    ...parts,
  });
  const caller = (overrides: Partial<Caller> = {}): Caller => ({
    session: 's1',
    client: 'test',
    callKey: null,
    expiresAt: null,
    ...overrides,
  });
  const perform = <F>(plan: (now: number) => Promise<Plan<F>>, more: ChangeOptions): Promise<ChangeOutcome<F>> =>
    desk.perform({
      tool: more.tool ?? 'vault_test',
      caller: caller(more.caller),
      preview: more.preview ?? false,
      expectedRevision: more.expectedRevision ?? null,
      subjects: (more.subjects ?? []).map(listedPath),
      cancellation: more.cancellation,
      plan,
    });
  const change: TestDesk['change'] = (plan, more = {}) =>
    perform(async (now) => {
      const draft = new ChangeDraft(notesOf(vault));
      const facts = await plan(draft, now);
      return { changes: draft.finish('a change'), facts, warnings: [] };
    }, more);
  return {
    desk,
    vault,
    journal,
    store,
    history,
    caller,
    change,
    edit: (path, edits, more) =>
      change(async (draft) => {
        await draft.edit(listedPath(path), edits);
        return null;
      }, more),
    undo: (request = {}, more = {}) =>
      desk.undo(
        {
          tool: 'vault_undo',
          caller: caller(more.caller),
          preview: more.preview ?? false,
          expectedRevision: more.expectedRevision ?? null,
          subjects: [],
        },
        { change: null, since: null, ...request },
      ),
  };
}
