import { frontmatterBlock } from '../note/frontmatter.ts';

/**
 * The 1-based line of a note where a lesson stands already: all its words in order, from the begin of a line to the end of
 * one, whatever the line breaks, spaces and case between them; null where it does not. Linear.
 */
export function lineOfLesson(text: string, insight: string): number | null {
  const bodyStart = frontmatterBlock(text)?.bodyStart ?? 0;
  const sought = wordsOf(insight, 1);
  const words = wordsOf(text.slice(bodyStart), 1 + text.slice(0, bodyStart).split('\n').length - 1);
  const first = sought.findIndex(({ marker }) => !marker);
  if (first < 0) return null;
  const wanted = sought.slice(first);
  for (const at of placesOf(wanted, words)) {
    const begins = words[at];
    const ends = words[at + wanted.length - 1];
    if (begins?.first === true && ends?.last === true) return begins.line;
  }
  return null;
}

interface Word {
  readonly text: string;
  readonly line: number;
  /** Nothing but markers of a list or quote stand before it in its line. */
  readonly first: boolean;
  readonly last: boolean;
  readonly marker: boolean;
}

function wordsOf(text: string, firstLine: number): readonly Word[] {
  const all: Word[] = [];
  text.split('\n').forEach((line, index) => {
    const words = line.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean);
    let first = true;
    words.forEach((word, at) => {
      const marker = first && MARKER.test(word) && at < words.length - 1;
      all.push({ text: word, line: firstLine + index, first, last: at === words.length - 1, marker });
      first = marker;
    });
  });
  return all;
}

const MARKER = /^(?:[-*+>]|\d{1,9}[.)])$/;

/** Where one run of words stands in another (Knuth, Morris and Pratt): each word is looked at twice at most. */
function* placesOf(wanted: readonly Word[], words: readonly Word[]): Generator<number> {
  const back = [0];
  for (let at = 1, held = 0; at < wanted.length; at++) {
    while (held > 0 && wanted[at]?.text !== wanted[held]?.text) held = back[held - 1] ?? 0;
    if (wanted[at]?.text === wanted[held]?.text) held++;
    back[at] = held;
  }
  for (let at = 0, held = 0; at < words.length; at++) {
    while (held > 0 && words[at]?.text !== wanted[held]?.text) held = back[held - 1] ?? 0;
    if (words[at]?.text === wanted[held]?.text) held++;
    if (held < wanted.length) continue;
    yield at - wanted.length + 1;
    held = back[held - 1] ?? 0;
  }
}
