import type { VaultPath } from '../path.ts';
import type { PassageTable } from './passage-table.ts';

export interface RankedNote {
  readonly path: VaultPath;
  readonly score: number;
  readonly table: PassageTable;
  /** The best passages by their number in `table`, best first. */
  readonly passages: readonly { readonly passage: number; readonly score: number }[];
}

/** The best `limit` of all notes offered: a heap with the worst of them on top. */
export class BestNotes {
  private readonly heap: RankedNote[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether a note of that path and score would be kept: asked first, to spare what would be thrown away. */
  admits(path: string, score: number): boolean {
    const worst = this.heap[0];
    if (this.heap.length < this.limit || worst === undefined) return true;
    return score > worst.score || (score === worst.score && path < worst.path);
  }

  offer(note: RankedNote): void {
    const { heap } = this;
    if (heap.length < this.limit) {
      heap.push(note);
      this.rise(heap.length - 1);
      return;
    }
    const worst = heap[0];
    if (worst === undefined || byRank(note, worst) > 0) return;
    heap[0] = note;
    this.sink();
  }

  /** Best first; ties by path in code-unit order. */
  sorted(): readonly RankedNote[] {
    return [...this.heap].sort(byRank);
  }

  private rise(from: number): void {
    const { heap } = this;
    const note = heap[from];
    if (note === undefined) return;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || byRank(note, parent) <= 0) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = note;
  }

  private sink(): void {
    const { heap } = this;
    const note = heap[0];
    if (note === undefined) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      let child = heap[below];
      const other = heap[below + 1];
      if (child === undefined) break;
      if (other !== undefined && byRank(other, child) > 0) {
        child = other;
        below++;
      }
      if (byRank(child, note) <= 0) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = note;
  }
}

/** Below 0 when `a` ranks before `b`. */
export function byRank(
  a: { readonly path: string; readonly score: number },
  b: { readonly path: string; readonly score: number },
): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
