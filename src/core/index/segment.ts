import type { PassageTable } from './passage-table.ts';
import { compareBytes, decodeText } from './bytes.ts';

/** Where decoded postings go: passage numbers and weighted frequencies, `count` of them. */
export interface PostingSink {
  passages: Uint32Array;
  steps: Float64Array;
  count: number;
}

/** A part of an index: some notes with their passages, and for each term the passages that hold it. */
export interface Segment {
  readonly table: PassageTable;
  /** 1 for each note that is still part of the vault; its passages live and die with it. */
  alive: Uint8Array;
  /** How many notes are not. */
  dead: number;
  readonly termCount: number;
  /** Appends the postings of a term to `sink`, in order of passage, adding `offset` to each passage. */
  collect(term: string, encoded: Uint8Array, offset: number, sink: PostingSink): void;
  /** Whether some living note holds the term. */
  has(term: string, encoded: Uint8Array): boolean;
  readonly bytes: number;
}

/** What a sealed segment is made of; five arrays and the table, so that it can be written down as it is. */
export interface SealedParts {
  readonly table: PassageTable;
  /** All terms, sorted, one after another. */
  readonly vocabulary: Uint8Array;
  /** Where each term starts, and the end. */
  readonly termStarts: Uint32Array;
  /** For each term its passages: the distance to the one before as a varint, then the weighted frequency. */
  readonly postings: Uint8Array;
  readonly postingStarts: Uint32Array;
}

/** A segment that does not change any more, but for the notes that die in it. */
export class SealedSegment implements Segment {
  readonly table: PassageTable;
  readonly vocabulary: Uint8Array;
  readonly termStarts: Uint32Array;
  readonly postings: Uint8Array;
  readonly postingStarts: Uint32Array;
  alive: Uint8Array;
  dead = 0;

  constructor(parts: SealedParts) {
    this.table = parts.table;
    this.vocabulary = parts.vocabulary;
    this.termStarts = parts.termStarts;
    this.postings = parts.postings;
    this.postingStarts = parts.postingStarts;
    this.alive = new Uint8Array(parts.table.notes).fill(1);
  }

  get termCount(): number {
    return this.termStarts.length - 1;
  }

  get bytes(): number {
    const { vocabulary, termStarts, postings, postingStarts, alive, table } = this;
    return [vocabulary, termStarts, postings, postingStarts, alive].reduce((sum, a) => sum + a.byteLength, table.bytes);
  }

  /** The number of the first term that is not before `encoded`; the number of terms when all are. */
  lowerBound(encoded: Uint8Array): number {
    let low = 0;
    let high = this.termCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const from = this.termStarts[middle] ?? 0;
      const to = this.termStarts[middle + 1] ?? 0;
      if (compareBytes(this.vocabulary, from, to, encoded, 0, encoded.length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of a term; -1 where it is not held. */
  find(encoded: Uint8Array): number {
    const term = this.lowerBound(encoded);
    if (term >= this.termCount) return -1;
    const from = this.termStarts[term] ?? 0;
    const to = this.termStarts[term + 1] ?? 0;
    return compareBytes(this.vocabulary, from, to, encoded, 0, encoded.length) === 0 ? term : -1;
  }

  termAt(term: number): string {
    return decodeText(this.vocabulary, this.termStarts[term] ?? 0, this.termStarts[term + 1] ?? 0);
  }

  has(_term: string, encoded: Uint8Array): boolean {
    const term = this.find(encoded);
    return term >= 0 && (this.dead === 0 || this.holdersOf(term, 1) > 0);
  }

  collect(_term: string, encoded: Uint8Array, offset: number, sink: PostingSink): void {
    const term = this.find(encoded);
    if (term >= 0) this.decode(term, offset, sink);
  }

  /** Appends the postings of living notes for the term of that number. */
  decode(term: number, offset: number, sink: PostingSink): void {
    const { postings, alive } = this;
    const { noteOf } = this.table;
    const { passages, steps } = sink;
    const all = this.dead === 0;
    const end = this.postingStarts[term + 1] ?? 0;
    let at = this.postingStarts[term] ?? 0;
    let count = sink.count;
    let passage = 0;
    while (at < end) {
      let byte = postings[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = postings[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      passage += distance;
      const frequency = postings[at++] ?? 0;
      if (all || alive[noteOf[passage] ?? 0] === 1) {
        passages[count] = passage + offset;
        steps[count++] = frequency;
      }
    }
    sink.count = count;
  }

  /** How many passages of living notes hold the term of that number; counts no further than `most`. */
  holdersOf(term: number, most = Infinity): number {
    const { postings, alive } = this;
    const { noteOf } = this.table;
    const end = this.postingStarts[term + 1] ?? 0;
    let at = this.postingStarts[term] ?? 0;
    let passage = 0;
    let holders = 0;
    while (at < end && holders < most) {
      let byte = postings[at++] ?? 0;
      let distance = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = postings[at++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      passage += distance;
      at++;
      if (alive[noteOf[passage] ?? 0] === 1) holders++;
    }
    return holders;
  }
}
