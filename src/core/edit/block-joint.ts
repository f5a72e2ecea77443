import type { Edit } from '../change/change-set.ts';
import { applyEdits } from '../change/edits.ts';
import { VaultError } from '../errors.ts';
import type { NoteMetadata, SectionCache } from '../note/metadata.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import type { VaultPath } from '../path.ts';
import { breaksBetween, isMarkedHeading, kindAbove, kindBelow, kindOf, lastBefore } from './block-kind.ts';

/** A note in which blocks are put: its text, what it is made of, and its path for refusals. */
export interface BlockPlace {
  readonly text: string;
  readonly metadata: NoteMetadata;
  readonly path: VaultPath;
}

/** Text as blocks: LF line ends, no blank lines at its ends. */
export function asBlocks(content: string): string {
  const lines = content.replace(/\r\n?/g, '\n').split('\n');
  let first = 0;
  while (first < lines.length && lines[first]?.trim() === '') first++;
  let last = lines.length;
  while (last > first && lines[last - 1]?.trim() === '') last--;
  return lines.slice(first, last).join('\n');
}

/**
 * Puts blocks below the line that ends at `above` (0: the text's start). A list goes on as the list that it is, a table as the
 * table; one blank line parts all other blocks; blank lines that stand there stay, and so does the text's end.
 * Throws VaultError 'unclosed_block' where a fence or comment would swallow the content, or the content what follows.
 */
export function insertBelow(place: BlockPlace, above: number, content: string): readonly Edit[] {
  const { text, metadata } = place;
  const below = nextText(text, above);
  const eol = lineBreakNear(text, above);
  const first = above === 0 ? 0 : breaksBetween(kindAbove(text, metadata, above), kindOf(content, 'first'));
  const last = below === null ? 0 : breaksBetween(kindOf(content, 'last'), kindBelow(text, metadata, below));
  const there = count(text.slice(above, below ?? text.length), '\n');
  const missing = Math.max(0, last - there);
  const before = eol.repeat(first);
  const edits = [{ from: above, to: above, text: before + content.replaceAll('\n', eol) + eol.repeat(missing) }];
  return whole(place, edits, content, above + before.length, below);
}

/** Puts blocks above the line that begins at `below`; the blank lines above that stay where they are. */
export function insertAbove(place: BlockPlace, below: number, content: string): readonly Edit[] {
  const { text, metadata } = place;
  const above = lastText(text, below);
  const eol = lineBreakNear(text, below);
  const last = breaksBetween(kindOf(content, 'last'), kindBelow(text, metadata, below));
  const kind = above === null ? null : kindAbove(text, metadata, above);
  // A heading's author has chosen what stands between it and its text.
  const wanted = kind === null || kind.type === 'heading' ? 0 : breaksBetween(kind, kindOf(content, 'first'));
  const there = above === null ? 0 : count(text.slice(above, below), '\n');
  const before = eol.repeat(Math.max(0, wanted - there));
  const edits = [{ from: below, to: below, text: before + content.replaceAll('\n', eol) + eol.repeat(last) }];
  return whole(place, edits, content, below + before.length, below);
}

/**
 * Lines from `first` (a line's start) to `last` (a line's end) become other blocks; what is around them stays. `apart`: a
 * blank line comes below them where the next block would else run into them.
 */
export function replaceLines(
  place: BlockPlace,
  first: number,
  last: number,
  content: string,
  apart: boolean,
): readonly Edit[] {
  const { text, metadata } = place;
  const below = nextText(text, lineAfter(text, last));
  const eol = lineBreakNear(text, text.slice(first, last).includes('\n') ? last : Math.min(last + 2, text.length));
  const runsOn = apart && below !== null && count(text.slice(last, below), '\n') < 2;
  const breaks =
    runsOn && !isMarkedHeading(text, below)
      ? breaksBetween(kindOf(content, 'last'), kindBelow(text, metadata, below))
      : 1;
  const edits = [{ from: first, to: last, text: content.replaceAll('\n', eol) + eol.repeat(breaks - 1) }];
  return whole(place, edits, content, first, below);
}

