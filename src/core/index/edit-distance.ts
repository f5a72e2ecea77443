/**
 * Insertions, deletions, changes and swaps of neighbours that make `a` of `b`, counted in UTF-16 units; `most + 1` where more than `most`
 * are needed. Work is bounded by the shorter length times `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const present = new Array<number>(b.length + 1).fill(most + 1);
    if (row <= most) present[0] = row;
    let least = present[0] ?? row;
    const to = Math.min(b.length, row + most);
    for (let at = Math.max(1, row - most); at <= to; at++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(at - 1);
      let cost = Math.min((last[at - 1] ?? 0) + (same ? 0 : 1), (last[at] ?? most) + 1, (present[at - 1] ?? most) + 1);
      if (row > 1 && at > 1 && isSwap(a, b, row, at)) cost = Math.min(cost, (beforeLast[at - 2] ?? most) + 1);
      present[at] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = present;
  }
  return Math.min(last[b.length] ?? most + 1, most + 1);
}

function isSwap(a: string, b: string, row: number, at: number): boolean {
  return a.charCodeAt(row - 1) === b.charCodeAt(at - 2) && a.charCodeAt(row - 2) === b.charCodeAt(at - 1);
}
