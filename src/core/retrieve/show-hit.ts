import { splitPassages } from '../chunk/split-passages.ts';
import type { NoteEvidence, PassageIndex, QueryTerm } from '../index/passage-index.ts';
import type { Library } from '../library/library.ts';
import type { VaultPath } from '../path.ts';
import type { QueryWord } from '../text/tokens.ts';
import { FURTHER_PASSAGES } from './constants.ts';
import type { RankedNote } from './follow-links.ts';
import { cutAtCodePoint } from './query.ts';
import type { SearchHit, SearchRequest } from './retriever.ts';
import { cutWindow, readLines } from './window.ts';

export interface ShowParts {
  readonly library: Library;
  readonly index: PassageIndex;
}

/** What is shown of hits, for one question. */
export interface Showing {
  readonly terms: readonly QueryTerm[];
  readonly words: readonly QueryWord[];
  /** As in SearchRequest. */
  readonly windowChars: SearchRequest['windowChars'];
}

type Passages = NoteEvidence['passages'];
type Place = Omit<Passages[number], 'score'>;

/**
 * A ranked note as it is shown, with the lines of the file as it is on disk now. A note that has changed since it was ranked
 * is looked up again; null when it is gone, or no longer says anything of the question.
 */
export async function showHit(
  ranked: RankedNote,
  showing: Showing,
  /** Its place on the page, from 0. */
  nth: number,
  parts: ShowParts,
): Promise<SearchHit | null> {
  const { library } = parts;
  const { path } = ranked;
  const before = library.notes.get(path);
  // A note that cannot be read any more must not take the whole answer with it.
  const text = await library.text(path).catch(() => null);
  const summary = library.notes.get(path);
  if (text === null || summary === undefined) return null;
  const changed = before?.mtimeMs !== summary.mtimeMs || before.size !== summary.size;
  const stale = changed || ranked.passages.length === 0;
  const passages = stale ? await passagesOf(path, showing, parts.index) : ranked.passages;
  if (changed && passages.length === 0 && ranked.viaLinkFrom === null) return null;
  // Of a note that is here by its name alone only the begin is looked at, however long it is.
  const looked = passages.length > 0 ? text : cutAtCodePoint(text, BEGIN);
  const [best = firstPlace(looked), ...others] = passages;
  const { place, rest } = joinAdjacent(best, others);
  const window = cutWindow(readLines(looked, place.firstLine, place.lastLine), showing.words, windowAt(showing, nth));
  const { firstLine, lastLine, lines, cut } = window;
  return {
    path,
    title: summary.title,
    score: ranked.score,
    viaLinkFrom: ranked.viaLinkFrom,
    firstLine,
    lastLine,
    headings: place.headings,
    lines,
    cut,
    more: rest.slice(0, FURTHER_PASSAGES).map((other) => ({ line: other.firstLine, headings: other.headings })),
  };
}

function windowAt({ windowChars }: Showing, nth: number): number {
  return typeof windowChars === 'number' ? windowChars : (windowChars[Math.min(nth, windowChars.length - 1)] ?? 1);
}

/** The best passages of one note for the question, by what the index holds now. */
async function passagesOf(path: VaultPath, showing: Showing, index: PassageIndex): Promise<Passages> {
  const [found] = await index.search({ terms: showing.terms, among: new Set([path]), limit: 1 });
  return found?.passages ?? [];
}

/** UTF-16 units of a note that suffice to show how it begins. */
const BEGIN = 16_384;

/** Where a note that is here by a link only begins. */
function firstPlace(text: string): Place {
  return splitPassages(text)[0] ?? { firstLine: 1, lastLine: 1, headings: [] };
}

/**
 * The best passage together with others that go on where it ends, or end where it begins, under the same headings: parts of
 * one long section, between which a window may lie.
 */
function joinAdjacent(best: Place, others: readonly Place[]): { place: Place; rest: readonly Place[] } {
  let place = best;
  let rest = others;
  for (let joined = true; joined;) {
    const next = rest.find((other) => isAdjacent(place, other));
    joined = next !== undefined;
    if (next === undefined) break;
    rest = rest.filter((other) => other !== next);
    place = {
      firstLine: Math.min(place.firstLine, next.firstLine),
      lastLine: Math.max(place.lastLine, next.lastLine),
      headings: place.headings,
    };
  }
  return { place, rest };
}

/** Lines that may lie between two parts of a section: blank ones. */
const GAP = 2;

function isAdjacent(a: Place, b: Place): boolean {
  const [first, second] = a.firstLine < b.firstLine ? [a, b] : [b, a];
  const distance = second.firstLine - first.lastLine;
  return distance > 0 && distance <= GAP && a.headings.join('\n') === b.headings.join('\n');
}
