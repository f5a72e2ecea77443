// What an agent sees of a vault through its pipe: the first answer of a cold and of a warm start, searches one by one and
// eight at once, a read behind a search, and memory.
//
//   node bench/stdio/run.mjs [--notes 10000] [--vault DIR] [--rounds 5] [--shim FILE]
//
// Generates the vault with ../shared/lab/vaultgen.mjs unless one is given. Beside each start runs an empty Node program,
// beside the searches a server that only echoes: on a machine that others use too, the ratios are what counts.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateVault } from '../runner.mjs';
import { Agent } from './agent.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    vault: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    shim: { type: 'string', default: join(root, 'dist', 'vault-mcp.mjs') },
  },
});
const rounds = Number(values.rounds);
const shim = resolve(values.shim);
const work = await mkdtemp(join(tmpdir(), 'vault-mcp-stdio-'));
try {
  await measure();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function measure() {
  const vault = values.vault ?? (await generateVault(join(work, 'vault'), values.notes));
  const { questions, notes } = await subjects(vault);
  const home = join(work, 'home');
  const start = () => new Agent([shim, '--vault', vault], { VAULT_MCP_HOME: home });
  const [empty, echo] = await programs();

  const cold = await coldStart(start, questions[0]);
  await snapshotOf(home);
  await cold.agent.end();
  report('cold start', [
    ['first answer', `${ms(cold.first)}${cold.partial ? ' (says that it is partial)' : ''}`],
    ['whole index', ms(cold.whole)],
    ['memory', memory(cold.cost)],
  ]);

  const warm = [];
  const floor = [];
  const cpu = [];
  for (let round = 0; round < rounds; round++) {
    floor.push(await emptyProgram(empty));
    const agent = start();
    await agent.begin();
    await agent.call('vault_search', { query: questions[round % questions.length] });
    warm.push(agent.age);
    cpu.push(agent.cost()?.cpu ?? NaN);
    await agent.end();
  }
  report(`warm start, ${rounds} rounds`, [
    ['an empty Node program', ms(median(floor))],
    ['first answer', `${ms(median(warm))}, best ${ms(Math.min(...warm))}`],
    ['ratio', `x ${median(warm.map((time, at) => time / floor[at])).toFixed(2)}`],
    ['computed until then, all threads', ms(median(cpu) * 1000)],
  ]);

  const agent = start();
  await agent.begin();
  await agent.call('vault_status', {});
  const idle = agent.cost();
  const server = new Agent([echo]);
  await server.begin();
  const singles = { ours: [], echo: [] };
  const before = [agent.cost(), server.cost()];
  for (let at = 0; at < 200; at++) {
    singles.ours.push(await timed(() => agent.call('vault_search', { query: questions[at % questions.length] })));
    singles.echo.push(await timed(() => server.call('echo', { text: 'x'.repeat(1_000) })));
  }
  const spent = [agent.cost(), server.cost()].map((now, at) => ((now?.cpu ?? NaN) - (before[at]?.cpu ?? NaN)) * 5);
  const eight = [];
  const behind = [];
  const alone = [];
  for (let at = 0; at < 25; at++) {
    const ask = (nth) => agent.call('vault_search', { query: questions[(at * 8 + nth) % questions.length] });
    eight.push(await timed(() => Promise.all(Array.from({ length: 8 }, (_, nth) => ask(nth)))));
    const path = notes[(at * 97) % notes.length];
    alone.push(await timed(() => agent.call('vault_get_note', { path })));
    const search = ask(0);
    behind.push(await timed(() => agent.call('vault_get_note', { path })));
    await search;
  }
  report('a session', [
    ['search, 200 questions', quantiles(singles.ours)],
    ['the echo beside it', quantiles(singles.echo)],
    ['ratio of the medians', `x ${(median(singles.ours) / median(singles.echo)).toFixed(1)}`],
    ['computed a search, all threads', `${ms(spent[0])} (the echo ${ms(spent[1])})`],
    ['eight searches at once, all', quantiles(eight)],
    ['a read alone', quantiles(alone)],
    ['a read behind a search', quantiles(behind)],
    ['memory', idle === null ? 'not told here' : `idle ${idle.now.toFixed(0)}, ${memory(agent.cost())}`],
  ]);
  await Promise.all([agent.end(), server.end()]);
}

/** From nothing: the first answer, then the first that no longer says that the index is being built. */
async function coldStart(start, query) {
  const agent = start();
  await agent.begin();
  const isPartial = (text) => text.includes('still being built');
  let text = await agent.call('vault_search', { query });
  const first = agent.age;
  const partial = isPartial(text);
  while (isPartial(text)) {
    await sleep(20);
    text = await agent.call('vault_search', { query });
  }
  return { agent, first, partial, whole: agent.age, cost: agent.cost() };
}

/** Resolves when a snapshot has been written; says its size. */
async function snapshotOf(home) {
  for (;;) {
    const [vault] = await readdir(join(home, 'index')).catch(() => []);
    const file =
      vault === undefined ? null : await readFile(join(home, 'index', vault, 'snapshot.bin')).catch(() => null);
    if (file !== null) return console.log(`snapshot: ${(file.length / 1e6).toFixed(2)} MB`);
    await sleep(50);
  }
}

/** Questions that the generator drew from the vault, where it made it, and paths of notes. */
async function subjects(vault) {
  const manifest = await readFile(`${vault}.manifest.json`, 'utf8').catch(() => '{"queries":[]}');
  const drawn = JSON.parse(manifest).queries.map(({ q }) => q);
  const names = await readdir(vault, { recursive: true });
  const notes = names
    .filter((name) => name.endsWith('.md') && !name.includes('_templates'))
    .map((name) => name.replaceAll('\\', '/'));
  const plain = ['index', 'notes of the week', 'how is the network set up'];
  return { questions: drawn.length > 0 ? drawn : plain, notes };
}

async function programs() {
  const empty = join(work, 'empty.mjs');
  await writeFile(empty, 'process.stdout.write("\\n");');
  const echo = join(work, 'echo.mjs');
  await writeFile(
    echo,
    `let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = { content: [{ type: 'text', text: params.arguments?.text ?? '' }] };
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  }
});`,
  );
  return [empty, echo];
}

async function emptyProgram(file) {
  return timed(async () => void spawnSync(process.execPath, [file], { stdio: 'ignore' }));
}

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function median(times) {
  return quantile(times, 0.5);
}

function quantile(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

function quantiles(times) {
  return `p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, best ${ms(Math.min(...times))}`;
}

function memory(cost) {
  return cost === null ? 'not told here' : `${cost.now.toFixed(0)} after, ${cost.peak.toFixed(0)} MiB at most`;
}

function ms(time) {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`;
}

function report(title, lines) {
  console.log(`\n${title}`);
  for (const [name, figure] of lines) console.log(`  ${name.padEnd(36)} ${figure}`);
}
