import { LENGTH_CORRECTION, NOTE_SHARE, PASSAGE_SHARES, SATURATION, WEIGHT_STEPS } from '../retrieve/constants.ts';
import type { VaultPath } from '../path.ts';
import { BestNotes, type RankedNote } from './best-notes.ts';
import { encodeText } from './bytes.ts';
import { grown } from './grow.ts';
import type { QueryTerm } from './passage-index.ts';
import type { PostingSink, Segment } from './segment.ts';
import type { RankedQuery } from './sent-scopes.ts';

/** The living part of an index, in figures. */
export interface Totals {
  readonly notes: number;
  readonly passages: number;
  /** Sum of all passages' weighted lengths, in steps. */
  readonly length: number;
}

/** BM25's weight of a term that `holders` of `all` hold. */
export function rarity(all: number, holders: number): number {
  return Math.log(1 + (all - holders + 0.5) / (holders + 0.5));
}

/**
 * Scores all notes of some segments for a query and keeps the best.
 *
 * BM25F: an occurrence counts by its field before the one saturation. A note's score is a decaying sum of its best
 * passages' and, beside it, the same formula over the note as a whole, its frequencies summed from the same postings.
 * Rarity and averages are those of the living vault, whatever the query is limited to. The same vault gives the same
 * scores to the last bit, however it came about: sums run over terms in the query's order, and all else is counted in
 * whole numbers.
 */
export class NoteRanker {
  private passageScores = new Float64Array(1024);
  private noteScores = new Float64Array(256);
  private touched = new Uint32Array(256);
  private touchedCount = 0;
  private readonly sink: PostingSink = { passages: new Uint32Array(1024), steps: new Float64Array(1024), count: 0 };
  private readonly spare: PostingSink = { passages: new Uint32Array(0), steps: new Float64Array(0), count: 0 };
  private readonly ends: number[] = [];
  private readonly top = new Top();

  /** The best notes, best first. `pathOf` names a note by its key. */
  rank(
    segments: readonly Segment[],
    totals: Totals,
    query: RankedQuery,
    pathOf: (key: number) => VaultPath,
  ): readonly RankedNote[] {
    if (totals.notes === 0 || query.limit < 1) return [];
    const offsets = this.prepare(segments);
    for (const { forms, weight } of wordsOf(query.terms)) {
      this.collect(segments, offsets.passages, forms);
      this.score(segments, offsets, totals, weight);
    }
    for (const term of query.without ?? []) this.shut(segments, offsets, term);
    const best = new BestNotes(query.limit);
    this.gather(segments, offsets, query, pathOf, best);
    return best.sorted();
  }

  /** Room for all passages and notes of the segments; where each segment's begin. */
  private prepare(segments: readonly Segment[]): Offsets {
    const offsets: Offsets = { passages: [], notes: [] };
    let passages = 0;
    let notes = 0;
    for (const { table } of segments) {
      offsets.passages.push(passages);
      offsets.notes.push(notes);
      passages += table.passages;
      notes += table.notes + 1; // and one that may be half written
    }
    this.passageScores = grown(this.passageScores, passages);
    // Two forms of a word may both hold every passage of a segment before they are joined.
    this.sink.passages = grown(this.sink.passages, 2 * passages);
    this.sink.steps = grown(this.sink.steps, 2 * passages);
    this.noteScores = grown(this.noteScores, notes);
    this.touched = grown(this.touched, notes);
    this.touchedCount = 0;
    return offsets;
  }

  /** Decodes the postings of a word, all its forms together. */
  private collect(segments: readonly Segment[], offsets: readonly number[], forms: readonly Form[]): void {
    const { sink } = this;
    sink.count = 0;
    for (let i = 0; i < segments.length; i++) {
      const start = sink.count;
      for (const { term, encoded, share } of forms) {
        const from = sink.count;
        segments[i]?.collect(term, encoded, offsets[i] ?? 0, sink);
        if (forms.length === 1) continue;
        for (let at = from; at < sink.count; at++) sink.steps[at] = (sink.steps[at] ?? 0) * share;
        if (from > start && sink.count > from) joinRuns(sink, start, from, this.spare);
      }
      this.ends[i] = sink.count;
    }
  }

