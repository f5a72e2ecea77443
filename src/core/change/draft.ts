import { VaultError } from '../errors.ts';
import type { Note } from '../note/note.ts';
import type { VaultPath } from '../path.ts';
import type { ChangeSet, ChangeStep, Edit } from './change-set.ts';
import { applyEdits, composeEdits, sortedEdits } from './edits.ts';

/** Where a draft reads: the vault as it is now. */
export interface NoteSource {
  open(path: VaultPath): Promise<Note | null>;
}

/**
 * A change in the making. Planners read through it and see their own earlier edits; at the end it is one ChangeSet
 * with at most one step a file, in which every span counts in the text that is on disk.
 */
export class ChangeDraft {
  readonly #source: NoteSource;
  readonly #opened = new Map<VaultPath, Note | null>();
  readonly #edits = new Map<VaultPath, readonly Edit[]>();
  readonly #created = new Map<VaultPath, string>();
  readonly #trashed = new Map<VaultPath, string | null>();
  readonly #restored = new Map<VaultPath, { token: string | null; text: string | null }>();
  readonly #moved = new Map<VaultPath, { to: VaultPath; attachment: boolean }>();

  constructor(source: NoteSource) {
    this.#source = source;
  }

  /** The note as it will be: its text with this draft's edits; null when there is none. Revision: that on disk. */
  async read(path: VaultPath): Promise<{ readonly text: string; readonly note: Note | null } | null> {
    const created = this.#created.get(path);
    if (created !== undefined) return { text: created, note: null };
    if (this.#trashed.has(path)) return null;
    const note = await this.#open(path);
    if (note === null) return null;
    return { text: applyEdits(note.text, this.#edits.get(path) ?? []), note };
  }

  /** Spans of the text as `read` shows it now. A path that is moved keeps its old name here. */
  async edit(path: VaultPath, edits: readonly Edit[]): Promise<void> {
    if (edits.length === 0) return;
    const created = this.#created.get(path);
    if (created !== undefined) {
      this.#created.set(path, applyEdits(created, edits));
      return;
    }
    const note = await this.#open(path);
    if (note === null) throw new VaultError('note_not_found', { path, closest: [] });
    const earlier = this.#edits.get(path) ?? [];
    this.#edits.set(path, earlier.length === 0 ? sortedEdits(edits) : composeEdits(earlier, sortedEdits(edits)));
  }

  create(path: VaultPath, text: string): void {
    this.#created.set(path, text);
  }

  /** `attachment` files are carried along unread. */
  move(from: VaultPath, to: VaultPath, attachment: boolean): void {
    this.#moved.set(from, { to, attachment });
  }

  /** Back from the trash: by its token, or written anew from its text. */
  restore(path: VaultPath, token: string | null, text: string | null): void {
    this.#restored.set(path, { token, text });
  }

  async trash(path: VaultPath, attachment: boolean): Promise<void> {
    this.#trashed.set(path, attachment ? null : ((await this.#open(path))?.revision ?? null));
  }

  /** The whole change; empty steps (an edit that changes nothing) are left out. Creates, moves, edits, trash. */
  async finish(subject: string): Promise<ChangeSet> {
    const steps: ChangeStep[] = [];
    for (const [path, text] of this.#created) steps.push({ kind: 'create', path, text });
    for (const [path, { token, text }] of this.#restored) steps.push({ kind: 'restore', path, token, text });
    for (const [from, { to, attachment }] of this.#moved) {
      const note = attachment ? null : await this.#open(from);
      steps.push({ kind: 'move', from, to, base: note?.revision ?? null, edits: this.#effective(from, note) });
    }
    for (const path of this.#edits.keys()) {
      if (this.#moved.has(path) || this.#trashed.has(path)) continue;
      const note = await this.#open(path);
      const edits = this.#effective(path, note);
      if (note !== null && edits.length > 0) steps.push({ kind: 'edit', path, base: note.revision, edits });
    }
    for (const [path, base] of this.#trashed) steps.push({ kind: 'trash', path, base });
    return { subject, steps };
  }

  #effective(path: VaultPath, note: Note | null): readonly Edit[] {
    if (note === null) return [];
    return (this.#edits.get(path) ?? []).filter(({ from, to, text }) => note.text.slice(from, to) !== text);
  }

  async #open(path: VaultPath): Promise<Note | null> {
    const known = this.#opened.get(path);
    if (known !== undefined) return known;
    const note = await this.#source.open(path);
    this.#opened.set(path, note);
    return note;
  }
}
