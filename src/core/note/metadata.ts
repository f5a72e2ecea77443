/**
 * What Obsidian's metadataCache knows of a note, in the app's own shape (`CachedMetadata` of obsidian 1.13), so that
 * the Obsidian host can pass the app's objects and the headless host can be held to recordings of them.
 * Offsets and columns count UTF-16 units of the text as the vault's `read` returns it; lines count from 0.
 */
export interface Loc {
  readonly line: number;
  readonly col: number;
  readonly offset: number;
}

export interface Pos {
  readonly start: Loc;
  readonly end: Loc;
}

export interface CacheItem {
  readonly position: Pos;
}

export interface HeadingCache extends CacheItem {
  readonly heading: string;
  readonly level: number;
}

export interface SectionCache extends CacheItem {
  readonly type: string;
  readonly id?: string | undefined;
}

/** `link` keeps its `#subpath`; `original` is the text of the whole link as written. */
export interface ReferenceCache extends CacheItem {
  readonly link: string;
  readonly original: string;
  readonly displayText?: string | undefined;
}

export interface TagCache extends CacheItem {
  /** With its `#`. */
  readonly tag: string;
}

export interface ListItemCache extends CacheItem {
  readonly parent: number;
  readonly task?: string | undefined;
  readonly id?: string | undefined;
}

export interface BlockCache extends CacheItem {
  readonly id: string;
}

export interface FootnoteCache extends CacheItem {
  readonly id: string;
}

export interface FrontmatterLinkCache {
  /** The property, with the path into it where it is nested: `related.0`. */
  readonly key: string;
  readonly link: string;
  readonly original: string;
  readonly displayText?: string | undefined;
}

export interface ReferenceLinkCache extends CacheItem {
  readonly id: string;
  readonly link: string;
}

export interface NoteMetadata {
  readonly headings?: readonly HeadingCache[] | undefined;
  readonly sections?: readonly SectionCache[] | undefined;
  readonly links?: readonly ReferenceCache[] | undefined;
  readonly embeds?: readonly ReferenceCache[] | undefined;
  readonly tags?: readonly TagCache[] | undefined;
  readonly listItems?: readonly ListItemCache[] | undefined;
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined;
  readonly frontmatterLinks?: readonly FrontmatterLinkCache[] | undefined;
  readonly frontmatterPosition?: Pos | undefined;
  /** Ours, not the app's: the YAML parser's words, in one line, where a frontmatter block could not be read. */
  readonly frontmatterError?: string | undefined;
  readonly blocks?: Readonly<Record<string, BlockCache>> | undefined;
  readonly footnotes?: readonly FootnoteCache[] | undefined;
  readonly footnoteRefs?: readonly FootnoteCache[] | undefined;
  readonly referenceLinks?: readonly ReferenceLinkCache[] | undefined;
}
