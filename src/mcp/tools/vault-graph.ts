import * as z from 'zod';
import { VaultError } from '../../core/errors.ts';
import type { NoteSummary } from '../../core/note/note.ts';
import type { VaultPath } from '../../core/path.ts';
import { answerBytes, clamp, utf8Length } from '../budget.ts';
import { findFile } from '../find-file.ts';
import { shortestChain, within } from '../neighbourhood.ts';
import { canvasesIn, survey, type Survey } from '../graph-survey.ts';
import { byPath, filterShape, selectNotes } from '../note-filter.ts';
import { freshness, paragraphs, skippedFooter } from '../notices.ts';
import { noteRow, notices } from '../output-parts.ts';
import { defineTool, pause, type ToolContext } from '../tool.ts';

const usualLimit = 60;
const mostUnits = 160;
const mostTags = 8;

const edge = () => z.object({ source: z.string(), target: z.string() });

export default defineTool({
  name: 'vault_graph',
  title: 'Graph of links',
  description:
    'How notes are linked: around a note, the shortest chain from it to another, orphans, broken links; without around the most linked. For the linking lines use vault_backlinks.',
  effect: 'reads',
  input: () => ({
    around: z.string().min(1).optional(),
    depth: z.int().min(1).max(5).optional().describe('1-5; default 1'),
    to: z.string().min(1).optional().describe('End of the chain'),
    ...filterShape(),
    include_raw: z.boolean().optional(),
    include_orphans: z.boolean().optional(),
    include_broken: z.boolean().optional(),
    limit: z.int().min(1).max(1000).optional().describe('1-1000 notes; default 60'),
  }),
  output: () =>
    z.object({
      notes: z.array(z.object({ ...noteRow(), in_degree: z.int(), out_degree: z.int(), distance: z.int().optional() })),
      edges: z.array(edge()),
      chain: z.array(z.string()),
      orphans: z.array(z.string()),
      broken: z.array(z.object({ source: z.string(), link: z.string(), count: z.int() })),
      counts: z.object({ notes: z.int(), links: z.int(), orphans: z.int(), broken: z.int() }),
      truncated: z.boolean(),
      notices: notices(),
    }),
  run: async (input, context) => {
    const selected = selectNotes(context.services, input, input.include_raw ?? false);
    const whole = await survey(selected, canvasesIn(input, context), context);
    const around = input.around === undefined ? null : await findFile(input.around, context.services);
    const to = input.to === undefined ? null : await findFile(input.to, context.services);
    if (to !== null && around === null) {
      throw new VaultError('invalid_input', { problems: `to: ${context.messages.input.needs('around')}` });
    }
    const found = await choose(
      { around, to, depth: input.depth ?? 1, limit: input.limit ?? usualLimit, whole },
      context,
    );
    const drawn = draw(found.paths, found.distances, context);
    const orphans = input.include_orphans === true ? whole.orphans.map(context.show) : [];
    const broken = input.include_broken === true ? brokenOf([...whole.members.keys(), ...whole.canvases], context) : [];
    const fitting = fit({ ...drawn, orphans, broken });
    const truncated = found.cut || fitting.cut;
    const words = context.messages.graph;
    const notes = [
      ...(found.gaveUp ? [words.searchEnded] : []),
      ...(truncated ? [words.truncated] : []),
      ...freshness(context),
      ...skippedFooter(context),
    ];
    return {
      text: paragraphs(
        [words.summary(whole.members.size, whole.links, whole.orphans.length)],
        [found.header, ...(found.chain.length > 0 ? chainLines(found.chain, context) : graphLines(fitting))],
        listing(
          words.orphans(whole.orphans.length),
          fitting.orphans.map((path) => `- ${path}`),
        ),
        listing(words.broken(whole.broken), fitting.broken.map(brokenLine)),
        notes,
      ),
      structured: {
        notes: fitting.notes,
        edges: fitting.edges,
        chain: found.chain.map(context.show),
        orphans: fitting.orphans,
        broken: fitting.broken,
        counts: { notes: whole.members.size, links: whole.links, orphans: whole.orphans.length, broken: whole.broken },
        truncated,
        notices: notes,
      },
    };
  },
});

interface Choice {
  readonly header: string;
  readonly paths: readonly VaultPath[];
  readonly distances: ReadonlyMap<VaultPath, number>;
  readonly chain: readonly VaultPath[];
  readonly cut: boolean;
  readonly gaveUp: boolean;
}

interface Wish {
  readonly around: VaultPath | null;
  readonly to: VaultPath | null;
  readonly depth: number;
  readonly limit: number;
  readonly whole: Survey;
}

