import * as z from 'zod';
import { answerBytes, clamp, utf8Length } from '../budget.ts';
import { plainTag, selectNotes } from '../note-filter.ts';
import { freshness, paragraphs, skippedFooter } from '../notices.ts';
import { tallyOf, type Tally } from '../tally.ts';
import { defineTool, type ToolContext } from '../tool.ts';

const usualLimit = 100;

export default defineTool({
  name: 'vault_tags',
  title: 'Tags and properties',
  description:
    'Tags and property names in use, with counts. Use before you tag or filter, to take names this vault has.',
  effect: 'reads',
  input: {
    folder: z.string().optional(),
    prefix: z.string().optional(),
    limit: z.int().min(1).max(1000).optional().describe('Of each kind; default 100'),
  },
  run: async ({ folder, prefix = '', limit = usualLimit }, context) => {
    const notes = selectNotes(context.services, { folder }, true);
    const tags = startingWith(tallyOf(notes.flatMap((note) => note.tags)), prefix);
    const properties = startingWith(tallyOf(notes.flatMap((note) => note.properties)), prefix);
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

function startingWith(names: Tally, prefix: string): Tally {
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