  /** Adds one term's evidence to the passages and notes that hold it. */
  private score(segments: readonly Segment[], offsets: Offsets, totals: Totals, weight: number): void {
    const { count } = this.sink;
    if (count === 0) return;
    const passage = new Evidence(totals.passages, count, totals.length, LENGTH_CORRECTION.passage, weight);
    const note = new Evidence(
      totals.notes,
      this.holders(segments, offsets),
      totals.length,
      LENGTH_CORRECTION.note,
      weight,
    );
    let at = 0;
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i];
      const end = this.ends[i] ?? 0;
      if (segment === undefined || at === end) continue;
      this.scoreSegment(segment, offsets.passages[i] ?? 0, offsets.notes[i] ?? 0, at, end, passage, note);
      at = end;
    }
  }

  /** How many notes hold the collected term. */
  private holders(segments: readonly Segment[], offsets: Offsets): number {
    let holders = 0;
    let at = 0;
    for (let i = 0; i < segments.length; i++) {
      const noteOf = segments[i]?.table.noteOf;
      const offset = offsets.passages[i] ?? 0;
      const end = this.ends[i] ?? 0;
      if (noteOf === undefined) continue;
      let last = -1;
      for (; at < end; at++) {
        const note = noteOf[(this.sink.passages[at] ?? 0) - offset] ?? 0;
        if (note !== last) holders++;
        last = note;
      }
    }
    return holders;
  }

  private scoreSegment(
    segment: Segment,
    passageOffset: number,
    noteOffset: number,
    from: number,
    end: number,
    forPassage: Evidence,
    forNote: Evidence,
  ): void {
    const { lengths, noteLengths, noteOf, firstPassages } = segment.table;
    const { passages, steps } = this.sink;
    let at = from;
    while (at < end) {
      const note = noteOf[(passages[at] ?? 0) - passageOffset] ?? 0;
      const last = firstPassages[note + 1] ?? 0;
      let frequency = 0;
      for (; at < end; at++) {
        const passage = passages[at] ?? 0;
        if (passage - passageOffset >= last) break;
        const found = steps[at] ?? 0;
        frequency += found;
        this.passageScores[passage] =
          (this.passageScores[passage] ?? 0) + forPassage.of(found, lengths[passage - passageOffset] ?? 0);
      }
      const slot = note + noteOffset;
      const before = this.noteScores[slot] ?? 0;
      if (before === 0) this.touched[this.touchedCount++] = slot;
      this.noteScores[slot] = before + NOTE_SHARE * forNote.of(frequency, noteLengths[note] ?? 0);
    }
  }

  /** Takes the notes that hold a term out of the ranking; the sums of their passages are wiped with the others. */
  private shut(segments: readonly Segment[], offsets: Offsets, term: string): void {
    this.collect(segments, offsets.passages, [{ term, encoded: encodeText(term), share: 1 }]);
    let at = 0;
    for (let i = 0; i < segments.length; i++) {
      const noteOf = segments[i]?.table.noteOf;
      const end = this.ends[i] ?? 0;
      for (; at < end; at++) {
        const note = noteOf?.[(this.sink.passages[at] ?? 0) - (offsets.passages[i] ?? 0)] ?? 0;
        const slot = note + (offsets.notes[i] ?? 0);
        if ((this.noteScores[slot] ?? 0) > 0) this.noteScores[slot] = SHUT;
      }
    }
  }

  /** Puts the evidence of each touched note together, offers it, and wipes the sums for the next query. */
  private gather(
    segments: readonly Segment[],
    offsets: Offsets,
    query: RankedQuery,
    pathOf: (key: number) => VaultPath,
    best: BestNotes,
  ): void {
    const { top } = this;
    let current = 0;
    for (let i = 0; i < this.touchedCount; i++) {
      const slot = this.touched[i] ?? 0;
      // Notes come in runs of one segment, so the search for it seldom starts again.
      if (slot < (offsets.notes[current] ?? 0)) current = 0;
      while (slot >= (offsets.notes[current + 1] ?? Infinity)) current++;
      const segment = segments[current];
      if (segment === undefined) continue;
      const { table } = segment;
      const note = slot - (offsets.notes[current] ?? 0);
      const evidence = this.noteScores[slot] ?? 0;
      this.noteScores[slot] = 0;
      this.takeTop(table.firstPassages[note] ?? 0, table.firstPassages[note + 1] ?? 0, offsets.passages[current] ?? 0);
      if (evidence === SHUT) continue;
      const path = pathOf(table.keys[note] ?? 0);
      if (query.among?.has(path) === false) continue;
      const passages = PASSAGE_SHARES.reduce((sum, share, rank) => sum + share * (top.scores[rank] ?? 0), 0);
      const score = (evidence + passages) * (query.weightOf?.get(path) ?? 1);
      if (!best.admits(path, score)) continue;
      best.offer({ path, score, table, passages: top.take() });
    }
  }

  /** Finds the best passages of `from..to` (numbers in their table); the scores of all are wiped. */
  private takeTop(from: number, to: number, offset: number): void {
    const { top, passageScores } = this;
    top.clear();
    for (let passage = from; passage < to; passage++) {
      const score = passageScores[passage + offset] ?? 0;
      if (score === 0) continue;
      passageScores[passage + offset] = 0;
      top.add(passage, score);
    }
  }
}

