import type { NoteEvidence } from '../index/passage-index.ts';
import type { LinkGraph } from '../graph/graph.ts';
import type { VaultPath } from '../path.ts';
import { HOP_SEEDS } from './constants.ts';

/** A note in the ranking: by its own evidence, by a link, or by both. */
export interface RankedNote {
  readonly path: VaultPath;
  readonly score: number;
  readonly passages: NoteEvidence['passages'];
  /** The linking note, where nothing else brought this one here. */
  readonly viaLinkFrom: VaultPath | null;
}

/**
 * One hop along out-links: the best notes pass a share of their score on to what they link to, and of several such
 * shares a note takes the greatest on top of its own evidence. Back-links do not count: judged, they cost 0.05 to 0.07.
 */
export function followLinks(
  direct: readonly NoteEvidence[],
  graph: LinkGraph,
  damping: number,
  allows: (path: VaultPath) => boolean,
): readonly RankedNote[] {
  const shares = new Map<VaultPath, { share: number; from: VaultPath }>();
  for (const seed of direct.slice(0, HOP_SEEDS)) {
    const share = damping * seed.score;
    for (const path of graph.out(seed.path)) {
      if (path === seed.path || share <= (shares.get(path)?.share ?? 0) || !allows(path)) continue;
      shares.set(path, { share, from: seed.path });
    }
  }
  const ranked = direct.map(({ path, score, passages }): RankedNote => {
    const share = shares.get(path)?.share ?? 0;
    shares.delete(path);
    return { path, score: score + share, passages, viaLinkFrom: null };
  });
  for (const [path, { share, from }] of shares) ranked.push({ path, score: share, passages: [], viaLinkFrom: from });
  return ranked.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
