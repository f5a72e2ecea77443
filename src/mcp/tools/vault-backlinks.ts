import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import { baseName, extensionOf, isNote, type VaultPath } from '../../core/path.ts';
import { answerBytes, clamp, utf8Length } from '../budget.ts';
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
/** Files with unresolved links that are named without having been read. */
const mostUnread = 100;

const place = () =>
  z.object({
    path: z.string(),
    line: z.int(),
    kind: z.string(),
    property: z.string().optional(),
    /** Links in this line, where there are several. */
    count: z.int().optional(),
    text: z.string(),
  });
type Place = z.infer<ReturnType<typeof place>>;

/** Places of some files, and how many links of a file are not among them. */
interface Places {
  readonly places: readonly Place[];
  readonly left: readonly { readonly path: string; readonly count: number }[];
  /** Files that found room, and the bytes that they took. */
  readonly files: number;
  readonly bytes: number;
}
const noPlaces: Places = { places: [], left: [], files: 0, bytes: 0 };

export default defineTool({
  name: 'vault_backlinks',
  title: 'What points here',
  description:
    'Who links to a note or attachment, each place as path:line with its text. For what it links to use vault_get_note, for wider circles vault_graph.',
  effect: 'reads',
  input: () => ({
    path: z.string().min(1),
    unlinked: z.boolean().optional().describe('Also mentions without a link'),
    unresolved: z.boolean().optional().describe('Also dead links to this name; the note need not exist'),
    limit: z.int().min(1).max(200).optional().describe('1-200 files; default 30'),
    cursor: z.string().min(1).optional(),
  }),
  output: () =>
    z.object({
      path: z.string(),
      counts: z.object({ links: z.int(), files: z.int() }),
      links: z.array(place()),
      left_out: z.array(z.object({ path: z.string(), count: z.int() })),
      next_cursor: z.string().optional(),
      notices: notices(),
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
    const find = (path: VaultPath) => (target === null ? Promise.resolve([]) : linksOf(path, target, context));
    const links = await placesOf(page, find, context, answerBytes);
    const rest = (...before: readonly Places[]) => before.reduce((left, { bytes }) => left - bytes, answerBytes);
    const lost = first && question.unresolved === true ? await unresolvedOf(name, context, rest(links)) : noPlaces;
    if (target === null && lost.places.length === 0) await findFile(input.path, context.services);
    const mentioned =
      first && question.unlinked === true && target !== null
        ? await mentionsTo(target, context, rest(links, lost))
        : null;

    const total = target === null ? 0 : sources.reduce((sum, source) => sum + graph.count(source, target), 0);
    const next = skip + links.files < sources.length ? makeCursor(skip + links.files, question) : undefined;
    const shownTarget = context.show(clamp(target ?? input.path, 300));
    const { backlinks: words, common } = context.messages;
    const notes = [...freshness(context), ...(mentioned?.more === true ? [words.moreMentions] : [])];
    return {
      text: paragraphs(
        [total === 0 ? words.nothing(shownTarget) : words.header(total, sources.length, shownTarget)],
        linesOf(links, context),
        section(lost, words.unresolved(countOf(lost), context.show(name)), context),
        section(mentioned ?? noPlaces, words.mentions(mentioned?.places.length ?? 0), context),
        next === undefined ? [] : [common.nextPage(next)],
        notes,
      ),
      structured: {
        path: shownTarget,
        counts: { links: total, files: sources.length },
        links: [...links.places, ...lost.places, ...(mentioned?.places ?? [])],
        left_out: [...links.left, ...lost.left],
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

async function unresolvedOf(name: string, context: ToolContext, budget: number): Promise<Places> {
  const { library, vault } = context.services;
  const wanted = name.toLowerCase();
  const named = (path: VaultPath) =>
    [...library.graph.unresolved(path)].reduce(
      (sum, [link, count]) => sum + (baseName(link).toLowerCase() === wanted ? count : 0),
      0,
    );
  const sources = [...library.graph.withUnresolved()].filter((path) => named(path) > 0).sort();
  const read = await placesOf(
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
    budget,
  );
  const others = sources.slice(read.files, read.files + mostUnread);
  const unread = others.map((path) => ({ path: context.show(path), count: named(path) }));
  return { ...read, left: [...read.left, ...unread] };
}

/** Notes that name this one without linking to it: search finds the candidates, their text decides. */
async function mentionsTo(
  target: VaultPath,
  context: ToolContext,
  budget: number,
): Promise<Places & { readonly more: boolean }> {
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
  const found = await placesOf(read, find, context, budget);
  return { ...found, more: more || candidates.size > found.files };
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
  /** Bytes that the answer has room for; the first file is shown in any case. */
  budget: number,
): Promise<Places> {
  const places: Place[] = [];
  const left: { path: string; count: number }[] = [];
  let bytes = 0;
  for (const [at, path] of [...paths].entries()) {
    const lines = byLine(await find(path));
    const own = lines.slice(0, mostPlaces).map((line) => placeOf(path, line, context));
    const size = own.reduce((sum, one) => sum + utf8Length(one.path) + utf8Length(one.text) + FRAME, 0);
    if (at > 0 && bytes + size > budget) return { places, left, files: at, bytes };
    bytes += size;
    places.push(...own);
    const more = lines.slice(mostPlaces).reduce((sum, { count }) => sum + count, 0);
    if (more > 0) left.push({ path: context.show(path), count: more });
    context.progress(at + 1, paths.length);
    await pause(context);
  }
  return { places, left, files: paths.length, bytes };
}

/** Bytes about a place: its line number, its kind, the mark before its text. */
const FRAME = 24;

/** A line with several links of a kind stands once. */
function byLine(links: readonly LinkLine[]): (LinkLine & { count: number })[] {
  const lines = new Map<string, LinkLine & { count: number }>();
  for (const link of links) {
    // Of a canvas in one line each link is shown by itself.
    const key = [link.line, link.kind, link.property ?? '', link.text].join('\n');
    const known = lines.get(key);
    if (known === undefined) lines.set(key, { ...link, count: 1 });
    else known.count++;
  }
  return [...lines.values()];
}

function countOf({ places, left }: Places): number {
  return [...places, ...left].reduce((sum, { count = 1 }) => sum + count, 0);
}

function placeOf(
  path: VaultPath,
  { kind, line, text, property, count }: LinkLine & { readonly count: number },
  context: ToolContext,
): Place {
  return {
    path: context.show(path),
    line,
    kind,
    ...(property === undefined ? {} : { property: context.show(clamp(property, 100)) }),
    ...(count === 1 ? {} : { count }),
    text: quoteLine(text, mostUnits).slice('> '.length),
  };
}

function section(found: Places, header: string, context: ToolContext): string[] {
  return found.places.length === 0 ? [] : [header, ...linesOf(found, context)];
}

function linesOf({ places, left }: Places, { messages }: ToolContext): string[] {
  const { kinds, property: ofProperty } = messages.backlinks;
  const shown = new Set(places.map(({ path }) => path));
  const unread = left.filter(({ path }) => !shown.has(path));
  const lines = places.flatMap(({ path, line, kind, property, text, count }, at) => {
    const label = property === undefined ? kinds[kind as keyof typeof kinds] : ofProperty(property);
    const what = [...(kind === 'link' ? [] : [label]), ...(count === undefined ? [] : [`×${count}`])].join(', ');
    const more = places[at + 1]?.path === path ? undefined : left.find((each) => each.path === path)?.count;
    return [
      `${path}:${line}${what === '' ? '' : ` (${what})`}`,
      `> ${text}`,
      ...(more === undefined ? [] : [`${path}: ${messages.common.andMore(more)}`]),
    ];
  });
  return [...lines, ...unread.map(({ path, count }) => `${path}: ${messages.common.andMore(count)}`)];
}
