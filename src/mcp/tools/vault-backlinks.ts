import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { baseName, extensionOf, isNote, type VaultPath } from '../../core/path.ts';
import { clamp } from '../budget.ts';
import { makeCursor, readCursor } from '../cursor.ts';
import { findFile } from '../find-file.ts';
import {
  canvasLinksTo,
  linksTo,
  mentionsOf,
  unresolvedCanvasLinksTo,
  unresolvedLinksTo,
  type LinkLine,
} from '../link-lines.ts';
import { freshness, paragraphs } from '../notices.ts';
import { notices } from '../output-parts.ts';
import { quoteLine } from '../quote.ts';
import { defineTool, pause, type ToolContext } from '../tool.ts';

const usualLimit = 30;
/** Places shown of one file, and UTF-16 units of each line. */
const mostPlaces = 5;
const mostUnits = 160;
/** Notes read in search of mentions, and files in search of unresolved links. */
const mostRead = 30;

const place = z.object({
  path: z.string(),
  line: z.int(),
  kind: z.string(),
  property: z.string().optional(),
  text: z.string(),
});
type Place = z.infer<typeof place>;

export default defineTool({
  name: 'vault_backlinks',
  title: 'What points here',
  description:
    'Who links to a note or attachment, each place as path:line with its text. For what it links to use vault_get_note, for wider circles vault_graph.',
  effect: 'reads',
  input: {
    path: z.string().min(1),
    unlinked: z.boolean().optional().describe('Also mentions without a link'),
    unresolved: z.boolean().optional().describe('Also dead links to this name; the note need not exist'),
    limit: z.int().min(1).max(200).optional().describe('1-200 files; default 30'),
    cursor: z.string().min(1).optional(),
  },
  output: z.object({
    path: z.string(),
    counts: z.object({ links: z.int(), files: z.int() }),
    links: z.array(place),
    next_cursor: z.string().optional(),
    notices,
  }),
  run: async (input, context) => {
    const { cursor, limit = usualLimit, ...question } = input;
    const { graph } = context.services.library;
    const target = await (question.unresolved === true
      ? foundOrNull(input.path, context)
      : findFile(input.path, context.services));
    const name = baseName(target ?? input.path);
    const skip = readCursor(cursor, question);
    const first = skip === 0;

    const sources = target === null ? [] : graph.in(target);
    const page = sources.slice(skip, skip + limit);
    const links = target === null ? [] : await placesOf(page, (path) => linksOf(path, target, context), context);
    const lost = first && question.unresolved === true ? await unresolvedOf(name, context) : [];
    if (target === null && lost.length === 0) await findFile(input.path, context.services);
    const mentioned = first && question.unlinked === true && target !== null ? await mentionsTo(target, context) : null;

    const total = target === null ? 0 : sources.reduce((sum, source) => sum + graph.count(source, target), 0);
    const next = skip + page.length < sources.length ? makeCursor(skip + page.length, question) : undefined;
    const shownTarget = context.show(clamp(target ?? input.path, 300));
    const { backlinks: words, common } = context.messages;
    const notes = [...freshness(context), ...(mentioned?.more === true ? [words.moreMentions] : [])];
    return {
      text: paragraphs(
        [total === 0 ? words.nothing(shownTarget) : words.header(total, sources.length, shownTarget)],
        linesOf(links, context),
        section(lost, words.unresolved(lost.length, context.show(name)), context),
        section(mentioned?.places ?? [], words.mentions(mentioned?.places.length ?? 0), context),
        next === undefined ? [] : [common.nextPage(next)],
        notes,
      ),
      structured: {
        path: shownTarget,
        counts: { links: total, files: sources.length },
        links: [...links, ...lost, ...(mentioned?.places ?? [])],
        ...(next === undefined ? {} : { next_cursor: next }),
        notices: notes,
      },
    };
  },
});

async function foundOrNull(asked: string, context: ToolContext): Promise<VaultPath | null> {
  try {
    return await findFile(asked, context.services);
  } catch (error) {
    if (error instanceof VaultError && error.code === 'note_not_found') return null;
    throw error;
  }
}

