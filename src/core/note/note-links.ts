import { leadsOutside, linkPath, linkSubpath } from './link-text.ts';
import type { CacheItem, NoteMetadata, ReferenceCache, ReferenceLinkCache } from './metadata.ts';

export type LinkKind = 'link' | 'embed' | 'property' | 'canvas';

/** One link as it stands in a file. */
export interface LinkOccurrence {
  /** The link with its subpath (`Note#Heading`). */
  readonly link: string;
  /** As written: `[[Note#Heading|shown]]`; for a canvas, the file it names. */
  readonly raw: string;
  readonly kind: LinkKind;
  /** Where it starts, in UTF-16 units of the text. */
  readonly offset: number;
}

/** A link with the line it stands on and what it leads to. */
export interface PlacedLink<P extends string = string> {
  /** Counted from 1. */
  readonly line: number;
  /** The whole line, without its line break. */
  readonly text: string;
  readonly raw: string;
  readonly kind: LinkKind;
  /** With its `#`, or ''. */
  readonly subpath: string;
  readonly target: P | null;
}

/**
 * The paths (without subpath) of all links of a note that count for the graph, with repetition: those of its properties,
 * then links, embeds and definitions as they stand in the text. '' is the note itself.
 */
export function linkPaths(metadata: NoteMetadata): string[] {
  const { links = [], embeds = [], frontmatterLinks = [] } = metadata;
  const more = [...embeds, ...definitionsWithin(metadata)];
  const body = more.length === 0 ? links : [...links, ...more].sort(byOffset);
  return [...frontmatterLinks, ...body].map((reference) => linkPath(reference.link));
}

/** The definitions `[id]: path` that lead into the vault: however often their ids are used, each is one link. */
export function definitionsWithin({ referenceLinks = [] }: NoteMetadata): readonly ReferenceLinkCache[] {
  return referenceLinks.filter(({ id, link }) => link !== '' && !id.startsWith('^') && !leadsOutside(link));
}

function byOffset(a: CacheItem, b: CacheItem): number {
  return a.position.start.offset - b.position.start.offset;
}

/** Every link of a note in the order of the text: links, embeds, definitions, and links among its properties. */
export function noteLinks(text: string, metadata: NoteMetadata): LinkOccurrence[] {
  const of = (kind: LinkKind) => (cache: ReferenceCache) => ({
    link: cache.link,
    raw: cache.original,
    kind,
    offset: cache.position.start.offset,
  });
  const body = [...(metadata.links ?? []).map(of('link')), ...(metadata.embeds ?? []).map(of('embed'))];
  const definitions = definitionsWithin(metadata).map(({ link, position }): LinkOccurrence => {
    const { start, end } = position;
    return { link, raw: text.slice(start.offset, end.offset), kind: 'link', offset: start.offset };
  });
  return [...propertyLinks(text, metadata), ...body, ...definitions].sort((a, b) => a.offset - b.offset);
}

/** The app records no position for a property's link: it is looked for in the frontmatter. */
function propertyLinks(text: string, metadata: NoteMetadata): LinkOccurrence[] {
  const end = metadata.frontmatterPosition?.end.offset ?? 0;
  const place = placeFinder(text.slice(0, end));
  return (metadata.frontmatterLinks ?? []).map(({ link, original }) => {
    return { link, raw: original, kind: 'property', offset: place(original) };
  });
}

/**
 * Finds texts that stand in `text` one behind the other: the offset of each, 0 for one that is not found behind the
 * last. After {@link MAX_MISSES} misses it stops looking, so that the work stays linear.
 */
export function placeFinder(text: string): (written: string) => number {
  let behind = 0;
  let misses = 0;
  return (written) => {
    const found = misses < MAX_MISSES ? text.indexOf(written, behind) : -1;
    if (found < 0) misses++;
    else behind = found + written.length;
    return Math.max(found, 0);
  };
}

const MAX_MISSES = 32;

/**
 * Gives each link its line and its target, by `resolve` (link path to file, null when nothing fits). `links` must be
 * in order of offset; one pass over the text.
 */
export function placeLinks<P extends string>(
  text: string,
  links: readonly LinkOccurrence[],
  resolve: (path: string) => P | null,
): PlacedLink<P>[] {
  let line = 1;
  let start = 0;
  return links.map(({ link, raw, kind, offset }) => {
    for (let feed = text.indexOf('\n', start); feed >= 0 && feed < offset; feed = text.indexOf('\n', start)) {
      start = feed + 1;
      line++;
    }
    const feed = text.indexOf('\n', start);
    const whole = text.slice(start, feed < 0 ? text.length : feed).replace(/\r$/, '');
    return { line, text: whole, raw, kind, subpath: linkSubpath(link), target: resolve(linkPath(link)) };
  });
}
