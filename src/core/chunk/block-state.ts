import { commentAfter, lastClosers } from './comment.ts';
import type { Fence } from './fence.ts';
import { closesFence, opensFence } from './fence.ts';

/** What a line is: the lines of a fence are told apart; `comment` where the line begins inside a comment. */
export type LineKind = 'text' | 'fence-open' | 'fenced' | 'fence-close' | 'comment';

export interface BlockReader {
  /** Says what the next line is; lines come in order, without their line breaks. */
  read(line: string): LineKind;
  /** The opening line of the fence that is open after the line read last; '' outside a fence. */
  openFence(): string;
}

/**
 * Follows fences and comments (`%%` and HTML) through a text, line by line. A fence that is never closed lasts to the
 * end, as in CommonMark; a comment counts only where it is closed further on, so that a stray `%%` hides nothing.
 * `text` is all that will be read, for that look ahead; `fence` the opening line of a fence open at its start.
 */
export function blockReader(text: string, fence = ''): BlockReader {
  const last = lastClosers(text);
  const hasComments = [...last.values()].some((at) => at >= 0);
  let open: Fence | null = fence === '' ? null : opensFence(fence);
  let opening = open === null ? '' : fence;
  let awaited: string | null = null;
  let offset = 0;

  const kindOf = (line: string, at: number): LineKind => {
    if (open !== null) {
      if (!closesFence(line, open)) return 'fenced';
      open = null;
      opening = '';
      return 'fence-close';
    }
    const inside = awaited !== null;
    open = inside ? null : opensFence(line);
    if (open !== null) {
      opening = line.slice(0, LONGEST_OPENING);
      return 'fence-open';
    }
    if (hasComments) awaited = commentAfter(line, awaited, (mark, end) => at + end <= (last.get(mark) ?? -1));
    return inside ? 'comment' : 'text';
  };

  const read = (line: string): LineKind => {
    const at = offset;
    const feed = text.indexOf('\n', at);
    offset = feed < 0 ? text.length : feed + 1;
    return kindOf(line, at);
  };
  return { read, openFence: () => opening };
}

/** As much of an opening line as its marks and its language need. */
const LONGEST_OPENING = 200;
