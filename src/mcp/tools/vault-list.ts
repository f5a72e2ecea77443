import * as z from 'zod';
import { sortInSteps } from '../../core/index/sort-in-steps.ts';
import type { Library } from '../../core/library/library.ts';
import type { NoteSummary } from '../../core/note/note.ts';
import { answerBytes, clamp, utf8Length } from '../budget.ts';
import { makeCursor, readCursor } from '../cursor.ts';
import { byPath, filterShape, passing, plainFolder, plainTag, type NoteFilter } from '../note-filter.ts';
import { freshness, paragraphs, skippedFooter } from '../notices.ts';
import { noteRow, notices, tally } from '../output-parts.ts';
import { Counting, type Tally } from '../tally.ts';
import { defineTool, inSlices, notesPerStep, type ToolContext } from '../tool.ts';
import { whileUnchanged } from '../while-unchanged.ts';

const usualLimit = 50;
/** Kinds shown of each count: the rest seldom helps to choose a filter. */
const mostKinds = 12;
/** UTF-16 units of a title, a type or a status, and of all tags of a note together: a line stays below 1,000. */
const mostUnits = 160;
const mostTagUnits = 300;

export default defineTool({
  name: 'vault_list',
  title: 'List notes',
  description:
    'List notes by folder, type, status or tags, with counts; sort by modified for the newest. To find by content use vault_search.',
  effect: 'reads',
  input: () => ({
    ...filterShape(),
    sort: z.enum(['path', 'title', 'modified', 'created', 'size']).optional().describe('Default path'),
    limit: z.int().min(1).max(500).optional().describe('1-500; default 50'),
    cursor: z.string().min(1).optional(),
  }),
  output: () =>
    z.object({
      total: z.int(),
      notes: z.array(
        z.object({ ...noteRow(), modified: z.string(), created: z.string().optional(), size: z.int().optional() }),
      ),
      next_cursor: z.string().optional(),
      counts: z.object({ types: tally(), statuses: tally(), tags: tally() }),
      notices: notices(),
    }),
  run: async (input, context) => {
    const { cursor, limit = usualLimit, ...question } = input;
    const skip = readCursor(cursor, question);
    const sort = question.sort ?? 'path';
    const { notes: selected, ...kinds } = await selectionBy(question, sort, context);
    const rows = withinBudget(selected.slice(skip, skip + limit), sort, context);
    const { messages } = context;
    const shown = skip + rows.length;
    const next = shown < selected.length ? makeCursor(shown, question) : undefined;
    const counts = skip > 0 ? noCounts : shownCounts(kinds, context);
    const notes = [...freshness(context), ...skippedFooter(context)];
    const header = rows.length === 0 ? messages.list.nothing : messages.list.header(selected.length, skip + 1, shown);
    return {
      text: paragraphs(
        [header, ...rows.map(({ line }) => line)],
        countLines(counts, context),
        next === undefined ? [] : [messages.common.nextPage(next)],
        freshness(context),
        skippedFooter(context),
      ),
      structured: {
        total: selected.length,
        notes: rows.map(({ row }) => row),
        ...(next === undefined ? {} : { next_cursor: next }),
        counts,
        notices: notes,
      },
    };
  },
});

interface Selection extends Counts {
  readonly notes: readonly NoteSummary[];
}

/** What matches, in order, with its counts: kept while nothing changes, since it is asked for page by page. */
async function selectionBy(filter: NoteFilter, sort: Sort, context: ToolContext): Promise<Selection> {
  const { services } = context;
  const { type = null, status = null } = filter;
  const key = JSON.stringify([sort, plainFolder(filter.folder), type, status, (filter.tags ?? []).map(plainTag)]);
  return whileUnchanged(services.library, `list ${key}`, () =>
    inSlices(select(services.library, passing(services, filter, true), orders[sort]), context),
  );
}