/** Where the line after the one that holds `offset` begins; the text's end for its last line. */
export function lineAfter(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}

/**
 * Takes whole lines away, and the smaller one of the gaps around them. `apart`: a blank line is left where the blocks around
 * them would else run into each other.
 */
export function removeLines(place: BlockPlace, start: number, end: number, apart: boolean): readonly Edit[] {
  const { text, metadata } = place;
  const below = nextText(text, end);
  const above = lastText(text, start);
  const own = lastText(text, end) ?? end;
  // Nothing follows: the text's end, line break or none, moves up.
  if (below === null) return [{ from: above ?? 0, to: above === null ? text.length : own, text: '' }];
  if (above === null) return [{ from: start, to: below, text: '' }];
  const before = count(text.slice(above, start), '\n');
  const behind = count(text.slice(own, below), '\n');
  if (before < behind) return [{ from: above, to: own, text: '' }];
  const kind = kindAbove(text, metadata, above);
  const runsOn = apart && before < 2 && kind.type !== 'heading' && !isMarkedHeading(text, below);
  const breaks = runsOn ? breaksBetween(kind, kindBelow(text, metadata, below)) : 1;
  return [{ from: start, to: below, text: lineBreakNear(text, start).repeat(breaks - 1) }];
}

/** The line break of the line that ends nearest before an offset, else the next one's, else LF. */
export function lineBreakNear(text: string, offset: number): '\n' | '\r\n' {
  const before = offset === 0 ? -1 : text.lastIndexOf('\n', offset - 1);
  const feed = before >= 0 ? before : text.indexOf('\n', offset);
  return feed > 0 && text.charCodeAt(feed - 1) === 13 ? '\r\n' : '\n';
}

/** The start of the next line that is not blank, from the line end or line start `offset` on; null where none follows. */
export function nextText(text: string, offset: number): number | null {
  for (let at = offset; at < text.length;) {
    const feed = text.indexOf('\n', at);
    const stop = feed < 0 ? text.length : feed;
    if (text.slice(at, stop).trim() !== '') return at;
    at = stop + 1;
  }
  return null;
}

/** The end of the last line before `offset` that is not blank, its spaces counted, its break not; null where none is. */
export function lastText(text: string, offset: number): number | null {
  for (let stop = offset; stop > 0;) {
    const start = text.lastIndexOf('\n', stop - 1) + 1;
    if (text.slice(start, stop).trim() !== '') return text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    stop = start - 1;
  }
  return null;
}

/** The edits, if neither the note swallows the content afterwards nor the content what follows it. */
function whole(
  { text, path }: BlockPlace,
  edits: readonly Edit[],
  content: string,
  start: number,
  below: number | null,
): readonly Edit[] {
  const after = parseMetadata(applyEdits(text, edits)).sections ?? [];
  const above = swallower(after, start);
  if (above !== undefined) {
    throw new VaultError('unclosed_block', { path, where: 'note', line: above.position.start.line + 1 });
  }
  const shift = edits.reduce((sum, { from, to, text: added }) => sum + added.length - (to - from), 0);
  const own = below === null ? undefined : swallower(after, below + shift);
  if (own !== undefined && own.position.start.offset >= start) {
    const line = (parseMetadata(content).sections?.at(-1)?.position.start.line ?? 0) + 1;
    throw new VaultError('unclosed_block', { path, where: 'content', line });
  }
  return edits;
}

/** The fence, comment or formula that begins before an offset and goes on behind it. */
function swallower(sections: readonly SectionCache[], offset: number): SectionCache | undefined {
  const around = lastBefore(sections, offset);
  return around !== undefined && SWALLOWS.has(around.type) && around.position.end.offset > offset ? around : undefined;
}

const SWALLOWS: ReadonlySet<string> = new Set(['code', 'html', 'comment', 'math']);

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
