import type { Conventions } from '../conventions/conventions.ts';
import { VaultError } from '../errors.ts';
import { IndexLostError } from '../index/index-port.ts';
import type { PassageIndex } from '../index/passage-index.ts';
import type { Library } from '../library/library.ts';
import type { Pacer } from '../library/slices.ts';
import type { Cancellation } from '../ports.ts';
import { passing, textTestOf } from './check-text.ts';
import {
  CANDIDATES,
  FOLLOW_LINKS_DAMPING,
  FRESHNESS_WAIT_MS,
  HOP_DAMPING,
  HOP_SEEDS,
  MOST_SUGGESTIONS,
  READ_AT_ONCE,
} from './constants.ts';
import { expandWords, type ExpandedWords } from './expand-words.ts';
import { followLinks, type RankedNote } from './follow-links.ts';
import { liftNamed } from './named-notes.ts';
import { NoteFilter } from './note-filter.ts';
import { parseQuery, type ParsedQuery } from './query.ts';
import type { Retriever, SearchAnswer, SearchHit, SearchRequest } from './retriever.ts';
import { showHit, type Showing } from './show-hit.ts';
import { spokenIn } from './spoken-languages.ts';
import { stopIfCancelled } from './stop-if-cancelled.ts';

export interface RetrieverParts {
  readonly library: Library;
  readonly index: PassageIndex;
  readonly conventions: () => Conventions;
  readonly clock: Pacer;
  /** Whether the user demotes a path in searches. */
  readonly isDemoted?: (path: string) => boolean;
  /** Words of the vault's names that resemble these words, which the vault lacks; the closest first, at most `limit`. */
  readonly suggest?: (words: readonly string[], limit: number) => readonly string[] | Promise<readonly string[]>;
  /** For experiments: what a linked note gets. */
  readonly damping?: number;
}

/** Times that a search begins again because the index was lost; an index is not lent more often. */
const MOST_LIVES = 3;

interface Ranking {
  readonly ranked: readonly RankedNote[];
  /** Whether more notes may match than were ranked. */
  readonly capped: boolean;
}

/**
 * Answers a question from the passage index and the link graph: words, filters, ranking, one hop, phrases, windows. What
 * each step is for, and the figures behind its numbers, stand in `constants.ts`.
 */
export class LibraryRetriever implements Retriever {
  private readonly parts: RetrieverParts;
  private readonly filter: NoteFilter;

  constructor(parts: RetrieverParts) {
    this.parts = parts;
    const { library, conventions, clock: pacer, isDemoted = () => false } = parts;
    this.filter = new NoteFilter({ library, conventions, pacer, isDemoted });
  }

  /** Ends listening to the library. */
  close(): void {
    this.filter.close();
  }

  /**
   * Throws VaultError 'empty_query' where no word is asked for, 'cancelled' when the caller has gone. A search in whose
   * midst the index is lost begins again: the answer then comes from what is there anew, and says how much is behind.
   */
  async search(request: SearchRequest, cancellation?: Cancellation): Promise<SearchAnswer> {
    const { index } = this.parts;
    for (let left = MOST_LIVES; ; left--) {
      const { life } = index;
      try {
        const answer = await this.searchOnce(request, cancellation);
        if (index.life === life || left === 0) return answer;
      } catch (error) {
        if (!(error instanceof IndexLostError) || left === 0) throw error;
      }
    }
  }

  private async searchOnce(request: SearchRequest, cancellation: Cancellation | undefined): Promise<SearchAnswer> {
    const { library, index } = this.parts;
    const behind = await library.settled(FRESHNESS_WAIT_MS);
    stopIfCancelled(cancellation);
    const query = parseQuery(request.query, await spokenIn(index));
    if (query.wanted.words.length === 0) throw new VaultError('empty_query', { query: request.query });
    const expanded = await expandWords(query.wanted.words, index);
    const { ranked, capped } = await this.rank(request, query, expanded, cancellation);
    const showing = { terms: expanded.terms, words: expanded.words, windowChars: request.windowChars };
    const hits = await this.show(ranked.slice(request.skip), request.limit, showing, cancellation);
    const suggestions = await this.suggestions(query, expanded);
    return { hits, found: ranked.length, capped, suggestions, behind };
  }

  private async rank(
    request: SearchRequest,
    query: ParsedQuery,
    expanded: ExpandedWords,
    cancellation: Cancellation | undefined,
  ): Promise<Ranking> {
    const { library, index, damping } = this.parts;
    const scope = await this.filter.scopeOf(request);
    stopIfCancelled(cancellation);
    const enough = request.skip + request.limit;
    const limit = Math.max(CANDIDATES, enough + HOP_SEEDS);
    const direct = await index.search({
      terms: expanded.terms,
      ...(scope.among === undefined ? {} : { among: scope.among }),
      without: query.unwanted.flatMap(({ terms }) => terms),
      weightOf: scope.weightOf,
      revision: scope.revision,
      limit,
      detailed: enough + HOP_SEEDS,
    });
    stopIfCancelled(cancellation);
    const named = liftNamed(direct, query.wanted.words, library, this.filter);
    const hop = damping ?? (request.followLinks ? FOLLOW_LINKS_DAMPING : HOP_DAMPING);
    const ranked = followLinks(named, library.graph, hop, scope.allows);
    const test = textTestOf(query);
    const capped = direct.length === limit;
    if (test === null) return { ranked, capped };
    const { passed, unread } = await passing(ranked, library, test, enough, cancellation);
    return { ranked: passed, capped: capped || unread > 0 };
  }

  /** The first `limit` notes that can be shown. */
  private async show(
    ranked: readonly RankedNote[],
    limit: number,
    showing: Showing,
    cancellation: Cancellation | undefined,
  ): Promise<readonly SearchHit[]> {
    const hits: SearchHit[] = [];
    for (let at = 0; at < ranked.length && hits.length < limit;) {
      stopIfCancelled(cancellation);
      const some = ranked.slice(at, at + Math.min(READ_AT_ONCE, limit - hits.length));
      at += some.length;
      const place = hits.length;
      const shown = await Promise.all(some.map((note, nth) => showHit(note, showing, place + nth, this.parts)));
      for (const hit of shown) if (hit !== null) hits.push(hit);
    }
    return hits;
  }

  /** Words of the vault, where it knows none of the question's. */
  private async suggestions(query: ParsedQuery, { unknown, terms }: ExpandedWords): Promise<readonly string[]> {
    if (unknown.length < query.wanted.words.length) return [];
    const { suggest } = this.parts;
    const named = (await suggest?.(unknown, MOST_SUGGESTIONS)) ?? [];
    if (named.length > 0) return named;
    return [...new Set(terms.map(({ term }) => term))].slice(0, MOST_SUGGESTIONS);
  }
}
