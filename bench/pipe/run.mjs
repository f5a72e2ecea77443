// What the pipe adds to a call: the same server, the same client, the same run, once over stdio directly, once behind
// the shim and the link, once behind a relay that only copies bytes: the least that any pipe costs here, and the second
// reference. The ways take turns, so that all have the same machine; ratios are of the same turn.
//
//   node bench/pipe/run.mjs [--rounds 9] [--quick] [--json FILE] [--shim FILE]
//
// Uses dist/vault-mcp.mjs as it was built last, or another FILE. Nothing fails here: another machine, another day.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';
import { leaveNothing } from '../runner.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    json: { type: 'string' },
    shim: { type: 'string', default: join(here, '..', '..', 'dist', 'vault-mcp.mjs') },
  },
});
const shim = resolvePath(options.shim);
const rounds = Number(options.rounds ?? (options.quick ? 3 : 9));
const KILO = 'a'.repeat(1000);
const MEGA = 'a'.repeat(1_000_000);

/** What is measured, how often in a round, and what the product aims at: the ratio of the medians. */
const loads = [
  { name: '1 KB', text: KILO, calls: options.quick ? 100 : 300, atOnce: 1, target: 1.5 },
  { name: '1 MB', text: MEGA, calls: options.quick ? 8 : 20, atOnce: 1, target: 1.3 },
  { name: '100 at once, 1 KB', text: KILO, calls: 100, atOnce: 100, target: null },
];

const work = await mkdtemp(join(tmpdir(), 'vault-mcp-pipe-'));
const vault = join(work, 'vault');
await mkdir(vault);
const env = { ...process.env, HOME: work, VAULT_MCP_HOME: join(work, 'state') };
const left = leaveNothing(work);
const [direct, engine, socket] = await Promise.all(['direct', 'behind-link', 'behind-socket'].map(bundled));
env.VAULT_MCP_ENGINE = engine;
const hosted = await hostedElsewhere();
const ways = [
  { name: 'direct', client: await connected([direct]) },
  { name: 'bare relay of bytes', client: await connected([join(here, 'relay.mjs'), await listening(socket)]) },
  { name: 'pipe, host elsewhere', client: await connected([shim, '--vault', vault]) },
  { name: 'pipe, own engine', client: await connected([shim, '--vault', await another('own')]) },
];
const figures = await measured(ways);
for (const { client } of ways) await client.close();
print(ways, figures);
const memory = await memories();
if (options.json) await writeFile(options.json, JSON.stringify({ figures, memory }, null, 1));
hosted.kill('SIGTERM');
left.endAll();

function bundled(name) {
  return bundle(`bench/pipe/${name}.ts`, join(work, `${name}.mjs`), { minify: true });
}

async function another(name) {
  const folder = join(work, name);
  await mkdir(folder);
  return folder;
}

/** A host in a process of its own, where the app's would be. */
async function hostedElsewhere() {
  const child = spawn(process.execPath, [shim, 'serve', '--vault', vault], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  watched(child);
  await new Promise((resolve, reject) => {
    child.stderr.on('data', (text) => String(text).includes('serving') && resolve());
    child.once('exit', () => reject(new Error('the host ended')));
  });
  return child;
}

/** Sees to it that a child does not outlive the run. */
function watched(child) {
  left.started(child.pid);
  child.once('exit', () => left.exited(child.pid));
}

/** The port of the echo behind a socket. */
async function listening(program) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  watched(child);
  for await (const text of child.stdout) return String(text).trim();
  throw new Error('the echo ended');
}

async function connected(args) {
  const client = new Client({ name: 'bench', version: '1' });
  const transport = new StdioClientTransport({ command: process.execPath, args, env });
  const connecting = client.connect(transport);
  const { pid } = transport; // known as soon as it is spawned, and gone when it has been closed
  if (pid !== null) left.started(pid);
  client.onclose = () => left.exited(pid);
  await connecting;
  await timed(client, KILO);
  return client;
}

async function timed(client, text) {
  const from = performance.now();
  const { content } = await client.callTool({ name: 'echo', arguments: { text } });
  const took = performance.now() - from;
  if (content[0].text !== text) throw new Error(`another text came back: ${String(content[0].text).slice(0, 200)}`);
  return took;
}

