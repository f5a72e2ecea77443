/**
 * How this vault names, files, tags and heads its notes, as data. What is written into the vault follows this
 * value, never the reader's language.
 */
export interface Conventions {
  readonly preset: 'pt-BR' | 'en';
  /** Folder of each role, relative to the vault, without slashes at the ends; null: this vault has none. */
  readonly folders: Readonly<Record<FolderRole, string | null>>;
  /** Names of note types: which word stands in the frontmatter. */
  readonly types: { readonly wiki: string; readonly moc: string; readonly project: string; readonly daily: string; readonly note: string };
  /** Keys of the frontmatter. */
  readonly keys: { readonly type: string; readonly status: string; readonly tags: string; readonly created: string; readonly updated: string };
  /** Section names without the `##`. */
  readonly sections: {
    readonly notes: string;
    readonly related: string;
    readonly domains: string;
    readonly captures: string;
    readonly context: string;
    readonly solution: string;
    readonly example: string;
    readonly links: string;
  };
  /** Path of the knowledge index. */
  readonly indexNote: string;
  /** Multipliers of a note's score by its type, and for the archive. */
  readonly weights: { readonly byType: Readonly<Record<string, number>>; readonly archive: number };
  /** Daily note names as a date format (YYYY, MM, DD). */
  readonly dailyFormat: string;
}

export type FolderRole = 'index' | 'raw' | 'wiki' | 'projects' | 'daily' | 'templates' | 'archive';
