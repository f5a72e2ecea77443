/**
 * How this vault names, files, tags and heads its notes, as data. What is written into the vault follows this
 * value, never the reader's language.
 */
export interface Conventions {
  readonly preset: 'pt-BR' | 'en';
  /** Folder of each role, relative to the vault, without slashes at the ends; null: this vault has none. */
  readonly folders: Readonly<Record<FolderRole, string | null>>;
  /** Names of note types: which word stands in the frontmatter. */
  readonly types: Readonly<Record<NoteTypeName, string>>;
  /** Keys of the frontmatter. */
  readonly keys: Readonly<Record<PropertyRole, string>>;
  /** Section names without the `##`. */
  readonly sections: Readonly<Record<SectionRole, string>>;
  /** Path of the knowledge index. */
  readonly indexNote: string;
  /** Multipliers of a note's score by its type, for the archive, and for files that the user excluded from search. */
  readonly weights: {
    readonly byType: Readonly<Record<string, number>>;
    readonly archive: number;
    readonly excluded: number;
  };
  /** Daily note names as a date format (YYYY, MM, DD). */
  readonly dailyFormat: string;
}

export type FolderRole = 'index' | 'raw' | 'wiki' | 'projects' | 'daily' | 'templates' | 'archive';

export type NoteTypeName = 'wiki' | 'moc' | 'project' | 'daily' | 'note';

/** `summary`: what the map of content said of a note that has been moved out of its domain. */
export type PropertyRole = 'type' | 'status' | 'tags' | 'created' | 'updated' | 'summary';

export type SectionRole = 'notes' | 'related' | 'domains' | 'captures' | 'context' | 'solution' | 'example' | 'links';
