import * as z from 'zod';
import { readLineRange, type LineRange } from '../../core/edit/edit-lines.ts';
import { planEdit, type EditFacts, type EditPart } from '../../core/edit/plan-edit.ts';
import { VaultError } from '../../core/errors.ts';
import { isNote } from '../../core/path.ts';
import { changeAnswer, changeRecord } from '../change-answer.ts';
import { findFile } from '../find-file.ts';
import { defineTool, type ToolContext } from '../tool.ts';

const input = () => ({
  path: z.string().min(1),
  old_text: z.string().min(1).optional().describe('Occurs exactly once'),
  new_text: z.string().optional(),
  heading: z.string().min(1).optional().describe('`A` or `A > B`'),
  block: z.string().min(1).optional(),
  lines: z.string().min(1).optional().describe('10-20; needs expected_revision'),
  property: z.string().min(1).optional(),
  operation: z.enum(['replace', 'append', 'prepend', 'delete']).optional().describe('Default replace'),
  content: z.string().optional(),
  value: z.string().optional().describe('YAML scalar or [a, b]'),
  expected_revision: z.string().min(1).optional(),
  preview: z.boolean().optional(),
});

type Input = z.output<z.ZodObject<ReturnType<typeof input>>>;

export default defineTool({
  name: 'vault_edit_note',
  title: 'Edit a note',
  description:
    'Change one part of a note and nothing else: an exact text (old_text, new_text); or a section, block, line range (content) or frontmatter property (value). For a whole note use vault_write_note.',
  effect: 'rewrites',
  input,
  output: changeRecord,
  run: async (given, context) => {
    const { services, caller } = context;
    const { planning } = services;
    if (planning === undefined) throw new VaultError('read_only', { path: '' });
    const part = partOf(given, context);
    const content = contentOf(given, part, context);
    const path = await findFile(given.path, services);
    if (!isNote(path)) throw new VaultError('not_supported_file', { path });
    const expectedRevision = given.expected_revision ?? null;
    const outcome = await services.changes.perform({
      tool: 'vault_edit_note',
      caller,
      preview: given.preview === true,
      expectedRevision,
      subjects: [path],
      cancellation: context.cancellation,
      plan: () =>
        planEdit(
          { path, part, operation: given.operation ?? 'replace', content },
          { notes: planning.notes, conventions: services.conventions(), expectedRevision },
        ),
    });
    return changeAnswer(outcome, outcome.kind === 'nothing' ? [] : said(outcome.facts, context), context);
  },
});

/** Exactly one way of naming the part. */
function partOf(
  { old_text, heading, block, lines, property, value, operation }: Input,
  context: ToolContext,
): EditPart {
  const { messages } = context;
  const named: readonly (readonly [string, EditPart | null])[] = [
    ['old_text', old_text === undefined ? null : { by: 'text', text: old_text }],
    ['heading', heading === undefined ? null : { by: 'heading', heading }],
    ['block', block === undefined ? null : { by: 'block', block: block.replace(/^\^/, '') }],
    ['lines', lines === undefined ? null : { by: 'lines', lines: rangeOf(lines, context) }],
    [
      'property',
      property === undefined
        ? null
        : { by: 'property', property, item: operation === 'delete' ? (value ?? null) : null },
    ],
  ];
  const given = named.filter(([, part]) => part !== null);
  const [first, second] = given;
  if (first?.[1] === undefined || first[1] === null) {
    // Who appends without a place means the end of the note: another tool's work.
    const instead = operation === 'append' ? '; vault_write_note mode: append' : '';
    const problems = `old_text: ${messages.input.missing} (or heading, block, lines, property${instead})`;
    throw new VaultError('invalid_input', { problems });
  }
  if (second !== undefined) {
    throw new VaultError('invalid_input', { problems: `${first[0]}: ${messages.input.notTogether(second[0])}` });
  }
  return first[1];
}

function rangeOf(lines: string, { messages }: ToolContext): LineRange {
  const range = readLineRange(lines);
  if (range !== null) return range;
  throw new VaultError('invalid_input', { problems: `lines: ${messages.input.shape('10-20')}` });
}

/** What is written; only a deletion may leave it out, since an empty text in its place would lose what stands there. */
function contentOf({ new_text, content, value, operation }: Input, { by }: EditPart, context: ToolContext): string {
  const named = by === 'text' ? 'new_text' : by === 'property' ? 'value' : 'content';
  const given = by === 'text' ? (new_text ?? content) : by === 'property' ? (value ?? content) : (content ?? new_text);
  if (given !== undefined) return given;
  if (operation === 'delete') return '';
  throw new VaultError('invalid_input', { problems: `${named}: ${context.messages.input.missing}` });
}

function said({ path, line }: EditFacts, { messages, show }: ToolContext): readonly string[] {
  return [`${messages.write.edited}: ${line === undefined ? show(path) : `${show(path)}:${line}`}`];
}