/** Stands for the score of a note that does not count. */
const SHUT = -1;

/** The few best of some passages; of two alike the earlier. */
class Top {
  readonly scores = new Float64Array(PASSAGE_SHARES.length);
  private readonly passages = new Int32Array(PASSAGE_SHARES.length);
  private count = 0;

  clear(): void {
    this.count = 0;
    this.scores.fill(0);
  }

  add(passage: number, score: number): void {
    const { scores, passages } = this;
    if (score <= (scores[scores.length - 1] ?? 0)) return;
    let at = scores.length - 1;
    for (; at > 0 && score > (scores[at - 1] ?? 0); at--) {
      scores[at] = scores[at - 1] ?? 0;
      passages[at] = passages[at - 1] ?? 0;
    }
    scores[at] = score;
    passages[at] = passage;
    this.count = Math.min(this.count + 1, scores.length);
  }

  take(): RankedNote['passages'] {
    const taken: { passage: number; score: number }[] = [];
    for (let i = 0; i < this.count; i++) taken.push({ passage: this.passages[i] ?? 0, score: this.scores[i] ?? 0 });
    return taken;
  }
}

/** A word of the query: it weighs as much as its heaviest form, the occurrences of the others in proportion. */
interface Word {
  readonly forms: readonly Form[];
  readonly weight: number;
}

interface Form {
  readonly term: string;
  readonly encoded: Uint8Array;
  /** What an occurrence counts, beside 1 for one of the heaviest form. */
  readonly share: number;
}

/** The words of a query in order of first appearance; what has no weight is left out. */
function wordsOf(terms: readonly QueryTerm[]): readonly Word[] {
  const words = new Map<number | string, QueryTerm[]>();
  terms.forEach((term, at) => {
    if (!(term.weight > 0)) return;
    const key = term.word ?? `alone ${at}`;
    const forms = words.get(key);
    if (forms === undefined) words.set(key, [term]);
    else forms.push(term);
  });
  return [...words.values()].map((forms) => {
    const weight = Math.max(...forms.map((form) => form.weight));
    return {
      weight,
      forms: forms.map((form) => ({ term: form.term, encoded: encodeText(form.term), share: form.weight / weight })),
    };
  });
}

/** Joins two sorted runs of postings, `start..middle` and `middle..count`, into one; frequencies of a passage add up. */
function joinRuns(sink: PostingSink, start: number, middle: number, spare: PostingSink): void {
  const { passages, steps } = sink;
  const end = sink.count;
  spare.passages = grown(spare.passages, end - start);
  spare.steps = grown(spare.steps, end - start);
  let left = start;
  let right = middle;
  let count = 0;
  while (left < middle || right < end) {
    const a = left < middle ? (passages[left] ?? 0) : Infinity;
    const b = right < end ? (passages[right] ?? 0) : Infinity;
    spare.passages[count] = Math.min(a, b);
    spare.steps[count++] = (a <= b ? (steps[left++] ?? 0) : 0) + (b <= a ? (steps[right++] ?? 0) : 0);
  }
  passages.set(spare.passages.subarray(0, count), start);
  steps.set(spare.steps.subarray(0, count), start);
  sink.count = start + count;
}

interface Offsets {
  readonly passages: number[];
  readonly notes: number[];
}

/** BM25 of one term, its constant parts worked out once. */
class Evidence {
  private readonly factor: number;
  private readonly base: number;
  private readonly slope: number;

  constructor(all: number, holders: number, totalLength: number, correction: number, weight: number) {
    this.factor = weight * rarity(all, holders) * (SATURATION + 1);
    this.base = SATURATION * WEIGHT_STEPS * (1 - correction);
    this.slope = (SATURATION * WEIGHT_STEPS * correction * all) / Math.max(1, totalLength);
  }

  of(steps: number, length: number): number {
    return (this.factor * steps) / (steps + this.base + this.slope * length);
  }
}
