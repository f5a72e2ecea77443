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

/** `textOf` gives the texts of the base revisions; `revisionOf` computes one. */
export function operationsOf(
  changes: ChangeSet,
  textOf: (path: VaultPath) => string,
  revisionOf: (text: string) => string,
): readonly Operation[] {
  return changes.steps.flatMap((step): Operation[] => {
    switch (step.kind) {
      case 'create':
        return [{ act: 'create', path: step.path, text: step.text, after: revisionOf(step.text) }];
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
  return { act: 'edit', path, before, after: revisionOf(applyEdits(text, edits)), text, edits };
}

/** Every path that an operation touches. */
export function pathsOf(operation: Operation): readonly VaultPath[] {
  return operation.act === 'move' ? [operation.from, operation.to] : [operation.path];
}
