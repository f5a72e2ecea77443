import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { listedPath } from '../../core/path.ts';
import { planDelete, type DeleteFacts } from '../../core/remove/plan-delete.ts';
import { orClosest } from '../closest-files.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { defineTool, type ToolContext } from '../tool.ts';

export default defineTool({
  name: 'vault_delete',
  title: 'Delete a note',
  description:
    'Put a note or attachment into the trash, by its exact path. Needs confirm where others link to it. To keep it out of the way use vault_move into the archive.',
  effect: 'removes',
  input: () => ({
    path: z.string().min(1),
    confirm: z.boolean().optional().describe('Delete although others link to it'),
    expected_revision: z.string().min(1).optional(),
    preview: z.boolean().optional(),
  }),
  output: changeRecord,
  run: async ({ path, confirm, expected_revision, preview }, context) => {
    const { services, caller } = context;
    const { planning, library } = services;
    if (planning === undefined) throw new VaultError('read_only', { path: '' });
    const target = listedPath(path);
    const outcome = await services.changes.perform({
      tool: 'vault_delete',
      caller,
      preview: preview === true,
      expectedRevision: expected_revision ?? null,
      subjects: [target],
      cancellation: context.cancellation,
      plan: (now) =>
        orClosest(
          planDelete(
            { notes: planning.notes, library, conventions: services.conventions() },
            { path: target, confirm: confirm === true },
            now,
          ),
          library,
        ),
    });
    return changeAnswer(outcome, said(outcome.facts, context), context);
  },
});

function said({ path, lists }: DeleteFacts, { messages, show }: ToolContext): readonly string[] {
  const { move, common } = messages;
  const listed = lists.map(show).join(', ');
  return [`${move.deleted}: ${show(path)}`, `${move.lists}: ${listed === '' ? common.none : listed}`];
}
