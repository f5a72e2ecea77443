import { averaged, mean, pairedP, type Measures } from './measures.ts';
import type { SetResult } from './quality.ts';
import type { Question } from './sets.ts';

type Half = Question['half'] | 'all';

/** Prints the tables; whether ours is ahead of every baseline on every set. */
export function printReport(results: readonly SetResult[], baselines: readonly string[], ours: string): boolean {
  for (const result of results) printSet(result, baselines, ours);
  return printSummary(results, baselines, ours);
}

function printSet({ set, measures }: SetResult, baselines: readonly string[], ours: string): void {
  console.log(`\n${set.name}: ${set.notes.length} notes, ${set.questions.length} questions`);
  console.log(row(['', 'nDCG@10', 'recall@10', 'hit@1', 'MRR', 'nDCG tuned', 'nDCG held', 'ours ahead by']));
  const own = measures.get(ours) ?? [];
  for (const [name, all] of measures) {
    const { ndcg, recall, hit, mrr } = averaged(all);
    const half = (which: Half): string => averaged(ofHalf(set.questions, all, which)).ndcg.toFixed(3);
    const ahead = baselines.includes(name) ? difference(own, all) : '';
    const figures = [ndcg, recall, hit, mrr].map((figure) => figure.toFixed(3));
    console.log(row([name, ...figures, half('tuned'), half('held'), ahead]));
  }
}

function printSummary(results: readonly SetResult[], baselines: readonly string[], ours: string): boolean {
  let everywhere = true;
  console.log('\nAll sets, nDCG@10');
  for (const baseline of baselines) {
    const pairs = results.map(({ set, measures }) => {
      const own = averaged(measures.get(ours) ?? []).ndcg;
      const other = averaged(measures.get(baseline) ?? []).ndcg;
      return { set: set.name, own, other };
    });
    const behind = pairs.filter(({ own, other }) => own <= other).map(({ set }) => set);
    everywhere &&= behind.length === 0;
    const [own, other] = [mean(pairs.map((pair) => pair.own)), mean(pairs.map((pair) => pair.other))];
    const latin = pairs.filter(({ other: theirs }) => theirs >= READABLE);
    const gain = percent(mean(latin.map((pair) => pair.own)), mean(latin.map((pair) => pair.other)));
    console.log(
      `ours ${own.toFixed(3)}, ${baseline} ${other.toFixed(3)}: ${percent(own, other)} on average; ` +
        `${gain} over the ${latin.length} sets whose script the baseline reads; ` +
        (behind.length === 0 ? 'ahead on every set' : `NOT ahead on ${behind.join(', ')}`),
    );
  }
  return everywhere;
}

/** A baseline below this cannot read a set at all: its gain there says nothing of ranking. */
const READABLE = 0.3;

function difference(own: readonly Measures[], other: readonly Measures[]): string {
  const [a, b] = [own.map(({ ndcg }) => ndcg), other.map(({ ndcg }) => ndcg)];
  const ahead = mean(a) - mean(b);
  return `${ahead >= 0 ? '+' : ''}${ahead.toFixed(3)} (p ${pairedP(a, b).toFixed(4)})`;
}

function percent(own: number, other: number): string {
  const gain = (own / other - 1) * 100;
  return `${gain >= 0 ? '+' : ''}${gain.toFixed(1)} %`;
}

function ofHalf(questions: readonly Question[], all: readonly Measures[], half: Half): readonly Measures[] {
  return half === 'all' ? all : all.filter((_each, at) => questions[at]?.half === half);
}

const WIDTHS = [24, 9, 11, 8, 8, 12, 11, 22];

function row(cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[at] ?? 0) : cell.padStart(WIDTHS[at] ?? 0))).join('');
}
