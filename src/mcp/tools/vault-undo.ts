import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'vault_undo',
  title: 'Undo a change',
  description:
    'Take back changes made through this server: your newest, one by its id (also an undo), or all since an id or ISO time. Use when the user is not content; later edits elsewhere stay.',
  effect: 'rewrites',
  input: () => ({
    change: z.string().min(1).optional().describe('c-…'),
    since: z.string().min(1).optional(),
    expected_revision: z.string().min(1).optional(),
    preview: z.boolean().optional(),
  }),
  output: changeRecord,
  run: async ({ change, since, expected_revision, preview }, context) => {
    const { messages, services, show, caller } = context;
    if (change !== undefined && since !== undefined) {
      throw new VaultError('invalid_input', { problems: `change: ${messages.input.notTogether('since')}` });
    }
    const outcome = await services.changes.undo(
      {
        tool: 'vault_undo',
        caller,
        preview: preview === true,
        expectedRevision: expected_revision ?? null,
        subjects: [],
        cancellation: context.cancellation,
      },
      { change: change ?? null, since: since === undefined ? null : momentOrId(since) },
    );
    const { subjects, cleanBefore } = outcome.facts;
    const said = subjects.map((subject) => messages.changes.undone(show(subject)));
    const first = subjects[0];
    if (cleanBefore && subjects.length === 1 && first !== undefined && outcome.kind === 'preview') {
      said.push(messages.changes.revertWith(show(first)));
    }
    return changeAnswer(outcome, said, context);
  },
});

/** An id as it is; anything that names a moment as milliseconds since 1970. */
function momentOrId(since: string): string | number {
  if (since.startsWith('c-')) return since;
  const moment = Date.parse(since);
  return Number.isNaN(moment) ? since : moment;
}
