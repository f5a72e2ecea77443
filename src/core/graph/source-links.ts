/** No target: the link leads nowhere. */
export const NOWHERE = -1;

/** Sources with more links look theirs up in a map; most have a handful, which is looked through as quickly. */
const FEW = 32;

/**
 * The links of one source: for each text the number of the text, how often it stands there, and the number of its
 * target, in order of first appearance. All in one array, since a vault has tens of thousands of them.
 */
export class SourceLinks {
  readonly #links: readonly number[];
  readonly #targets: number[];
  /** Where a text is, by its number, and how many links lead to a target; null for few links. */
  readonly #places: ReadonlyMap<number, number> | null;
  readonly #counts: Map<number, number> | null;
  #broken = 0;

  /** `texts`: numbers of texts as they stand in the source, with repetition. They lead nowhere until they are bound. */
  constructor(texts: readonly number[]) {
    const links = counted(texts);
    const size = links.length / 2;
    this.#links = links;
    this.#targets = Array<number>(size).fill(NOWHERE);
    const many = size > FEW;
    this.#places = many ? new Map(this.#targets.map((_, at) => [this.text(at), at])) : null;
    this.#counts = many ? new Map() : null;
    this.#broken = size;
  }

  /** Different texts; each has a place from 0 on. */
  get size(): number {
    return this.#targets.length;
  }

  /** How many texts lead nowhere. */
  get broken(): number {
    return this.#broken;
  }

  text(at: number): number {
    return this.#links[2 * at] ?? 0;
  }

  times(at: number): number {
    return this.#links[2 * at + 1] ?? 0;
  }

  /** `NOWHERE`, or the number of a file. */
  target(at: number): number {
    return this.#targets[at] ?? NOWHERE;
  }

  /** The place of a text; -1 where it does not stand here. */
  place(text: number): number {
    if (this.#places !== null) return this.#places.get(text) ?? -1;
    for (let at = 0; at < this.size; at++) if (this.text(at) === text) return at;
    return -1;
  }

  /** Lets a text lead to another target. */
  bind(at: number, target: number): void {
    const before = this.target(at);
    if (before === target) return;
    this.#targets[at] = target;
    this.#broken += Number(target === NOWHERE) - Number(before === NOWHERE);
    this.#tally(before, -this.times(at));
    this.#tally(target, this.times(at));
  }

  /** How many links lead to a target, repetitions counted. */
  count(target: number): number {
    if (this.#counts !== null) return this.#counts.get(target) ?? 0;
    let count = 0;
    for (let at = 0; at < this.size; at++) if (this.target(at) === target) count += this.times(at);
    return count;
  }

  /** Targets, each once, in order of first appearance. */
  targets(): ReadonlySet<number> {
    const targets = new Set(this.#targets);
    targets.delete(NOWHERE);
    return targets;
  }

  #tally(target: number, times: number): void {
    if (this.#counts === null || target === NOWHERE) return;
    const count = (this.#counts.get(target) ?? 0) + times;
    if (count === 0) this.#counts.delete(target);
    else this.#counts.set(target, count);
  }
}

/** Each text and how often it stands among these, one behind the other, in order of first appearance. */
function counted(texts: readonly number[]): readonly number[] {
  if (texts.length > FEW) {
    const times = new Map<number, number>();
    for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
    return [...times].flat().slice();
  }
  const links: number[] = [];
  for (const text of texts) {
    let at = 0;
    while (at < links.length && links[at] !== text) at += 2;
    if (at < links.length) links[at + 1] = (links[at + 1] ?? 0) + 1;
    else links.push(text, 1);
  }
  // Copied: what was put together piece by piece has room to grow, and never will.
  return links.slice();
}
