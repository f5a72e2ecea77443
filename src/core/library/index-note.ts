import { separateCode } from '../chunk/separate-code.ts';
import { splitPassages } from '../chunk/split-passages.ts';
import type { IndexedNote } from '../index/passage-index.ts';
import type { NoteSummary } from '../note/note.ts';
import { baseName } from '../path.ts';

/** A note as the index takes it: its names, its tags and its text cut into passages. */
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
    passages,
  };
}
