/**
 * Whether two values read from YAML are the same, order of keys included. At most {@link MOST} values are looked at,
 * since aliases may unfold a few bytes into millions: beyond that the answer is no.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  let left = MOST;
  const same = (x: unknown, y: unknown): boolean => {
    if (left-- <= 0) return false;
    if (Object.is(x, y)) return true;
    if (typeof x !== 'object' || typeof y !== 'object' || x === null || y === null) return false;
    if (Array.isArray(x) !== Array.isArray(y)) return false;
    const mine = Object.entries(x);
    const yours = Object.entries(y);
    return (
      mine.length === yours.length &&
      mine.every(([key, value], index) => yours[index]?.[0] === key && same(value, yours[index][1]))
    );
  };
  return same(a, b);
}

const MOST = 100_000;
