import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import type { ChangeSet, Edit } from './change-set.ts';
import { applyEdits } from './edits.ts';

/**
 * A ChangeSet laid out for the disk: single acts, each of which happens whole or not at all, with what is needed to see
 * after a crash whether it did, to finish it and to take it back. A move that edits is two acts.
 */
export type Operation =
  | { readonly act: 'create'; readonly path: VaultPath; readonly text: string; readonly after: string }
  | {
      readonly act: 'edit';
      readonly path: VaultPath;
      /** Revisions before and after. */
      readonly before: string;
      readonly after: string;
      readonly text: string;
      readonly edits: readonly Edit[];
    }
  | { readonly act: 'move'; readonly from: VaultPath; readonly to: VaultPath; readonly revision: string | null }
  | { readonly act: 'restore'; readonly path: VaultPath; readonly token: string | null; readonly text: string | null }
  | { readonly act: 'trash'; readonly path: VaultPath; readonly before: string | null; readonly text: string | null };

/** The texts that a plan was made on. */
export interface BaseTexts {
  /** Of the notes that are edited, moved or trashed, at their base revision. */
  readonly notes: ReadonlyMap<VaultPath, string>;
  /**
   * White space that stands where a note is to be created: the app leaves a blank note after a click on a link to
   * nowhere. It is written over, and an undo brings it back.
   */
  readonly blanks: ReadonlyMap<VaultPath, string>;
}

/** Throws VaultError 'invalid_input' for text that no file can hold. */
export function operationsOf(
  changes: ChangeSet,
  { notes, blanks }: BaseTexts,
  revisionOf: (text: string) => string,
): readonly Operation[] {
  const textOf = (path: VaultPath): string => notes.get(path) ?? '';
  return changes.steps.flatMap((step): Operation[] => {
    switch (step.kind) {
      case 'create': {
        const blank = blanks.get(step.path);
        if (blank === undefined) {
          return [{ act: 'create', path: step.path, text: whole(step.text), after: revisionOf(step.text) }];
        }
        const edits = [{ from: 0, to: blank.length, text: step.text }];
        return [editOf(step.path, revisionOf(blank), blank, edits, revisionOf)];
      }
      case 'edit':
        return [editOf(step.path, step.base, textOf(step.path), step.edits, revisionOf)];
      case 'move': {
        const move: Operation = { act: 'move', from: step.from, to: step.to, revision: step.base };
        if (step.base === null || step.edits.length === 0) return [move];
        return [move, editOf(step.to, step.base, textOf(step.from), step.edits, revisionOf)];
      }
      case 'restore':
        return [{ act: 'restore', path: step.path, token: step.token, text: step.text }];
      case 'trash':
        return [
          {
            act: 'trash',
            path: step.path,
            before: step.base,
            text: step.base === null ? null : textOf(step.path),
          },
        ];
    }
  });
}

function editOf(
  path: VaultPath,
  before: string,
  text: string,
  edits: readonly Edit[],
  revisionOf: (text: string) => string,
): Operation {
  return { act: 'edit', path, before, after: revisionOf(whole(applyEdits(text, edits))), text, edits };
}

/** Half a surrogate pair has no bytes: written, it would come back as another character. */
function whole(text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new VaultError('invalid_input', { problems: 'text: half of a surrogate pair' });
  }
  return text;
}

/** Every path that an operation touches. */
export function pathsOf(operation: Operation): readonly VaultPath[] {
  return operation.act === 'move' ? [operation.from, operation.to] : [operation.path];
}
