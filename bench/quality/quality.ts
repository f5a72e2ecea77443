import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { miniSearch, miniSearchOurTokens, ours, wholeNotes, type Contender } from './contenders.ts';
import { measure, type Measures } from './measures.ts';
import { printReport } from './report.ts';
import { hasSets, loadSets, type JudgedSet } from './sets.ts';

export interface SetResult {
  readonly set: JudgedSet;
  /** For each contender the measures of every question, in the set's order. */
  readonly measures: ReadonlyMap<string, readonly Measures[]>;
}

export const OURS = ours('ours');
const CONTENDERS: readonly Contender[] = [
  wholeNotes,
  miniSearch,
  miniSearchOurTokens,
  ours('ours without the hop', 0),
  OURS,
  ours('ours, follow links', undefined, true),
];

/** Returns the process's exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'string' }, shared: { type: 'string' }, only: { type: 'string' } },
  });
  const shared = values.shared ?? resolve(process.cwd(), '../shared');
  if (!hasSets(shared)) {
    console.log(
      `No judged sets at ${shared}: nothing was measured. They are expected in ../shared/retrieval, beside the project.`,
    );
    return 0;
  }
  const results: SetResult[] = [];
  for (const set of loadSets(shared)) {
    if (values.only !== undefined && !set.name.includes(values.only)) continue;
    results.push(await judge(set));
  }
  const ahead = printReport(results, [wholeNotes.name, miniSearch.name], OURS.name);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results.map(plain), null, 2));
  return ahead ? 0 : 1;
}

async function judge(set: JudgedSet): Promise<SetResult> {
  const measures = new Map<string, readonly Measures[]>();
  for (const contender of CONTENDERS) {
    const ask = await contender.prepare(set);
    const own: Measures[] = [];
    for (const question of set.questions) own.push(measure(await ask(question.text), question));
    measures.set(contender.name, own);
  }
  return { set, measures };
}

function plain({ set, measures }: SetResult): unknown {
  return {
    set: set.name,
    questions: set.questions.map(({ id, half }) => ({ id, half })),
    measures: Object.fromEntries(measures),
  };
}
