import type { Conventions } from '../conventions/conventions.ts';
import { isConflictCopy } from '../conventions/conflict-copy.ts';
import { domainOf, isArchived, isRaw, isUnder } from '../conventions/roles.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import type { NoteSummary } from '../note/note.ts';
import { baseName, type VaultPath } from '../path.ts';
import type { Cancellation } from '../ports.ts';
import { cutAtCodePoint, LONGEST_QUERY, MOST_WORDS } from '../retrieve/query.ts';
import type { Retriever, SearchHit } from '../retrieve/retriever.ts';
import { queryTerms } from '../text/tokens.ts';
import { wikiFolder } from './domain.ts';
import type { Lesson } from './lesson.ts';
import { sameSubject, sharedWords, type SharedWords } from './shared-words.ts';

/**
 * How far the best note must stand out before a lesson is put into it: its score against that of the next note. In doubt a
 * note of its own: a surplus note is merged by hand, a lesson filed in the wrong note is lost. Judged: `bench/learn`.
 */
export const STANDS_OUT = 1.8;

/** Why a lesson lies where it lies: a code, and what a sentence about it needs to know. */
export interface LearnReason {
  readonly code:
    | 'forced'
    | 'nothing_found'
    | 'best_elsewhere'
    | 'only_linked'
    | 'not_distinct'
    | 'unrelated'
    | 'other_subject'
    | 'same_subject'
    | 'same_title'
    | 'same_lesson';
  /** The best note. */
  readonly path?: VaultPath;
  /** The note that comes next. */
  readonly rival?: VaultPath;
  /** Best score by next score; absent where nothing came next. */
  readonly ratio?: number;
  /** Words of the lesson that the best note holds, and all that count. */
  readonly words?: SharedWords;
  /** The tag that both have; absent where the domain decided. */
  readonly tag?: string;
  /** What the search for a home had said, where the title decided. */
  readonly because?: LearnReason;
}

export interface Home {
  /** Where the lesson belongs; null: a note of its own. */
  readonly path: VaultPath | null;
  readonly reason: LearnReason;
  /** Notes that may hold this very lesson already, likeliest first. */
  readonly candidates: readonly VaultPath[];
  /** Only the beginning of the lesson was searched by. */
  readonly cut: boolean;
}

export interface HomeParts {
  readonly library: Pick<Library, 'notes' | 'open'>;
  readonly retriever: Retriever;
  readonly conventions: Conventions;
  readonly cancellation?: Cancellation | undefined;
  /** For experiments: in place of `STANDS_OUT`. */
  readonly standsOut?: number | undefined;
}

/** The note that a lesson belongs in, judged by searching for its title and text; notes are compared whole, before any cut. */
export async function findHome(lesson: Lesson, domain: string, parts: HomeParts): Promise<Home> {
  const { query, cut } = homeQuery(lesson.title, lesson.insight);
  const hits = await bestNotes(query, parts);
  const candidates = hits.map(({ path }) => path).filter((path) => mayTakeLesson(path, parts));
  return { ...(await judge(hits, lesson, domain, parts)), candidates, cut };
}

/** A note of knowledge: in the wiki, no list of notes, neither archived nor raw, no copy that a sync service left. */
export function mayTakeLesson(
  path: VaultPath,
  { library, conventions }: { readonly library: Pick<Library, 'notes'>; readonly conventions: Conventions },
): boolean {
  if (!isUnder(path, wikiFolder(conventions)) || isArchived(path, conventions) || isRaw(path, conventions))
    return false;
  return !repeats(path, library.notes.get(path), conventions);
}

/**
 * The words to search by, those of the title first. A word that does not fit is passed over and not the end: one long string
 * of characters in the text must not hide the words behind it. `cut`: the text was longer than what is read of it.
 */
