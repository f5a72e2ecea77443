import { FrameStack, type Frame } from './block-frames.ts';
import { LineCursor } from './line-cursor.ts';
import { Leaf, type LeafKind } from './open-leaf.ts';
import {
  atxHeading,
  BACKTICK,
  closesFence,
  COLON,
  DASH,
  DOT,
  delimiterColumns,
  DOLLAR,
  EQUALS,
  fenceLength,
  footnoteLabel,
  GREATER,
  HASH,
  headerColumns,
  isDigit,
  isSpace,
  LESS,
  listMarker,
  OPEN_BRACKET,
  PERCENT,
  PIPE,
  PLUS,
  setextLevel,
  STAR,
  thematicBreakEnd,
  TILDE,
  UNDERSCORE,
} from './line-starts.ts';
import { htmlBlock } from './html-block.ts';
import { referenceDefinition } from './link-text.ts';
import { LeafWriter } from './leaf-writer.ts';
import type { NoteSink } from './note-sink.ts';

/**
 * Reads the block structure of Markdown from `from` (the start of line `line`) to the text's end into `sink`.
 * One pass over the lines; the work is linear in the text, however deeply it nests.
 */
export function readBlocks(cursor: LineCursor, sink: NoteSink, from: number, line: number): void {
  new BlockReader(cursor, sink).read(from, line);
}

class BlockReader {
  private readonly at: LineCursor;
  private readonly text: string;
  private readonly stack = new FrameStack();
  private readonly writer: LeafWriter;
  private readonly sink: NoteSink;
  private leaf: Leaf | null = null;
  private blankLine = -1;
  private blankOffset = 0;
  private noMathFrom = Infinity;
  private brokenMark = 0;
  private brokenFrom = 0;
  private brokenAt = 0;

  constructor(cursor: LineCursor, sink: NoteSink) {
    this.at = cursor;
    this.text = cursor.text;
    this.sink = sink;
    this.writer = new LeafWriter(cursor.text, sink, this.stack);
  }

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

  /** Walks the line's prefix; the number of open containers that it continues. */
  private matchFrames(): number {
    const { at, stack } = this;
    let quotes = 0;
    for (let i = 0; i < stack.depth; i++) {
      const frame = stack.at(i);
      if (frame === undefined || frame.kind === 'list') continue;
      if (at.blank) return this.reachOfBlank(quotes);
      if (frame.kind === 'quote') {
        if (!this.takeQuoteMark()) return i;
        quotes++;
      } else {
        if (at.indent < frame.width) return i;
        at.advance(frame.width);
        if (frame.spare === true && at.indent > 0) at.advance(1);
      }
    }
    return stack.depth;
  }

  private reachOfBlank(quotes: number): number {
    const reach = this.stack.reachOfBlank(quotes);
    const top = this.stack.top;
    return reach === this.stack.depth && top?.bare === true ? reach - 1 : reach;
  }

  private takeQuoteMark(): boolean {
    const { at } = this;
    if (at.indent > 3 || this.text.charCodeAt(at.next) !== GREATER) return false;
    at.take(1);
    if (at.pos < at.end && isSpace(this.text.charCodeAt(at.pos))) at.advance(1);
    return true;
  }

  /** Code, HTML, mathematics and comments keep their lines to themselves; true where this line was one of them. */
  private continueLiteral(leaf: Leaf): boolean {
    const { at } = this;
    switch (leaf.kind) {
      case 'fence':
        if (!at.blank) this.touch();
        if (at.indent < 4 && !at.blank && closesFence(this.text, at.next, at.end, leaf.mark, leaf.length))
          this.closeLeaf();
        return true;
      case 'indented':
        if (at.blank || at.indent >= 4) {
          if (!at.blank) this.touch();
          return true;
        }
        this.closeLeaf();
        return false;
      case 'html':
        return this.continueHtml(leaf);
      case 'math':
      case 'comment':
        if (!at.blank) {
          leaf.addLine(at);
          this.touch();
        }
        if (this.lineIncludes(leaf.kind === 'math' ? '$$' : '%%', at.next)) this.closeLeaf();
        return true;
      default:
        return false;
    }
  }

