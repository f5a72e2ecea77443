import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** A judged set: notes, questions, and which notes answer each question how well. */
export interface JudgedSet {
  readonly name: string;
  readonly notes: readonly SetNote[];
  readonly questions: readonly Question[];
}

export interface SetNote {
  readonly id: string;
  /** Where it would lie in a vault. */
  readonly path: string;
  /** As the set gives it; null: to be read from the text. */
  readonly title: string | null;
  readonly text: string;
  /** Ids of the notes that it links to; null: to be read from the text. */
  readonly links: readonly string[] | null;
}

export interface Question {
  readonly id: string;
  readonly text: string;
  /** Grade of each answering note; what is missing does not answer. */
  readonly grades: ReadonlyMap<string, number>;
  /** Constants were chosen with one half of the questions in view; the other was only ever reported. */
  readonly half: 'tuned' | 'held';
}

/** All sets under a folder laid out as `shared/retrieval` is. */
export function loadSets(shared: string): readonly JudgedSet[] {
  const retrieval = join(shared, 'retrieval');
  const languages = readdirSync(join(retrieval, 'tldr-multilang')).sort();
  return [
    {
      name: 'tasks-docs',
      notes: vaultNotes(join(shared, 'vaults/obsidian-tasks-docs/vault')),
      ...questions(join(retrieval, 'tasks-docs')),
    },
    corpusSet('2wiki-links', join(retrieval, '2wiki-links')),
    ...languages.map((language) => corpusSet(`tldr ${language}`, join(retrieval, 'tldr-multilang', language))),
  ];
}

export function hasSets(shared: string): boolean {
  return existsSync(join(shared, 'retrieval')) && existsSync(join(shared, 'vaults'));
}

function corpusSet(name: string, folder: string): JudgedSet {
  const notes = jsonLines(join(folder, 'corpus.jsonl')).map((line): SetNote => {
    const { id, title, text, links } = line as { id: string; title: string; text: string; links?: string[] };
    return { id, path: `${id}/${title.replaceAll('/', ' ')}.md`, title, text, links: links ?? [] };
  });
  return { name, notes, ...questions(folder) };
}

function questions(folder: string): Pick<JudgedSet, 'questions'> {
  const grades = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(folder, 'qrels.tsv'), 'utf8').trim().split('\n').slice(1)) {
    const [query = '', note = '', grade = ''] = line.split('\t');
    const own = grades.get(query) ?? new Map<string, number>();
    own.set(note, Number(grade));
    grades.set(query, own);
  }
  return {
    questions: jsonLines(join(folder, 'queries.jsonl')).map((line, at): Question => {
      const { id, text } = line as { id: string; text: string };
      return { id, text, grades: grades.get(id) ?? new Map(), half: at % 2 === 0 ? 'tuned' : 'held' };
    }),
  };
}

function vaultNotes(folder: string): SetNote[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !relative(folder, file)
          .split('/')
          .some((part) => part.startsWith('.')),
    )
    .sort();
  return files.map((file) => {
    const path = relative(folder, file);
    return { id: path, path, title: null, text: readFileSync(file, 'utf8'), links: null };
  });
}

function jsonLines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

/** The name of a file without folder and `.md`. */
export function nameOf(path: string): string {
  return basename(path, '.md');
}
