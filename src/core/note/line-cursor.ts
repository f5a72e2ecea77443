import { isSpace } from './line-starts.ts';

/**
 * A place on one line of a text, counted both in UTF-16 units (`pos`) and in columns (`col`, a tab reaches to the
 * next multiple of four). The next character that is no space is looked for once per stretch of spaces, whatever
 * number of nested lists asks for it: deep nesting stays linear.
 */
export class LineCursor {
  readonly text: string;
  /** Offset of each line's first unit. */
  readonly lineStarts: number[] = [];
  line = -1;
  start = 0;
  end = 0;
  pos = 0;
  col = 0;
  /** The next character that is no space, and its column; `next === end` on a blank rest. */
  next = 0;
  private nextCol = 0;
  private insideTab = false;

  constructor(text: string) {
    this.text = text;
  }

  /** Moves to the line at `start` (the `line`th of the text) that ends before `end`, its line break left out. */
  moveTo(line: number, start: number, end: number): void {
    this.lineStarts[line] = start;
    this.line = line;
    this.start = start;
    this.end = end;
    this.pos = start;
    this.col = 0;
    this.insideTab = false;
    this.look();
  }

  get blank(): boolean {
    return this.next >= this.end;
  }

  /** Columns of space before the next character. */
  get indent(): number {
    return this.nextCol - this.col;
  }

  /** Where a block that begins here starts: behind the containers' marks, before its own indentation. */
  get blockStart(): number {
    return this.insideTab ? this.pos + 1 : this.pos;
  }

  /** Goes `columns` columns forward, perhaps to the middle of a tab. */
  advance(columns: number): void {
    let left = columns;
    while (left > 0 && this.pos < this.end) {
      const width = this.text.charCodeAt(this.pos) === 9 ? 4 - (this.col % 4) : 1;
      this.insideTab = width > left;
      const step = this.insideTab ? left : width;
      this.col += step;
      left -= step;
      if (!this.insideTab) this.pos++;
    }
    if (this.pos > this.next) this.look();
  }

  /** Goes to the next character that is no space. */
  skip(): void {
    this.pos = this.next;
    this.col = this.nextCol;
    this.insideTab = false;
  }

  /** Goes over the next character and whatever spaces were before it, `length` units in all from there. */
  take(length: number): void {
    this.skip();
    this.pos += length;
    this.col += length;
    this.look();
  }

  private look(): void {
    let next = this.pos;
    let col = this.col;
    for (; next < this.end; next++) {
      const code = this.text.charCodeAt(next);
      if (code === 32) col++;
      else if (code === 9) col += 4 - (col % 4);
      else if (!isSpace(code)) break;
    }
    this.next = next;
    this.nextCol = col;
  }
}
