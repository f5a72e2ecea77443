import type { IndexedNote, PassageQuery } from '../../../src/core/index/passage-index.ts';

/**
 * The ranking said in the plainest way, with no index at all: what the engine's answers are compared with. Its numbers
 * are written out here once more, so that a slip in the product's constants shows.
 */
export function plainRanking(notes: readonly IndexedNote[], query: PassageQuery): { path: string; score: number }[] {
  const weighed = notes.map((note) => ({ note, passages: passagesOf(note) }));
  const passages = weighed.flatMap((one) => one.passages);
  const wholes = weighed.map((one) => joined(one.passages));
  const ranked = weighed.map(({ note, passages: own }) => {
    const best = own.map((passage) => bm25(passage, passages, query, 0.6)).sort((a, b) => b - a);
    const direct =
      (best[0] ?? 0) + 0.5 * (best[1] ?? 0) + 0.25 * (best[2] ?? 0) + bm25(joined(own), wholes, query, 0.75);
    return {
      path: note.path as string,
      score: direct * (query.weightOf?.get(note.path) ?? 1),
      allowed: allowed(note, query),
    };
  });
  return ranked
    .filter((one) => one.score > 0 && one.allowed)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .slice(0, query.limit)
    .map(({ path, score }) => ({ path, score }));
}

type Frequencies = ReadonlyMap<string, number>;

function passagesOf(note: IndexedNote): Frequencies[] {
  const passages = note.passages.length > 0 ? note.passages : [{ headings: [], prose: '', code: '' }];
  return passages.map(({ headings, prose, code }) => {
    const frequencies = new Map<string, number>();
    const add = (text: string, weight: number): void => {
      for (const word of text.split(' ').filter(Boolean)) frequencies.set(word, (frequencies.get(word) ?? 0) + weight);
    };
    [...note.names, ...headings].forEach((text) => add(text, 3));
    note.tags.forEach((tag) => add(tag, 2));
    add(prose, 1);
    add(code, 0.5);
    return frequencies;
  });
}

function joined(passages: readonly Frequencies[]): Frequencies {
  const all = new Map<string, number>();
  for (const passage of passages) for (const [word, count] of passage) all.set(word, (all.get(word) ?? 0) + count);
  return all;
}

function bm25(one: Frequencies, all: readonly Frequencies[], query: PassageQuery, b: number): number {
  const average = all.reduce((sum, other) => sum + length(other), 0) / all.length;
  const words = new Map<unknown, { term: string; weight: number }[]>();
  query.terms.forEach((each, at) => {
    const key = each.word ?? `alone ${at}`;
    words.set(key, [...(words.get(key) ?? []), each]);
  });
  let score = 0;
  for (const forms of words.values()) {
    const weight = Math.max(0, ...forms.map((form) => form.weight));
    const counted = forms.filter((form) => form.weight > 0);
    const holders = all.filter((other) => counted.some(({ term }) => other.has(term))).length;
    const found = counted.reduce((sum, form) => sum + ((one.get(form.term) ?? 0) * form.weight) / weight, 0);
    if (found === 0) continue;
    const rarity = Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5));
    score += (weight * rarity * found * 2.2) / (found + 1.2 * (1 - b + (b * length(one)) / average));
  }
  return score;
}

function length(one: Frequencies): number {
  return [...one.values()].reduce((sum, count) => sum + count, 0);
}

function allowed(note: IndexedNote, query: PassageQuery): boolean {
  const held = joined(passagesOf(note));
  return (query.among?.has(note.path) ?? true) && !(query.without ?? []).some((term) => held.has(term));
}
