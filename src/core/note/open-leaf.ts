import type { LineCursor } from './line-cursor.ts';

export type LeafKind =
  | 'paragraph'
  | 'heading'
  | 'table'
  | 'fence'
  | 'indented'
  | 'html'
  | 'math'
  | 'comment'
  | 'thematicBreak'
  | 'definition';

/** A block that holds no other blocks, while its lines are being read. */
export class Leaf {
  kind: LeafKind;
  readonly line: number;
  /** Where the block starts, its own indentation included. */
  readonly offset: number;
  /** Its text, without the first line's indentation; for a table, the row at hand. */
  from: number;
  to: number;
  /** The line on which `from` lies. */
  fromLine: number;
  lines = 1;
  /** Heading level, fence character and fence length. */
  level = 0;
  mark = 0;
  length = 0;
  /** What ends an HTML block; null where a blank line does. */
  until: RegExp | null = null;
  /** Pairs of offsets inside the text that are prefixes of containers (`> `), not text. */
  masks: number[] | null = null;

  constructor(kind: LeafKind, at: LineCursor) {
    this.kind = kind;
    this.line = at.line;
    this.offset = at.blockStart;
    this.from = at.next;
    this.fromLine = at.line;
    this.to = at.end;
  }

  addLine(at: LineCursor): void {
    this.lines++;
    this.to = at.end;
    // Spaces before the text mean nothing within it, so only a prefix that holds `>` has to be hidden.
    for (let i = at.start; i < at.next; i++) {
      if (at.text.charCodeAt(i) !== 62) continue;
      (this.masks ??= []).push(at.start, at.next);
      return;
    }
  }

  setLine(at: LineCursor): void {
    this.from = at.next;
    this.fromLine = at.line;
    this.to = at.end;
  }
}
