import type { ReadTerms } from '../text/term-book.ts';
import { grown } from './grow.ts';
import type { IndexedPassage } from './passage-index.ts';
import { PassageTable } from './passage-table.ts';
import type { PostingSink, Segment } from './segment.ts';
import { MOST_LENGTH, MOST_STEPS, type PassageSink } from './weigh.ts';

/** Bits of a posting that hold the weighted frequency; the rest is the passage. */
export const STEP_BITS = 8;

/**
 * The newest notes, quick to add to; sealed when they are many. Postings stand in one list in the order they came, each with its
 * term and the place of the one before it of the same term: so a term has no list of its own.
 */
export class GrowingSegment implements Segment, PassageSink {
  readonly table = new PassageTable(64, 16, 1024);
  /** By their numbers; 0 is no term's. */
  readonly terms: string[] = [''];
  alive = new Uint8Array(16);
  dead = 0;
  /**
   * The numbers of the first `entered` terms by their texts. Terms are entered when one is asked for by its text: most
   * segments are sealed before anybody asks.
   */
  private readonly numbers = new Map<string, number>();
  private entered = 0;
  /** Our number of each term, by the number that its reader has for it in `generation`; 0 where it was not met. */
  private fromReader = new Uint32Array(1024);
  private generation = 0;
  private generations = 0;
  /** For each term: its length, its last and its first unit, a byte each; so that most are passed over at a glance. */
  private shapes = new Uint32Array(0);
  /**
   * Two fields for each term, side by side since both are wanted at once: one beyond its newest posting (0: none), and how
   * many steps it has in the passage being written.
   */
  private tallies = new Uint32Array(2_048);
  /** Terms of the passage being written. */
  private touched = new Uint32Array(256);
  private touchedCount = 0;
  private length = 0;
  /** Terms that every passage of the note holds, how many steps each weighs, and their sum. */
  private shared = new Uint32Array(64);
  private sharedSteps = new Uint8Array(64);
  private sharedCount = 0;
  private sharedLength = 0;
  /** For each posting `passage << 8 | steps`, its term, and one beyond the posting before it of the same term. */
  postings = new Uint32Array(4096);
  termOf = new Uint32Array(4096);
  private before = new Uint32Array(4096);
  private postingCount = 0;

  get termCount(): number {
    return this.terms.length - 1;
  }

  /** Number of postings in all. */
  get weight(): number {
    return this.postingCount;
  }

  /** An estimate: a term in a map and a list is some 100 bytes. */
  get bytes(): number {
    const { shapes, tallies, fromReader, postings, termOf, before, alive } = this;
    const columns = [shapes, tallies, fromReader, postings, termOf, before, alive];
    return columns.reduce((sum, column) => sum + column.byteLength, this.table.bytes + this.terms.length * 100);
  }

  beginNote(): void {
    this.sharedCount = 0;
    this.sharedLength = 0;
  }

  countEverywhere(terms: ReadTerms, steps: number): void {
    this.sameReader(terms);
    const end = this.sharedCount + terms.count;
    this.shared = grown(this.shared, end);
    this.sharedSteps = grown(this.sharedSteps, end);
    for (let at = 0; at < terms.count; at++) {
      const theirs = terms.numbers[at] ?? 0;
      this.shared[this.sharedCount + at] = this.fromReader[theirs] || this.meet(terms, theirs);
    }
    this.sharedSteps.fill(steps, this.sharedCount, end);
    this.sharedCount = end;
    this.sharedLength += terms.count * steps;
  }

  count(terms: ReadTerms, steps: number): void {
    const { count, numbers } = terms;
    this.sameReader(terms);
    this.length += count * steps;
    this.touched = grown(this.touched, this.touchedCount + count);
    const { touched } = this;
    let { tallies, fromReader, touchedCount } = this;
    for (let at = 0; at < count; at++) {
      const theirs = numbers[at] ?? 0;
      let own = fromReader[theirs] ?? 0;
      if (own === 0) {
        own = this.meet(terms, theirs);
        ({ tallies, fromReader } = this);
      }
      const before = tallies[2 * own + 1] ?? 0;
      if (before === 0) touched[touchedCount++] = own;
      tallies[2 * own + 1] = before + steps;
    }
    this.touchedCount = touchedCount;
  }

