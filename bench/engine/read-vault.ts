import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import type { IndexedNote } from '../../src/core/index/passage-index.ts';
import { indexedNote } from '../../src/core/library/index-note.ts';
import { listedPath } from '../../src/core/path.ts';
import { queryTerms } from '../../src/core/text/tokens.ts';
import { noteFacts } from '../quality/note-facts.ts';
import type { Asked } from './measured.ts';

/** The notes of a folder, cut into passages. */
export function readNotes(folder: string): IndexedNote[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => {
    const text = readFileSync(file, 'utf8');
    const { title, aliases, tags } = noteFacts(text);
    const path = listedPath(relative(folder, file));
    const summary = { path, title: title ?? basename(file, '.md'), aliases, tags, type: 'note', status: null };
    return indexedNote({ ...summary, properties: [], size: text.length, mtimeMs: 0 }, text);
  });
}

/** Questions of one, two and four words, and as one asks them: the generator's where it made the vault, else from headings. */
export function questions(folder: string, notes: readonly IndexedNote[]): Record<string, readonly Asked[]> {
  const lines = drawnLines(folder) ?? headingLines(notes);
  const words = lines.map((line) => line.split(' ').filter((word) => /^[\p{L}\p{N}]{3,}$/u.test(word)));
  const of = (count: number): string[] =>
    words.filter((each) => each.length >= count).map((each) => each.slice(0, count).join(' '));
  const four = of(4);
  const long = four.map((line, at) => {
    const more = (four[(at + 1) % four.length] ?? '').split(' ').slice(0, 3).join(' and ');
    return `how do I find what ${line} has to do with the ${more}`;
  });
  const asked = (text: string): Asked => {
    const { words: found } = queryTerms(text, ['en']);
    return { terms: found.map(({ terms, word }) => terms[0] ?? word), words: found.map(({ word }) => word) };
  };
  const kinds = { 'one word': of(1), 'two words': of(2), 'four words': four, question: long };
  return Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, list.slice(0, MOST).map(asked)]));
}

const MOST = 200;

function drawnLines(folder: string): string[] | null {
  const file = `${folder}.manifest.json`;
  if (!existsSync(file)) return null;
  const { queries } = JSON.parse(readFileSync(file, 'utf8')) as { queries: { q?: string; query?: string }[] };
  return queries.map(({ q, query }) => q ?? query ?? '');
}

function headingLines(notes: readonly IndexedNote[]): string[] {
  return notes.flatMap(({ names, passages }) => {
    return passages.map(({ headings }) =>
      [headings.at(-1) ?? '', names[0] ?? ''].join(' ').replace(/[^\p{L}\p{N} ]/gu, ' '),
    );
  });
}
