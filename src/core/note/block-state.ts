import { FrameStack, type Frame, type GivenFrame } from './block-frames.ts';
import { LeafWriter } from './leaf-writer.ts';
import type { LineCursor } from './line-cursor.ts';
import { GREATER, isSpace, thematicBreakEnd } from './line-starts.ts';
import type { NoteSink } from './note-sink.ts';
import { Leaf, type LeafKind } from './open-leaf.ts';

/** The state of a block reader: the line at hand, the open containers and leaf, and how they open and close. */
export class BlockState {
  protected readonly at: LineCursor;
  protected readonly text: string;
  protected readonly stack = new FrameStack();
  protected readonly writer: LeafWriter;
  protected readonly sink: NoteSink;
  protected leaf: Leaf | null = null;
  protected blankLine = -1;
  protected blankOffset = 0;
  protected brokenMark = 0;
  protected brokenFrom = 0;
  protected brokenAt = 0;

  constructor(cursor: LineCursor, sink: NoteSink) {
    this.at = cursor;
    this.text = cursor.text;
    this.sink = sink;
    this.writer = new LeafWriter(cursor.text, sink, this.stack);
  }

  /** Walks the line's prefix; the number of open containers that it continues. */
  protected matchFrames(): number {
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
        if (frame.spare && at.indent > 0) at.advance(1);
      }
    }
    return stack.depth;
  }

  protected reachOfBlank(quotes: number): number {
    const reach = this.stack.reachOfBlank(quotes);
    const top = this.stack.top;
    return reach === this.stack.depth && top?.bare === true ? reach - 1 : reach;
  }

  protected takeQuoteMark(): boolean {
    const { at } = this;
    if (at.indent > 3 || this.text.charCodeAt(at.next) !== GREATER) return false;
    at.take(1);
    if (at.pos < at.end && isSpace(this.text.charCodeAt(at.pos))) at.advance(1);
    return true;
  }

  protected pushFrame(given: GivenFrame): void {
    const { kind, line, offset, width, marker } = given;
    const holder = this.stack.top;
    const ownLine = line === 0 ? -1 : -line;
    // All fields at once: frames of one shape are quick to make and to look at.
    const frame: Frame = {
      kind,
      line,
      offset,
      width,
      marker,
      item: holder?.item ?? null,
      parent: kind === 'list' ? (holder?.item?.line ?? ownLine) : (holder?.parent ?? ownLine),
      bare: false,
      task: given.task,
      label: given.label,
      callout: given.callout === true,
      spare: given.spare === true,
      index: kind === 'item' ? this.writer.reserveItem() : undefined,
      id: undefined,
      end: undefined,
    };
    if (kind === 'item') frame.item = frame;
    // Before it is covered: an item that holds another block is no longer bare.
    if (holder !== undefined) holder.bare = false;
    this.stack.push(frame);
    this.touch();
    if (given.bare === true) frame.bare = true;
  }

  /** A line of nested markers asks at each of them; what stopped the last look stops the next one too. */
  protected isBreak(mark: number): boolean {
    const { at, text } = this;
    if (mark === this.brokenMark && at.next >= this.brokenFrom && at.next < this.brokenAt) return false;
    const stop = thematicBreakEnd(text, at.next, at.end);
    if (stop < 0) return true;
    this.brokenMark = mark;
    this.brokenFrom = at.next;
    this.brokenAt = stop;
    return false;
  }

  protected openLeaf(level: number, kind: LeafKind): number {
    this.closeTo(level, false);
    this.leaf = new Leaf(kind, this.at);
    this.touch();
    return -1;
  }

  protected wholeLine(level: number, kind: LeafKind): boolean {
    this.openLeaf(level, kind);
    this.closeLeaf();
    return true;
  }

  protected lineIncludes(what: string, from: number): boolean {
    return this.text.slice(from, this.at.end).includes(what);
  }

  /** Notes that the line has text: whatever closes later ends here. */
  protected touch(): void {
    this.writer.lastLine = this.at.line;
    this.writer.lastEnd = this.at.end;
    this.blankLine = -1;
    const top = this.stack.top;
    if (top?.bare === true) top.bare = false;
  }

  protected closeLeaf(): void {
    if (this.leaf === null) return;
    this.writer.leaf(this.leaf);
    this.leaf = null;
  }

  /** Closes all containers from `level` on, and a list left on top unless an item of it follows; the new depth. */
  protected closeTo(level: number, keepList = true): number {
    this.closeLeaf();
    const { stack } = this;
    while (stack.depth > level) this.closeFrame();
    if (!keepList && stack.top?.kind === 'list') this.closeFrame();
    return stack.depth;
  }

  protected closeFrame(): void {
    const frame = this.stack.pop();
    if (frame !== undefined) this.writer.frame(frame);
  }
}
