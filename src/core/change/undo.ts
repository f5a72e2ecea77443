import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import { holdsLinks } from '../rewrite/text-source.ts';
import type { ChangeSet } from './change-set.ts';
import type { Caller } from './approval.ts';
import type { Plan, UndoFacts, UndoRequest } from './desk.ts';
import { ChangeDraft, type NoteSource } from './draft.ts';
import { applyEdits, inverseEdits } from './edits.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { rebaseEdits } from './merge.ts';
import type { Operation } from './operations.ts';

const SHOWN = 5;

/**
 * The inverse of one or several changes, newest first, laid over whatever has been written since. Refused only where a
 * span that they wrote has since changed: later lines beside it and the user's own edits stay, and so does the name that a
 * later change gave the file.
 */
export async function planUndo(
  journal: Journal,
  notes: NoteSource,
  exists: (path: VaultPath) => Promise<boolean>,
  request: UndoRequest,
  caller: Caller,
  mayKnow: (entry: JournalEntry) => boolean = () => true,
): Promise<Plan<UndoFacts>> {
  const entries = chosen(journal, request, caller, mayKnow);
  const undoing = new Undoing(journal, notes, exists, recentChanges(journal, mayKnow), stayingBehind(journal, entries));
  for (const entry of entries) await undoing.add(entry);
  const subjects = entries.map(({ subject }) => subject);
  return {
    changes: undoing.finish(entries.length === 1 ? `undo: ${subjects[0] ?? ''}` : `undo ${entries.length} changes`),
    facts: { undoes: entries.map(({ id }) => id), subjects, cleanBefore: entries.every((e) => e.cleanBefore) },
    warnings: [],
  };
}

/** Changes that stay though they were made after one of these, oldest first. */
function stayingBehind(journal: Journal, entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const all = journal.entries();
  const gone = new Set(entries);
  const first = all.findIndex((entry) => gone.has(entry));
  return all.slice(first + 1).filter((entry) => stands(entry) && entry.undoes.length === 0 && !gone.has(entry));
}

/** The newest changes, as `c-… subject`, for a refusal that helps. */
function recentChanges(journal: Journal, mayKnow: (entry: JournalEntry) => boolean): readonly string[] {
  return journal
    .entries()
    .filter((entry) => stands(entry) && mayKnow(entry))
    .slice(-SHOWN)
    .reverse()
    .map(({ id, subject }) => `${id} ${subject}`);
}

function stands(entry: JournalEntry): boolean {
  return entry.undoneBy === null && (entry.state === 'done' || entry.state === 'applied');
}

/** Newest first. A change of which the caller may not know is no change to it. */
function chosen(
  journal: Journal,
  { change, since, ofSession }: UndoRequest,
  caller: Caller,
  mayKnow: (entry: JournalEntry) => boolean,
): readonly JournalEntry[] {
  const recent = recentChanges(journal, mayKnow);
  if (change !== null) {
    const entry = journal.get(change);
    if (entry === null || !stands(entry) || !mayKnow(entry))
      throw new VaultError('change_not_found', { change, recent });
    return [entry];
  }
  const all = journal
    .entries()
    .filter((entry) => stands(entry) && mayKnow(entry) && (ofSession === undefined || entry.session === ofSession));
  if (since !== null) {
    const from =
      typeof since === 'number' ? all.findIndex(({ at }) => at >= since) : all.findIndex((e) => e.id === since);
    if (from < 0 && typeof since === 'string') throw new VaultError('change_not_found', { change: since, recent });
    if (from < 0) throw new VaultError('nothing_to_undo', { recent });
    // An undo within the span is itself a change; taking it and what it took back leaves the first change standing,
    // so both are left out.
    return all
      .slice(from)
      .filter(({ undoes }) => undoes.length === 0)
      .reverse();
  }
  const newest = all.filter(({ session, undoes }) => session === caller.session && undoes.length === 0).at(-1);
  if (newest === undefined) throw new VaultError('nothing_to_undo', { recent });
  return [newest];
}