/** For each load and way the times of each round, in milliseconds. */
async function measured(ways) {
  const figures = loads.map(() => ways.map(() => []));
  for (let round = -1; round < rounds; round++) {
    for (const [at, { text, calls, atOnce }] of loads.entries()) {
      // Who goes first has the colder machine: they take turns in that too.
      const order = ways.map((_, index) => (index + round + 1) % ways.length);
      for (const way of order) {
        const times = [];
        const from = performance.now();
        if (atOnce > 1) {
          await Promise.all(Array.from({ length: calls }, () => timed(ways[way].client, text)));
          times.push(performance.now() - from);
        } else {
          for (let call = 0; call < calls; call++) times.push(await timed(ways[way].client, text));
        }
        // The first round warms up.
        if (round >= 0) figures[at][way].push(times);
      }
    }
  }
  return figures;
}

function print(ways, figures) {
  console.log(`\nWhat the pipe adds, ${rounds} rounds in turn; milliseconds of one call (all 100 in the last part)`);
  console.log(row('', 'p50', 'best p50', 'p99', 'x direct', 'x relay', 'target'));
  for (const [at, { name, target }] of loads.entries()) {
    const [direct, relay] = figures[at].map((perRound) => perRound.map(middle));
    for (const [way, { name: wayName }] of ways.entries()) {
      const medians = figures[at][way].map(middle);
      const ratioTo = (base) => middle(medians.map((median, round) => median / base[round]));
      const ratio = ratioTo(direct);
      const aim = way < 2 || target === null ? '' : `<= ${target} ${ratio <= target ? 'met' : 'MISSED'}`;
      const all = figures[at][way].flat();
      const cells = [middle(medians), Math.min(...medians), quantile(all, 0.99)].map((time) => time.toFixed(3));
      console.log(row(`${name}, ${wayName}`, ...cells, ratio.toFixed(2), ratioTo(relay).toFixed(2), aim));
    }
  }
}

/** Resident memory of processes that wait, and how long they take to go. */
async function memories() {
  if (process.platform !== 'linux') return console.log('\nMemory is read where /proc is: not here.');
  console.log('\nWaiting processes, megabytes resident; milliseconds from the end of input to the exit');
  console.log(row('', 'MB', 'x empty', 'exit ms', '', 'target'));
  const initialize = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  };
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text: KILO } },
  };
  const empty = "process.stdin.on('data', (chunk) => process.stdout.write(chunk))";
  const cases = [
    { name: 'empty Node program', args: ['-e', empty], says: [initialize] },
    { name: 'shim, nothing asked of it', args: [shim, '--vault', vault], says: [initialize], target: 50 },
    {
      name: 'shim, attached to a host elsewhere',
      args: [shim, '--vault', vault],
      says: [initialize, call],
      target: 50,
    },
    { name: 'echo server, direct', args: [join(work, 'direct.mjs')], says: [initialize, call] },
  ];
  const found = [];
  for (const { name, args, says, target } of cases) {
    const { megabytes, exitMs } = await waiting(args, says);
    found.push({ name, megabytes, exitMs });
    const times = (megabytes / found[0].megabytes).toFixed(2);
    const aims = [];
    if (target !== undefined) aims.push(`<= ${target} MB ${megabytes <= target ? 'met' : 'MISSED'}`);
    if (target !== undefined) aims.push(`<= 1000 ms ${exitMs <= 1000 ? 'met' : 'MISSED'}`);
    console.log(row(name, megabytes.toFixed(1), times, exitMs.toFixed(0), '', aims.join(', ')));
  }
  return found;
}

async function waiting(args, says) {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  watched(child);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (const message of says) {
    const answered = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.write(`${JSON.stringify(message)}\n`);
    await answered;
  }
  await setTimeout(2000);
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  const from = performance.now();
  child.stdin.end();
  await exited;
  return { megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, exitMs: performance.now() - from };
}

function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];
}

function middle(values) {
  return quantile(values, 0.5);
}

function row(name, ...cells) {
  return `${name.padEnd(40)}${cells.map((cell) => cell.padStart(11)).join('')}`;
}
