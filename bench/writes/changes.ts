import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openHeadlessHost } from '../../src/headless/host.ts';
import { callTool } from '../../src/mcp/tool-call.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { asPlanted, PLACES, plantLinkedNote } from './linked-note.ts';

/**
 * `changes.mjs VAULT STATE ROUNDS LINKS git|bare`: what each kind of change costs as a tool is called, beside bare writes
 * and flushes, and bare commits, taken in turns in the same run.
 */
const [, , folder = '', stateFolder = '', rounds = '20', links = '100', history = 'bare'] = process.argv;
const withGit = history === 'git';
const quiet = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };
const TEXT = `# A note\n\n${'A line of some words in it, as notes have them.\n'.repeat(40)}`;

/** Of each kind of change, what it is compared with, and the most milliseconds that it may take: without git, with it. */
const KINDS = {
  create: { floor: 'bare: write, flush', commit: 'bare: git add, commit', most: [4, 15] },
  edit: { floor: 'bare: write, flush', commit: 'bare: git commit', most: [4, 15] },
  learn: { floor: 'bare: write, flush × 4', commit: 'bare: git add, commit', most: [null, null] },
  move: { floor: 'bare: write, flush × 101', commit: 'bare: git add, commit', most: [150, null] },
} as const;

const WORDS = ['volumes', 'locks', 'tides', 'bridges', 'queues', 'seeds', 'hinges', 'sails', 'ovens', 'lamps', 'wells'];

const git = (...args: readonly string[]): string => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
const taken = new Map<string, number[]>();
let cpu = 0;

await plantLinkedNote(folder, Number(links));
mkdirSync(join(folder, '01-raw/bare'), { recursive: true });
if (withGit) {
  git('init', '--quiet');
  for (const [name, value] of [
    ['user.name', 'Bench'],
    ['user.email', 'bench@example.org'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
  ] as const)
    git('config', name, value);
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
}
const host = await openHeadlessHost({
  folder,
  version: 'bench',
  log: quiet,
  writing: { stateFolder, vaultId: 'bench', stillOwner: () => Promise.resolve(true), autoPush: null },
});
const still = async (): Promise<void> => {
  while ((await host.library.settled(1_000)) > 0 || !host.library.progress().ready) continue;
};
await still();

let moved = 0;
for (let round = 0; round < Number(rounds); round++) {
  bareFloors(round);
  const path = `01-raw/made/n${round}.md`;
  await call('create', 'vault_write_note', { path, content: TEXT });
  await call('edit', 'vault_edit_note', { path, old_text: '# A note', new_text: `# Note ${round}` });
  const words = `${WORDS[round % WORDS.length] ?? ''} ${WORDS[(round * 7 + 3) % WORDS.length] ?? ''}`;
  await call('learn', 'vault_learn', {
    title: `Bench ${round}: ${words}`,
    insight: `What was learnt about ${words}, in round ${round}.`,
    context: 'While measuring',
    domain: 'bench',
    confirm_new_domain: true,
    force_new: true,
    tags: ['bench'],
  });
  for (const [step, from] of PLACES.entries()) {
    const to = PLACES[(step + 1) % PLACES.length] ?? from;
    await call('move', 'vault_move', { from, to, confirm_new_domain: true });
    await still();
    const linking = host.library.graph.in(to).length;
    if (linking < Number(links)) throw new Error(`${linking} files link to the note after its move to ${to}`);
    moved++;
  }
}
const right = await asPlanted(folder, Number(links));
const notes = host.library.notes.size;
await host.close();
print();

function bareFloors(round: number): void {
  const write = (name: string): void => {
    const fd = openSync(join(folder, '01-raw/bare', name), 'w');
    writeSync(fd, TEXT + round);
    fsyncSync(fd);
    closeSync(fd);
  };
  const flushed = (what: string, files: number): void =>
    timed(what, () => {
      for (let at = 0; at < files; at++) write(`${at}.txt`);
    });
  flushed('bare: write, flush', 1);
  flushed('bare: write, flush × 4', 4);
  flushed('bare: write, flush × 101', 101);
  if (!withGit) return;
  const name = `01-raw/bare/g${round}.txt`;
  writeFileSync(join(folder, name), TEXT);
  timed('bare: git add, commit', () => {
    git('add', '--', name);
    git('commit', '--quiet', '--message=bare', '--', name);
  });
  writeFileSync(join(folder, name), `${TEXT}more`);
  timed('bare: git commit', () => git('commit', '--quiet', '--message=bare', '--', name));
}

function timed(what: string, act: () => unknown): void {
  const from = performance.now();
  act();
  note(what, performance.now() - from);
}

async function call(kind: keyof typeof KINDS, name: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  // A client of its own for each call: the brake on many changes a minute is not what is measured.
  const caller = { session: 's', client: `bench ${taken.get(kind)?.length ?? 0}`, callKey: null, expiresAt: null };
  const controls = { cancellation: { aborted: false }, progress: () => undefined, caller };
  const used = process.cpuUsage();
  const from = performance.now();
  const answer = await callTool(tool, input, { services: host.services, language: 'en', roots: [] }, controls);
  note(kind, performance.now() - from);
  const { user, system } = process.cpuUsage(used);
  note(`${kind}, CPU`, (user + system) / 1000);
  cpu += user + system;
  const committed = answer.text.includes('Commit: yes');
  if (answer.isError || committed !== withGit) throw new Error(`${name} answered: ${answer.text.slice(0, 400)}`);
}

function note(what: string, ms: number): void {
  taken.set(what, [...(taken.get(what) ?? []), ms]);
}

function at(what: string, part: number): number {
  const sorted = [...(taken.get(what) ?? [])].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

function print(): void {
  console.log(`${notes} notes, ${withGit ? 'with git' : 'without git'}, ${rounds} rounds (ms)`);
  console.log(
    `${''.padEnd(28)}${['p50', 'p95', 'CPU', 'floor', '× floor', 'target'].map((w) => w.padStart(9)).join('')}`,
  );
  for (const what of [...taken.keys()].filter((name) => name.startsWith('bare'))) row(what, []);
  for (const [kind, { floor, commit, most }] of Object.entries(KINDS)) {
    const least = at(floor, 0.5) + (withGit ? at(commit, 0.5) : 0);
    const target = most[withGit ? 1 : 0];
    const figures = [at(`${kind}, CPU`, 0.5).toFixed(1), least.toFixed(1), (at(kind, 0.5) / least).toFixed(2)];
    row(kind, [...figures, target === null ? '' : `≤ ${target}`]);
  }
  console.log(
    `notes right to the byte after ${moved} moves: ${right} of ${links}; CPU of all calls ${(cpu / 1e6).toFixed(1)} s\n`,
  );
  if (right !== Number(links)) process.exitCode = 1;
}

function row(what: string, more: readonly string[]): void {
  const figures = [at(what, 0.5).toFixed(1), at(what, 0.95).toFixed(1), ...more];
  console.log(what.padEnd(28) + figures.map((figure) => figure.padStart(9)).join(''));
}
