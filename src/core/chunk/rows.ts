import { blockReader } from './block-state.ts';
import { linesOf } from './lines.ts';
import { splitHeading } from './split-heading.ts';
import type { SplitHeading } from './split-heading.ts';

/** A line of a note's body, and what matters of it to where a passage may begin and end. */
export interface Row {
  /** 1-based line of the file. */
  readonly line: number;
  /** UTF-16 offsets in the file's text, without the line break. */
  readonly start: number;
  readonly end: number;
  readonly blank: boolean;
  readonly heading: SplitHeading | null;
  /** How good a place before this line is to cut. */
  readonly border: Border;
  /** The opening line of the fence that this line stands in (its opening line itself is not inside); '' elsewhere. */
  readonly fence: string;
}

export type Border = typeof INSIDE_FENCE | typeof LINE | typeof ITEM | typeof BLOCK;
export const INSIDE_FENCE = 0;
export const LINE = 1;
/** Before a list item or after a fence. */
export const ITEM = 2;
/** After a blank line, or before a fence or a heading. */
export const BLOCK = 3;

/** The rows of a text below its frontmatter. */
export function readRows(text: string): Row[] {
  const lines = linesOf(text);
  const skipped = frontmatterLines(lines.length, (at) => lineText(text, lines[at]));
  const reader = blockReader(text.slice(lines[skipped]?.start ?? text.length));
  const rows: Row[] = [];
  let before: { blank: boolean; closed: boolean } = { blank: true, closed: false };
  for (let at = skipped; at < lines.length; at++) {
    const span = lines[at];
    if (span === undefined) break;
    const line = lineText(text, span);
    const fence = reader.openFence();
    const kind = reader.read(line);
    const blank = line.trim() === '';
    const heading = kind === 'text' ? splitHeading(line) : null;
    const border = borderBefore(line, kind === 'fence-open', fence !== '', before);
    rows.push({ line: at + 1, start: span.start, end: span.end, blank, heading, border, fence });
    before = { blank, closed: kind === 'fence-close' };
  }
  return rows;
}

/**
 * How many lines the frontmatter takes: from a first line `---` to the next line `---`, both included; 0 where there is
 * none. Spaces and tabs after the marks are allowed.
 */
export function frontmatterLines(count: number, lineAt: (at: number) => string): number {
  if (count === 0 || !MARK.test(lineAt(0))) return 0;
  for (let at = 1; at < count; at++) if (MARK.test(lineAt(at))) return at + 1;
  return 0;
}

const MARK = /^---[ \t]*$/;
const LETTER_FIRST = /^[A-Za-z]/;
const ITEM_START = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const ANY_HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;

function borderBefore(
  line: string,
  opens: boolean,
  fenced: boolean,
  before: { readonly blank: boolean; readonly closed: boolean },
): Border {
  if (fenced) return INSIDE_FENCE;
  if (opens || before.blank) return BLOCK;
  // A line that begins with a letter, as most do, is neither.
  if (LETTER_FIRST.test(line)) return before.closed ? ITEM : LINE;
  if (ANY_HEADING.test(line)) return BLOCK;
  return before.closed || ITEM_START.test(line) ? ITEM : LINE;
}

function lineText(text: string, line: { readonly start: number; readonly end: number } | undefined): string {
  return line === undefined ? '' : text.slice(line.start, line.end);
}
