import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findHome, STANDS_OUT } from '../../src/core/learn/find-home.ts';
import { readLesson } from '../../src/core/learn/lesson.ts';
import { memoryHost } from '../../test/support/memory-host.ts';
import { memoryVault } from '../../test/support/memory-vault.ts';

interface NoteRow {
  readonly path: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly body: string;
}

interface PairRow {
  /** `tuned`: looked at while constants were chosen; `held`: never. */
  readonly half: 'tuned' | 'held';
  readonly lang: string;
  readonly note: string;
  readonly verdict: 'same' | 'extends' | 'different';
  readonly lesson: {
    readonly title: string;
    readonly insight: string;
    readonly domain: string;
    readonly tags: readonly string[];
  };
}

/** One decision to be judged: where the lesson should go (null: a note of its own) and where it would at any ratio. */
interface Case {
  readonly pair: PairRow;
  readonly right: string | null;
  readonly chosen: string | null;
  /** The same by the ratio alone, whatever words lesson and note share. */
  readonly byRatio: string | null;
  readonly ratio: number;
}

export interface Score {
  readonly ratio: number;
  readonly precision: number;
  readonly recall: number;
  readonly appends: number;
}

const PRECISE = 0.95;
const RATIOS = Array.from({ length: 41 }, (_, at) => 1 + at / 20);

/** Every lesson against the whole vault, against its own domain only, and against the vault without the note it belongs in. */
export async function main(folder: string, verbose: boolean): Promise<void> {
  const notes = await rows<NoteRow>(join(folder, 'notes.jsonl'));
  const pairs = await rows<PairRow>(join(folder, 'pairs.jsonl'));
  const settings: readonly [string, (pair: PairRow) => readonly NoteRow[]][] = [
    ['whole vault', () => notes],
    ['its domain only', (pair) => notes.filter(({ path }) => domainOf(path) === domainOf(pair.note))],
    ['its note alone', (pair) => notes.filter(({ path }) => path === pair.note)],
    ['its note missing', (pair) => notes.filter(({ path }) => path !== pair.note)],
  ];
  const all: Case[] = [];
  for (const [name, choose] of settings) {
    const cases: Case[] = [];
    for (const pair of pairs) cases.push(await decide(pair, choose(pair)));
    all.push(...cases);
    report(name, cases, verbose);
  }
  for (const half of ['tuned', 'held'] as const) {
    const own = all.filter(({ pair }) => pair.half === half);
    report(`all together, ${half}`, own, false);
  }
}

async function rows<T>(file: string): Promise<readonly T[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

function domainOf(path: string): string {
  return path.split('/')[1] ?? '';
}

const hosts = new Map<string, Awaited<ReturnType<typeof memoryHost>>>();

async function decide(pair: PairRow, notes: readonly NoteRow[]): Promise<Case> {
  const key = notes.map(({ path }) => path).join('\n');
  const host = hosts.get(key) ?? (await memoryHost(memoryVault(files(notes))));
  hosts.set(key, host);
  const lesson = readLesson({ ...pair.lesson, context: 'judged' });
  const { library, retriever, conventions } = host.services;
  const home = await findHome(lesson, pair.lesson.domain, {
    library,
    retriever,
    conventions: conventions(),
    standsOut: 0,
  });
  const present = notes.some(({ path }) => path === pair.note);
  return {
    pair,
    right: present && pair.verdict !== 'different' ? pair.note : null,
    chosen: home.path,
    byRatio: home.path ?? (home.reason.code === 'other_subject' ? (home.reason.path ?? null) : null),
    ratio: home.reason.ratio ?? Infinity,
  };
}

/** The notes as files, with the maps of content and the day that mention them. */
function files(notes: readonly NoteRow[]): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { path, title, tags, body } of notes) {
    all[path] = `---\ntype: wiki\ntags: [${tags.join(', ')}]\ncreated: 2026-01-02\n---\n\n# ${title}\n\n${body}\n`;
  }
  for (const domain of new Set(notes.map(({ path }) => domainOf(path)))) {
    const own = notes.filter(({ path }) => domainOf(path) === domain);
    all[`02-wiki/${domain}/${domain}-moc.md`] = list(`${domain} — Map of Content`, 'moc', own);
  }
  all['04-daily/2026-01-02.md'] = list('2026-01-02', 'daily', notes);
  return all;
}

function list(title: string, type: string, notes: readonly NoteRow[]): string {
  const items = notes.map((note) => `- [[${note.path.slice(note.path.lastIndexOf('/') + 1, -3)}]] — ${note.title}`);
  return `---\ntype: ${type}\ncreated: 2026-01-02\n---\n\n# ${title}\n\n## Notes\n\n${items.join('\n')}\n`;
}

export function scoreAt(ratio: number, cases: readonly Case[]): Score {
  const appended = cases.filter((one) => one.chosen !== null && one.ratio >= ratio);
  const right = appended.filter((one) => one.chosen === one.right).length;
  const due = cases.filter((one) => one.right !== null).length;
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  return { ratio, precision: share(right, appended.length), recall: share(right, due), appends: appended.length };
}

function report(name: string, cases: readonly Case[], verbose: boolean): void {
  const scores = RATIOS.map((ratio) => scoreAt(ratio, cases));
  const precise = scores.filter(({ precision }) => precision >= PRECISE);
  const best = precise.reduce<Score | null>((a, b) => (a === null || b.recall > a.recall ? b : a), null);
  console.log(`\n${name}: ${cases.length} lessons, ${cases.filter(({ right }) => right !== null).length} with a home`);
  print(`at ${STANDS_OUT}`, scoreAt(STANDS_OUT, cases));
  const alone = cases.map((one) => ({ ...one, chosen: one.byRatio }));
  print('ratio alone', scoreAt(STANDS_OUT, alone));
  if (best === null) console.log(`  no ratio up to ${RATIOS.at(-1)} is right in ${PRECISE} of its appends`);
  else print(`best, ${best.ratio.toFixed(2)}`, best);
  for (const lang of new Set(cases.map(({ pair }) => pair.lang))) {
    print(
      `${lang} at ${STANDS_OUT}`,
      scoreAt(
        STANDS_OUT,
        cases.filter(({ pair }) => pair.lang === lang),
      ),
    );
  }
  if (!verbose) return;
  for (const { pair, chosen, right, ratio } of cases) {
    const did = chosen !== null && ratio >= STANDS_OUT ? chosen : null;
    if (did !== right) console.log(`    ${pair.verdict} ${pair.lesson.title}: ${chosen} at ${ratio.toFixed(2)}`);
  }
}

function print(label: string, { precision, recall, appends }: Score): void {
  console.log(
    `  ${label.padEnd(12)} precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  appends ${appends}`,
  );
}
