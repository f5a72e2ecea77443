import type { VaultPath } from '../path.ts';
import type { ChangeOutcome } from './desk.ts';
import { isNative, pathsOfAct, settledOperations, type Act, type Wrote } from './native-act.ts';
import type { Operation } from './operations.ts';
import type { JournalStore, RecordRef } from './write-ports.ts';

/** How long and how much is remembered; the oldest goes first. */
export const KEEP_MS = 30 * 24 * 3600 * 1000;
export const KEEP_BYTES = 500 * 1024 * 1024;
const PRUNE_EVERY_MS = 60_000;

export type EntryState =
  /** Written down, perhaps begun. */
  | 'intent'
  /** Every file is as planned. */
  | 'applied'
  /** Answered. */
  | 'done'
  /** Taken back before it was answered: nothing of it stands. */
  | 'failed'
  /** Somebody else wrote in between: some files as planned, some not. */
  | 'partial';

/** What is held in memory of a change; its texts are read from the store when they are needed. */
export interface JournalEntry {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly client: string;
  readonly session: string;
  readonly key: string | null;
  readonly subject: string;
  /** The changes that this one takes back. */
  readonly undoes: readonly string[];
  readonly paths: readonly VaultPath[];
  /** Those on the way to its files that it had to make, outermost first. */
  readonly newFolders: readonly string[];
  readonly intent: RecordRef;
  state: EntryState;
  /** The change that took this one back, while that stands. */
  undoneBy: string | null;
  committed: boolean;
  /** A commit that could not be made yet. */
  commitDue: boolean;
  /** Every file equalled the committed one before the change, so `git revert` would take back just this. */
  cleanBefore: boolean;
  outcome: RecordRef | null;
  files: readonly VaultPath[];
}

export interface Intent {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly client: string;
  readonly session: string;
  readonly key: string | null;
  readonly subject: string;
  readonly undoes: readonly string[];
  readonly operations: readonly Act[];
  readonly newFolders: readonly string[];
  readonly cleanBefore: boolean;
  /** What the tool says in its answer: kept here too, for an answer that a crash swallowed. */
  readonly facts: unknown;
}

type Outcome = Extract<ChangeOutcome<unknown>, { kind: 'applied' }>;

type JournalRecord =
  | ({ readonly t: 'intent' } & Intent)
  | {
      readonly t: 'applied';
      readonly id: string;
      readonly tokens: Readonly<Record<string, string>>;
      /** What an app that moved files by itself wrote, and we after it. */
      readonly wrote?: Wrote;
    }
  | { readonly t: 'done'; readonly id: string; readonly outcome: Outcome; readonly due: boolean }
  | { readonly t: 'committed'; readonly id: string }
  | { readonly t: 'failed'; readonly id: string }
  | { readonly t: 'partial'; readonly id: string; readonly files: readonly VaultPath[] };

/** Every change that was begun, and how it ended. The one place that knows the shape of a journal record. */
export class Journal {
  readonly #store: JournalStore;
  readonly #entries = new Map<string, JournalEntry>();
  readonly #byKey = new Map<string, string>();
  readonly #applied = new Map<string, RecordRef>();
  /** Ids of changes whose commit is due, in their order. */
  readonly #due = new Set<string>();
  #prunedAt = -Infinity;

  private constructor(store: JournalStore) {
    this.#store = store;
  }

  /** Reads what the store holds. Records that cannot be understood are passed over: they are nobody's change. */
  static async open(store: JournalStore): Promise<Journal> {
    const journal = new Journal(store);
    for await (const { ref, text } of store.records()) {
      const record = parseRecord(text);
      if (record !== null) journal.#learn(record, ref);
    }
    return journal;
  }

