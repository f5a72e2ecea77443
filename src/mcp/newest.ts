import type { NoteSummary } from '../core/note/note.ts';

/** The notes changed last that fit, newest first, ties by path: one pass, since a vault may hold fifty thousand. */
export function newest(
  notes: Iterable<NoteSummary>,
  most: number,
  fits: (note: NoteSummary) => boolean = () => true,
): NoteSummary[] {
  const best: NoteSummary[] = [];
  for (const note of notes) {
    const last = best[most - 1];
    if ((last !== undefined && !isBefore(note, last)) || !fits(note)) continue;
    const at = best.findIndex((each) => isBefore(note, each));
    best.splice(at < 0 ? best.length : at, 0, note);
    best.length = Math.min(best.length, most);
  }
  return best;
}

function isBefore(a: NoteSummary, b: NoteSummary): boolean {
  return a.mtimeMs === b.mtimeMs ? a.path < b.path : a.mtimeMs > b.mtimeMs;
}
