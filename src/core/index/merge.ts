import { ByteWriter, compareBytes } from './bytes.ts';
import { STEP_BITS, type GrowingSegment } from './growing-segment.ts';
import { PassageTable } from './passage-table.ts';
import { SealedSegment, type Segment } from './segment.ts';
import { sortTerms } from './sort-terms.ts';
import { MOST_STEPS } from './weigh.ts';

/** The new segment, and for each source where its notes went: the new number, -1 for a note left behind as dead. */
export interface Merged {
  readonly segment: SealedSegment;
  readonly moved: readonly Int32Array[];
}

/** How many terms, passages or posting bytes are handled between two pauses: well below a millisecond of work. */
const TERMS_A_STEP = 256;
const PASSAGES_A_STEP = 2_048;
const BYTES_A_STEP = 65_536;
const POSTINGS_A_STEP = 32_768;

/** Where a source's living passages go; null shift means one by one through `passages`. */
interface Move {
  readonly notes: Int32Array;
  readonly passages: Int32Array | null;
  readonly shift: number;
}

/** Turns a grown segment into a sealed one. Pauses at each yield; the source must not get notes meanwhile. */
export function* seal(source: GrowingSegment): Generator<void, Merged> {
  const table = new PassageTable(source.table.passages, source.table.notes, source.table.headings.length);
  const move = yield* moveNotes(source, table);
  const { terms } = source;
  const { starts, postings } = yield* byTerm(source, move);
  const order = yield* sortTerms(terms);
  const out = new Postings(terms.length, terms.length * 8, source.weight * 2);
  for (let i = 0; i < order.length; i++) {
    const term = order[i] ?? 0;
    out.all(postings, starts[term] ?? 0, starts[term + 1] ?? 0);
    if (out.pending) {
      out.vocabulary.text(terms[term] ?? '');
      out.endTerm();
    }
    if (i % TERMS_A_STEP === 0) yield;
  }
  return { segment: out.segment(table), moved: [move.notes] };
}

/**
 * The postings of a grown segment that move, as they stand in it but for the passage's number: those of one term side by
 * side in order of passage, term after term; and where those of each term start.
 */
function* byTerm(source: GrowingSegment, move: Move): Generator<void, { starts: Uint32Array; postings: Uint32Array }> {
  const { postings, termOf, weight, termCount } = source;
  const starts = new Uint32Array(termCount + 2);
  const isLeft = (posting: number): boolean => moved(move, posting >>> STEP_BITS) < 0;
  for (let at = 0; at < weight; at++) {
    if (at % POSTINGS_A_STEP === 0) yield;
    if (isLeft(postings[at] ?? 0)) continue;
    const next = (termOf[at] ?? 0) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let term = 1; term < starts.length; term++) starts[term] = (starts[term] ?? 0) + (starts[term - 1] ?? 0);
  yield;
  const sorted = new Uint32Array(starts[starts.length - 1] ?? 0);
  const next = starts.slice();
  for (let at = 0; at < weight; at++) {
    if (at % POSTINGS_A_STEP === 0) yield;
    const posting = postings[at] ?? 0;
    if (isLeft(posting)) continue;
    const term = termOf[at] ?? 0;
    const place = next[term] ?? 0;
    sorted[place] = (moved(move, posting >>> STEP_BITS) << STEP_BITS) | (posting & MOST_STEPS);
    next[term] = place + 1;
  }
  return { starts, postings: sorted };
}

/** Joins sealed segments into one, leaving out what is dead. Pauses at each yield; notes may die meanwhile. */
export function* merge(sources: readonly SealedSegment[]): Generator<void, Merged> {
  const table = new PassageTable(
    sum(sources, (source) => source.table.passages),
    sum(sources, (source) => source.table.notes),
    sum(sources, (source) => source.table.headings.length),
  );
  const moves: Move[] = [];
  for (const source of sources) moves.push(yield* moveNotes(source, table));
  const out = new Postings(
    sum(sources, (source) => source.termCount),
    sum(sources, (source) => source.vocabulary.length),
    sum(sources, (source) => source.postings.length + source.termCount * 4),
  );
  yield* mergeTerms(sources, moves, out);
  return { segment: out.segment(table), moved: moves.map((move) => move.notes) };
}

function* mergeTerms(sources: readonly SealedSegment[], moves: readonly Move[], out: Postings): Generator<void> {
  const cursors = sources.map(() => 0);
  let bytesAtPause = 0;
  for (let step = 1; ; step++) {
    const first = smallest(sources, cursors);
    const lead = sources[first];
    if (lead === undefined) return;
    const from = lead.termStarts[cursors[first] ?? 0] ?? 0;
    const to = lead.termStarts[(cursors[first] ?? 0) + 1] ?? 0;
    for (let i = first; i < sources.length; i++) {
      const source = sources[i];
      const move = moves[i];
      const term = cursors[i] ?? 0;
      if (source === undefined || move === undefined || term >= source.termCount) continue;
      if (i !== first && compareTerm(source, term, lead.vocabulary, from, to) !== 0) continue;
      out.take(source, term, move);
      cursors[i] = term + 1;
    }
    if (out.pending) {
      out.vocabulary.copy(lead.vocabulary, from, to);
      out.endTerm();
    }
    if (step % TERMS_A_STEP === 0 || out.postings.length - bytesAtPause > BYTES_A_STEP) {
      bytesAtPause = out.postings.length;
      yield;
    }
  }
}

