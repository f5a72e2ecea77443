import type { Cancellation } from '../ports.ts';
import type { VaultPath } from '../path.ts';

/** A question asked of the vault. */
export interface SearchRequest {
  readonly query: string;
  /** How many notes. */
  readonly limit: number;
  /** How many ranked notes to pass over: a later page of the same question. */
  readonly skip: number;
  readonly folder?: string;
  readonly type?: string;
  /** A note must carry all of them; case-insensitive; a parent tag matches its children. */
  readonly tags?: readonly string[];
  readonly status?: string;
  /** Whether the raw folder counts. */
  readonly includeRaw: boolean;
  /** A stronger hop along links, for questions that need two notes. */
  readonly followLinks: boolean;
  /** UTF-16 units of the window around the match: one for all notes, or by place on the page, the last for all further. */
  readonly windowChars: number | readonly number[];
}

export interface SearchHit {
  readonly path: VaultPath;
  readonly title: string;
  readonly score: number;
  /** Set when the note is here by a link only: the note that links to it. */
  readonly viaLinkFrom: VaultPath | null;
  /** The passage shown: lines of the window, 1-based, of the file as it is now. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly headings: readonly string[];
  /** The window's lines. A cut at either end is marked by `…`. */
  readonly lines: readonly string[];
  readonly cut: boolean;
  /** Up to two further passages of the note: address only. */
  readonly more: readonly { readonly line: number; readonly headings: readonly string[] }[];
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Notes that matched in all (a lower bound where `capped`). */
  readonly found: number;
  readonly capped: boolean;
  /** Known words near the query's unknown ones; only when nothing of the query is known to the vault. */
  readonly suggestions: readonly string[];
  /** Notes not yet indexed as they are on disk: 0 when all is fresh. */
  readonly behind: number;
}

export interface Retriever {
  search(request: SearchRequest, cancellation?: Cancellation): Promise<SearchAnswer>;
}
