import { InlineScanner } from './inline-scan.ts';
import type {
  BlockCache,
  FootnoteCache,
  HeadingCache,
  ListItemCache,
  Loc,
  Pos,
  ReferenceLinkCache,
  SectionCache,
} from './metadata.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Gathers what the block structure finds, in the shape of the app's metadata. */
export class NoteSink {
  readonly headings: HeadingCache[] = [];
  readonly sections: Writable<SectionCache>[] = [];
  readonly listItems: ListItemCache[] = [];
  readonly footnotes: FootnoteCache[] = [];
  readonly referenceLinks: ReferenceLinkCache[] = [];
  /** By lower-cased id, without a prototype: an id may be called `constructor`. */
  readonly blocks: Record<string, BlockCache> = Object.create(null) as Record<string, BlockCache>;
  readonly inline: InlineScanner;
  private readonly lineStarts: readonly number[];

  constructor(text: string, lineStarts: readonly number[]) {
    this.lineStarts = lineStarts;
    this.inline = new InlineScanner(text, lineStarts);
  }

  loc(line: number, offset: number): Loc {
    return { line, col: offset - (this.lineStarts[line] ?? 0), offset };
  }

  section(type: string, position: Pos, id?: string): void {
    if (id === undefined) {
      this.sections.push({ type, position });
      return;
    }
    this.sections.push({ type, position, id });
    this.block(id, position);
  }

  /** A block id on a line of its own names the section before it; false where there is none. */
  nameLastSection(id: string): boolean {
    const last = this.sections.at(-1);
    if (last === undefined || last.type === 'yaml') return false;
    last.id = id;
    this.block(id, last.position);
    return true;
  }

  block(id: string, position: Pos): void {
    this.blocks[id.toLowerCase()] = { position, id };
  }
}
