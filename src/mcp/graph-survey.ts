import type { LinkGraph } from '../core/graph/graph.ts';
import type { NoteSummary } from '../core/note/note.ts';
import { isNote, type VaultPath } from '../core/path.ts';
import { isUnder, plainFolder, type NoteFilter } from './note-filter.ts';
import { notesPerSlice, pause, type ToolContext } from './tool.ts';

/** Canvases are no notes, but their links may be broken all the same: those of the folder, unless only notes are meant. */
export function canvasesIn(
  filter: NoteFilter & { readonly include_raw?: boolean | undefined },
  context: ToolContext,
): VaultPath[] {
  if (filter.type !== undefined || filter.status !== undefined || (filter.tags ?? []).length > 0) return [];
  const { library, conventions } = context.services;
  const folder = plainFolder(filter.folder);
  const raw = filter.include_raw === true ? null : conventions().folders.raw;
  const isMeant = (path: VaultPath) => isUnder(path, folder) && (raw === null || !isUnder(path, raw));
  return [...library.graph.withUnresolved()].filter((path) => !isNote(path) && isMeant(path));
}

/** The selected notes counted as one graph: an edge counts when both ends do, an orphan has no link at all. */
export interface Survey {
  readonly members: ReadonlyMap<VaultPath, NoteSummary>;
  /** Those with broken links. */
  readonly canvases: readonly VaultPath[];
  readonly degrees: ReadonlyMap<VaultPath, number>;
  readonly links: number;
  readonly broken: number;
  readonly orphans: readonly VaultPath[];
}

export async function survey(
  selected: readonly NoteSummary[],
  canvases: readonly VaultPath[],
  context: ToolContext,
): Promise<Survey> {
  const { graph } = context.services.library;
  const members = new Map(selected.map((note) => [note.path, note]));
  const degrees = new Map<VaultPath, number>();
  const orphans: VaultPath[] = [];
  let links = 0;
  let broken = 0;
  for (const [at, { path }] of selected.entries()) {
    const out = graph.out(path).filter((target) => target !== path);
    const inside = out.filter((target) => members.has(target));
    for (const end of [...inside, ...inside.map(() => path)]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
    links += inside.length;
    broken += brokenIn(path, graph);
    if (out.length === 0 && graph.in(path).length === 0) orphans.push(path);
    if (at % notesPerSlice === notesPerSlice - 1) await pause(context);
  }
  for (const path of canvases) broken += brokenIn(path, graph);
  return { members, canvases, degrees, links, broken, orphans };
}

function brokenIn(path: VaultPath, graph: LinkGraph): number {
  let broken = 0;
  for (const count of graph.unresolved(path).values()) broken += count;
  return broken;
}
