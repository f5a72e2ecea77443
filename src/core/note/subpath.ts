import type { HeadingCache, NoteMetadata } from './metadata.ts';

/** A place in a note that a subpath names. Lines count from 1 and are the file's; both ends belong to it. */
export interface NotePlace {
  readonly kind: 'heading' | 'block' | 'footnote';
  /** The heading's text, or the id. */
  readonly name: string;
  /** Headings above it and itself, outermost first; empty for blocks and footnotes. */
  readonly trail: readonly string[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * What `subpath` (`#Heading`, `#A#B`, `#^block`, `#[^1]`; the first `#` may be left out) means in a note of `totalLines`
 * lines: every match in order of the text. A heading reaches to the line before the next one of its level or above.
 * `#A#B` is a B somewhere below an A. Several answers mean that the name is ambiguous; the app takes the first.
 * Headings are compared without case, marks of links and runs of spaces or punctuation that links cannot hold.
 */
export function resolveSubpath(metadata: NoteMetadata, subpath: string, totalLines: number): NotePlace[] {
  const parts = subpath
    .split('#')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1);
  if (last === undefined) return [];
  if (last.startsWith('^')) return blockPlaces(metadata, last.slice(1));
  if (last.startsWith('[^')) return footnotePlaces(metadata, last.slice(2).replace(/\]$/, ''));
  return headingPlaces(metadata.headings ?? [], parts.map(comparable), totalLines);
}

/** All headings of a note with their trail and reach: its outline. */
export function outline(metadata: NoteMetadata, totalLines: number): (NotePlace & { readonly level: number })[] {
  const headings = metadata.headings ?? [];
  const ends = headingEnds(headings, totalLines);
  const above: HeadingCache[] = [];
  return headings.map((heading, index) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
    above.push(heading);
    return {
      kind: 'heading',
      name: heading.heading,
      level: heading.level,
      trail: above.map((one) => one.heading),
      firstLine: heading.position.start.line + 1,
      lastLine: ends[index] ?? totalLines,
    };
  });
}

/** The line before the next heading of the same level or above, for each heading; from the end, in one pass. */
function headingEnds(headings: readonly HeadingCache[], totalLines: number): number[] {
  const ends: number[] = [];
  const nextOf = [totalLines, totalLines, totalLines, totalLines, totalLines, totalLines, totalLines];
  for (let i = headings.length - 1; i >= 0; i--) {
    const heading = headings[i];
    if (heading === undefined) continue;
    ends[i] = nextOf[heading.level] ?? totalLines;
    for (let level = heading.level; level <= 6; level++) nextOf[level] = heading.position.start.line;
  }
  return ends;
}

function headingPlaces(headings: readonly HeadingCache[], wanted: readonly string[], totalLines: number): NotePlace[] {
  return outline({ headings }, totalLines).filter((place) => {
    if (comparable(place.name) !== wanted.at(-1)) return false;
    let index = wanted.length - 2;
    for (let i = place.trail.length - 2; i >= 0 && index >= 0; i--) {
      if (comparable(place.trail[i] ?? '') === wanted[index]) index--;
    }
    return index < 0;
  });
}

function blockPlaces(metadata: NoteMetadata, id: string): NotePlace[] {
  const wanted = id.toLowerCase();
  return Object.entries(metadata.blocks ?? {}).flatMap(([key, block]) =>
    key.toLowerCase() === wanted ? [placeOf('block', block.id, block.position)] : [],
  );
}

function footnotePlaces(metadata: NoteMetadata, id: string): NotePlace[] {
  return (metadata.footnotes ?? []).flatMap((note) =>
    note.id === id ? [placeOf('footnote', note.id, note.position)] : [],
  );
}

function placeOf(
  kind: 'block' | 'footnote',
  name: string,
  position: { readonly start: { readonly line: number }; readonly end: { readonly line: number } },
): NotePlace {
  return { kind, name, trail: [], firstLine: position.start.line + 1, lastLine: position.end.line + 1 };
}

/**
 * A heading as it can stand in a link: without the marks that a link cannot hold (`# | ^ : %% [[ ]]` and the backslash),
 * whatever its case, its Unicode form and its spaces.
 */
function comparable(heading: string): string {
  return heading
    .normalize('NFC')
    .replace(/[#|^:\\[\]]|%%/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