  private continueHtml(leaf: Leaf): boolean {
    const { at } = this;
    if (at.blank) {
      if (leaf.until === null) this.closeLeaf();
      return leaf.until !== null;
    }
    this.touch();
    if (leaf.until?.test(this.text.slice(at.next, at.end)) === true) this.closeLeaf();
    return true;
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

  /** A table's delimiter row or a setext underline turns the paragraph above it into something else. */
  private continueParagraph(leaf: Leaf, code: number): boolean {
    if (leaf.kind !== 'paragraph' || leaf.lines !== 1) return false;
    const { at, text } = this;
    if (code === DASH || code === PIPE || code === COLON) {
      const columns = delimiterColumns(text, at.next, at.end);
      if (columns > 0 && columns === headerColumns(text, leaf.from, leaf.to)) {
        this.writer.row(leaf);
        leaf.kind = 'table';
        this.touch();
        return true;
      }
    }
    if (code !== DASH && code !== EQUALS) return false;
    const level = setextLevel(text, at.next, at.end);
    if (level === 0) return false;
    this.touch();
    leaf.kind = 'heading';
    leaf.level = level;
    this.closeLeaf();
    return true;
  }

  /** The depth after opening a quote, an item or a footnote here; -1 where none begins. */
  private openContainer(level: number, code: number, interrupts: boolean): number {
    if (code === GREATER) return this.openQuote(level);
    if (code === OPEN_BRACKET) return this.openFootnote(level);
    if (code !== DASH && code !== PLUS && code !== STAR && !isDigit(code)) return -1;
    if (!isDigit(code) && code !== PLUS && this.isBreak(code)) return -1;
    return this.openItem(level, interrupts);
  }

  /** A line of nested markers asks at each of them; what stopped the last look stops the next one too. */
  private isBreak(mark: number): boolean {
    const { at, text } = this;
    if (mark === this.brokenMark && at.next >= this.brokenFrom && at.next < this.brokenAt) return false;
    const stop = thematicBreakEnd(text, at.next, at.end);
    if (stop < 0) return true;
    this.brokenMark = mark;
    this.brokenFrom = at.next;
    this.brokenAt = stop;
    return false;
  }

  private openQuote(level: number): number {
    const { at } = this;
    const depth = this.closeTo(level, false);
    const offset = at.blockStart;
    this.takeQuoteMark();
    const callout = CALLOUT.test(this.text.slice(at.next, Math.min(at.end, at.next + 100)));
    this.pushFrame({ kind: 'quote', line: at.line, offset, width: 0, marker: 0, callout });
    return depth + 1;
  }

  private openFootnote(level: number): number {
    const { at } = this;
    const label = footnoteLabel(this.text, at.next, at.end);
    if (label === null) return -1;
    const depth = this.closeTo(level, false);
    this.pushFrame({ kind: 'note', line: at.line, offset: at.blockStart, width: 4, marker: 0, label: label.id });
    at.take(label.next - at.next);
    return depth + 1;
  }

  private openItem(level: number, interrupts: boolean): number {
    const { at, text } = this;
    const marker = listMarker(text, at.next, at.end);
    if (marker === null) return -1;
    const empty = at.next + marker.length >= at.end;
    if (interrupts && (empty || marker.number > 1 || marker.number === 0)) return -1;
    const list = this.stack.at(level - 1);
    const continues = list?.kind === 'list' && list.marker === marker.kind;
    const previous = this.stack.at(level);
    if (continues && previous !== undefined && this.blankLine >= 0) {
      previous.end ??= this.sink.loc(this.blankLine, this.blankOffset);
    }
    const depth = this.closeTo(level, continues);
    const holder = this.stack.top;
    const offset = at.blockStart;
    // An item's record stops where the first list inside it begins.
    if (!continues && holder?.kind === 'item') holder.end ??= this.writer.lastLoc();
    if (!continues) this.pushFrame({ kind: 'list', line: at.line, offset, width: 0, marker: marker.kind });
    const before = at.indent;
    at.take(marker.length);
    const gap = at.indent;
    const padding = at.blank || gap > 4 ? 1 : gap;
    at.advance(padding);
    const task = this.takeTask();
    const bare = at.blank && task === undefined;
    const width = before + marker.length + padding;
    // The app lets what is inside `1. ` to `9. ` stand one column further in, where that makes the indent even.
    const spare = marker.kind === DOT && marker.number < 10 && width % 2 === 1;
    this.pushFrame({
      kind: 'item',
      line: at.line,
      offset,
      width,
      spare,
      marker: 0,
      bare,
      task,
    });
    return continues ? depth + 1 : depth + 2;
  }

  /** The `[x] ` behind a list marker; what follows it is read as the beginning of the item's own blocks. */
  private takeTask(): string | undefined {
    const { at, text } = this;
    if (text.charCodeAt(at.pos) !== OPEN_BRACKET || at.pos >= at.end) return undefined;
    const task = TASK.exec(text.slice(at.pos, Math.min(at.end, at.pos + 5)));
    if (task?.[1] === undefined) return undefined;
    at.take(2 + task[1].length);
    at.skip();
    return task[1];
  }

  private pushFrame(
    given: Pick<Frame, 'kind' | 'line' | 'offset' | 'width' | 'marker'> & {
      bare?: boolean;
      spare?: boolean;
      task?: string | undefined;
      label?: string;
      callout?: boolean;
    },
  ): void {
    const { task, ...rest } = given;
    const holder = this.stack.top?.item ?? null;
    const ownLine = given.line === 0 ? -1 : -given.line;
    const parent = given.kind === 'list' ? (holder?.line ?? ownLine) : (this.stack.top?.parent ?? ownLine);
    const isItem = given.kind === 'item';
    const extra = { ...(task === undefined ? {} : { task }), ...(isItem ? { index: this.writer.reserveItem() } : {}) };
    const frame: Frame = { bare: false, ...rest, ...extra, item: holder, parent };
    // Before it is covered: an item that holds another block is no longer bare.
    if (this.stack.top !== undefined) this.stack.top.bare = false;
    this.stack.push(isItem ? selfItem(frame) : frame);
    this.touch();
    if (given.bare === true) frame.bare = true;
  }

  private openLeafAt(level: number, code: number, inParagraph: boolean): boolean {
    const { at, text } = this;
    switch (code) {
      case HASH:
        return this.openHeading(level);
      case BACKTICK:
      case TILDE: {
        const length = fenceLength(text, at.next, at.end);
        if (length === 0) return false;
        this.openLeaf(level, 'fence');
        if (this.leaf !== null) Object.assign(this.leaf, { mark: code, length });
        return true;
      }
      case STAR:
      case DASH:
      case UNDERSCORE:
        return this.isBreak(code) && this.wholeLine(level, 'thematicBreak');
      case LESS:
        return this.openHtml(level, inParagraph);
      case DOLLAR:
        return this.openMath(level);
      case PERCENT:
        return this.openComment(level, inParagraph);
      case OPEN_BRACKET:
        return !inParagraph && this.openDefinition(level);
      default:
        return false;
    }
  }

  private openHeading(level: number): boolean {
    const heading = atxHeading(this.text, this.at.next, this.at.end);
    if (heading === null) return false;
    this.openLeaf(level, 'heading');
    if (this.leaf !== null) Object.assign(this.leaf, heading);
    this.closeLeaf();
    return true;
  }

  private openHtml(level: number, inParagraph: boolean): boolean {
    const { at } = this;
    const html = htmlBlock(this.text, at.next, at.end, inParagraph);
    if (html === null) return false;
    this.openLeaf(level, 'html');
    if (this.leaf !== null) this.leaf.until = html.until;
    if (html.until?.test(this.text.slice(at.next, at.end)) === true) this.closeLeaf();
    return true;
  }

  /** `$$` opens mathematics if it is closed on a later line; a lone `$$` in prose hides nothing. */
  private openMath(level: number): boolean {
    const { at, text } = this;
    if (text.charCodeAt(at.next + 1) !== DOLLAR || this.lineIncludes('$$', at.next + 2)) return false;
    if (at.end >= this.noMathFrom) return false;
    if (text.indexOf('$$', at.end) < 0) {
      this.noMathFrom = at.end;
      return false;
    }
    this.openLeaf(level, 'math');
    return true;
  }

  /** `%%` opens a comment up to the next `%%`, or to the end of what holds it. */
  private openComment(level: number, inParagraph: boolean): boolean {
    const { at, text } = this;
    if (text.charCodeAt(at.next + 1) !== PERCENT) return false;
    if (!this.lineIncludes('%%', at.next + 2)) {
      this.openLeaf(level, 'comment');
      return true;
    }
    const rest = text.slice(at.next + 2, at.end).trimEnd();
    return !inParagraph && rest.indexOf('%%') === rest.length - 2 && this.wholeLine(level, 'comment');
  }

  private openDefinition(level: number): boolean {
    const { at } = this;
    const definition = referenceDefinition(this.text, at.next, at.end);
    if (definition === null) return false;
    const start = this.sink.loc(at.line, at.blockStart);
    this.wholeLine(level, 'definition');
    this.sink.referenceLinks.push({ position: { start, end: this.sink.loc(at.line, at.end) }, ...definition });
    return true;
  }

  private wholeLine(level: number, kind: LeafKind): boolean {
    this.openLeaf(level, kind);
    this.closeLeaf();
    return true;
  }

  private openLeaf(level: number, kind: LeafKind): number {
    this.closeTo(level, false);
    this.leaf = new Leaf(kind, this.at);
    this.touch();
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

  private lineIncludes(what: string, from: number): boolean {
    return this.text.slice(from, this.at.end).includes(what);
  }

  /** Notes that the line has text: whatever closes later ends here. */
  private touch(): void {
    this.writer.lastLine = this.at.line;
    this.writer.lastEnd = this.at.end;
    this.blankLine = -1;
    const top = this.stack.top;
    if (top?.bare === true) top.bare = false;
  }

  private closeLeaf(): void {
    if (this.leaf === null) return;
    this.writer.leaf(this.leaf);
    this.leaf = null;
  }

  /** Closes all containers from `level` on, and a list left on top unless an item of it follows; the new depth. */
  private closeTo(level: number, keepList = true): number {
    this.closeLeaf();
    const { stack } = this;
    while (stack.depth > level) this.closeFrame();
    if (!keepList && stack.top?.kind === 'list') this.closeFrame();
    return stack.depth;
  }

  private closeFrame(): void {
    const frame = this.stack.pop();
    if (frame !== undefined) this.writer.frame(frame);
  }
}

function selfItem(frame: Frame): Frame {
  const item = frame as Frame & { item: Frame };
  item.item = item;
  return item;
}

const STARTERS = new Set([
  ...[HASH, BACKTICK, TILDE, STAR, DASH, PLUS, UNDERSCORE, EQUALS, LESS, GREATER, DOLLAR, PERCENT, OPEN_BRACKET],
  ...[PIPE, COLON, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57],
]);
const CALLOUT = /^\[![^\]]+\]/;
const TASK = /^\[([^\]\r\n])\](?=[ \t])/u;
