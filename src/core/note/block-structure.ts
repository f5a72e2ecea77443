import { BlockLeaves } from './block-leaves.ts';
import type { LineCursor } from './line-cursor.ts';
import {
  BACKTICK,
  COLON,
  DASH,
  DOLLAR,
  EQUALS,
  GREATER,
  HASH,
  LESS,
  OPEN_BRACKET,
  PERCENT,
  PIPE,
  PLUS,
  STAR,
  TILDE,
  UNDERSCORE,
} from './line-starts.ts';
import type { NoteSink } from './note-sink.ts';

/**
 * Reads the block structure of Markdown from `from` (the start of line `line`) to the text's end into `sink`.
 * One pass over the lines; the work is linear in the text, however deeply it nests.
 */
export function readBlocks(cursor: LineCursor, sink: NoteSink, from: number, line: number): void {
  new BlockReader(cursor, sink).read(from, line);
}

class BlockReader extends BlockLeaves {
  read(from: number, firstLine: number): void {
    const { text } = this;
    let line = firstLine;
    for (let start = from; start <= text.length; line++) {
      const feed = text.indexOf('\n', start);
      const stop = feed < 0 ? text.length : feed;
      this.at.moveTo(line, start, stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop);
      this.readLine();
      start = stop + 1;
    }
    this.closeTo(0);
  }

  private readLine(): void {
    const matched = this.matchFrames();
    const whole = matched === this.stack.depth;
    if (whole && this.leaf !== null && this.continueLiteral(this.leaf)) return;
    if (this.at.blank) this.readBlank(matched);
    else this.readText(this.openBlocks(matched, whole));
  }

  private readBlank(matched: number): void {
    this.closeLeaf();
    this.closeTo(matched);
    if (this.blankLine >= 0) return;
    this.blankLine = this.at.line;
    this.blankOffset = this.at.pos;
  }

  /** Opens every container and leaf that the line begins; -1 when its rest has been dealt with. */
  private openBlocks(matched: number, whole: boolean): number {
    const { at, text } = this;
    let level = matched;
    let inParagraph = this.leaf?.kind === 'paragraph';
    let attached = whole;
    while (!at.blank) {
      if (at.indent >= 4) return inParagraph ? level : this.openLeaf(level, 'indented');
      const code = text.charCodeAt(at.next);
      if (!STARTERS.has(code)) return level;
      if (attached && this.leaf !== null && this.continueParagraph(this.leaf, code)) return -1;
      const opened = this.openContainer(level, code, inParagraph && attached);
      if (opened < 0) {
        return this.openLeafAt(level, code, inParagraph) ? -1 : level;
      }
      level = opened;
      inParagraph = false;
      attached = true;
    }
    // A marker with nothing behind it: the line is done.
    return -1;
  }

  /** What is left of a line is a paragraph's: the open one's (even a container further in), or a new one's. */
  private readText(level: number): void {
    if (level < 0) return;
    const { at, leaf } = this;
    if (leaf?.kind === 'paragraph') {
      leaf.addLine(at);
      this.touch();
    } else if (leaf?.kind === 'table' && level === this.stack.depth && this.lineIncludes('|', at.next)) {
      leaf.setLine(at);
      this.writer.row(leaf);
      this.touch();
    } else {
      this.openLeaf(level, 'paragraph');
    }
  }
}

const STARTERS = new Set([
  ...[HASH, BACKTICK, TILDE, STAR, DASH, PLUS, UNDERSCORE, EQUALS, LESS, GREATER, DOLLAR, PERCENT, OPEN_BRACKET],
  ...[PIPE, COLON, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57],
]);