/** Collects inverse acts in a draft, which knows by what name a file of an older change goes by then. */
class Undoing {
  readonly #journal: Journal;
  readonly #draft: ChangeDraft;
  readonly #exists: (path: VaultPath) => Promise<boolean>;
  /** Changes that stay, oldest first: what those that go did to names the draft knows. */
  readonly #staying: readonly JournalEntry[];
  /** The latest changes, for a refusal. */
  readonly #recent: readonly string[];

  constructor(
    journal: Journal,
    notes: NoteSource,
    exists: (path: VaultPath) => Promise<boolean>,
    recent: readonly string[],
    staying: readonly JournalEntry[],
  ) {
    this.#staying = staying;
    this.#journal = journal;
    this.#recent = recent;
    this.#draft = new ChangeDraft(notes);
    this.#exists = exists;
  }

  async add(entry: JournalEntry): Promise<void> {
    const operations = await this.#journal.operations(entry);
    if (operations === null) throw new VaultError('history_gone', { change: entry.id });
    const tokens = await this.#journal.tokens(entry);
    const conflicts: VaultPath[] = [];
    for (const operation of [...operations].reverse()) {
      const path = await this.#takeBack(operation, tokens, entry);
      if (path !== null) conflicts.push(path);
    }
    if (conflicts.length > 0) {
      throw new VaultError('undo_conflict', {
        change: entry.id,
        paths: conflicts,
        recent: this.#recent,
      });
    }
  }

  finish(subject: string): ChangeSet {
    return this.#draft.finish(subject);
  }

  /** Null when it could be taken back, else the path that stands in the way. */
  async #takeBack(
    operation: Operation,
    tokens: Readonly<Record<string, string>>,
    entry: JournalEntry,
  ): Promise<VaultPath | null> {
    switch (operation.act) {
      case 'edit': {
        const path = await this.#nameNow(operation.path, entry);
        const current = await this.#draft.read(path);
        if (current === null) return path;
        const after = applyEdits(operation.text, operation.edits);
        const edits = rebaseEdits(after, current.text, inverseEdits(operation.text, operation.edits));
        if (edits === null) return operation.path;
        await this.#draft.edit(path, edits);
        return null;
      }
      case 'create':
      case 'restore': {
        const { path } = operation;
        if (!holdsLinks(path)) {
          if (!(await this.#isThere(path))) return path;
          await this.#draft.trash(path, true);
          return null;
        }
        const current = await this.#draft.read(path);
        if (current === null || (operation.text !== null && current.text !== operation.text)) return operation.path;
        await this.#draft.trash(path, false);
        return null;
      }
      case 'move': {
        const { from, to } = operation;
        if (!(await this.#isThere(to)) || (await this.#isThere(from))) return to;
        await this.#draft.move(to, from, !holdsLinks(to));
        return null;
      }
      case 'trash':
        if (await this.#isThere(operation.path)) return operation.path;
        this.#draft.restore(operation.path, tokens[operation.path] ?? null, operation.text);
        return null;
    }
  }

  /** What a file of a change is called now, where later changes that stand have moved it; else its name of then. */
  async #nameNow(path: VaultPath, entry: JournalEntry): Promise<VaultPath> {
    let name = path;
    for (const later of this.#staying) {
      if (later.at < entry.at || !later.paths.includes(name)) continue;
      for (const operation of (await this.#journal.operations(later)) ?? []) {
        if (operation.act === 'move' && operation.from === name) name = operation.to;
      }
    }
    return name;
  }

  /** A name's standing in the draft; of attachments that the draft has not touched, on disk. */
  async #isThere(path: VaultPath): Promise<boolean> {
    return this.#draft.holds(path) ?? ((await this.#draft.read(path)) !== null || (await this.#exists(path)));
  }
}
