import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import MiniSearch from 'minisearch';

import { CompactIndex } from '../../src/core/index/compact-index.ts';
import type { IndexedNote, QueryTerm } from '../../src/core/index/passage-index.ts';
import { indexedNote } from '../../src/core/library/index-note.ts';
import { listedPath } from '../../src/core/path.ts';
import { codeTerms, proseTerms, queryTerms, tagTerms } from '../../src/core/text/tokens.ts';
import { benchClock } from '../clock.ts';
import { noteFacts } from '../quality/note-facts.ts';

/** An engine as it is measured: notes in batches, words in, ranked paths out. */
interface Measured {
  put(notes: readonly IndexedNote[]): Promise<void>;
  /** Called once after all notes were put. */
  built(): Promise<void>;
  search(words: readonly string[]): Promise<readonly string[]>;
}

const BATCH = 64;
const TOP = 10;

const [engine = '', vault = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await figures(engine === 'compact' ? compact() : miniSearch(), vault)));

async function figures(measured: Measured, folder: string): Promise<Record<string, number | null>> {
  const notes = readNotes(folder);
  const asked = questions(folder);
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
    passages: notes.reduce((sum, note) => sum + note.passages.length, 0),
    'build, CPU s': (spent.user + spent.system) / 1e6,
    'longest block while building, ms': delay.max / 1e6,
    'index in memory, MB': (after - before) / 2 ** 20,
  };
  for (const [kind, list] of Object.entries(asked)) {
    const times = await timed(list, measured);
    result[`${kind}, p50 ms`] = quantile(times, 0.5);
    result[`${kind}, p99 ms`] = quantile(times, 0.99);
  }
  const updates = await updated(notes, measured);
  result['note replaced, p50 ms'] = quantile(updates, 0.5);
  result['note replaced, max ms'] = quantile(updates, 1);
  return result;
}

/** Heap and array buffers in use, after a collection. */
function memory(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Best of three passes of each question, as a loaded machine disturbs the others. */
async function timed(list: readonly (readonly string[])[], measured: Measured): Promise<number[]> {
  const best = list.map(() => Infinity);
  for (let pass = 0; pass < 3; pass++) {
    for (const [at, words] of list.entries()) {
      const start = performance.now();
      await measured.search(words);
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

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function compact(): Measured {
  const index = new CompactIndex(benchClock);
  return {
    put: (notes) => index.put(notes),
    built: () => index.compact(),
    search: async (words) => {
      const terms: QueryTerm[] = words.map((term) => ({ term, weight: 1 }));
      return (await index.search({ terms, limit: TOP })).map(({ path }) => path);
    },
  };
}

interface Entry {
  readonly id: string;
  readonly heading: string;
  readonly tags: string;
  readonly prose: string;
  readonly code: string;
}

/** MiniSearch over passages, in its obvious configuration; a note is as good as its best passage. */
function miniSearch(): Measured {
  const readers: Record<string, (text: string) => string[]> = {
    code: codeTerms,
    tags: (tags) => tags.split('\n').flatMap((tag) => tagTerms(tag)),
  };
  const index = new MiniSearch<Entry>({
    fields: ['heading', 'tags', 'prose', 'code'],
    tokenize: (text, field) => (readers[field ?? ''] ?? proseTerms)(text),
    processTerm: (term) => term,
  });
  const held = new Map<string, readonly string[]>();
  const entries = (note: IndexedNote): Entry[] =>
    note.passages.map(({ headings, prose, code }, at) => {
      const heading = [...note.names, ...headings].join('\n');
      return { id: `${note.path}\n${at}`, heading, tags: note.tags.join('\n'), prose, code };
    });
  return {
    put: async (notes) => {
      for (const note of notes) {
        index.discardAll([...(held.get(note.path) ?? [])]);
        const own = entries(note);
        index.addAll(own);
        held.set(
          note.path,
          own.map(({ id }) => id),
        );
      }
      await benchClock.breathe();
    },
    built: async () => undefined,
    search: async (words) => {
      const found = index.search(words.join('\n'), {
        tokenize: (text) => text.split('\n'),
        bm25: { k: 1.2, b: 0.75, d: 0.5 },
        boost: { heading: 3, tags: 2, prose: 1, code: 0.5 },
      });
      return [...new Set(found.map(({ id }) => (id as string).split('\n')[0] ?? ''))].slice(0, TOP);
    },
  };
}

function readNotes(folder: string): IndexedNote[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => {
    const text = readFileSync(file, 'utf8');
    const { title, aliases, tags } = noteFacts(text);
    const path = listedPath(relative(folder, file));
    const summary = { path, title: title ?? basename(file, '.md'), aliases, tags, type: 'note', status: null };
    return indexedNote({ ...summary, properties: [], size: text.length, mtimeMs: 0 }, text);
  });
}

/** Index terms of questions of two and of four words, and of questions as one asks them, drawn from the generator's manifest. */
function questions(folder: string): Record<string, (readonly string[])[]> {
  const manifest = JSON.parse(readFileSync(`${folder}.manifest.json`, 'utf8')) as {
    queries: { q?: string; query?: string }[];
  };
  const texts = manifest.queries.map(({ q, query }) => q ?? query ?? '');
  const words = texts.map((text) => text.split(' '));
  const of = (count: number): string[][] => words.filter((each) => each.length === count);
  const long = of(4).map((each, at) => {
    const more = of(4)[(at + 1) % of(4).length] ?? [];
    return `how do I find what ${each.join(' ')} has to do with the ${more.slice(0, 3).join(' and ')}`;
  });
  const terms = (text: string): string[] => queryTerms(text, ['en']).words.map((word) => word.terms[0] ?? word.word);
  return {
    'two words': of(2).map((each) => terms(each.join(' '))),
    'four words': of(4).map((each) => terms(each.join(' '))),
    question: long.map(terms),
  };
}
