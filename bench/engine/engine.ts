import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

import type { IndexedNote } from '../../src/core/index/passage-index.ts';
import { benchClock } from '../clock.ts';
import { compact } from './compact.ts';
import { flexSearch, fts5, miniSearch } from './libraries.ts';
import type { Asked, Measured } from './measured.ts';
import { questions, readNotes } from './read-vault.ts';

/** Measures the engine named on the command line over the vault named there; prints its figures as JSON. */
const [name = '', vault = '', installed = ''] = process.argv.slice(2);
const ENGINES: Record<string, () => Measured> = {
  compact,
  MiniSearch: miniSearch,
  FlexSearch: () => flexSearch(installed),
  'SQLite FTS5': () => fts5(installed),
};

const BATCH = 64;

const make = ENGINES[name];
if (make === undefined) throw new Error(`no engine is called ${name}`);
process.stdout.write(JSON.stringify(await figures(make(), vault)));

async function figures(measured: Measured, folder: string): Promise<Record<string, number | null>> {
  const notes = readNotes(folder);
  const asked = questions(folder, notes);
  const before = memory();
  const cpu = process.cpuUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let at = 0; at < notes.length; at += BATCH) await measured.put(notes.slice(at, at + BATCH));
  await measured.built();
  await setTimeout(20);
  delay.disable();
  const spent = process.cpuUsage(cpu);
  const after = memory();
  const result: Record<string, number | null> = {
    notes: notes.length,
    passages: notes.reduce((sum, note) => sum + note.passages.length, 0),
    'build, CPU s': (spent.user + spent.system) / 1e6,
    'longest block while building, ms': delay.max / 1e6,
    'heap and buffers added, MB': (after.used - before.used) / 2 ** 20,
    'resident memory added, MB': (after.rss - before.rss) / 2 ** 20,
  };
  for (const [kind, list] of Object.entries(asked)) {
    const times = await timed(list, measured);
    result[`${kind}, p50 ms`] = quantile(times, 0.5);
    result[`${kind}, p99 ms`] = quantile(times, 0.99);
  }
  const updates = await updated(notes, measured);
  result['note replaced, p50 ms'] = quantile(updates, 0.5);
  result['note replaced, max ms'] = quantile(updates, 1);
  return { ...result, ...(await kept(measured)) };
}

/** Heap and array buffers in use after a collection, and what the process holds. */
function memory(): { used: number; rss: number } {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { used: heapUsed + arrayBuffers, rss };
}

/** Best of three passes of each question, as a loaded machine disturbs the others. */
async function timed(list: readonly Asked[], measured: Measured): Promise<number[]> {
  const best = list.map(() => Infinity);
  for (let pass = 0; pass < 3; pass++) {
    for (const [at, asked] of list.entries()) {
      const start = performance.now();
      await measured.search(asked);
      best[at] = Math.min(best[at] ?? Infinity, performance.now() - start);
    }
  }
  return best;
}

async function updated(notes: readonly IndexedNote[], measured: Measured): Promise<number[]> {
  const times: number[] = [];
  const stride = Math.max(1, Math.floor(notes.length / 100));
  for (let at = 0; at < notes.length; at += stride) {
    const note = notes[at];
    if (note === undefined) continue;
    await benchClock.breathe();
    const start = performance.now();
    await measured.put([note]);
    times.push(performance.now() - start);
  }
  return times;
}

/** Writing the index down and reading it again, each in memory: the disk is the same for all. */
async function kept(measured: Measured): Promise<Record<string, number | null>> {
  if (measured.save === undefined) return {};
  const start = performance.now();
  const { bytes, load } = await measured.save();
  const saved = performance.now();
  await load();
  return { 'save, ms': saved - start, 'size, MB': bytes / 2 ** 20, 'load, ms': performance.now() - saved };
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