function* select(library: Library, fits: (note: NoteSummary) => boolean, order: Order): Generator<void, Selection> {
  const found: NoteSummary[] = [];
  const [types, statuses, tags] = [new Counting(), new Counting(), new Counting()];
  let seen = 0;
  for (const note of [...library.notes.values()]) {
    if (++seen % notesPerStep === 0) yield;
    if (fits(note)) found.push(note);
  }
  const notes = yield* sortInSteps(found, order);
  for (const note of notes) {
    if (++seen % notesPerStep === 0) yield;
    types.add(note.type);
    if (note.status !== null) statuses.add(note.status);
    for (const tag of note.tags) tags.add(tag);
  }
  return { notes, types: types.tally, statuses: statuses.tally, tags: tags.tally };
}

type Sort = 'path' | 'title' | 'modified' | 'created' | 'size';
type Order = (a: NoteSummary, b: NoteSummary) => number;

const orders: Readonly<Record<Sort, Order>> = {
  path: byPath,
  title: (a, b) => compare(a.title, b.title) || byPath(a, b),
  modified: (a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b),
  // Notes that do not say when they were made come last.
  created: (a, b) => compare(b.created ?? '', a.created ?? '') || byPath(a, b),
  size: (a, b) => b.size - a.size || byPath(a, b),
};

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Row {
  readonly line: string;
  readonly row: {
    path: string;
    title: string;
    type: string;
    status?: string;
    tags: string[];
    modified: string;
    created?: string;
    /** Bytes; where the order is by them. */
    size?: number;
  };
}

function withinBudget(notes: readonly NoteSummary[], sort: Sort, context: ToolContext): Row[] {
  const rows: Row[] = [];
  let left = answerBytes;
  for (const note of notes) {
    const row = rowOf(note, sort, context);
    left -= utf8Length(row.line) + 1;
    if (left < 0 && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}

function rowOf(note: NoteSummary, sort: Sort, context: ToolContext): Row {
  const { show, messages } = context;
  const short = (text: string) => show(clamp(text, mostUnits));
  const tags = fittingTags(note.tags).map(show);
  const modified = new Date(note.mtimeMs).toISOString().slice(0, 19) + 'Z';
  const row = {
    path: show(note.path),
    title: short(note.title),
    type: short(note.type),
    ...(note.status === null ? {} : { status: short(note.status) }),
    tags,
    modified,
    ...(note.created === undefined ? {} : { created: short(note.created) }),
    ...(sort === 'size' ? { size: note.size } : {}),
  };
  const more = note.tags.length - tags.length;
  const tagText = tags.length === 0 ? '—' : tags.join(', ') + (more > 0 ? ` ${messages.note.moreItems(more)}` : '');
  const facts = [messages.list.facts(row.type, row.status ?? '—', tagText)];
  if (sort === 'modified') facts.push(messages.list.modified(modified.slice(0, 16).replace('T', ' ')));
  if (sort === 'created' && row.created !== undefined) facts.push(messages.list.created(row.created));
  if (sort === 'size') facts.push(messages.list.size(note.size));
  return { row, line: `- ${row.path} — ${row.title} (${facts.join(', ')})` };
}

function fittingTags(tags: readonly string[]): string[] {
  let left = mostTagUnits;
  const fitting: string[] = [];
  for (const tag of tags) {
    const short = clamp(tag, mostUnits);
    left -= short.length + 2;
    if (left < 0) break;
    fitting.push(short);
  }
  return fitting;
}

interface Counts {
  types: Tally;
  statuses: Tally;
  tags: Tally;
}

const noCounts: Counts = { types: [], statuses: [], tags: [] };

/** Of everything that matches, not of this page. */
function shownCounts({ types, statuses, tags }: Counts, context: ToolContext): Counts {
  const top = (kinds: Tally): Tally =>
    kinds.slice(0, mostKinds).map(({ name, count }) => ({ name: context.show(clamp(name, 64)), count }));
  return { types: top(types), statuses: top(statuses), tags: top(tags) };
}

function countLines(counts: Counts, context: ToolContext): string[] {
  const { list } = context.messages;
  const line = (label: string, entries: Tally) =>
    entries.length === 0 ? [] : [`${label}: ${entries.map(({ name, count }) => `${name} ${count}`).join(', ')}`];
  return [
    ...line(list.types, counts.types),
    ...line(list.statuses, counts.statuses),
    ...line(list.topTags, counts.tags),
  ];
}
