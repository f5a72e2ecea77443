// Measures the commits of single changes; see git.mjs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../../src/core/change/write-ports.ts';
import { listedPath } from '../../src/core/path.ts';
import { openGitHistory } from '../../src/node/git-history.ts';

const [scratch = '', notes = '1000', commits = '60', format = 'text'] = process.argv.slice(2);
const FOLDERS = 40;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Milliseconds of each try; `processes`: gits that this process itself started for one try. */
interface Row {
  readonly what: string;
  readonly times: readonly number[];
  readonly processes: number;
}

const root = join(scratch, 'vault');
const git = (...args: readonly string[]): string => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
const note = (n: number): string => `f${n % FOLDERS}/note ${n}.md`;

function makeVault(): void {
  for (let folder = 0; folder < FOLDERS; folder++) mkdirSync(join(root, `f${folder}`), { recursive: true });
  for (let n = 0; n < Number(notes); n++) writeFileSync(join(root, note(n)), `# Note ${n}\n\nText of note ${n}.\n`);
  git('init', '--quiet');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@example.org');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
}

/** A git that counts itself, for a pass of its own: the shell around it costs time. */
function countingGit(): { readonly path: string; count(): number } {
  const path = join(scratch, 'git.sh');
  const tally = join(scratch, 'tally');
  writeFileSync(path, `#!/bin/sh\necho x >> '${tally}'\nexec git "$@"\n`, { mode: 0o755 });
  writeFileSync(tally, '');
  return {
    path,
    count: () => {
      const lines = readFileSync(tally, 'utf8').length / 2;
      writeFileSync(tally, '');
      return lines;
    },
  };
}

async function change(history: History, paths: readonly string[], write: () => void, id: string): Promise<number> {
  const subjects = paths.map(listedPath);
  const start = performance.now();
  await history.before(subjects);
  const written = performance.now();
  write();
  const again = performance.now();
  const outcome = await history.commit({
    subject: 'bench',
    paths: subjects,
    trailer: { client: 'bench', tool: 'vault_edit_note', change: id },
  });
  if (!outcome.committed) throw new Error(`not committed: ${JSON.stringify(outcome)}`);
  return written - start + (performance.now() - again);
}

async function main(): Promise<void> {
  makeVault();
  const tries = Number(commits);
  const log = silent;
  const history = openGitHistory({ root, autoPush: () => false, log });
  const counting = countingGit();
  const counted = openGitHistory({ root, git: counting.path, autoPush: () => false, log });
  let next = 0;
  const edit = (): [readonly string[], () => void] => {
    const path = note(next++ % Number(notes));
    return [[path], () => appendFileSync(join(root, path), `line ${next}\n`)];
  };
  const create = (): [readonly string[], () => void] => {
    const path = `f${next % FOLDERS}/new ${next++}.md`;
    return [[path], () => writeFileSync(join(root, path), 'new\n')];
  };
  const rows: Row[] = [];
  const bare = { edit: [] as number[], create: [] as number[] };
  const ours = { edit: [] as number[], create: [] as number[] };
  for (let n = 0; n < tries; n++) {
    // In turns, so that what else the machine does falls on both alike.
    for (const [kind, make] of [
      ['edit', edit],
      ['create', create],
    ] as const) {
      const [[path = ''], write] = make();
      write();
      const start = performance.now();
      if (kind === 'create') git('add', '--', path);
      git('commit', '--quiet', '--message=bare', '--', path);
      bare[kind].push(performance.now() - start);
      const [paths, writeOurs] = make();
      ours[kind].push(await change(history, paths, writeOurs, `c-${next}`));
    }
  }
  for (const [kind, make] of [
    ['edit', edit],
    ['create', create],
  ] as const) {
    await change(counted, ...make(), 'c-warm'); // the repository is found once
    counting.count();
    await change(counted, ...make(), 'c-counted');
    rows.push({ what: `${kind}, bare git`, times: bare[kind], processes: kind === 'edit' ? 1 : 2 });
    rows.push({ what: `${kind}, looked at and committed`, times: ours[kind], processes: counting.count() });
  }
  print(rows);
}

function print(rows: readonly Row[]): void {
  const told = rows.map(({ what, times, processes }) => {
    const sorted = [...times].sort((a, b) => a - b);
    const at = (share: number): number => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
    return { what, processes, p50: at(0.5), p95: at(0.95) };
  });
  if (format === 'json') return console.log(JSON.stringify({ notes: Number(notes), rows: told }));
  console.log(`${notes} notes, ${commits} commits of each kind`);
  for (const { what, processes, p50, p95 } of told)
    console.log(`${what.padEnd(32)} git processes ${processes}   p50 ${p50} ms   p95 ${p95} ms`);
}

await main();
