import type { Brake } from './brake.ts';
import type { ChangeRequest } from './desk.ts';
import type { Operation } from './operations.ts';
import type { ProposedChange } from './approval.ts';

/** A plan as the user's settings judge it. */
export function proposedChange(
  { tool, caller }: Pick<ChangeRequest<unknown>, 'tool' | 'caller'>,
  operations: readonly Operation[],
  brake: Brake,
): ProposedChange {
  const of = <A extends Operation['act']>(act: A): readonly Extract<Operation, { act: A }>[] =>
    operations.filter((o): o is Extract<Operation, { act: A }> => o.act === act);
  const { before, after } = brake.would(caller.client, operations);
  return {
    tool,
    caller,
    creates: [...of('create').map(({ path }) => path), ...of('restore').map(({ path }) => path)],
    edits: of('edit').map(({ path }) => path),
    moves: of('move').map(({ from, to }) => ({ from, to })),
    trashes: of('trash').map(({ path }) => path),
    overwrites: of('edit').some(({ text, edits }) =>
      edits.some(({ from, to }) => from === 0 && to === text.length && to > 0),
    ),
    notesBefore: before,
    notesInLastMinute: after,
  };
}
