import { ByteWriter, decodeText } from './bytes.ts';
import { grown } from './grow.ts';

/** Divides the headings of a trail in the bytes of a table: no heading holds it. */
const TRAIL_DIVIDER = '\n';

/**
 * Notes and their passages in columns: passages are numbered from 0 in the order they were added, those of a note
 * side by side. A note is added passage by passage and then ended; nothing is ever moved.
 */
export class PassageTable {
  passages = 0;
  notes = 0;
  /** Of each passage: its weighted length, its lines, its note. */
  lengths: Uint16Array;
  firstLines: Uint32Array;
  lastLines: Uint32Array;
  noteOf: Uint32Array;
  /** Of each passage, and one beyond: where its heading trail starts in `headings`. */
  headingStarts: Uint32Array;
  headings: ByteWriter;
  /** Of each note, and one beyond: its first passage. */
  firstPassages: Uint32Array;
  /** Of each note: the sum of its passages' lengths. */
  noteLengths: Uint32Array;
  /** Of each note: the key under which the whole index knows it. */
  keys: Uint32Array;

  constructor(passages = 16, notes = 16, headingBytes = 256) {
    this.lengths = new Uint16Array(passages);
    this.firstLines = new Uint32Array(passages);
    this.lastLines = new Uint32Array(passages);
    this.noteOf = new Uint32Array(passages);
    this.headingStarts = new Uint32Array(passages + 1);
    this.headings = new ByteWriter(headingBytes);
    this.firstPassages = new Uint32Array(notes + 1);
    this.noteLengths = new Uint32Array(notes + 1);
    this.keys = new Uint32Array(notes);
  }

  /** Adds a passage to the note that is being written; returns its number. */
  addPassage(length: number, firstLine: number, lastLine: number, headings: readonly string[]): number {
    this.headings.text(headings.join(TRAIL_DIVIDER));
    return this.closePassage(length, firstLine, lastLine);
  }

  /** Adds passage `passage` of another table to the note that is being written. */
  copyPassage(from: PassageTable, passage: number): number {
    this.headings.copy(from.headings.bytes, from.headingStarts[passage] ?? 0, from.headingStarts[passage + 1] ?? 0);
    return this.closePassage(from.lengths[passage] ?? 0, from.firstLines[passage] ?? 0, from.lastLines[passage] ?? 0);
  }

  /** Ends the note whose passages were added since the last end; returns its number. */
  endNote(key: number): number {
    const note = this.notes++;
    this.keys = grown(this.keys, this.notes);
    this.firstPassages = grown(this.firstPassages, this.notes + 1);
    this.noteLengths = grown(this.noteLengths, this.notes + 1);
    this.keys[note] = key;
    this.firstPassages[this.notes] = this.passages;
    return note;
  }

  headingsOf(passage: number): readonly string[] {
    const from = this.headingStarts[passage] ?? 0;
    const to = this.headingStarts[passage + 1] ?? from;
    return from === to ? [] : decodeText(this.headings.bytes, from, to).split(TRAIL_DIVIDER);
  }

  /** Bytes held. */
  get bytes(): number {
    const columns = [this.lengths, this.firstLines, this.lastLines, this.noteOf, this.headingStarts];
    const rest = [this.headings.bytes, this.firstPassages, this.noteLengths, this.keys];
    return [...columns, ...rest].reduce((sum, column) => sum + column.byteLength, 0);
  }

  private closePassage(length: number, firstLine: number, lastLine: number): number {
    const passage = this.passages++;
    if (this.passages > this.lengths.length) this.widen();
    this.lengths[passage] = length;
    this.noteLengths[this.notes] = (this.noteLengths[this.notes] ?? 0) + length;
    this.firstLines[passage] = firstLine;
    this.lastLines[passage] = lastLine;
    this.noteOf[passage] = this.notes;
    this.headingStarts[passage + 1] = this.headings.length;
    return passage;
  }

  private widen(): void {
    this.lengths = grown(this.lengths, this.passages);
    this.firstLines = grown(this.firstLines, this.passages);
    this.lastLines = grown(this.lastLines, this.passages);
    this.noteOf = grown(this.noteOf, this.passages);
    this.headingStarts = grown(this.headingStarts, this.lengths.length + 1);
  }
}
