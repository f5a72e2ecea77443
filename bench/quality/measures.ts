import type { Question } from './sets.ts';

export interface Measures {
  readonly ndcg: number;
  readonly recall: number;
  readonly hit: number;
  readonly mrr: number;
}

const DEPTH = 10;

/** nDCG@10 (gain = grade), recall@10, hit@1 and reciprocal rank of one ranking. */
export function measure(ranking: readonly string[], { grades }: Question): Measures {
  const top = ranking.slice(0, DEPTH);
  const gains = top.map((note) => grades.get(note) ?? 0);
  const ideal = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const first = gains.findIndex((gain) => gain > 0);
  return {
    ndcg: ideal.length === 0 ? 0 : discounted(gains) / discounted(ideal.slice(0, DEPTH)),
    recall: ideal.length === 0 ? 0 : gains.filter((gain) => gain > 0).length / ideal.length,
    hit: first === 0 ? 1 : 0,
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function averaged(all: readonly Measures[]): Measures {
  const of = (key: keyof Measures): number => mean(all.map((each) => each[key]));
  return { ndcg: of('ndcg'), recall: of('recall'), hit: of('hit'), mrr: of('mrr') };
}

/**
 * Two-sided paired randomisation test: how often a difference of means as large as this one comes about when each pair is
 * swapped by the toss of a coin. The coin is seeded, so that a run can be repeated.
 */
export function pairedP(ours: readonly number[], theirs: readonly number[], rounds = 10_000): number {
  const differences = ours.map((value, at) => value - (theirs[at] ?? 0));
  const seen = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  if (seen === 0) return 1;
  const coin = seeded(20_261_130);
  let asLarge = 0;
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    for (const difference of differences) sum += coin() < 0.5 ? difference : -difference;
    if (Math.abs(sum) >= seen - 1e-12) asLarge++;
  }
  return (asLarge + 1) / (rounds + 1);
}

/** mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
