import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexWorker } from '../../src/core/index/index-port.ts';
import type { VaultPath } from '../../src/core/path.ts';
import type { SearchRequest } from '../../src/core/retrieve/retriever.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import type { HeadlessHost } from '../../src/headless/host.ts';
import { startIndexThread } from '../index-thread.ts';

/** Indexes the vault named on the command line in this process and prints how long its thread was ever blocked. */

/** Milliseconds: what an app's frame bears, and what we aim at. */
const LIMIT = 50;
const TARGET = 25;

const [folder = '', style = 'text', queriesFile = '', indexWorkerFile = '', where = 'host'] = process.argv.slice(2);
const WHERE: Readonly<Record<string, string>> = {
  host: 'in the host’s thread',
  thread: 'in a thread of its own',
  filled: 'filled by another thread, then in the host’s',
};
const quiet = { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error };

/**
 * How long the thread was kept from a timer of one millisecond: by the clock, and by what the thread itself computed
 * meanwhile. On a machine that others use too the first also counts the time given to them; the second is ours.
 */
class Blocks {
  readonly #cpu = threadCpu();
  #lastTick = performance.now();
  #lastCpu = this.#cpu();
  #longest = 0;
  #longestCpu = 0;
  #over = 0;
  readonly #timer = setInterval(() => this.#tick(), 1);

  #tick(): void {
    const now = performance.now();
    const cpu = this.#cpu();
    const late = now - this.#lastTick - 1;
    const busy = Math.min(cpu - this.#lastCpu, now - this.#lastTick);
    this.#longest = Math.max(this.#longest, late);
    this.#longestCpu = Math.max(this.#longestCpu, busy);
    if (busy > TARGET) this.#over++;
    this.#lastTick = now;
    this.#lastCpu = cpu;
  }

