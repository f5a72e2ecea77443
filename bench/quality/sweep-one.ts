import { resolve } from 'node:path';

import { ours } from './contenders.ts';
import { mean, measure } from './measures.ts';
import { hasSets, loadSets } from './sets.ts';

/** Prints one line: nDCG@10 of our ranking on the tuned and the held half, averaged over sets, then of each set. */
export async function judgeOurs(label: string, only: string | undefined): Promise<void> {
  const shared = resolve(process.cwd(), '../shared');
  if (!hasSets(shared)) throw new Error(`no judged sets at ${shared}`);
  const halves = { tuned: [] as number[], held: [] as number[] };
  const each: string[] = [];
  for (const set of loadSets(shared)) {
    if (only !== undefined && !set.name.includes(only)) continue;
    const ask = await ours('ours').prepare(set);
    const scores = { tuned: [] as number[], held: [] as number[] };
    for (const question of set.questions) scores[question.half].push(measure(await ask(question.text), question).ndcg);
    for (const half of ['tuned', 'held'] as const) halves[half].push(mean(scores[half]));
    each.push(`${set.name.replace('tldr ', '')} ${mean(scores.tuned).toFixed(3)}/${mean(scores.held).toFixed(3)}`);
  }
  console.log(`${mean(halves.tuned).toFixed(4)} ${mean(halves.held).toFixed(4)}  ${label}\n    ${each.join('  ')}`);
}