/** Which notes to draw: those of a chain, those around a note, else the most linked. */
async function choose({ around, to, depth, limit, whole }: Wish, context: ToolContext): Promise<Choice> {
  const { graph } = context.services.library;
  const words = context.messages.graph;
  const none = { distances: new Map<VaultPath, number>(), chain: [], cut: false, gaveUp: false };
  if (around !== null && to !== null) {
    const chain = await shortestChain(graph, around, to, () => pause(context));
    const [from, end] = [context.show(around), context.show(to)];
    if (chain === null || chain === 'gave_up') {
      return { ...none, header: words.noPath(from, end), paths: [], gaveUp: chain === 'gave_up' };
    }
    return { ...none, header: words.path(from, end, chain.length - 1), paths: chain, chain };
  }
  if (around !== null) {
    const { distances, cut } = within(graph, around, depth, limit, (path) => whole.members.has(path));
    const header = words.around(context.show(around), depth, distances.size - 1);
    return { ...none, header, paths: [...distances.keys()], distances, cut };
  }
  const ranked = [...whole.members.keys()].sort((a, b) => degree(b, whole) - degree(a, whole) || (a < b ? -1 : 1));
  const paths = ranked.slice(0, limit);
  return { ...none, header: words.mostLinked(paths.length, ranked.length), paths, cut: paths.length < ranked.length };
}

function degree(path: VaultPath, whole: Survey): number {
  return whole.degrees.get(path) ?? 0;
}

interface Drawing {
  readonly notes: DrawnNote[];
  readonly edges: { source: string; target: string }[];
}

interface DrawnNote {
  path: string;
  title: string;
  type: string;
  status?: string;
  tags: string[];
  in_degree: number;
  out_degree: number;
  distance?: number;
}

/** Notes by path, and the links among them; degrees count inside the drawing. */
function draw(paths: readonly VaultPath[], distances: ReadonlyMap<VaultPath, number>, context: ToolContext): Drawing {
  const { library } = context.services;
  const members = new Set(paths);
  const sorted = [...members].sort();
  const edges = sorted.flatMap((source) =>
    library.graph
      .out(source)
      .filter((target) => target !== source && members.has(target))
      .map((target) => ({ source, target })),
  );
  const [incoming, outgoing] = [new Map<string, number>(), new Map<string, number>()];
  for (const { source, target } of edges) {
    outgoing.set(source, (outgoing.get(source) ?? 0) + 1);
    incoming.set(target, (incoming.get(target) ?? 0) + 1);
  }
  const notes = sorted.map((path) => {
    const distance = distances.get(path);
    return {
      ...rowOf(path, library.notes.get(path), context),
      in_degree: incoming.get(path) ?? 0,
      out_degree: outgoing.get(path) ?? 0,
      ...(distance === undefined ? {} : { distance }),
    };
  });
  return {
    notes,
    edges: edges.map(({ source, target }) => ({ source: context.show(source), target: context.show(target) })),
  };
}

/** A canvas or an attachment may stand in a chain: it has a path and no more. */
function rowOf(path: VaultPath, note: NoteSummary | undefined, { show }: ToolContext) {
  const short = (text: string) => show(clamp(text, mostUnits));
  const { title = path, type = '', status = null, tags = [] } = note ?? {};
  return {
    path: show(path),
    title: short(title),
    type: short(type),
    ...(status === null ? {} : { status: short(status) }),
    tags: tags.slice(0, mostTags).map((tag) => show(clamp(tag, 64))),
  };
}

type Broken = { source: string; link: string; count: number };

function brokenOf(sources: readonly VaultPath[], context: ToolContext): Broken[] {
  const { graph } = context.services.library;
  const broken = sources.flatMap((source) =>
    [...graph.unresolved(source)].map(([link, count]) => ({ path: source, link, count })),
  );
  return broken
    .sort((a, b) => byPath(a, b))
    .map(({ path, link, count }) => ({ source: context.show(path), link: context.show(clamp(link, 200)), count }));
}

type Parts = Drawing & { readonly orphans: readonly string[]; readonly broken: readonly Broken[] };

/** As much of each part as the structured answer may hold. */
function fit(parts: Parts): Parts & { orphans: string[]; broken: Broken[]; cut: boolean } {
  let left = answerBytes;
  let cut = false;
  const take = <T>(items: readonly T[]): T[] => {
    const taken: T[] = [];
    for (const item of items) {
      left -= utf8Length(JSON.stringify(item)) + 1;
      if (left < 0) {
        cut = true;
        break;
      }
      taken.push(item);
    }
    return taken;
  };
  const broken = take(parts.broken);
  const orphans = take(parts.orphans);
  const notes = take(parts.notes);
  const kept = new Set(notes.map(({ path }) => path));
  const edges = take(parts.edges.filter(({ source, target }) => kept.has(source) && kept.has(target)));
  return { notes, edges, orphans, broken, cut };
}

/** Each link of a chain with the way it points. */
function chainLines(chain: readonly VaultPath[], context: ToolContext): string[] {
  const { graph } = context.services.library;
  return chain.slice(1).map((path, at) => {
    const before = chain[at] ?? path;
    const forward = graph.out(before).includes(path);
    return `${context.show(before)} ${forward ? '->' : '<-'} ${context.show(path)}`;
  });
}

/** The links; and, by themselves, the notes that none of them touches. */
function graphLines({ notes, edges }: Drawing): string[] {
  const alone = notes.filter((note) => note.in_degree + note.out_degree === 0);
  return [...edges.map(({ source, target }) => `- ${source} -> ${target}`), ...alone.map(({ path }) => `- ${path}`)];
}

function listing(header: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [header, ...lines];
}

function brokenLine({ source, link, count }: Broken): string {
  return `- ${source} -> ${link}${count > 1 ? ` (${count})` : ''}`;
}
