import type { Loc } from './metadata.ts';

/** A container that is still open: a block quote, a list, one of its items, or a footnote's definition. */
export interface Frame {
  readonly kind: 'quote' | 'list' | 'item' | 'note';
  readonly line: number;
  readonly offset: number;
  /** Columns that a line must be indented by to belong to it (items and footnotes). */
  readonly width: number;
  /** What tells a list from a neighbouring one; 0 for the others. */
  readonly marker: number;
  /** The nearest list item that holds it, itself included. */
  item: Frame | null;
  /** The parent that its items record: the holding item's line, or minus the list's own line (-1 on line 0). */
  readonly parent: number;
  /** An item whose first line is blank after its marker, and which has nothing yet. */
  bare: boolean;
  readonly task: string | undefined;
  readonly label: string | undefined;
  readonly callout: boolean;
  /** Lines inside may be indented by one column more without it counting. */
  readonly spare: boolean;
  /** Its place in `listItems`, which are listed by where they begin. */
  readonly index: number | undefined;
  /** The block id that its text ends with so far. */
  id: string | undefined;
  /** Where it ends, if elsewhere than at the last line with text. */
  end: Loc | undefined;
}

/** What whoever opens a container knows of it. */
export interface GivenFrame extends Pick<Frame, 'kind' | 'line' | 'offset' | 'width' | 'marker'> {
  readonly bare?: boolean;
  readonly spare?: boolean;
  readonly task?: string | undefined;
  readonly label?: string;
  readonly callout?: boolean;
}

/** The open containers, outermost first; knows where the quotes are, since a blank line stops at the next one. */
export class FrameStack {
  readonly frames: Frame[] = [];
  private readonly quotes: number[] = [];

  get depth(): number {
    return this.frames.length;
  }

  get top(): Frame | undefined {
    return this.at(this.frames.length - 1);
  }

  at(index: number): Frame | undefined {
    // Engines look for a place before the first as for a name: many times as slow as not at all.
    return index < 0 ? undefined : this.frames[index];
  }

  push(frame: Frame): void {
    if (frame.kind === 'quote') this.quotes.push(this.frames.length);
    this.frames.push(frame);
  }

  pop(): Frame | undefined {
    const frame = this.frames.pop();
    if (frame?.kind === 'quote') this.quotes.pop();
    return frame;
  }

  /** How many containers a blank line belongs to when `passed` quotes have been matched already. */
  reachOfBlank(passed: number): number {
    return this.quotes[passed] ?? this.frames.length;
  }
}
