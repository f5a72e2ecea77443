import * as z from 'zod';
import type { Library } from '../../core/library/library.ts';
import { answerBytes, clamp, utf8Length } from '../budget.ts';
import { isUnder, plainFolder, plainTag } from '../note-filter.ts';
import { freshness, paragraphs, skippedFooter } from '../notices.ts';
import { Counting, type Tally } from '../tally.ts';
import { defineTool, inSlices, notesPerStep, type ToolContext } from '../tool.ts';
import { whileUnchanged } from '../while-unchanged.ts';

const usualLimit = 100;

export default defineTool({
  name: 'vault_tags',
  title: 'Tags and properties',
  description:
    'Tags and property names in use, with counts. Use before you tag or filter, to take names this vault has.',
  effect: 'reads',
  input: () => ({
    folder: z.string().optional(),
    prefix: z.string().optional(),
    limit: z.int().min(1).max(1000).optional().describe('Of each kind; default 100'),
  }),
  run: async ({ folder, prefix = '', limit = usualLimit }, context) => {
    const { library } = context.services;
    const within = plainFolder(folder);
    const inUse = await whileUnchanged(library, `tags ${within}`, () => inSlices(namesInUse(within, library), context));
    const tags = startingWith(inUse.tags, prefix);
    const properties = startingWith(inUse.properties, prefix);
    const { messages } = context;
    return {
      text: paragraphs(
        section(messages.tags.tags(tags.length), tags, '#', limit, context),
        section(messages.tags.properties(properties.length), properties, '', limit, context),
        freshness(context),
        skippedFooter(context),
      ),
    };
  },
});

/** Tags and properties of the notes in a folder ('' is the vault), with a pause after a few notes. */
function* namesInUse(folder: string, library: Library): Generator<void, { tags: Tally; properties: Tally }> {
  const tags = new Counting();
  const properties = new Counting();
  let seen = 0;
  for (const note of [...library.notes.values()]) {
    if (++seen % notesPerStep === 0) yield;
    if (!isUnder(note.path, folder)) continue;
    for (const tag of note.tags) tags.add(tag);
    for (const property of note.properties) properties.add(property);
  }
  return { tags: tags.tally, properties: properties.tally };
}

function startingWith(names: Tally, prefix: string): Tally {
  if (prefix === '') return names;
  const wanted = plainTag(prefix);
  return names.filter(({ name }) => plainTag(name).startsWith(wanted));
}

/** Each kind may take half of the answer. */
function section(header: string, names: Tally, mark: string, limit: number, context: ToolContext): string[] {
  const lines: string[] = [];
  let left = answerBytes / 2;
  for (const { name, count } of names.slice(0, limit)) {
    const line = `${mark}${context.show(clamp(name, 128))} ${count}`;
    left -= utf8Length(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  const more = names.length - lines.length;
  return [header, ...lines, ...(more > 0 ? [context.messages.common.andMore(more)] : [])];
}