  /** Adds the passage to the note that is being written; unseen until the note is ended. */
  endPassage({ firstLine, lastLine, headings }: Pick<IndexedPassage, 'firstLine' | 'lastLine' | 'headings'>): void {
    this.countShared();
    const passage = this.table.addPassage(Math.min(this.length, MOST_LENGTH), firstLine, lastLine, headings);
    const end = this.postingCount + this.touchedCount;
    this.postings = grown(this.postings, end);
    this.termOf = grown(this.termOf, end);
    this.before = grown(this.before, end);
    const { postings, termOf, before, tallies, touched, touchedCount } = this;
    let at = this.postingCount;
    for (let i = 0; i < touchedCount; i++) {
      const term = touched[i] ?? 0;
      postings[at] = (passage << STEP_BITS) | Math.min(tallies[2 * term + 1] ?? 0, MOST_STEPS);
      termOf[at] = term;
      before[at] = tallies[2 * term] ?? 0;
      tallies[2 * term] = ++at;
      tallies[2 * term + 1] = 0;
    }
    this.postingCount = at;
    this.touchedCount = 0;
    this.length = 0;
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
    const number = this.numberOf(term);
    return number !== undefined && this.holdersOf(number) > 0;
  }

  /** How many passages of living notes hold the term of that number. */
  holdersOf(number: number): number {
    let holders = 0;
    for (let at = this.tallies[2 * number] ?? 0; at > 0; at = this.before[at - 1] ?? 0) {
      if (this.livesAt((this.postings[at - 1] ?? 0) >>> STEP_BITS)) holders++;
    }
    return holders;
  }

  collect(term: string, _encoded: Uint8Array, offset: number, sink: PostingSink): void {
    const number = this.numberOf(term);
    if (number !== undefined) this.decode(number, offset, sink);
  }

  /** Appends the postings of living notes for the term of that number. */
  decode(number: number, offset: number, sink: PostingSink): void {
    const start = sink.count;
    for (let at = this.tallies[2 * number] ?? 0; at > 0; at = this.before[at - 1] ?? 0) {
      const posting = this.postings[at - 1] ?? 0;
      const passage = posting >>> STEP_BITS;
      if (!this.livesAt(passage)) continue;
      sink.passages[sink.count] = passage + offset;
      sink.steps[sink.count++] = posting & MOST_STEPS;
    }
    if (sink.count - start < 2) return;
    // The chain goes backwards; a ranking wants passages in order.
    sink.passages.subarray(start, sink.count).reverse();
    sink.steps.subarray(start, sink.count).reverse();
  }

  /** For each term by now: its length, its last and its first unit, a byte each. */
  shapesOfAll(): Uint32Array {
    this.enter();
    return this.shapes;
  }

  private numberOf(term: string): number | undefined {
    this.enter();
    return this.numbers.get(term);
  }

  /** Enters the terms that came since the last time. */
  private enter(): void {
    const { terms, numbers } = this;
    if (this.entered === terms.length) return;
    this.shapes = grown(this.shapes, terms.length);
    for (; this.entered < terms.length; this.entered++) {
      const term = terms[this.entered] ?? '';
      numbers.set(term, this.entered);
      this.shapes[this.entered] = shapeOf(term);
    }
  }

  /** Forgets what a reader's numbers meant where it has begun a new book. */
  private sameReader({ generation }: ReadTerms): void {
    if (generation === this.generation) return;
    this.generation = generation;
    this.generations++;
    this.fromReader.fill(0);
  }

  /** Our number for a term that its reader knows by another. */
  private meet(terms: ReadTerms, theirs: number): number {
    const text = terms.textOf(theirs);
    // What is new among the numbers of the only book so far is a new text.
    const own = (this.generations > 1 ? this.numberOf(text) : undefined) ?? this.addTerm(text);
    this.fromReader = grown(this.fromReader, theirs + 1);
    this.fromReader[theirs] = own;
    return own;
  }

  private countShared(): void {
    const end = this.sharedCount;
    this.touched = grown(this.touched, this.touchedCount + end);
    for (let at = 0; at < end; at++) {
      const number = this.shared[at] ?? 0;
      const before = this.tallies[2 * number + 1] ?? 0;
      if (before === 0) this.touched[this.touchedCount++] = number;
      this.tallies[2 * number + 1] = before + (this.sharedSteps[at] ?? 0);
    }
    this.length += this.sharedLength;
  }

  private addTerm(term: string): number {
    const number = this.terms.push(term) - 1;
    this.tallies = grown(this.tallies, 2 * number + 2);
    return number;
  }

  /** Forgets what was counted since the last passage. */
  private wipe(): void {
    for (let i = 0; i < this.touchedCount; i++) this.tallies[2 * (this.touched[i] ?? 0) + 1] = 0;
    this.touchedCount = 0;
    this.length = 0;
  }

  private livesAt(passage: number): boolean {
    return this.alive[this.table.noteOf[passage] ?? 0] === 1;
  }
}

/** Length, last and first unit of a term, each by its low byte. */
export function shapeOf(term: string): number {
  return ((term.length & 0xff) << 16) | ((term.charCodeAt(term.length - 1) & 0xff) << 8) | (term.charCodeAt(0) & 0xff);
}
