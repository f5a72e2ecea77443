import type { NoteEvidence } from '../index/passage-index.ts';
import { byRank } from '../index/best-notes.ts';
import type { Library } from '../library/library.ts';
import type { NoteSummary } from '../note/note.ts';
import { baseName } from '../path.ts';
import { foldText } from '../text/fold.ts';
import { queryTerms } from '../text/tokens.ts';
import type { QueryWord } from '../text/tokens.ts';
import type { NoteFilter } from './note-filter.ts';

/** Gives a note that was asked for by name the weight back that its type takes from it: a map of content is then the answer. */
export function liftNamed(
  direct: readonly NoteEvidence[],
  words: readonly QueryWord[],
  library: Library,
  filter: NoteFilter,
): readonly NoteEvidence[] {
  const asked = new Set(words.map(({ word }) => word));
  let lifted = false;
  const all = direct.map((found) => {
    const note = library.notes.get(found.path);
    const byType = note === undefined ? 1 : filter.weightOfType(note);
    if (note === undefined || byType === 1 || byType <= 0 || !isNamed(note, asked)) return found;
    lifted = true;
    return { ...found, score: found.score / byType };
  });
  return lifted ? all.sort(byRank) : direct;
}

/** Whether the question holds all words of one of the note's names, or nothing but words of it. */
function isNamed(note: NoteSummary, asked: ReadonlySet<string>): boolean {
  if (!mayHold(foldedNamesOf(note), asked)) return false;
  return namesOf(note).some((name) => {
    const own = new Set(queryTerms(name).words.map(({ word }) => word));
    if (own.size === 0) return false;
    return [...own].every((word) => asked.has(word)) || [...asked].every((word) => own.has(word));
  });
}

/** Whether a word that was asked for may be one of the names: quicker to tell than which words a name has. */
function mayHold(names: string, asked: ReadonlySet<string>): boolean {
  for (const word of asked) if (names.includes(word)) return true;
  return false;
}

/** Of notes that were found: the same ones are found again and again. */
const foldedNames = new WeakMap<NoteSummary, string>();

/** All names of a note in one text, without differences of case and accents; words that marks part also stand as one. */
function foldedNamesOf(note: NoteSummary): string {
  let names = foldedNames.get(note);
  if (names === undefined) {
    const folded = namesOf(note).map(foldText);
    const joined = folded.map((name) => name.replace(/[^\p{L}\p{N}\p{M}]/gu, ''));
    foldedNames.set(note, (names = [...folded, ...joined].join('\n')));
  }
  return names;
}

function namesOf({ title, path, aliases }: NoteSummary): readonly string[] {
  return [title, baseName(path), ...aliases];
}