/** The source whose present term comes first; -1 when all are through. */
function smallest(sources: readonly SealedSegment[], cursors: readonly number[]): number {
  let best = -1;
  let vocabulary: Uint8Array | null = null;
  let from = 0;
  let to = 0;
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i];
    const term = cursors[i] ?? 0;
    if (source === undefined || term >= source.termCount) continue;
    if (vocabulary !== null && compareTerm(source, term, vocabulary, from, to) >= 0) continue;
    best = i;
    vocabulary = source.vocabulary;
    from = source.termStarts[term] ?? 0;
    to = source.termStarts[term + 1] ?? 0;
  }
  return best;
}

function compareTerm(source: SealedSegment, term: number, other: Uint8Array, from: number, to: number): number {
  const starts = source.termStarts;
  return compareBytes(source.vocabulary, starts[term] ?? 0, starts[term + 1] ?? 0, other, from, to);
}

/** Copies the living notes of a source to the end of `table`. */
function* moveNotes(source: Segment, table: PassageTable): Generator<void, Move> {
  const from = source.table;
  const notes = new Int32Array(from.notes).fill(-1);
  const whole = source.dead === 0;
  const passages = whole ? null : new Int32Array(from.passages).fill(-1);
  const shift = table.passages;
  let sincePause = 0;
  for (let note = 0; note < from.notes; note++) {
    if (!whole && source.alive[note] !== 1) continue;
    const end = from.firstPassages[note + 1] ?? 0;
    for (let passage = from.firstPassages[note] ?? 0; passage < end; passage++) {
      const number = table.copyPassage(from, passage);
      if (passages !== null) passages[passage] = number;
      if (++sincePause % PASSAGES_A_STEP === 0) yield;
    }
    notes[note] = table.endNote(from.keys[note] ?? 0);
  }
  return { notes, passages, shift };
}

function moved(move: Move, passage: number): number {
  return move.passages === null ? passage + move.shift : (move.passages[passage] ?? -1);
}

/** The vocabulary and postings of a segment while they are written, term by term in order. */
class Postings {
  readonly vocabulary: ByteWriter;
  readonly postings: ByteWriter;
  private readonly termStarts: Uint32Array;
  private readonly postingStarts: Uint32Array;
  private terms = 0;
  private last = 0;

  constructor(terms: number, vocabularyBytes: number, postingBytes: number) {
    this.vocabulary = new ByteWriter(vocabularyBytes);
    this.postings = new ByteWriter(postingBytes);
    this.termStarts = new Uint32Array(terms + 1);
    this.postingStarts = new Uint32Array(terms + 1);
  }

  /** Whether the term being written has a posting. */
  get pending(): boolean {
    return this.postings.length > (this.postingStarts[this.terms] ?? 0);
  }

  /** Postings of a term as a growing segment has them, from one place to another. */
  all(postings: Uint32Array, from: number, to: number): void {
    const { postings: out } = this;
    out.reserve((to - from) * 6);
    const { bytes } = out;
    let { last } = this;
    let { length } = out;
    for (let at = from; at < to; at++) {
      const posting = postings[at] ?? 0;
      const passage = posting >>> STEP_BITS;
      let distance = passage - last;
      last = passage;
      for (; distance > 0x7f; distance >>>= 7) bytes[length++] = (distance & 0x7f) | 0x80;
      bytes[length++] = distance;
      bytes[length++] = posting & MOST_STEPS;
    }
    out.length = length;
    this.last = last;
  }

  posting(passage: number, steps: number): void {
    if (passage < 0) return;
    this.postings.varint(passage - this.last);
    this.postings.byte(steps);
    this.last = passage;
  }

  /** The postings of a term of a source; where nothing has died only the first needs to be written anew. */
  take(source: SealedSegment, term: number, move: Move): void {
    const end = source.postingStarts[term + 1] ?? 0;
    const bytes = source.postings;
    let at = source.postingStarts[term] ?? 0;
    let passage = 0;
    while (at < end) {
      let byte = bytes[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      passage += distance;
      this.posting(moved(move, passage), bytes[at++] ?? 0);
      if (move.passages === null) {
        const lastPassage = at < end ? this.copyRest(bytes, at, end, passage) : passage;
        this.last = lastPassage + move.shift;
        return;
      }
    }
  }

  endTerm(): void {
    this.terms++;
    this.termStarts[this.terms] = this.vocabulary.length;
    this.postingStarts[this.terms] = this.postings.length;
    this.last = 0;
  }

  segment(table: PassageTable): SealedSegment {
    return new SealedSegment({
      table,
      vocabulary: this.vocabulary.finish(),
      termStarts: this.termStarts.slice(0, this.terms + 1),
      postings: this.postings.finish(),
      postingStarts: this.postingStarts.slice(0, this.terms + 1),
    });
  }

  /** Copies postings as they are; returns the passage of the last, counted from `passage`. */
  private copyRest(bytes: Uint8Array, from: number, end: number, passage: number): number {
    this.postings.copy(bytes, from, end);
    let last = passage;
    for (let at = from; at < end; at++) {
      let byte = bytes[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      last += distance;
    }
    return last;
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