  take(): { longest: number; longestCpu: number; overTarget: number } {
    this.#tick();
    const result = { longest: this.#longest, longestCpu: this.#longestCpu, overTarget: this.#over };
    this.#longest = this.#longestCpu = this.#over = 0;
    return result;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** Milliseconds that this thread has computed; where the system does not tell, the clock's own. */
function threadCpu(): () => number {
  try {
    const fd = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => Number(bytes.toString('latin1', 0, readSync(fd, bytes, 0, 64, 0)).split(' ', 1)[0]) / 1e6;
  } catch {
    return () => performance.now();
  }
}

interface Phase {
  readonly name: string;
  readonly ms: number;
  readonly longest: number;
  readonly longestCpu: number;
  readonly overTarget: number;
  readonly longestGc: number;
  readonly rssMb: number;
}

const phases: Phase[] = [];
let longestGc = 0;
const gcs = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestGc = Math.max(longestGc, duration);
});
gcs.observe({ entryTypes: ['gc'] });

/** Of every note, the raw ones too: any of them may be the one that is edited and looked for. */
const question = (query: string): SearchRequest => ({
  query,
  limit: 6,
  skip: 0,
  includeRaw: true,
  followLinks: false,
  windowChars: 280,
});

// Words of the vault, and some that it does not know.
const questions = [...(await drawnQuestions(queriesFile)), 'how to scale a queue', 'rede dados sistema'];

const blocks = new Blocks();
await sleep(50);
blocks.take();

async function phase(name: string, work: () => Promise<void>): Promise<void> {
  longestGc = 0;
  blocks.take();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  await sleep(5);
  phases.push({ name, ms, ...blocks.take(), longestGc, rssMb: process.memoryUsage.rss() / 2 ** 20 });
}

// What the machine itself does to work that is cut into slices as ours is.
await phase('reference: 8 ms slices', async () => {
  for (const end = performance.now() + 3_000; performance.now() < end; await breathe()) {
    for (const stop = performance.now() + 8; performance.now() < stop;);
  }
});

const began = performance.now();
let host!: HeadlessHost;
await phase('open', async () => {
  const thread = indexWorkerFile === '' ? '' : await readFile(indexWorkerFile, 'utf8');
  const start = (): IndexWorker => startIndexThread(thread);
  const lent = where === 'thread' ? { indexWorker: start } : where === 'filled' ? { fillingThread: start } : {};
  host = await openHeadlessHost({ folder, version: 'bench', log: quiet, ...lent });
});
const { library, services } = host;

const partial: { at: number; ms: number; indexed: number; total: number | null; behind: number; hits: number }[] = [];
await phase('index', async () => {
  let ready = false;
  const asking = (async () => {
    for (; !ready; await sleep(250)) {
      const asked = performance.now();
      const { hits, behind } = await services.retriever.search(question('system network design'));
      const { indexed, total } = library.progress();
      partial.push({ at: asked - began, ms: performance.now() - asked, indexed, total, behind, hits: hits.length });
    }
  })();
  while ((await library.settled(1_000)) > 0) continue;
  ready = true;
  await asking;
});
const wholeMs = performance.now() - began;

const latencies: number[] = [];
await phase('200 searches', async () => {
  for (let at = 0; at < 200; at++) {
    const asked = performance.now();
    await services.retriever.search(question(questions[at % questions.length] ?? 'index'));
    latencies.push(performance.now() - asked);
    await breathe();
  }
});

const notes = [...library.notes.keys()];
const untilFound: number[] = [];
await phase('50 edits', async () => {
  for (let at = 0; at < 50; at++) {
    const path = notes[(at * 97) % notes.length] as VaultPath;
    const word = `zq${at}unseen`;
    await appendFile(join(host.root, path), `\n\n${word} was added.\n`);
    const written = performance.now();
    for (let hits = 0; hits === 0;) {
      hits = (await services.retriever.search(question(word))).hits.length;
      if (performance.now() - written > 10_000) throw new Error(`${path} was edited and is not found`);
      if (hits === 0) await sleep(1);
    }
    untilFound.push(performance.now() - written);
  }
});

await phase('burst: 1,000 notes touched', async () => {
  // By a program of its own, as the tools do that change many files: its work is not the host's.
  await touchElsewhere(notes.slice(0, 1_000).map((path) => join(host.root, path)));
  await sleep(100);
  while ((await library.settled(1_000)) > 0) continue;
});

await phase('a folder removed', async () => {
  const first = notes.find((path) => path.split('/').length > 2) ?? '';
  await rm(join(host.root, first.split('/').slice(0, 2).join('/')), { recursive: true, force: true });
  await sleep(100);
  while ((await library.settled(1_000)) > 0) continue;
});

globalThis.gc?.();
const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
const memory = { rssMb: rss / 2 ** 20, heapMb: heapUsed / 2 ** 20, buffersMb: arrayBuffers / 2 ** 20 };
const peakMb = process.resourceUsage().maxRSS / 1024;
await phase('close', () => host.close());
blocks.end();
gcs.disconnect();

const worst = Math.max(...phases.map(({ longestCpu }) => longestCpu));
const report = {
  index: WHERE[where] ?? where,
  notes: notes.length,
  wholeMs,
  phases,
  partial,
  search: quantiles(latencies),
  editUntilFound: quantiles(untilFound),
  memory: { ...memory, peakMb },
  worst,
  limit: LIMIT,
};
console.log(style === 'json' ? JSON.stringify(report) : text());
process.exitCode = worst > LIMIT ? 1 : 0;

/** Questions that the generator drew from the vault it made. */
async function drawnQuestions(file: string): Promise<readonly string[]> {
  if (file === '') return ['index', 'notes of the week', 'design of the system'];
  const { queries } = JSON.parse(await readFile(file, 'utf8')) as { queries: readonly { readonly q: string }[] };
  return queries.map(({ q }) => q);
}

/** Writes a line to the end of each file, replacing it, in another process. */
async function touchElsewhere(files: readonly string[]): Promise<void> {
  const program = `
    const { readFileSync, renameSync, writeFileSync } = require('node:fs');
    for (const file of JSON.parse(readFileSync(0, 'utf8'))) {
      writeFileSync(file + '.tmp', readFileSync(file, 'utf8') + '\\nburst\\n');
      renameSync(file + '.tmp', file);
    }`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(JSON.stringify(files));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the notes could not be touched');
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function quantiles(times: readonly number[]): { p50: number; p99: number; max: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function text(): string {
  const ms = (value: number): string => value.toFixed(1).padStart(9);
  return [
    `index ${report.index}: ${report.notes} notes, whole index after ${(wholeMs / 1000).toFixed(2)} s`,
    '',
    'phase                             ms  longest block  computing  over 25  longest GC   RSS MB',
    ...phases.map(({ name, ms: took, longest, longestCpu, overTarget, longestGc: gc, rssMb }) =>
      [
        name.padEnd(26),
        ms(took),
        '     ',
        ms(longest),
        '  ',
        ms(longestCpu),
        String(overTarget).padStart(8),
        '  ',
        ms(gc),
        ms(rssMb),
      ].join(''),
    ),
    '',
    'answers given meanwhile:',
    ...partial.map(
      ({ at, ms: took, indexed, total, behind, hits }) =>
        `  asked at ${ms(at)} ms, waited ${ms(took)} ms: ${hits} hits; ${indexed} of ${total ?? '?'} indexed, ${behind} behind`,
    ),
    '',
    `search      p50 ${ms(report.search.p50)}  p99 ${ms(report.search.p99)}  max ${ms(report.search.max)}`,
    `edit→found  p50 ${ms(report.editUntilFound.p50)}  p99 ${ms(report.editUntilFound.p99)}  max ${ms(report.editUntilFound.max)}`,
    `memory      RSS ${ms(memory.rssMb)}  heap ${ms(memory.heapMb)}  buffers ${ms(memory.buffersMb)}  peak ${ms(peakMb)} MB`,
    '',
    `longest block, computing ${worst.toFixed(1)} ms (limit ${LIMIT}, target ${TARGET}): ${worst > LIMIT ? 'TOO LONG' : 'ok'}`,
  ].join('\n');
}