export function homeQuery(title: string, insight: string): { readonly query: string; readonly cut: boolean } {
  const source = `${title}\n${insight}`;
  const { words } = queryTerms(cutAtCodePoint(source, LONGEST_SOURCE));
  const taken: string[] = [];
  let length = 0;
  for (const { word } of words) {
    if (taken.length === MOST_WORDS) break;
    if (length + word.length + 1 > LONGEST_QUERY) continue;
    taken.push(word);
    length += word.length + 1;
  }
  return { query: taken.join(' '), cut: source.length > LONGEST_SOURCE };
}

/** UTF-16 units of a lesson that are searched by. */
const LONGEST_SOURCE = 8_192;

/** Ranked notes that are no lists, asked for page by page until there are enough to compare. */
const ENOUGH = 5;
const PAGE = 8;
const MOST_PAGES = 4;

async function bestNotes(query: string, parts: HomeParts): Promise<readonly SearchHit[]> {
  const { library, retriever, conventions, cancellation } = parts;
  if (query === '') return [];
  const best: SearchHit[] = [];
  for (let page = 0; page < MOST_PAGES && best.length < ENOUGH; page++) {
    const request = { query, limit: PAGE, skip: page * PAGE, includeRaw: false, followLinks: false, windowChars: 1 };
    const { hits } = await retriever.search(request, cancellation).catch(nothingAsked);
    best.push(...hits.filter(({ path }) => !repeats(path, library.notes.get(path), conventions)));
    if (hits.length < PAGE) break;
  }
  return best.slice(0, ENOUGH);
}

function nothingAsked(error: unknown): { readonly hits: readonly SearchHit[] } {
  if (error instanceof VaultError && error.code === 'empty_query') return { hits: [] };
  throw error;
}

/** What repeats what other notes say is no home, and no rival of the note that it repeats. */
function repeats(path: VaultPath, note: NoteSummary | undefined, conventions: Conventions): boolean {
  return isConflictCopy(path) || isList(path, note, conventions);
}

/** Maps of content and days. */
function isList(path: VaultPath, note: NoteSummary | undefined, { types, indexNote }: Conventions): boolean {
  const type = note?.type;
  return type === types.moc || type === types.daily || /-moc$/i.test(baseName(path)) || path === indexNote;
}

async function judge(
  [best, next]: readonly SearchHit[],
  { title, insight, tags }: Lesson,
  domain: string,
  parts: HomeParts,
): Promise<Pick<Home, 'path' | 'reason'>> {
  const { library, conventions, standsOut = STANDS_OUT } = parts;
  const alone = (reason: LearnReason): Pick<Home, 'path' | 'reason'> => ({ path: null, reason });
  if (best === undefined) return alone({ code: 'nothing_found' });
  const { path } = best;
  if (!mayTakeLesson(path, parts)) return alone({ code: 'best_elsewhere', path });
  if (best.viaLinkFrom !== null) return alone({ code: 'only_linked', path });
  const compared = next === undefined ? {} : { rival: next.path, ratio: rounded(best.score / next.score) };
  if (next !== undefined && best.score < standsOut * next.score) {
    return alone({ code: 'not_distinct', path, ...compared });
  }
  const own = new Set((library.notes.get(path)?.tags ?? []).map((tag) => tag.toLowerCase()));
  const tag = tags.find((one) => own.has(one.toLowerCase()));
  if (tag === undefined && domainOf(path, conventions) !== domain) return alone({ code: 'unrelated', path });
  // A note that cannot be read is left to whoever appends, who says so.
  const note = await library.open(path).catch(() => null);
  const held = `${library.notes.get(path)?.title ?? ''}\n${note?.text ?? ''}`;
  const words = sharedWords(`${title}\n${insight}`.slice(0, LONGEST_SOURCE), held, [domain, ...own]);
  if (note !== null && !sameSubject(words)) return alone({ code: 'other_subject', path, ...compared, words });
  return { path, reason: { code: 'same_subject', path, ...compared, ...(tag === undefined ? {} : { tag }), words } };
}

function rounded(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
