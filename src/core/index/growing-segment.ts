import { grown } from './grow.ts';
import { PassageTable } from './passage-table.ts';
import type { PostingSink, Segment } from './segment.ts';
import { MOST_STEPS, type WeighedPassage } from './weigh.ts';

/** Bits of a posting that hold the weighted frequency; the rest is the passage. */
const STEP_BITS = 8;

/** The newest notes, in maps that are quick to add to; sealed when it has grown. */
export class GrowingSegment implements Segment {
  readonly table = new PassageTable(64, 16, 1024);
  /** For each term its postings in order of passage: `passage << 8 | steps`. */
  readonly postings = new Map<string, number[]>();
  alive = new Uint8Array(16);
  dead = 0;
  /** Number of postings in all. */
  weight = 0;

  get termCount(): number {
    return this.postings.size;
  }

  /** An estimate: a map entry with its string is some 100 bytes, a number in a list eight. */
  get bytes(): number {
    return this.table.bytes + this.postings.size * 100 + this.weight * 8;
  }

  /** Adds a passage to the note that is being written; unseen until the note is ended. */
  add(passage: WeighedPassage): void {
    const number = this.table.addPassage(passage.length, passage.firstLine, passage.lastLine, passage.headings);
    for (const [term, steps] of passage.terms) {
      const posting = (number << STEP_BITS) | Math.min(steps, MOST_STEPS);
      const list = this.postings.get(term);
      if (list === undefined) this.postings.set(term, [posting]);
      else list.push(posting);
    }
    this.weight += passage.terms.size;
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
    const note = this.table.endNote(0);
    this.alive = grown(this.alive, this.table.notes);
    this.alive[note] = 0;
    this.dead++;
  }

  has(term: string): boolean {
    return this.postings.get(term)?.some((posting) => this.livesAt(posting >>> STEP_BITS)) ?? false;
  }

  /** How many passages of living notes hold a term. */
  holdersOf(term: string): number {
    return this.postings.get(term)?.filter((posting) => this.livesAt(posting >>> STEP_BITS)).length ?? 0;
  }

  collect(term: string, _encoded: Uint8Array, offset: number, sink: PostingSink): void {
    const list = this.postings.get(term);
    if (list === undefined) return;
    for (const posting of list) {
      const passage = posting >>> STEP_BITS;
      if (!this.livesAt(passage)) continue;
      sink.passages[sink.count] = passage + offset;
      sink.steps[sink.count++] = posting & MOST_STEPS;
    }
  }

  private livesAt(passage: number): boolean {
    return this.alive[this.table.noteOf[passage] ?? 0] === 1;
  }
}
