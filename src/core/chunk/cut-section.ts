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
    if (row.end - from > CAP && at > start) return best > 0 ? best : forcedCut(rows, at);
    if (at > start && hasText && rankOf(row, from) >= bestRank && row.border !== INSIDE_FENCE) {
      best = at;
      bestRank = rankOf(row, from);
    }
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

/** No border before `at`: past the fence that is open there if it is short enough to stay whole, else here. */
function forcedCut(rows: readonly Row[], at: number): number {
  if (rows[at]?.border !== INSIDE_FENCE) return at;
  let end = at;
  while (end < rows.length && rows[end]?.border === INSIDE_FENCE) end++;
  return fenceSize(rows, at, end) <= CAP ? end : at;
}

/** Units of the fence that holds row `at` and ends before `end`. */
function fenceSize(rows: readonly Row[], at: number, end: number): number {
  let open = at;
  while (open > 0 && rows[open]?.border === INSIDE_FENCE) open--;
  return (rows[end - 1]?.end ?? 0) - (rows[open]?.start ?? 0);
}
