import * as z from 'zod';
import type { SearchHit, SearchRequest } from '../../core/retrieve/retriever.ts';
import { answerBytes, clamp, glanceBytes, utf8Length } from '../budget.ts';
import { makeCursor, readCursor } from '../cursor.ts';
import { filterShape, plainFolder } from '../note-filter.ts';
import { freshness, paragraphs, skippedFooter } from '../notices.ts';
import { quote } from '../quote.ts';
import { defineTool, type ToolContext } from '../tool.ts';

/** UTF-16 units of the window around a match where an answer is to be read from it. */
const fullWindow = 2000;
const usualLimit = 6;
/**
 * A concise answer shows less of a note the lower it stands: equal windows made a typical answer of 3.3 KB, of which the
 * lower half seldom held what was asked for.
 */
const concise: readonly { readonly window: number; readonly more: number }[] = [
  { window: 280, more: 2 },
  { window: 160, more: 1 },
  { window: 160, more: 0 },
  { window: 80, more: 0 },
];

export default defineTool({
  name: 'vault_search',
  title: 'Search notes',
  description:
    'Find notes that answer a question, best first, each passage cited as path:lines. Use before answering from memory; read on with vault_get_note. To browse use vault_list.',
  effect: 'reads',
  input: () => ({
    query: z.string().min(1).describe('Words, "exact phrase", -word'),
    limit: z.int().min(1).max(50).optional().describe('1-50 notes; default 6'),
    ...filterShape(),
    include_raw: z.boolean().optional().describe('Also unvetted notes'),
    follow_links: z.boolean().optional().describe('For answers spread over two notes'),
    detail: z.enum(['concise', 'full']).optional(),
    cursor: z.string().min(1).optional(),
  }),
  run: async (input, context) => {
    const { cursor, detail = 'concise', limit = usualLimit, ...question } = input;
    const skip = readCursor(cursor, question);
    const windowChars = detail === 'concise' ? concise.map(({ window }) => window) : fullWindow;
    const request = searchRequest(question, { limit, skip, windowChars });
    const answer = await context.services.retriever.search(request, context.cancellation);
    const { messages } = context;
    const query = context.show(clamp(input.query, 200));
    if (answer.hits.length === 0) {
      const words = answer.suggestions.map(context.show).join(', ');
      const lines = [messages.search.nothing(query), ...(words === '' ? [] : [messages.search.similar(words)])];
      return { text: paragraphs([...lines, ...freshness(context, answer.behind)], skippedFooter(context)) };
    }
    const hits = detail === 'concise' ? answer.hits.map(lessBelow) : answer.hits;
    const isGlance = input.limit === undefined && detail === 'concise';
    const entries = withinBudget(hits, context, isGlance ? glanceBytes : answerBytes);
    const shown = entries.length;
    const header = messages.search.header({ shown, from: skip, found: answer.found, capped: answer.capped, query });
    const next = answer.capped || skip + shown < answer.found ? makeCursor(skip + shown, question) : null;
    return {
      text: paragraphs(
        [header, ...freshness(context, answer.behind)],
        ...entries,
        next === null ? [] : [messages.common.nextPage(next)],
        skippedFooter(context),
      ),
    };
  },
});

type Question = Pick<z.infer<z.ZodObject<ReturnType<typeof filterShape>>>, 'folder' | 'type' | 'status' | 'tags'> & {
  readonly query: string;
  readonly include_raw?: boolean | undefined;
  readonly follow_links?: boolean | undefined;
};

function searchRequest(question: Question, page: Pick<SearchRequest, 'limit' | 'skip' | 'windowChars'>): SearchRequest {
  const { query, folder, type, status, tags, include_raw, follow_links } = question;
  return {
    query,
    ...page,
    ...(folder === undefined ? {} : { folder: plainFolder(folder) }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
    ...(tags === undefined ? {} : { tags }),
    includeRaw: include_raw ?? false,
    followLinks: follow_links ?? false,
  };
}

/** Further addresses in a concise answer: those of the best notes only. */
function lessBelow(hit: SearchHit, nth: number): SearchHit {
  return { ...hit, more: hit.more.slice(0, (concise[nth] ?? concise.at(-1))?.more ?? 0) };
}

/** A prefix of the ranking that fits: never skips a long entry to fit a short one, and always has the first. */
function withinBudget(hits: readonly SearchHit[], context: ToolContext, bytes: number): string[][] {
  const entries: string[][] = [];
  let left = bytes;
  for (const hit of hits) {
    const entry = entryLines(hit, context);
    left -= utf8Length(entry.join('\n')) + 2;
    if (left < 0 && entries.length > 0) break;
    entries.push(entry);
  }
  return entries;
}

function entryLines(hit: SearchHit, context: ToolContext): string[] {
  const { show, messages } = context;
  const via = hit.viaLinkFrom === null ? null : show(hit.viaLinkFrom);
  const score = messages.search.score(hit.score.toFixed(2), via);
  const lines = hit.firstLine === hit.lastLine ? `${hit.firstLine}` : `${hit.firstLine}-${hit.lastLine}`;
  return [
    `${show(hit.path)}:${lines}${trail(hit.headings, show)} ${score}`,
    ...quote(hit.lines),
    ...hit.more.slice(0, 2).map(({ line, headings }) => `${show(hit.path)}:${line}${trail(headings, show)}`),
  ];
}

function trail(headings: readonly string[], show: (text: string) => string): string {
  return headings.length === 0 ? '' : ` — ${headings.map((heading) => show(clamp(heading, 120))).join(' > ')}`;
}
