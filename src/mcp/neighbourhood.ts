import type { LinkGraph } from '../core/graph/graph.ts';
import type { VaultPath } from '../core/path.ts';

/** Notes looked at while searching for a chain; beyond it the search gives up and says so. */
const mostVisited = 100_000;

/**
 * Everything within `depth` links of a note, in either direction, nearest first, at most `most` of them; `allowed`
 * decides which files count. `cut` when there were more.
 */
export function within(
  graph: LinkGraph,
  start: VaultPath,
  depth: number,
  most: number,
  allowed: (path: VaultPath) => boolean,
): { distances: Map<VaultPath, number>; cut: boolean } {
  const distances = new Map([[start, 0]]);
  let ring: VaultPath[] = [start];
  for (let step = 1; step <= depth && ring.length > 0; step++) {
    const next: VaultPath[] = [];
    for (const neighbour of ring.flatMap((path) => neighboursOf(graph, path))) {
      if (distances.has(neighbour) || !allowed(neighbour)) continue;
      if (distances.size >= most) return { distances, cut: true };
      distances.set(neighbour, step);
      next.push(neighbour);
    }
    ring = next;
  }
  return { distances, cut: false };
}

/**
 * The shortest chain of links from one file to another, whichever way each link points, both ends included; null
 * where there is none, 'gave_up' where the search met its bound.
 */
export async function shortestChain(
  graph: LinkGraph,
  from: VaultPath,
  to: VaultPath,
  pause: () => Promise<void>,
): Promise<VaultPath[] | 'gave_up' | null> {
  const before = new Map<VaultPath, VaultPath | null>([[from, null]]);
  const queue = [from];
  for (let at = 0; at < queue.length; at++) {
    const path = queue[at];
    if (path === undefined || path === to) break;
    for (const neighbour of neighboursOf(graph, path)) {
      if (before.has(neighbour)) continue;
      before.set(neighbour, path);
      queue.push(neighbour);
    }
    if (queue.length > mostVisited && !before.has(to)) return 'gave_up';
    if (before.has(to)) break;
    if (at % 2000 === 1999) await pause();
  }
  return before.has(to) ? chainTo(to, before) : null;
}

function chainTo(to: VaultPath, before: ReadonlyMap<VaultPath, VaultPath | null>): VaultPath[] {
  const chain: VaultPath[] = [];
  for (let at: VaultPath | null = to; at !== null; at = before.get(at) ?? null) chain.unshift(at);
  return chain;
}

function neighboursOf(graph: LinkGraph, path: VaultPath): VaultPath[] {
  return [...graph.out(path), ...graph.in(path)];
}
