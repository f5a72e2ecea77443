import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { notePath } from '../../core/path-gate.ts';
import { listedPath } from '../../core/path.ts';
import { planWrite, type WriteFacts } from '../../core/write/plan-write.ts';
import { asSpelt } from '../as-spelt.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { defineTool, type ToolContext } from '../tool.ts';

/**
 * An object, or its JSON text. Published as text: some clients' models refuse a whole list of tools for an object whose
 * members are not named.
 */
const properties = () =>
  z.preprocess((given) => (typeof given === 'string' ? objectIn(given) : given), z.record(z.string(), z.unknown()));

export default defineTool({
  name: 'vault_write_note',
  title: 'Write a note',
  description:
    'Create a note; replace a whole one (needs overwrite or expected_revision); or append to it. Type, tags and date are filled in. For a part use vault_edit_note, for a lesson vault_learn.',
  effect: 'rewrites',
  input: () => ({
    path: z.string().min(1).describe('Ends in .md'),
    content: z.string(),
    frontmatter: properties().optional().meta({ type: 'string', description: 'JSON object' }),
    mode: z.enum(['create', 'replace', 'append']).optional().describe('Default create'),
    overwrite: z.boolean().optional(),
    template: z.string().min(1).optional().describe('Name of a template for a new note'),
    expected_revision: z.string().min(1).optional(),
    preview: z.boolean().optional(),
  }),
  output: changeRecord,
  run: async (given, context) => {
    const { services, caller } = context;
    const { planning } = services;
    if (planning === undefined) throw new VaultError('read_only', { path: '' });
    const listed = listedPath(given.path);
    const { library } = services;
    const path = library.notes.has(listed) ? listed : asSpelt(notePath(given.path, planning.pathRules()), library);
    const expectedRevision = given.expected_revision ?? null;
    const outcome = await services.changes.perform({
      tool: 'vault_write_note',
      caller,
      preview: given.preview === true,
      expectedRevision,
      subjects: [path],
      cancellation: context.cancellation,
      plan: (now) =>
        planWrite(
          {
            path,
            content: given.content,
            frontmatter: given.frontmatter,
            mode: given.mode ?? 'create',
            overwrite: given.overwrite === true,
            template: given.template === 'true' ? true : given.template,
          },
          now,
          {
            notes: planning.notes,
            conventions: services.conventions(),
            expectedRevision,
            readTemplate: (template) => services.vault.read(template),
          },
        ),
    });
    return changeAnswer(outcome, said(outcome.facts, context), context);
  },
});

function said({ path, action }: WriteFacts, { messages, show }: ToolContext): readonly string[] {
  return [`${messages.write[action]}: ${show(path)}`];
}

/** The object that a text is the JSON of; any other text as it is, to be refused as such. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
