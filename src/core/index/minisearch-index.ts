import MiniSearch from 'minisearch';

import type { VaultPath } from '../path.ts';
import { LENGTH_CORRECTION, NOTE_SHARE, PASSAGE_SHARES, SATURATION, WEIGHT_STEPS } from '../retrieve/constants.ts';
import type { ReadTerms } from '../text/term-book.ts';
import { byRank } from './best-notes.ts';
import { isEdit, orderNear } from './near-terms.ts';
import type {
  IndexedNote,
  IndexedPassage,
  NoteEvidence,
  PassageIndex,
  PassageQuery,
  QueryTerm,
} from './passage-index.ts';
import { readerFor } from './read-terms.ts';
import { MOST_STEPS, weigh, type PassageSink, type ReaderFor } from './weigh.ts';

export interface MiniSearchIndexOptions {
  readonly readerFor?: ReaderFor;
  /** BM25's correction for length; 0 is where MiniSearch's formula and BM25F coincide. */
  readonly lengthCorrection?: { readonly passage: number; readonly note: number };
}

type Place = Pick<IndexedPassage, 'firstLine' | 'lastLine' | 'headings'>;

interface WeighedPassage extends Place {
  /** Each term's weighted frequency in steps. */
  readonly terms: ReadonlyMap<string, number>;
}

/** Collects the passages of a note. */
class Weighed implements PassageSink {
  readonly passages: WeighedPassage[] = [];
  private terms = new Map<string, number>();

  private everywhere: (readonly [term: string, steps: number])[] = [];

  beginNote(): void {
    this.everywhere = [];
  }

  countEverywhere(terms: ReadTerms, steps: number): void {
    for (const term of textsOf(terms)) this.everywhere.push([term, steps]);
  }

  count(terms: ReadTerms, steps: number): void {
    for (const term of textsOf(terms)) this.add(term, steps);
  }

  endPassage({ firstLine, lastLine, headings }: Place): void {
    for (const [term, steps] of this.everywhere) this.add(term, steps);
    this.passages.push({ firstLine, lastLine, headings, terms: this.terms });
    this.terms = new Map();
  }

  private add(term: string, steps: number): void {
    this.terms.set(term, (this.terms.get(term) ?? 0) + steps);
  }
}

function textsOf(terms: ReadTerms): readonly string[] {
  return Array.from(terms.numbers.subarray(0, terms.count), (number) => terms.textOf(number));
}

interface Entry {
  readonly id: string;
  /** Index terms, one a line, each as often as its weighted frequency in steps. */
  readonly terms: string;
}

interface HeldNote {
  readonly language: string;
  readonly passages: readonly WeighedPassage[];
  readonly entries: readonly Entry[];
  readonly whole: Entry;
}

/**
 * The passage index on MiniSearch: the referee that the compact one is compared with. A term is repeated as its fields
 * weigh, within one field of MiniSearch, so that weights hold before saturation; whole notes are a second index.
 * What remains different: MiniSearch measures length in distinct terms, and counts the forms of a word one by one.
 * Everything runs at once in this thread.
 */
export class MiniSearchIndex implements PassageIndex {
  private readonly readerFor: ReaderFor;
  private readonly correction: { readonly passage: number; readonly note: number };
  private readonly byPassage = emptyIndex();
  private readonly byNote = emptyIndex();
  private readonly held = new Map<VaultPath, HeldNote>();

  constructor(options: MiniSearchIndexOptions = {}) {
    this.readerFor = options.readerFor ?? readerFor;
    this.correction = options.lengthCorrection ?? LENGTH_CORRECTION;
  }

  async put(notes: readonly IndexedNote[]): Promise<void> {
    for (const note of notes) {
      const reader = this.readerFor(note);
      const sketch = new Weighed();
      const work = weigh(note, reader, sketch);
      while (work.next().done !== true);
      const { passages } = sketch;
      const entries = passages.map(({ terms }, at) => ({ id: passageId(note.path, at), terms: repeated(terms) }));
      const whole = { id: note.path, terms: entries.map((entry) => entry.terms).join(DIVIDER) };
      await this.remove([note.path]);
      this.byPassage.addAll(entries);
      this.byNote.add(whole);
      this.held.set(note.path, { language: reader.language, passages, entries, whole });
    }
  }

  async remove(paths: readonly VaultPath[]): Promise<void> {
    for (const path of paths) {
      const held = this.held.get(path);
      if (held === undefined) continue;
      this.byPassage.removeAll(held.entries);
      this.byNote.remove(held.whole);
      this.held.delete(path);
    }
  }

