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
  readonly id?: string;
}

/** `link` keeps its `#subpath`; `original` is the text of the whole link as written. */
export interface ReferenceCache extends CacheItem {
  readonly link: string;
  readonly original: string;
  readonly displayText?: string;
}

export interface TagCache extends CacheItem {
  /** With its `#`. */
  readonly tag: string;
}

export interface ListItemCache extends CacheItem {
  readonly parent: number;
  readonly task?: string;
  readonly id?: string;
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
  readonly displayText?: string;
}

export interface ReferenceLinkCache extends CacheItem {
  readonly id: string;
  readonly link: string;
}

export interface NoteMetadata {
  readonly headings?: readonly HeadingCache[];
  readonly sections?: readonly SectionCache[];
  readonly links?: readonly ReferenceCache[];
  readonly embeds?: readonly ReferenceCache[];
  readonly tags?: readonly TagCache[];
  readonly listItems?: readonly ListItemCache[];
  readonly frontmatter?: Readonly<Record<string, unknown>>;
  readonly frontmatterLinks?: readonly FrontmatterLinkCache[];
  readonly frontmatterPosition?: Pos;
  /** Ours, not the app's: the YAML parser's words, in one line, where a frontmatter block could not be read. */
  readonly frontmatterError?: string;
  readonly blocks?: Readonly<Record<string, BlockCache>>;
  readonly footnotes?: readonly FootnoteCache[];
  readonly footnoteRefs?: readonly FootnoteCache[];
  readonly referenceLinks?: readonly ReferenceLinkCache[];
}
