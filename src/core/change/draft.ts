import { VaultError } from '../errors.ts';
import type { Note } from '../note/note.ts';
import { baseName, folderOf, listedPath, type VaultPath } from '../path.ts';
import type { ChangeSet, ChangeStep, Edit } from './change-set.ts';
import { applyEdits, composeEdits, sortedEdits } from './edits.ts';

/** Where a draft reads: the vault as it is now. */
export interface NoteSource {
  open(path: VaultPath): Promise<Note | null>;
}

/** What stands under a name in the draft: a file of the disk (perhaps from another name), or one that is to be. */
type Entry =
  | { readonly kind: 'disk'; readonly origin: VaultPath; readonly note: Note | null; edits: readonly Edit[] }
  | { readonly kind: 'new'; text: string }
  | { readonly kind: 'restored'; readonly token: string | null; readonly text: string | null };

/**
 * A change in the making: the vault as it will be. Planners read, edit, move through it and see their own earlier acts
 * under the names that they gave. At the end it is one ChangeSet in which each file of the disk stands once and every
 * span counts in the text that is on disk.
 */
export class ChangeDraft {
  readonly #source: NoteSource;
  /** Names that differ from the disk, or were looked at; null: nothing is there any more. */
  readonly #entries = new Map<VaultPath, Entry | null>();
  readonly #trashed: Extract<Entry, { kind: 'disk' }>[] = [];

  constructor(source: NoteSource) {
    this.#source = source;
  }

  /** The note as it will be; null when there is none. `note` is the one on disk, null for a note that is to be. */
  async read(path: VaultPath): Promise<{ readonly text: string; readonly note: Note | null } | null> {
    const entry = await this.#at(path);
    if (entry === null) return null;
    if (entry.kind === 'disk') {
      return entry.note === null ? null : { text: applyEdits(entry.note.text, entry.edits), note: entry.note };
    }
    return entry.text === null ? null : { text: entry.text, note: null };
  }

  /** Spans of the text as `read` shows it now. */
  async edit(path: VaultPath, edits: readonly Edit[]): Promise<void> {
    if (edits.length === 0) return;
    const entry = await this.#at(path);
    if (entry === null || (entry.kind === 'disk' && entry.note === null)) {
      throw new VaultError('note_not_found', { path, closest: [] });
    }
    const sorted = sortedEdits(edits);
    if (entry.kind === 'disk') {
      entry.edits = entry.edits.length === 0 ? sorted : composeEdits(entry.edits, sorted);
    } else this.#entries.set(path, { kind: 'new', text: applyEdits(entry.text ?? '', sorted) });
  }

  /** Whether the draft puts something under this name, or takes it away; null where it has not touched it. */
  holds(path: VaultPath): boolean | null {
    const entry = this.#entries.get(path);
    return entry === undefined ? null : entry !== null;
  }

  create(path: VaultPath, text: string): void {
    this.#entries.set(path, { kind: 'new', text });
  }

  /** `attachment` files are carried along unread. */
  async move(from: VaultPath, to: VaultPath, attachment: boolean): Promise<void> {
    const entry = await this.#at(from, attachment);
    if (entry === null) throw new VaultError('note_not_found', { path: from, closest: [] });
    this.#entries.set(from, null);
    this.#entries.set(to, entry);
  }

  /** Back from the trash: by its token, or written anew from its text. */
  restore(path: VaultPath, token: string | null, text: string | null): void {
    this.#entries.set(path, { kind: 'restored', token, text });
  }

  async trash(path: VaultPath, attachment: boolean): Promise<void> {
    const entry = await this.#at(path, attachment);
    if (entry === null) throw new VaultError('note_not_found', { path, closest: [] });
    if (entry.kind === 'disk') this.#trashed.push(entry);
    this.#entries.set(path, null);
  }