  async search(query: PassageQuery): Promise<readonly NoteEvidence[]> {
    const passages = scores(this.byPassage, query.terms, this.correction.passage);
    const shut = scores(
      this.byNote,
      (query.without ?? []).map((term) => ({ term, weight: 1 })),
      0,
    );
    const found: NoteEvidence[] = [];
    for (const [id, score] of scores(this.byNote, query.terms, this.correction.note)) {
      const path = id as VaultPath;
      const note = this.held.get(path);
      if (note === undefined || shut.has(id) || query.among?.has(path) === false) continue;
      const best = note.passages
        .map(({ firstLine, lastLine, headings }, at) => {
          return { firstLine, lastLine, headings, score: passages.get(passageId(path, at)) ?? 0 };
        })
        .filter((passage) => passage.score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, PASSAGE_SHARES.length);
      const sum = PASSAGE_SHARES.reduce((total, share, rank) => total + share * (best[rank]?.score ?? 0), 0);
      found.push({ path, score: (sum + NOTE_SHARE * score) * (query.weightOf?.get(path) ?? 1), passages: best });
    }
    const detailed = query.detailed ?? query.limit;
    const ranked = found.sort(byRank).slice(0, query.limit);
    return ranked.map((note, rank) => (rank < detailed ? note : { ...note, passages: [] }));
  }

  async known(terms: readonly string[]): Promise<readonly boolean[]> {
    return terms.map((term) => this.holders(term) > 0);
  }

  async near(term: string, limit: number): Promise<readonly string[]> {
    const close = new Set<string>();
    for (const { passages } of this.held.values())
      for (const { terms } of passages)
        for (const near of terms.keys())
          if (near !== term && (near.startsWith(term) || isEdit(term, near))) close.add(near);
    return orderNear(term, new Map([...close].map((near) => [near, this.holders(near)])), limit);
  }

  async languages(): Promise<readonly { readonly language: string; readonly notes: number }[]> {
    const counts = new Map<string, number>();
    for (const { language } of this.held.values()) counts.set(language, (counts.get(language) ?? 0) + 1);
    const all = [...counts].map(([language, notes]) => ({ language, notes }));
    return all.sort((a, b) => b.notes - a.notes || (a.language < b.language ? -1 : 1));
  }

  async compact(): Promise<void> {
    await Promise.all([this.byPassage.vacuum(), this.byNote.vacuum()]);
  }

  async size(): Promise<{ notes: number; passages: number; terms: number; bytes: number }> {
    const passages = this.byPassage.documentCount;
    const terms = this.byPassage.termCount;
    // About 24 bytes for each of a passage's terms in each of two maps of maps, and some 100 a term.
    return { notes: this.held.size, passages, terms, bytes: passages * 2_500 + terms * 100 };
  }

  /** How many passages hold a term. */
  private holders(term: string): number {
    return scores(this.byPassage, [{ term, weight: 1 }], 0).size;
  }
}

const DIVIDER = '\n';

function emptyIndex(): MiniSearch<Entry> {
  return new MiniSearch<Entry>({
    fields: ['terms'],
    tokenize: (terms) => (terms === '' ? [] : terms.split(DIVIDER)),
    processTerm: (term) => term,
    autoVacuum: false,
  });
}

/** The scores of all entries that hold one of the terms, on the scale of our formula. */
function scores(
  index: MiniSearch<Entry>,
  terms: readonly QueryTerm[],
  correction: number,
): ReadonlyMap<string, number> {
  const asked = terms.filter(({ weight }) => weight > 0);
  if (asked.length === 0) return new Map();
  // Frequencies are counted in steps, so the saturation is too; that scales every score by the same factor.
  const k = SATURATION * WEIGHT_STEPS;
  const found = index.search(asked.map(({ term }) => term).join(DIVIDER), {
    boostTerm: (_term, at) => asked[at]?.weight ?? 1,
    bm25: { k, b: correction, d: 0 },
    combineWith: 'OR',
    prefix: false,
    fuzzy: false,
  });
  // MiniSearch multiplies by the number of words matched; that is taken back.
  return new Map(
    found.map(({ id, score, queryTerms }) => [
      id as string,
      ((score / (queryTerms.length || 1)) * (SATURATION + 1)) / (k + 1),
    ]),
  );
}

function passageId(path: VaultPath, at: number): string {
  return `${path}${DIVIDER}${at}`;
}

function repeated(terms: ReadonlyMap<string, number>): string {
  const all: string[] = [];
  for (const [term, steps] of terms) for (let i = 0; i < Math.min(steps, MOST_STEPS); i++) all.push(term);
  return all.join(DIVIDER);
}
