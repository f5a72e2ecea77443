import { BLOCK, INSIDE_FENCE, ITEM, LINE } from './rows.ts';
import type { Row } from './rows.ts';

/** UTF-16 units of a passage, as far as lines allow. In trials the cap did not change the ranking (at 600 it cost 0.02). */
export const CAP = 2_400;

/**
 * The rows of a section in parts of at most `CAP` units: cut at block borders, else at lines. A fence is cut only
 * when it exceeds the cap by itself; a shorter one may carry a part somewhat above it. Linear.
 */
export function cutSection(rows: readonly Row[]): (readonly Row[])[] {
  const parts: (readonly Row[])[] = [];
  let start = 0;
  while (start < rows.length) {
    const cut = nextCut(rows, start);
    parts.push(rows.slice(start, cut));
    start = cut;
  }
  return parts;
}

/** Where the part that begins at `start` ends: the best border before the cap, a later one where they are equal. */
function nextCut(rows: readonly Row[], start: number): number {
  const from = rows[start]?.start ?? 0;
  let best = -1;
  let bestRank = -1;
  let hasText = false;
  for (let at = start; at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined) break;
    if (at > start && hasText && rankOf(row, from) >= bestRank && row.border !== INSIDE_FENCE) {
      best = at;
      bestRank = rankOf(row, from);
    }
    if (row.end - from > CAP && at > start) return best > 0 ? best : forcedCut(rows, at);
    // A heading by itself says little: no part ends right after it.
    hasText ||= !row.blank && row.heading === null;
  }
  return rows.length;
}

/** A border in the second half of the cap counts more than any before it, and a block's border more than an item's. */
function rankOf(row: Row, from: number): number {
  const late = row.start - from > CAP / 2;
  return row.border + (late && row.border >= ITEM ? BLOCK + LINE : 0);
}

/** No border before `at`: past the fence that is open there if that fits into the cap, else here. Looks no further than the cap. */
function forcedCut(rows: readonly Row[], at: number): number {
  const inFence = (row: number): boolean => rows[row]?.border === INSIDE_FENCE;
  const fits = (from: number, to: number): boolean => (rows[to]?.end ?? 0) - (rows[from]?.start ?? 0) <= CAP;
  let open = at;
  while (open > 0 && inFence(open) && fits(open, at)) open--;
  let end = at;
  while (inFence(end) && fits(open, end)) end++;
  return inFence(end) ? at : end;
}
