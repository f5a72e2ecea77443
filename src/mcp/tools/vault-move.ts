import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { filePath } from '../../core/path-gate.ts';
import type { Library } from '../../core/library/library.ts';
import { fileName, folderOf, joinPath, listedPath, type VaultPath } from '../../core/path.ts';
import { planMove, type MoveFacts } from '../../core/rewrite/plan-move.ts';
import { asSpelt, folderAsSpelt } from '../as-spelt.ts';
import { orClosest } from '../closest-files.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { defineTool, type ToolContext } from '../tool.ts';

export default defineTool({
  name: 'vault_move',
  title: 'Move or rename',
  description:
    'Move or rename a note, attachment or folder; also promote from raw, archive, unarchive. Every link follows; never overwrites. To copy use vault_write_note.',
  effect: 'rewrites',
  input: () => ({
    from: z.string().min(1),
    to: z.string().min(1).describe('The whole new path'),
    confirm_new_domain: z.boolean().optional(),
    expected_revision: z.string().min(1).optional(),
    preview: z.boolean().optional(),
  }),
  output: changeRecord,
  run: async ({ from, to, confirm_new_domain, expected_revision, preview }, context) => {
    const { services, caller } = context;
    const { planning, library } = services;
    if (planning === undefined) throw new VaultError('read_only', { path: '' });
    const source = sourceOf(from, context);
    const target = targetOf(filePath(to, planning.pathRules()), source, library);
    const outcome = await services.changes.perform({
      tool: 'vault_move',
      caller,
      preview: preview === true,
      expectedRevision: expected_revision ?? null,
      subjects: [source],
      cancellation: context.cancellation,
      plan: (now) =>
        orClosest(
          planMove(
            { notes: planning.notes, library, conventions: services.conventions() },
            { from: source, to: target, confirmNewDomain: confirm_new_domain === true },
            now,
          ),
          library,
        ),
    });
    return changeAnswer(outcome, said(outcome.facts, context), context);
  },
});

/** What stands there already may have any name; only what is to be made must be a name for every system. */
function sourceOf(from: string, { services }: ToolContext): VaultPath {
  const listed = listedPath(from.replace(/\/+$/, ''));
  const isThere =
    services.library.files.has(listed) ||
    [...services.library.files.keys()].some((path) => path.startsWith(`${listed}/`));
  return isThere ? listed : filePath(from, { mode: 'reading', configFolder: '' });
}

/**
 * The target in the letters in which the vault has it: a twin that differs in case alone would be the same file on other
 * systems. Another case for the file or folder that is moved is what was asked for.
 */
function targetOf(target: VaultPath, source: VaultPath, library: Pick<Library, 'files' | 'notes'>): VaultPath {
  const folder = library.files.has(source) ? null : folderAsSpelt(target, library);
  const spelt = folder === null ? asSpelt(target, library) : listedPath(folder);
  return spelt === source && target !== source ? joinPath(listedPath(folderOf(spelt)), fileName(target)) : spelt;
}

function said({ from, to, links, lists }: MoveFacts, { messages, show }: ToolContext): readonly string[] {
  const { move, common } = messages;
  const repaired = links.map(({ path, count }) => `${show(path)} (${count})`).join(', ');
  const listed = lists.map(show).join(', ');
  return [
    `${move.moved}: ${show(from)} → ${show(to)}`,
    `${move.links}: ${repaired === '' ? common.none : repaired}`,
    `${move.lists}: ${listed === '' ? common.none : listed}`,
  ];
}
