import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { planRenameTag } from '../../core/tags/plan-rename-tag.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  name: 'vault_rename_tag',
  title: 'Rename a tag',
  description:
    'Rename a tag in the whole vault, in properties and text; nested tags follow, code stays. Use vault_tags first to see what there is.',
  effect: 'rewrites',
  input: () => ({
    from: z.string().min(1),
    to: z.string().min(1),
    expected_revision: z.string().min(1).optional(),
    preview: z.boolean().optional(),
  }),
  output: changeRecord,
  run: async ({ from, to, expected_revision, preview }, context) => {
    const { services, caller, messages, show } = context;
    const { planning, library, clock } = services;
    if (planning === undefined) throw new VaultError('read_only', { path: '' });
    const outcome = await services.changes.perform({
      tool: 'vault_rename_tag',
      caller,
      preview: preview === true,
      expectedRevision: expected_revision ?? null,
      subjects: [],
      cancellation: context.cancellation,
      plan: () =>
        planRenameTag(
          { from, to },
          {
            library,
            conventions: services.conventions(),
            cancellation: context.cancellation,
            breathe: () => clock.breathe(),
          },
        ),
    });
    const { facts } = outcome;
    const said = [messages.write.tagRenamed(show(facts.from), show(facts.to), facts.notes)];
    return changeAnswer(outcome, outcome.kind === 'nothing' ? [] : said, context);
  },
});
