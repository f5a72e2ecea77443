import { presetOf } from '../../../src/core/conventions/presets.ts';
import type { Conventions } from '../../../src/core/conventions/conventions.ts';
import { MiniSearchIndex } from '../../../src/core/index/minisearch-index.ts';
import { CompactIndex } from '../../../src/core/index/compact-index.ts';
import type { PassageIndex } from '../../../src/core/index/passage-index.ts';
import { indexedNote } from '../../../src/core/library/index-note.ts';
import type { Library, LibraryChange } from '../../../src/core/library/library.ts';
import type { NoteSummary } from '../../../src/core/note/note.ts';
import { baseName, listedPath, type VaultPath } from '../../../src/core/path.ts';
import { LibraryRetriever } from '../../../src/core/retrieve/retrieve.ts';
import type { SearchAnswer, SearchRequest } from '../../../src/core/retrieve/retriever.ts';
import { quickClock } from '../index/quick-clock.ts';

export interface NoteSketch {
  readonly text: string;
  readonly title?: string;
  readonly aliases?: readonly string[];
  readonly type?: string;
  readonly status?: string;
  readonly tags?: readonly string[];
  /** Paths that it links to. */
  readonly links?: readonly string[];
}

/** A small vault with a retriever over it, and the hand of a user who changes files. */
export interface SearchedVault {
  /** Searches with the usual settings, unless others are given. */
  ask(query: string, request?: Partial<SearchRequest>): Promise<SearchAnswer>;
  /** The paths found, best first. */
  paths(query: string, request?: Partial<SearchRequest>): Promise<readonly string[]>;
  /** Writes a note to disk; the library takes it in only when somebody opens it. */
  edit(path: string, sketch: NoteSketch): void;
  /** Deletes a note from disk, unseen by the library until somebody opens it. */
  erase(path: string): void;
  /** Changes a note as the library's watcher would. */
  change(path: string, sketch: NoteSketch): Promise<void>;
  /** Notes that the library says are behind. */
  behind: number;
  readonly retriever: LibraryRetriever;
}

export interface SearchedVaultOptions {
  readonly conventions?: Conventions;
  readonly isDemoted?: (path: string) => boolean;
  readonly suggest?: (words: readonly string[], limit: number) => readonly string[];
  readonly engine?: 'compact' | 'minisearch';
}

export async function searchedVault(
  sketches: Readonly<Record<string, string | NoteSketch>>,
  options: SearchedVaultOptions = {},
): Promise<SearchedVault> {
  const { conventions = presetOf('en'), engine = 'compact' } = options;
  const index: PassageIndex = engine === 'compact' ? new CompactIndex(quickClock()) : new MiniSearchIndex();
  const disk = new Map<VaultPath, { text: string; summary: NoteSummary; links: readonly VaultPath[] }>();
  const notes = new Map<VaultPath, NoteSummary>();
  const links = new Map<VaultPath, readonly VaultPath[]>();
  const listeners = new Set<(change: LibraryChange) => void>();
  let writes = 0;

  const write = (at: string, sketch: string | NoteSketch): VaultPath => {
    const path = listedPath(at);
    const {
      text,
      title,
      aliases = [],
      type = 'note',
      status = null,
      tags = [],
      links: targets = [],
    } = typeof sketch === 'string' ? { text: sketch } : sketch;
    const heading = /^# (.+)$/m.exec(text)?.[1];
    const summary: NoteSummary = {
      path,
      title: title ?? heading ?? baseName(path),
      aliases,
      type,
      status,
      tags,
      properties: [],
      size: text.length,
      mtimeMs: ++writes,
    };
    disk.set(path, { text, summary, links: targets.map(listedPath) });
    return path;
  };
  const takeIn = async (path: VaultPath): Promise<void> => {
    const file = disk.get(path);
    if (file === undefined) {
      notes.delete(path);
      links.delete(path);
      await index.remove([path]);
    } else {
      notes.set(path, file.summary);
      links.set(path, file.links);
      await index.put([indexedNote(file.summary, file.text)]);
    }
    const change = file === undefined ? { changed: [], removed: [path] } : { changed: [path], removed: [] };
    for (const listener of listeners) listener(change);
  };
  const library: Library = {
    notes,
    files: new Map(),
    graph: {
      out: (path) => links.get(path) ?? [],
      in: (path) => [...links].filter(([, targets]) => targets.includes(path)).map(([source]) => source),
      unresolved: () => new Map(),
      withUnresolved: () => [],
      naming: () => [],
      count: () => 0,
    },
    resolver: { resolve: () => null, candidates: () => [] },
    progress: () => ({ indexed: notes.size, total: notes.size, ready: true, compared: true }),
    opened: () => Promise.resolve(),
    settled: () => Promise.resolve(vault.behind),
    text: async (path) => (await library.open(path))?.text ?? null,
    open: async (path) => {
      const file = disk.get(path);
      if (file?.summary !== notes.get(path)) await takeIn(path);
      return file === undefined ? null : { path, text: file.text, revision: '', metadata: {} };
    },
    skipped: () => [],
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const { isDemoted, suggest } = options;
  const retriever = new LibraryRetriever({
    library,
    index,
    conventions: () => conventions,
    clock: quickClock(),
    ...(isDemoted === undefined ? {} : { isDemoted }),
    ...(suggest === undefined ? {} : { suggest }),
  });
  const usual = { limit: 10, skip: 0, includeRaw: false, followLinks: false, windowChars: 280 };
  const vault: SearchedVault = {
    ask: (query, request = {}) => retriever.search({ ...usual, query, ...request }),
    paths: async (query, request) => (await vault.ask(query, request)).hits.map((hit) => hit.path),
    edit: (path, sketch) => void write(path, sketch),
    erase: (path) => void disk.delete(listedPath(path)),
    change: (path, sketch) => takeIn(write(path, sketch)),
    behind: 0,
    retriever,
  };
  for (const [path, sketch] of Object.entries(sketches)) await takeIn(write(path, sketch));
  return vault;
}
