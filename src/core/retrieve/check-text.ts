import type { Library } from '../library/library.ts';
import type { Cancellation } from '../ports.ts';
import { READ_AT_ONCE } from './constants.ts';
import type { RankedNote } from './follow-links.ts';
import { phraseFinder } from './query.ts';
import type { ParsedQuery } from './query.ts';
import { stopIfCancelled } from './stop-if-cancelled.ts';

/** What a note's text must and must not hold word for word; null where the question says nothing of the kind. */
export function textTestOf(query: ParsedQuery): ((text: string) => boolean) | null {
  const unwanted = query.unwanted.filter(({ terms }) => terms.length === 0).map(({ text }) => phraseFinder(text));
  const wanted = query.phrases.map(phraseFinder);
  if (unwanted.length === 0 && wanted.length === 0) return null;
  return (text) => wanted.every((holds) => holds(text)) && !unwanted.some((holds) => holds(text));
}

/** The notes whose text or names stand the test, in their order, until `enough` are found; and how many were left unread. */
export async function passing(
  ranked: readonly RankedNote[],
  library: Library,
  test: (text: string) => boolean,
  enough: number,
  cancellation: Cancellation | undefined,
): Promise<{ readonly passed: readonly RankedNote[]; readonly unread: number }> {
  const passed: RankedNote[] = [];
  let at = 0;
  for (; at < ranked.length && passed.length < enough; at += READ_AT_ONCE) {
    stopIfCancelled(cancellation);
    const some = ranked.slice(at, at + READ_AT_ONCE);
    const texts = await Promise.all(some.map(({ path }) => textOf(path, library)));
    some.forEach((note, number) => {
      const text = texts[number];
      if (text !== null && text !== undefined && test(text)) passed.push(note);
    });
  }
  return { passed, unread: Math.max(0, ranked.length - at) };
}

/** All that a reader can see of a note: its names and its text. */
async function textOf(path: RankedNote['path'], library: Library): Promise<string | null> {
  const note = await library.open(path).catch(() => null);
  if (note === null) return null;
  const summary = library.notes.get(path);
  return [summary?.title ?? '', ...(summary?.aliases ?? []), note.text].join('\n\n');
}
