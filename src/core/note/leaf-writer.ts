import type { Frame, FrameStack } from './block-frames.ts';
import { CARET, DASH, isDigit, isSpace, LINE_FEED, trimEnd } from './line-starts.ts';
import type { ListItemCache, Loc, Pos } from './metadata.ts';
import type { NoteSink } from './note-sink.ts';
import type { Leaf, LeafKind } from './open-leaf.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Turns closed blocks into records: sections and headings of the top level, list items of every level. */
export class LeafWriter {
  /** The last line with text so far, and where it ends. */
  lastLine = 0;
  lastEnd = 0;
  private readonly text: string;
  private readonly sink: NoteSink;
  private readonly stack: FrameStack;

  constructor(text: string, sink: NoteSink, stack: FrameStack) {
    this.text = text;
    this.sink = sink;
    this.stack = stack;
  }

  /** Keeps a place in `listItems` for an item that begins now and is written when it ends. */
  reserveItem(): number {
    return this.sink.listItems.push(UNWRITTEN) - 1;
  }

  /** One row of a table. */
  row(leaf: Leaf): void {
    this.sink.inline.scan(leaf.from, leaf.to, leaf.fromLine, null, true);
  }

  leaf(leaf: Leaf): void {
    const id = this.blockId(leaf);
    const top = this.stack.top;
    if (isScanned(leaf.kind)) this.sink.inline.scan(leaf.from, leaf.to, leaf.line, leaf.masks, false);
    if (top === undefined) this.topLevel(leaf, id);
    else this.nested(top, id);
  }

  frame(frame: Frame): void {
    const position = this.position(frame.line, frame.offset);
    if (frame.kind === 'item') this.item(frame, frame.end ? { start: position.start, end: frame.end } : position);
    if (frame.kind === 'note') this.sink.footnotes.push({ id: frame.label ?? '', position });
    if (this.stack.depth > 0) return;
    const type = frame.kind === 'quote' ? (frame.callout ? 'callout' : 'blockquote') : SECTION_OF[frame.kind];
    if (type !== undefined) this.sink.section(type, position, frame.id);
  }

  private item(frame: Frame, position: Pos): void {
    const { parent, task, id, index } = frame;
    const item: Writable<ListItemCache> = { position, parent };
    if (task !== undefined) item.task = task;
    if (id !== undefined) item.id = id;
    if (index !== undefined) this.sink.listItems[index] = item;
    if (id !== undefined) this.sink.block(id, position);
  }

  private topLevel(leaf: Leaf, id: string | undefined): void {
    if (id !== undefined && leaf.from + id.length + 1 === trimEnd(this.text, leaf.from, leaf.to)) {
      if (this.sink.nameLastSection(id)) return;
    }
    const position = this.position(leaf.line, leaf.offset);
    if (leaf.kind === 'heading') {
      const heading = this.text.slice(leaf.from, leaf.to).trim();
      this.sink.headings.push({ position, heading, level: leaf.level });
    }
    this.sink.section(SECTION_NAME[leaf.kind], position, id);
  }

  /** An id at the end of an item's text names the item; elsewhere the outermost container it ends. */
  private nested(top: Frame, id: string | undefined): void {
    const owner = top.item ?? this.stack.at(0);
    if (owner === undefined) return;
    if (id !== undefined || owner.kind !== 'item') owner.id = id;
  }

  private blockId(leaf: Leaf): string | undefined {
    if (leaf.kind !== 'paragraph' && leaf.kind !== 'heading') return undefined;
    const end = trimEnd(this.text, leaf.from, leaf.to);
    let start = end;
    while (start > leaf.from && isIdCharacter(this.text.charCodeAt(start - 1))) start--;
    if (start === end || start === leaf.from || this.text.charCodeAt(start - 1) !== CARET) return undefined;
    const before = this.text.charCodeAt(start - 2);
    const stands = start - 1 === leaf.from || isSpace(before) || before === LINE_FEED;
    return stands ? this.text.slice(start, end) : undefined;
  }

  /** Where the text so far ends. */
  lastLoc(): Loc {
    return this.sink.loc(this.lastLine, this.lastEnd);
  }

  private position(line: number, offset: number): Pos {
    return { start: this.sink.loc(line, offset), end: this.lastLoc() };
  }
}

/** Block ids are Latin letters, digits and dashes. */
function isIdCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || isDigit(code) || code === DASH;
}

const UNWRITTEN: ListItemCache = {
  position: { start: { line: 0, col: 0, offset: 0 }, end: { line: 0, col: 0, offset: 0 } },
  parent: -1,
};
function isScanned(kind: LeafKind): boolean {
  return kind === 'paragraph' || kind === 'heading' || kind === 'comment';
}

const SECTION_NAME: Readonly<Record<LeafKind, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  table: 'table',
  fence: 'code',
  indented: 'code',
  html: 'html',
  math: 'math',
  comment: 'comment',
  thematicBreak: 'thematicBreak',
  definition: 'definition',
};
const SECTION_OF: Readonly<Record<string, string>> = { list: 'list', note: 'footnoteDefinition' };
