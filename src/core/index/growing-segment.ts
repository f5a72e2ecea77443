import { grown } from './grow.ts';
import type { IndexedPassage } from './passage-index.ts';
import { PassageTable } from './passage-table.ts';
import type { PostingSink, Segment } from './segment.ts';
import { MOST_LENGTH, MOST_STEPS, type PassageSink } from './weigh.ts';

/** Bits of a posting that hold the weighted frequency; the rest is the passage. */
const STEP_BITS = 8;

/**
 * The newest notes, quick to add to; sealed when they are many. Postings stand in one list in the order they came, each with the
 * place of the one before it of the same term: so a term costs one look into a map, and no list of its own.
 */
export class GrowingSegment implements Segment, PassageSink {
  readonly table = new PassageTable(64, 16, 1024);
  readonly terms: string[] = [];
  alive = new Uint8Array(16);
  dead = 0;
  private readonly numbers = new Map<string, number>();
  /** For each term: one beyond its newest posting (0: none), and how often it has occurred in the passage being written. */
  private newest = new Uint32Array(1024);
  private counted = new Uint32Array(1024);
  /** Terms of the passage being written. */
  private touched = new Uint32Array(256);
  private touchedCount = 0;
  private length = 0;
  /** For each posting `passage << 8 | steps`, and one beyond the posting before it of the same term. */
  private postings = new Uint32Array(4096);
  private before = new Uint32Array(4096);
  private postingCount = 0;

  get termCount(): number {
    return this.terms.length;
  }

  /** Number of postings in all. */
  get weight(): number {
    return this.postingCount;
  }

  /** An estimate: a term in a map and a list is some 100 bytes. */
  get bytes(): number {
    const columns = [this.newest, this.counted, this.touched, this.postings, this.before, this.alive];
    return columns.reduce((sum, column) => sum + column.byteLength, this.table.bytes + this.terms.length * 100);
  }

  count(terms: readonly string[], steps: number): void {
    this.length += terms.length * steps;
    for (const term of terms) {
      const number = this.numbers.get(term) ?? this.addTerm(term);
      const so = this.counted[number] ?? 0;
      if (so === 0) {
        this.touched = grown(this.touched, this.touchedCount + 1);
        this.touched[this.touchedCount++] = number;
      }
      this.counted[number] = so + steps;
    }
  }

  /** Adds the passage to the note that is being written; unseen until the note is ended. */
  endPassage({ firstLine, lastLine, headings }: Pick<IndexedPassage, 'firstLine' | 'lastLine' | 'headings'>): void {
    const passage = this.table.addPassage(Math.min(this.length, MOST_LENGTH), firstLine, lastLine, headings);
    const end = this.postingCount + this.touchedCount;
    this.postings = grown(this.postings, end);
    this.before = grown(this.before, end);
    for (let i = 0; i < this.touchedCount; i++) {
      const term = this.touched[i] ?? 0;
      const at = this.postingCount++;
      this.postings[at] = (passage << STEP_BITS) | Math.min(this.counted[term] ?? 0, MOST_STEPS);
      this.before[at] = this.newest[term] ?? 0;
      this.newest[term] = at + 1;
    }
    this.wipe();
    this.alive = grown(this.alive, this.table.notes + 1);
  }

  /** Ends the note: from now on it is found. Returns its number. */
  end(key: number): number {
    const note = this.table.endNote(key);
    this.alive = grown(this.alive, this.table.notes);
    this.alive[note] = 1;
    return note;
  }

  /** Ends a note whose writing was given up: it is never found. */
  abandon(): void {
    this.wipe();
    const note = this.table.endNote(0);
    this.alive = grown(this.alive, this.table.notes);
    this.alive[note] = 0;
    this.dead++;
  }

  has(term: string): boolean {
    return this.holdersOf(term) > 0;
  }

  /** How many passages of living notes hold a term. */
  holdersOf(term: string): number {
    let holders = 0;
    for (let at = this.newestOf(term); at > 0; at = this.before[at - 1] ?? 0) {
      if (this.livesAt((this.postings[at - 1] ?? 0) >>> STEP_BITS)) holders++;
    }
    return holders;
  }

  collect(term: string, _encoded: Uint8Array, offset: number, sink: PostingSink): void {
    const start = sink.count;
    for (let at = this.newestOf(term); at > 0; at = this.before[at - 1] ?? 0) {
      const posting = this.postings[at - 1] ?? 0;
      const passage = posting >>> STEP_BITS;
      if (!this.livesAt(passage)) continue;
      sink.passages[sink.count] = passage + offset;
      sink.steps[sink.count++] = posting & MOST_STEPS;
    }
    // The chain goes backwards; a ranking wants passages in order.
    sink.passages.subarray(start, sink.count).reverse();
    sink.steps.subarray(start, sink.count).reverse();
  }

  private newestOf(term: string): number {
    const number = this.numbers.get(term);
    return number === undefined ? 0 : (this.newest[number] ?? 0);
  }

  private addTerm(term: string): number {
    const number = this.terms.push(term) - 1;
    this.numbers.set(term, number);
    this.newest = grown(this.newest, number + 1);
    this.counted = grown(this.counted, number + 1);
    return number;
  }

  /** Forgets what was counted since the last passage. */
  private wipe(): void {
    for (let i = 0; i < this.touchedCount; i++) this.counted[this.touched[i] ?? 0] = 0;
    this.touchedCount = 0;
    this.length = 0;
  }

  private livesAt(passage: number): boolean {
    return this.alive[this.table.noteOf[passage] ?? 0] === 1;
  }
}
