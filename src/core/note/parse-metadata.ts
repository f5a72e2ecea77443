import { readBlocks } from './block-structure.ts';
import { frontmatterBlock, parseFrontmatter, type FrontmatterBlock, type ParsedFrontmatter } from './frontmatter.ts';
import { frontmatterLinks } from './frontmatter-links.ts';
import { LineCursor } from './line-cursor.ts';
import type { CacheItem, NoteMetadata, Pos } from './metadata.ts';
import { NoteSink } from './note-sink.ts';

export interface ParsedNote {
  readonly metadata: NoteMetadata;
  /** The YAML parser's words where the frontmatter could not be read; the rest of the note is read all the same. */
  readonly frontmatterError?: string;
}

/**
 * What Obsidian's metadataCache would hold of a note with this text (without BOM). Fields that would be empty are
 * absent, as in the app, but for `frontmatterLinks`, which is there whenever there is frontmatter. Never throws.
 */
export function parseMetadata(text: string): NoteMetadata {
  return parseNote(text).metadata;
}

/** {@link parseMetadata}, together with what was wrong with the frontmatter. */
export function parseNote(text: string): ParsedNote {
  const cursor = new LineCursor(text);
  const sink = new NoteSink(text, cursor.lineStarts);
  const block = text.startsWith('---') ? frontmatterBlock(text) : null;
  const properties = block === null ? {} : readFrontmatter(text, block, cursor, sink);
  readBlocks(cursor, sink, block?.bodyStart ?? 0, block === null ? 0 : block.endLine + 1);
  const metadata = assemble(sink, properties, block);
  return properties.error === undefined ? { metadata } : { metadata, frontmatterError: properties.error };
}

function readFrontmatter(text: string, block: FrontmatterBlock, cursor: LineCursor, sink: NoteSink): ParsedFrontmatter {
  let start = 0;
  for (let line = 0; line <= block.endLine; line++) {
    cursor.lineStarts[line] = start;
    start = text.indexOf('\n', start) + 1;
  }
  sink.section('yaml', blockPosition(block));
  return parseFrontmatter(text, block);
}

function blockPosition(block: FrontmatterBlock): Pos {
  return { start: { line: 0, col: 0, offset: 0 }, end: { line: block.endLine, col: 3, offset: block.end } };
}

function assemble(sink: NoteSink, properties: ParsedFrontmatter, block: FrontmatterBlock | null): NoteMetadata {
  const { inline, headings, sections, listItems, referenceLinks } = sink;
  const { links, embeds, tags, footnoteRefs } = inline;
  const footnotes = [...sink.footnotes, ...inline.footnotes].sort(byPosition);
  // One by one: this runs for every note of a vault, and nothing is slower than building objects from lists of entries.
  const metadata: Writable<NoteMetadata> = {};
  if (headings.length > 0) metadata.headings = headings;
  if (sections.length > 0) metadata.sections = sections;
  if (listItems.length > 0) metadata.listItems = listItems;
  if (referenceLinks.length > 0) metadata.referenceLinks = referenceLinks;
  if (footnotes.length > 0) metadata.footnotes = footnotes;
  if (links.length > 0) metadata.links = links;
  if (embeds.length > 0) metadata.embeds = embeds;
  if (tags.length > 0) metadata.tags = tags;
  if (footnoteRefs.length > 0) metadata.footnoteRefs = footnoteRefs;
  if (Object.keys(sink.blocks).length > 0) metadata.blocks = sink.blocks;
  return Object.assign(metadata, frontmatterFields(properties, block));
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function frontmatterFields({ value }: ParsedFrontmatter, block: FrontmatterBlock | null): Partial<NoteMetadata> {
  if (value === undefined || block === null) return {};
  return {
    frontmatter: value,
    frontmatterLinks: frontmatterLinks(value),
    frontmatterPosition: blockPosition(block),
  };
}

function byPosition(a: CacheItem, b: CacheItem): number {
  return a.position.start.offset - b.position.start.offset;
}
