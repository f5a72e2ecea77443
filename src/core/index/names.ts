import MiniSearch from 'minisearch';
import type { SearchOptions, SearchResult } from 'minisearch';

import { baseName, fileName, folderOf } from '../path.ts';
import type { VaultPath } from '../path.ts';
import { foldText } from '../text/fold.ts';
import { codeTerms, tagTerms } from '../text/tokens.ts';
import { editDistance } from './edit-distance.ts';

/** What a note is called. */
export interface NamedNote {
  readonly path: VaultPath;
  /** Title and aliases; the file name is taken from the path. */
  readonly names: readonly string[];
  readonly tags?: readonly string[];
  readonly headings?: readonly string[];
}

/** Notes by what they are called, tolerant of typing: for near misses, completion and "did you mean". In memory only. */
export interface NameIndex {
  /** Adds a note, or replaces it. */
  put(note: NamedNote): void;
  /** Does nothing where the path is unknown. */
  remove(path: VaultPath): void;
  readonly size: number;
  /** Notes whose name is like `text` (a name, a path, with or without `.md`), the likeliest first, at most `limit`. */
  closest(text: string, limit: number): VaultPath[];
  /** Notes with a name that holds every word of `text`, the last one perhaps unfinished; best first. */
  complete(text: string, limit: number): VaultPath[];
  /**
   * Words of names that `word` may be a slip of: at most two edits away, one for a word of four letters, none for shorter
   * ones; nearest first, then by code units.
   */
  suggest(word: string, limit: number): string[];
}

export function createNameIndex(): NameIndex {
  const mini = new MiniSearch<NameDocument>({
    idField: 'path',
    fields: ['file', 'names', 'folder', 'tags', 'headings'],
    // What is indexed are terms already, one a line.
    tokenize: (terms) => terms.split('\n'),
    processTerm: (term) => (term === '' ? null : term),
  });
  const held = new Map<VaultPath, NamedNote>();
  const find = (terms: readonly string[], options: SearchOptions): SearchResult[] =>
    mini.search(terms.slice(0, MOST_WORDS).join('\n'), options);

  const remove = (path: VaultPath): void => {
    const old = held.get(path);
    if (old === undefined) return;
    held.delete(path);
    mini.remove(documentOf(old));
  };
  return {
    put(note) {
      remove(note.path);
      held.set(note.path, note);
      mini.add(documentOf(note));
    },
    remove,
    get size() {
      return held.size;
    },
    closest(text, limit) {
      const asked = withoutEnding(text.slice(0, LONGEST_ASKED));
      return byLikeness(asked, find(nameTerms(asked), NEAR).slice(0, CANDIDATES).map(pathOf), held).slice(0, limit);
    },
    complete: (text, limit) =>
      find(codeTerms(text.slice(0, LONGEST_ASKED)), COMPLETING)
        .slice(0, limit)
        .map(pathOf),
    suggest(word, limit) {
      const sought = foldText(word.slice(0, LONGEST_ASKED));
      const edits = editsFor(sought);
      return edits === 0 ? [] : nearest(sought, edits, mini.search(sought, SLIPS)).slice(0, limit);
    },
  };
}

/** UTF-16 units of a name that are looked at. */
const LONGEST_ASKED = 256;
const MOST_WORDS = 24;
/** Notes whose whole names are compared with what was asked for. */
const CANDIDATES = 40;

const BOOST = { file: 3, names: 2, folder: 0.5, tags: 0.5, headings: 0.3 };
const NEAR: SearchOptions = {
  boost: BOOST,
  prefix: (term) => term.length >= 3,
  fuzzy: (term) => editsFor(term),
};
const COMPLETING: SearchOptions = {
  boost: BOOST,
  combineWith: 'AND',
  prefix: (_, at, terms) => at === terms.length - 1,
};

const SLIPS: SearchOptions = { fields: ['file', 'names', 'tags'], fuzzy: (term) => editsFor(term) };

function pathOf(found: SearchResult): VaultPath {
  return found.id as VaultPath;
}

interface NameDocument {
  readonly path: VaultPath;
  /** Terms, one a line. */
  readonly file: string;
  readonly names: string;
  readonly folder: string;
  readonly tags: string;
  readonly headings: string;
}

function documentOf(note: NamedNote): NameDocument {
  const file = baseName(note.path);
  return {
    path: note.path,
    file: nameTerms(file).join('\n'),
    names: note.names
      .filter((name) => name !== file)
      .flatMap(nameTerms)
      .join('\n'),
    folder: codeTerms(folderOf(note.path)).join('\n'),
    tags: (note.tags ?? []).flatMap((tag) => tagTerms(tag)).join('\n'),
    headings: (note.headings ?? []).flatMap((heading) => codeTerms(heading)).join('\n'),
  };
}

/** The words of a name, and the whole name as one, so that a missing space is a slip like any other. */
function nameTerms(name: string): string[] {
  const words = codeTerms(name);
  const whole = plain(name).replaceAll(' ', '');
  return words.length > 1 && whole.length <= LONGEST_WHOLE && !words.includes(whole) ? [...words, whole] : words;
}

const LONGEST_WHOLE = 64;

/** Edits that a word may be away: a short word is another word after one or two. */
function editsFor(word: string): number {
  if (word.length <= 3) return 0;
  return word.length === 4 ? 1 : 2;
}

/** The words by which notes were found, nearest to `word` first; the word itself is no suggestion. */
function nearest(word: string, edits: number, found: readonly SearchResult[]): string[] {
  const words = new Set(found.flatMap((each) => each.terms));
  words.delete(word);
  return [...words]
    .map((each) => ({ each, distance: editDistance(word, each, edits) }))
    .filter(({ distance }) => distance <= edits)
    .sort((a, b) => a.distance - b.distance || (a.each < b.each ? -1 : 1))
    .map(({ each }) => each);
}

function byLikeness(text: string, found: readonly VaultPath[], held: ReadonlyMap<VaultPath, NamedNote>): VaultPath[] {
  const asked = plain(fileName(text));
  return found
    .map((path, at) => ({ path, at, unlike: unlikeness(asked, [baseName(path), ...(held.get(path)?.names ?? [])]) }))
    .sort((a, b) => a.unlike - b.unlike || a.at - b.at)
    .map(({ path }) => path);
}

/** 0 for the same name, 1 for one that is no slip of it: share of the letters that differ, of the likest name. */
function unlikeness(asked: string, names: readonly string[]): number {
  let least = 1;
  for (const raw of names) {
    const name = plain(raw.slice(0, LONGEST_ASKED));
    const longer = Math.max(asked.length, name.length, 1);
    const share = editDistance(asked, name, Math.ceil(longer / 3)) / longer;
    if (share <= 1 / 3) least = Math.min(least, share);
  }
  return least;
}

function plain(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim();
}

function withoutEnding(text: string): string {
  return text.replace(/\.md$/i, '');
}