  /** The whole change. Acts that change nothing are left out; an act that needs a name follows the one that frees it. */
  finish(subject: string): ChangeSet {
    const inPlace: ChangeStep[] = [];
    const moves: { from: VaultPath; to: VaultPath; base: string | null; edits: readonly Edit[] }[] = [];
    const additions: ChangeStep[] = [];
    for (const [path, entry] of this.#entries) {
      if (entry === null) continue;
      if (entry.kind === 'new') additions.push({ kind: 'create', path, text: entry.text });
      else if (entry.kind === 'restored') additions.push({ ...entry, kind: 'restore', path });
      else if (entry.origin === path) {
        const edits = effective(entry);
        if (entry.note !== null && edits.length > 0) {
          inPlace.push({ kind: 'edit', path, base: entry.note.revision, edits });
        }
      } else {
        moves.push({ from: entry.origin, to: path, base: entry.note?.revision ?? null, edits: effective(entry) });
      }
    }
    const trashes = this.#trashed.map(({ origin, note }): ChangeStep => ({
      kind: 'trash',
      path: origin,
      base: note?.revision ?? null,
    }));
    const freed = new Set([...moves.map(({ from }) => from), ...this.#trashed.map(({ origin }) => origin)]);
    const early = additions.filter((step) => step.kind !== 'create' || !freed.has(step.path));
    const late = additions.filter((step) => !early.includes(step));
    // What is trashed goes last, where a failure costs least, unless its name is needed before.
    const needed = new Set<VaultPath>([...moves.map(({ to }) => to), ...additions.map((step) => pathOf(step))]);
    const first = trashes.filter((step) => needed.has(pathOf(step)));
    const last = trashes.filter((step) => !needed.has(pathOf(step)));
    const restores = early.filter((step) => step.kind === 'restore' && freed.has(step.path));
    const free = early.filter((step) => !restores.includes(step));
    return { subject, steps: [...first, ...free, ...ordered(moves), ...restores, ...late, ...inPlace, ...last] };
  }

  async #at(path: VaultPath, attachment = false): Promise<Entry | null> {
    const known = this.#entries.get(path);
    if (known !== undefined) return known;
    if (attachment) {
      const entry: Entry = { kind: 'disk', origin: path, note: null, edits: [] };
      this.#entries.set(path, entry);
      return entry;
    }
    const note = await this.#source.open(path);
    const entry: Entry | null = note === null ? null : { kind: 'disk', origin: path, note, edits: [] };
    // A note that is not there is asked for again: a planner may look for a name before it makes it.
    if (entry !== null) this.#entries.set(path, entry);
    return entry;
  }
}

function pathOf(step: ChangeStep): VaultPath {
  return step.kind === 'move' ? step.to : step.path;
}

function effective({ note, edits }: Extract<Entry, { kind: 'disk' }>): readonly Edit[] {
  return note === null ? [] : edits.filter(({ from, to, text }) => note.text.slice(from, to) !== text);
}

/** Moves in an order in which each target is free; files that trade names go by way of a name of their own. */
function ordered(
  moves: readonly { from: VaultPath; to: VaultPath; base: string | null; edits: readonly Edit[] }[],
): ChangeStep[] {
  const steps: ChangeStep[] = [];
  const waiting = new Map(moves.map((move) => [move.from, move]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].find(({ to }) => !waiting.has(to));
    if (free !== undefined) {
      waiting.delete(free.from);
      steps.push({ kind: 'move', ...free });
      continue;
    }
    const first = waiting.values().next();
    if (first.done === true) break;
    const { from, to, base, edits } = first.value;
    const aside = asideOf(from);
    waiting.delete(from);
    steps.push({ kind: 'move', from, to: aside, base, edits });
    waiting.set(aside, { from: aside, to, base: null, edits: [] });
  }
  return steps;
}

function asideOf(path: VaultPath): VaultPath {
  const folder = folderOf(path);
  return listedPath(`${folder === '' ? '' : `${folder}/`}${baseName(path)} (trading names).md`);
}