  /** Oldest first. */
  entries(): readonly JournalEntry[] {
    return [...this.#entries.values()];
  }

  /** Changes whose commit is due, oldest first. */
  due(): readonly JournalEntry[] {
    return [...this.#due].flatMap((id) => this.get(id) ?? []);
  }

  get(id: string): JournalEntry | null {
    return this.#entries.get(id) ?? null;
  }

  byKey(key: string): JournalEntry | null {
    const id = this.#byKey.get(key);
    return id === undefined ? null : this.get(id);
  }

  /** Folders that these changes had to make, outermost first. */
  foldersOf(ids: readonly string[]): readonly string[] {
    return [...new Set(ids.flatMap((id) => this.get(id)?.newFolders ?? []))].sort();
  }

  /** Must be durable before the first byte of the vault changes. */
  async begin(intent: Intent): Promise<JournalEntry> {
    await this.#write({ t: 'intent', ...intent });
    const entry = this.get(intent.id);
    if (entry === null) throw new Error('the journal lost an intent');
    return entry;
  }

  /**
   * `tokens`: for each trashed path, how to get it back. `wrote`: what stands in notes after a native move. Both stand
   * nowhere else, so they are durable when this resolves; where there are none, a loss of power finds every file as planned.
   */
  async applied(id: string, tokens: Readonly<Record<string, string>>, wrote: Wrote = {}): Promise<void> {
    const isPlain = Object.keys(tokens).length === 0 && Object.keys(wrote).length === 0;
    const record = { t: 'applied', id, tokens, ...(Object.keys(wrote).length === 0 ? {} : { wrote }) } as const;
    await this.#write(record, isPlain ? 'noted' : 'durable');
  }

  /** A loss of power that takes this record is settled from the intent; only a commit that is due is told by it alone. */
  async done(id: string, outcome: Outcome, commitDue: boolean): Promise<void> {
    await this.#write({ t: 'done', id, outcome, due: commitDue }, commitDue ? 'durable' : 'noted');
  }

  async committed(id: string): Promise<void> {
    await this.#write({ t: 'committed', id });
  }

  async failed(id: string): Promise<void> {
    await this.#write({ t: 'failed', id });
  }

  async partial(id: string, files: readonly VaultPath[]): Promise<void> {
    await this.#write({ t: 'partial', id, files });
  }

  /** The change as it came to be: of an open native move, its moves alone, since what else was written is not known. */
  async operations(entry: JournalEntry): Promise<readonly Operation[] | null> {
    const acts = await this.acts(entry);
    if (acts === null) return null;
    return settledOperations(acts, isNative(acts) ? ((await this.#appliedOf(entry))?.wrote ?? {}) : {});
  }

  /** The change as it was begun. */
  async acts(entry: JournalEntry): Promise<readonly Act[] | null> {
    const record = await this.#read(entry.intent);
    return record?.t === 'intent' ? record.operations : null;
  }

  async facts(entry: JournalEntry): Promise<unknown> {
    const record = await this.#read(entry.intent);
    return record?.t === 'intent' ? record.facts : null;
  }

  async tokens(entry: JournalEntry): Promise<Readonly<Record<string, string>>> {
    return (await this.#appliedOf(entry))?.tokens ?? {};
  }

  async outcome(entry: JournalEntry): Promise<Outcome | null> {
    const record = entry.outcome === null ? null : await this.#read(entry.outcome);
    return record?.t === 'done' ? record.outcome : null;
  }

  /**
   * Forgets what is too old or too much, at most once a minute: it looks at every change. Changes still open are recent,
   * so their segment is never the oldest.
   */
  async prune(now: number): Promise<void> {
    if (Math.abs(now - this.#prunedAt) < PRUNE_EVERY_MS) return;
    this.#prunedAt = now;
    await this.#store.prune(now - KEEP_MS, KEEP_BYTES);
    for (const entry of this.#entries.values()) {
      if (entry.at < now - KEEP_MS && entry.state !== 'intent') this.#forget(entry);
    }
  }

  async clear(): Promise<void> {
    await this.#store.clear();
    this.#entries.clear();
    this.#byKey.clear();
    this.#applied.clear();
    this.#due.clear();
  }

  async #appliedOf(entry: JournalEntry): Promise<Extract<JournalRecord, { t: 'applied' }> | null> {
    const ref = this.#applied.get(entry.id);
    const record = ref === undefined ? null : await this.#read(ref);
    return record?.t === 'applied' ? record : null;
  }

  #forget(entry: JournalEntry): void {
    this.#entries.delete(entry.id);
    this.#applied.delete(entry.id);
    this.#due.delete(entry.id);
    if (entry.key !== null) this.#byKey.delete(entry.key);
  }

  async #write(record: JournalRecord, how: 'durable' | 'noted' = 'durable'): Promise<void> {
    const text = JSON.stringify(record);
    this.#learn(record, await (how === 'noted' ? this.#store.note(text) : this.#store.append(text)));
  }

  async #read(ref: RecordRef): Promise<JournalRecord | null> {
    const text = await this.#store.read(ref);
    return text === null ? null : parseRecord(text);
  }

  #learn(record: JournalRecord, ref: RecordRef): void {
    if (record.t === 'intent') {
      this.#begun(record, ref);
      return;
    }
    const entry = this.#entries.get(record.id);
    if (entry === undefined) return;
    switch (record.t) {
      case 'applied':
        entry.state = 'applied';
        this.#applied.set(entry.id, ref);
        break;
      case 'done':
        entry.state = 'done';
        entry.outcome = ref;
        entry.committed = record.outcome.committed;
        this.#setDue(entry, record.due);
        for (const id of entry.undoes) this.#markUndone(id, entry.id);
        break;
      case 'committed':
        entry.committed = true;
        this.#setDue(entry, false);
        break;
      case 'failed':
        entry.state = 'failed';
        break;
      case 'partial':
        entry.state = 'partial';
        entry.files = record.files;
        break;
    }
  }

  #begun(record: Extract<JournalRecord, { t: 'intent' }>, ref: RecordRef): void {
    this.#entries.set(record.id, {
      id: record.id,
      at: record.at,
      tool: record.tool,
      client: record.client,
      session: record.session,
      key: record.key,
      subject: record.subject,
      undoes: record.undoes,
      paths: [...new Set(record.operations.flatMap(pathsOfAct))],
      newFolders: record.newFolders,
      intent: ref,
      state: 'intent',
      undoneBy: null,
      committed: false,
      commitDue: false,
      cleanBefore: record.cleanBefore,
      outcome: null,
      files: [],
    });
    if (record.key !== null) this.#byKey.set(record.key, record.id);
  }

  #setDue(entry: JournalEntry, isDue: boolean): void {
    entry.commitDue = isDue;
    if (isDue) this.#due.add(entry.id);
    else this.#due.delete(entry.id);
  }

  /** An undo of an undo makes the first change stand again. */
  #markUndone(id: string, by: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.undoneBy = by;
    for (const first of entry.undoes) {
      const undone = this.#entries.get(first);
      if (undone?.undoneBy === id) undone.undoneBy = null;
    }
  }
}

function parseRecord(text: string): JournalRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('t' in value) || !('id' in value)) return null;
    // Written by this class alone and guarded by the store's checksum, so the shape needs no second check.
    return value as JournalRecord;
  } catch {
    return null;
  }
}
