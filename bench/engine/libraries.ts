import { createRequire } from 'node:module';
import { join } from 'node:path';
import MiniSearch from 'minisearch';

import { codeTerms, proseTerms, tagTerms } from '../../src/core/text/tokens.ts';
import { benchClock } from '../clock.ts';
import { entriesOf, notesOf, TOP, type Entry, type Measured } from './measured.ts';

/** Passages asked of a library for ten notes: some notes have several among the best. */
const PASSAGES = 5 * TOP;

const FIELDS = ['heading', 'tags', 'prose', 'code'] as const;

/** MiniSearch over passages with our tokens, in its obvious configuration. */
export function miniSearch(): Measured {
  const readers: Record<string, (text: string) => string[]> = {
    code: codeTerms,
    tags: (tags) => tags.split('\n').flatMap((tag) => tagTerms(tag)),
  };
  const settings = {
    fields: [...FIELDS],
    tokenize: (text: string, field?: string) => (readers[field ?? ''] ?? proseTerms)(text),
    processTerm: (term: string) => term,
  };
  const index = new MiniSearch<Entry>(settings);
  const held = new Map<string, readonly string[]>();
  return {
    put: async (notes) => {
      for (const note of notes) {
        index.discardAll([...(held.get(note.path) ?? [])]);
        const own = entriesOf(note);
        index.addAll(own);
        held.set(note.path, own.map(({ id }) => id)); // prettier-ignore
      }
      await benchClock.breathe();
    },
    built: async () => undefined,
    search: async ({ terms }) => {
      const found = index.search(terms.join('\n'), {
        tokenize: (text) => text.split('\n'),
        bm25: { k: 1.2, b: 0.75, d: 0.5 },
        boost: { heading: 3, tags: 2, prose: 1, code: 0.5 },
      });
      return notesOf(found.map(({ id }) => id as string));
    },
    save: async () => {
      const json = JSON.stringify(index);
      return {
        bytes: Buffer.byteLength(json),
        load: async () => void MiniSearch.loadJSON<Entry>(json, settings),
      };
    },
  };
}

interface FlexIndex {
  add(id: number, text: string): void;
  remove(id: number): void;
  search(text: string, options: { limit: number; suggest: boolean }): number[];
}

/** FlexSearch over passages with our tokens; it has no ranking by weight of words. `folder`: where it is installed. */
export function flexSearch(folder: string): Measured {
  const library = createRequire(join(folder, 'package.json'))('flexsearch') as {
    Index: new (options: object) => FlexIndex;
  };
  let asking = false;
  const encode = (text: string): string[] => (asking ? text.split('\n') : proseTerms(text));
  const index = new library.Index({ tokenize: 'strict', encode, fastupdate: true });
  const ids: string[] = [];
  const held = new Map<string, number[]>();
  return {
    put: async (notes) => {
      for (const note of notes) {
        for (const id of held.get(note.path) ?? []) index.remove(id);
        const own = entriesOf(note).map(({ id, heading, tags, prose, code }) => {
          const number = ids.push(id) - 1;
          index.add(number, [heading, tags, prose, code].join('\n'));
          return number;
        });
        held.set(note.path, own);
      }
      await benchClock.breathe();
    },
    built: async () => undefined,
    search: async ({ terms }) => {
      asking = true;
      try {
        const found = index.search(terms.join('\n'), { limit: PASSAGES, suggest: true });
        return notesOf(found.map((number) => ids[number] ?? ''));
      } finally {
        asking = false;
      }
    },
  };
}

interface Statement {
  run(...values: unknown[]): { lastInsertRowid: number | bigint };
  all(...values: unknown[]): { id: string }[];
}
interface Sqlite {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  serialize(): Buffer;
  close(): void;
}

/** SQLite's FTS5 over passages, in memory, with its own tokens. `folder`: where it is installed. */
export function fts5(folder: string): Measured {
  const Database = createRequire(join(folder, 'package.json'))('better-sqlite3') as new (
    from: string | Buffer,
  ) => Sqlite;
  const base = new Database(':memory:');
  base.exec(`create virtual table passages using fts5(id unindexed, ${FIELDS.join(', ')}, tokenize = 'unicode61')`);
  const insert = base.prepare('insert into passages values (?, ?, ?, ?, ?)');
  const remove = base.prepare('delete from passages where rowid = ?');
  const ask = base.prepare(
    `select id from passages where passages match ? order by bm25(passages, 0, 3, 2, 1, 0.5) limit ${PASSAGES}`,
  );
  const held = new Map<string, (number | bigint)[]>();
  return {
    put: async (notes) => {
      base.exec('begin');
      for (const note of notes) {
        for (const row of held.get(note.path) ?? []) remove.run(row);
        const own = entriesOf(note);
        const rows = own.map(({ id, heading, tags, prose, code }) => insert.run(id, heading, tags, prose, code));
        held.set(note.path, rows.map(({ lastInsertRowid }) => lastInsertRowid)); // prettier-ignore
      }
      base.exec('commit');
      await benchClock.breathe();
    },
    built: async () => base.exec("insert into passages(passages) values ('optimize')"),
    search: async ({ words }) => notesOf(ask.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ id }) => id)),
    save: async () => {
      const bytes = base.serialize();
      return {
        bytes: bytes.length,
        load: async () => {
          const copy = new Database(bytes);
          copy.prepare('select id from passages limit 1').all();
          copy.close();
        },
      };
    },
  };
}
