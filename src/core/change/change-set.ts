import type { VaultPath } from '../path.ts';

/**
 * What a tool wants done to the vault, as data. Every tool that writes is a pure planner that returns one of these;
 * one executor carries it out. So preview, diff, approval, revision check, commit, journal and undo exist once.
 */
export interface ChangeSet {
  /** The commit's subject without its `docs(vault): `; one line. */
  readonly subject: string;
  /** In the order in which they are applied. A path stands in at most one step, a move counting for both its ends. */
  readonly steps: readonly ChangeStep[];
  /**
   * Of a move that the app may carry out: files whose links lead to what moves, and those that move, under their present
   * paths. An app that moves a file by itself writes links in them. Absent: links are written by the steps alone.
   */
  readonly linking?: readonly VaultPath[] | undefined;
}

export type ChangeStep = CreateStep | EditStep | MoveStep | TrashStep | RestoreStep;

/** A file that must not exist yet. Text as it goes to disk (line ends included), without BOM. */
export interface CreateStep {
  readonly kind: 'create';
  readonly path: VaultPath;
  readonly text: string;
}

/** A note whose text at `base` is changed in some spans and nowhere else. */
export interface EditStep {
  readonly kind: 'edit';
  readonly path: VaultPath;
  /** Revision of the text that the spans count in. */
  readonly base: string;
  readonly edits: readonly Edit[];
}

/** A file under a new name, never onto another; a note may be edited on the way (spans of its text at `base`). */
export interface MoveStep {
  readonly kind: 'move';
  readonly from: VaultPath;
  readonly to: VaultPath;
  /** Revision of a note; null for an attachment, whose bytes are only carried along. */
  readonly base: string | null;
  readonly edits: readonly Edit[];
}

/** A file to the trash that the user has chosen. */
export interface TrashStep {
  readonly kind: 'trash';
  readonly path: VaultPath;
  readonly base: string | null;
}

/** A trashed file back under its name. `text` is what it held, for notes: where the trash was emptied, it is written anew. */
export interface RestoreStep {
  readonly kind: 'restore';
  readonly path: VaultPath;
  readonly token: string | null;
  readonly text: string | null;
}

/** One span: `from` (included) to `to` (excluded) in UTF-16 units of the base text becomes `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /**
   * Gives way: an undo leaves the span alone when it has since been changed, instead of refusing. For dates of the last
   * change and the like.
   */
  readonly soft?: true;
}