async function linksOf(path: VaultPath, target: VaultPath, context: ToolContext): Promise<LinkLine[]> {
  const { library, vault } = context.services;
  if (isNote(path)) {
    const note = await library.open(path);
    return note === null ? [] : linksTo(note, target, library.resolver);
  }
  const text = extensionOf(path) === 'canvas' ? await vault.read(path) : null;
  return text === null ? [] : canvasLinksTo(text, path, target, library.resolver);
}

async function unresolvedOf(name: string, context: ToolContext): Promise<Place[]> {
  const { library, vault } = context.services;
  const wanted = name.toLowerCase();
  const hasName = (path: VaultPath) =>
    [...library.graph.unresolved(path).keys()].some((link) => baseName(link).toLowerCase() === wanted);
  const sources = [...library.graph.withUnresolved()].filter(hasName).sort();
  return placesOf(
    sources.slice(0, mostRead),
    async (path) => {
      const { resolver } = library;
      if (isNote(path)) {
        const note = await library.open(path);
        return note === null ? [] : unresolvedLinksTo(note, name, resolver);
      }
      const text = await vault.read(path);
      return text === null ? [] : unresolvedCanvasLinksTo(text, path, name, resolver);
    },
    context,
  );
}

/** Notes that name this one without linking to it: search finds the candidates, their text decides. */
async function mentionsTo(target: VaultPath, context: ToolContext): Promise<{ places: Place[]; more: boolean }> {
  const { library, retriever } = context.services;
  const names = namesOf(target, context);
  const linking = new Set<string>([target, ...library.graph.in(target)]);
  const candidates = new Set<VaultPath>();
  let more = false;
  for (const name of names.slice(0, 6)) {
    const request = { query: `"${name.replaceAll('"', ' ')}"`, limit: mostRead, skip: 0, windowChars: 80 };
    const answer = await retriever.search({ ...request, includeRaw: true, followLinks: false }, context.cancellation);
    for (const hit of answer.hits) if (!linking.has(hit.path)) candidates.add(hit.path);
    more ||= answer.capped || answer.found > answer.hits.length;
  }
  const read = [...candidates].sort().slice(0, mostRead);
  const find = async (path: VaultPath) => {
    const note = await library.open(path);
    return note === null ? [] : mentionsOf(note, names, mostPlaces);
  };
  return { places: await placesOf(read, find, context), more: more || candidates.size > read.length };
}

/** The names a note goes by; very short ones are left out, since they are in every text. */
function namesOf(target: VaultPath, context: ToolContext): string[] {
  const note = context.services.library.notes.get(target);
  const names = [baseName(target), ...(note === undefined ? [] : [note.title, ...note.aliases])];
  const long = names.map((name) => name.trim()).filter((name) => name.length > (/^[\x20-\x7e]*$/.test(name) ? 2 : 1));
  return [...new Map(long.map((name) => [name.toLowerCase(), name])).values()];
}

async function placesOf(
  paths: readonly VaultPath[],
  find: (path: VaultPath) => Promise<LinkLine[]>,
  context: ToolContext,
): Promise<Place[]> {
  const places: Place[] = [];
  for (const [at, path] of [...paths].entries()) {
    const lines = await find(path);
    places.push(...lines.slice(0, mostPlaces).map((line) => placeOf(path, line, context)));
    context.progress(at + 1, paths.length);
    await pause(context);
  }
  return places;
}

function placeOf(path: VaultPath, { kind, line, text, property }: LinkLine, context: ToolContext): Place {
  return {
    path: context.show(path),
    line,
    kind,
    ...(property === undefined ? {} : { property: context.show(clamp(property, 100)) }),
    text: quoteLine(text, mostUnits).slice('> '.length),
  };
}

function section(places: readonly Place[], header: string, context: ToolContext): string[] {
  return places.length === 0 ? [] : [header, ...linesOf(places, context)];
}

function linesOf(places: readonly Place[], context: ToolContext): string[] {
  return places.flatMap(({ path, line, kind, property, text }) => {
    const { kinds, property: ofProperty } = context.messages.backlinks;
    const label = property === undefined ? kinds[kind as keyof typeof kinds] : ofProperty(property);
    return [`${path}:${line}${kind === 'link' ? '' : ` (${label})`}`, `> ${text}`];
  });
}
