import MiniSearch from 'minisearch';

import { separateCode } from '../../src/core/chunk/separate-code.ts';
import { splitPassages } from '../../src/core/chunk/split-passages.ts';
import { presetOf } from '../../src/core/conventions/presets.ts';
import { CompactIndex } from '../../src/core/index/compact-index.ts';
import type { IndexedNote } from '../../src/core/index/passage-index.ts';
import { indexedNote } from '../../src/core/library/index-note.ts';
import type { Library } from '../../src/core/library/library.ts';
import type { NoteSummary } from '../../src/core/note/note.ts';
import { listedPath, type VaultPath } from '../../src/core/path.ts';
import { LibraryRetriever } from '../../src/core/retrieve/retrieve.ts';
import { WINDOW } from '../../src/core/retrieve/window.ts';
import { guessLanguage, proseTerms, queryTerms } from '../../src/core/text/tokens.ts';
import { benchClock } from '../clock.ts';
import { noteFacts } from './note-facts.ts';
import { seedTokens } from './seed-tokens.ts';
import type { JudgedSet } from './sets.ts';

/** Something that ranks the notes of a set: ids, best first, at least ten where that many match. */
export interface Contender {
  readonly name: string;
  prepare(set: JudgedSet): Promise<(question: string) => Promise<readonly string[]>>;
}

const DEPTH = 10;

/** Plain BM25 (k1 1.2, b 0.75) over whole notes, on our own tokens without stop words in the question: the strong simple way. */
export const wholeNotes: Contender = {
  name: 'whole-note BM25',
  async prepare({ notes }) {
    const index = new MiniSearch<{ id: string; text: string }>({
      fields: ['text'],
      tokenize: (text) => proseTerms(text, guessLanguage(text)),
      processTerm: (term) => term,
    });
    index.addAll(notes.map(({ id, path, title, text }) => ({ id, text: `${title ?? path}\n${text}` })));
    return async (question) => ranked(index, questionTerms(question).join('\n'), splitLines, { k: 1.2, b: 0.75, d: 0 });
  },
};

/** MiniSearch over passages with the fields, weights and tokens of its obvious configuration; a note is as good as its best passage. */
export const miniSearch: Contender = passagesInMiniSearch('MiniSearch', seedTokens, seedTokens);

/** The same with our tokens, to tell what the tokens do from what the ranking does. */
export const miniSearchOurTokens: Contender = passagesInMiniSearch(
  'MiniSearch, our tokens',
  (text) => proseTerms(text),
  questionTerms,
);

/** Ours, as the product answers. `damping` 0 leaves the hop out. */
export function ours(name: string, damping?: number, followLinks = false): Contender {
  return {
    name,
    async prepare(set) {
      const { library, idOf, indexed } = libraryOf(set);
      const index = new CompactIndex(benchClock);
      await index.put(indexed);
      await index.compact();
      const conventions = presetOf('en');
      const parts = { library, index, conventions: () => conventions, clock: benchClock };
      const retriever = new LibraryRetriever(damping === undefined ? parts : { ...parts, damping });
      return async (query) => {
        const request = { query, limit: DEPTH, skip: 0, includeRaw: true, followLinks, windowChars: WINDOW };
        const { hits } = await retriever.search(request);
        return hits.map((hit) => idOf.get(hit.path) ?? hit.path);
      };
    },
  };
}

function questionTerms(question: string): string[] {
  const { words } = queryTerms(question);
  return words.map(({ terms, word }) => terms[0] ?? word);
}

interface PassageEntry {
  readonly id: string;
  readonly heading: string;
  readonly tags: string;
  readonly prose: string;
  readonly code: string;
}

function passagesInMiniSearch(
  name: string,
  tokens: (text: string) => string[],
  ask: (question: string) => string[],
): Contender {
  return {
    name,
    async prepare(set) {
      const index = new MiniSearch<PassageEntry>({
        fields: ['heading', 'tags', 'prose', 'code'],
        tokenize: tokens,
        processTerm: (term) => term,
      });
      for (const { id, text, title } of set.notes) {
        const facts = noteFacts(text);
        splitPassages(text).forEach((passage, at) => {
          const heading = [...(at === 0 ? [title ?? facts.title ?? ''] : []), ...passage.headings].join('\n');
          index.add({ id: `${id}\n${at}`, heading, tags: facts.tags.join('\n'), ...separateCode(passage) });
        });
      }
      const boost = { heading: 3, tags: 2, prose: 1, code: 0.5 };
      return async (question) => {
        const terms = ask(question);
        return ranked(index, terms.join('\n'), splitLines, { k: 1.2, b: 0.75, d: 0.5 }, boost);
      };
    },
  };
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Notes in order of their best passage. */
function ranked<T>(
  index: MiniSearch<T>,
  text: string,
  tokenize: (text: string) => string[],
  bm25: { k: number; b: number; d: number },
  boost: Record<string, number> = {},
): string[] {
  const found = index.search(text, { tokenize, processTerm: (term) => term, bm25, boost, combineWith: 'OR' });
  return [...new Set(found.map(({ id }) => (id as string).split('\n')[0] ?? ''))].slice(0, DEPTH);
}

/** A set as a library: all that a retriever asks of one. */
function libraryOf(set: JudgedSet): { library: Library; idOf: ReadonlyMap<VaultPath, string>; indexed: IndexedNote[] } {
  const notes = new Map<VaultPath, NoteSummary>();
  const texts = new Map<VaultPath, string>();
  const idOf = new Map<VaultPath, string>();
  const pathOf = new Map<string, VaultPath>();
  const byName = new Map<string, VaultPath>();
  for (const note of set.notes) {
    const path = listedPath(note.path);
    const facts = noteFacts(note.text);
    const name = path.slice(path.lastIndexOf('/') + 1, -3);
    const { aliases, tags } = facts;
    const summary = { path, title: note.title ?? facts.title ?? name, aliases, tags, type: 'note', status: null };
    notes.set(path, { ...summary, properties: [], size: note.text.length, mtimeMs: 0 });
    texts.set(path, note.text);
    idOf.set(path, note.id);
    pathOf.set(note.id, path);
    byName.set(name.toLowerCase(), path);
  }
  const links = new Map<VaultPath, readonly VaultPath[]>();
  for (const note of set.notes) {
    const named = note.links ?? noteFacts(note.text).links;
    const targets = named.map((link) => pathOf.get(link) ?? byName.get(link.toLowerCase()));
    links.set(listedPath(note.path), [...new Set(targets.filter((path) => path !== undefined))]);
  }
  const library: Library = {
    notes,
    files: new Map(),
    graph: {
      out: (path) => links.get(path) ?? [],
      in: () => [],
      unresolved: () => new Map(),
      withUnresolved: () => [],
      naming: () => [],
      count: () => 0,
    },
    resolver: { resolve: () => null, candidates: () => [] },
    progress: () => ({ indexed: notes.size, total: notes.size, ready: true, compared: true }),
    opened: async () => undefined,
    settled: async () => 0,
    text: async (path) => texts.get(path) ?? null,
    open: async (path) => {
      const text = texts.get(path);
      return text === undefined ? null : { path, text, revision: '', metadata: {} };
    },
    skipped: () => [],
    onChange: () => () => undefined,
  };
  const indexed = [...notes.values()].map((summary) => indexedNote(summary, texts.get(summary.path) ?? ''));
  return { library, idOf, indexed };
}
