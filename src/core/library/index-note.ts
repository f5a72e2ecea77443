import { separateCode } from '../chunk/separate-code.ts';
import { splitPassages } from '../chunk/split-passages.ts';
import type { IndexedNote, IndexedPassage } from '../index/passage-index.ts';
import type { NoteSummary } from '../note/note.ts';
import { baseName } from '../path.ts';

/**
 * A note as the index takes it: its names, its tags and its text cut into passages. A note without any text still has
 * one, without words of its own, so that it is found by name and tag.
 */
export function indexedNote(summary: NoteSummary, text: string): IndexedNote {
  const { path, title, aliases, tags } = summary;
  const passages = splitPassages(text).map((passage) => {
    const { firstLine, lastLine, headings } = passage;
    return { firstLine, lastLine, headings, ...separateCode(passage) };
  });
  return {
    path,
    names: [...new Set([title, baseName(path), ...aliases])],
    tags,
    passages: passages.length > 0 ? passages : [NAMES_ONLY],
  };
}

const NAMES_ONLY: IndexedPassage = { firstLine: 1, lastLine: 1, headings: [], prose: '', code: '' };
