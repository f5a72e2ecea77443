import type { NoteSummary } from '../note/note.ts';
import { baseName } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { VaultFile } from '../ports.ts';

/** What a library knows of one file. */
export interface KnownFile {
  readonly file: VaultFile;
  /** The note in brief; null for another file. */
  readonly note: NoteSummary | null;
  /** Its links as written, without subpaths; null where it has none of its own. */
  readonly links: readonly string[] | null;
  /** What is known of it is behind, or may be: it has to be read again. */
  readonly again: boolean;
}

/** A row as it is written: words that many files share stand for themselves by number. */
type Row = readonly [
  path: string,
  size: number,
  mtimeMs: number,
  ctimeMs: number,
  again: 0 | 1,
  links: readonly number[] | 0,
  note: NoteRow | 0,
];
type NoteRow = readonly [
  title: string | 0,
  type: number,
  status: number,
  aliases: readonly string[],
  tags: readonly number[],
  properties: readonly number[],
  created: string | 0,
  error: string | 0,
];

/** No word; a time that the host did not tell. */
const NONE = -1;
/** Rows and words in one part: parsed in about a millisecond. */
const ROWS_A_PART = 256;
const WORDS_A_PART = 4_096;

/** Writes what is known of files, one after another. */
export class RowWriter {
  readonly #numbers = new Map<string, number>();
  readonly #rowParts: string[] = [];
  #rows: Row[] = [];

  add({ file, note, links, again }: KnownFile): void {
    const { path, size, mtimeMs, ctimeMs = NONE } = file;
    this.#rows.push([
      path,
      size,
      mtimeMs,
      ctimeMs,
      again ? 1 : 0,
      links === null ? 0 : links.map((link) => this.#number(link)),
      note === null ? 0 : this.#noteRow(note),
    ]);
    if (this.#rows.length >= ROWS_A_PART) this.#endPart();
  }

  /** All words, then all rows. */
  parts(): { readonly words: readonly string[]; readonly rows: readonly string[] } {
    this.#endPart();
    const all = [...this.#numbers.keys()];
    const words: string[] = [];
    for (let at = 0; at < all.length; at += WORDS_A_PART) words.push(JSON.stringify(all.slice(at, at + WORDS_A_PART)));
    return { words, rows: this.#rowParts };
  }

  #noteRow({ path, title, type, status, aliases, tags, properties, created, frontmatterError }: NoteSummary): NoteRow {
    return [
      title === baseName(path) ? 0 : title,
      this.#number(type),
      status === null ? NONE : this.#number(status),
      aliases,
      tags.map((tag) => this.#number(tag)),
      properties.map((key) => this.#number(key)),
      created ?? 0,
      frontmatterError ?? 0,
    ];
  }

  #endPart(): void {
    if (this.#rows.length > 0) this.#rowParts.push(JSON.stringify(this.#rows));
    this.#rows = [];
  }

  #number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    this.#numbers.set(word, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/**
 * Reads what a `RowWriter` wrote, with a pause after each part.
 * @throws {SyntaxError} and the like where it is something else.
 */
export function* readRows(words: readonly string[], rows: readonly string[]): Generator<readonly KnownFile[]> {
  const known: string[] = [];
  for (const part of words) {
    for (const word of JSON.parse(part) as readonly string[]) known.push(word);
    yield [];
  }
  const word = (number: number): string => known[number] ?? '';
  for (const part of rows) yield (JSON.parse(part) as readonly Row[]).map((row) => knownFile(row, word));
}

function knownFile(row: Row, word: (number: number) => string): KnownFile {
  const [path, size, mtimeMs, ctimeMs, again, links, note] = row;
  const file = { path: path as VaultPath, size, mtimeMs, ...(ctimeMs === NONE ? {} : { ctimeMs }) };
  return {
    file,
    again: again === 1,
    links: links === 0 ? null : links.map(word),
    note: note === 0 ? null : summaryOf(file, note, word),
  };
}

function summaryOf({ path, size, mtimeMs }: VaultFile, row: NoteRow, word: (number: number) => string): NoteSummary {
  const [title, type, status, aliases, tags, properties, created, error] = row;
  return {
    path,
    title: title === 0 ? baseName(path) : title,
    aliases,
    type: word(type),
    status: status === NONE ? null : word(status),
    tags: tags.map(word),
    properties: properties.map(word),
    size,
    mtimeMs,
    ...(created === 0 ? {} : { created }),
    ...(error === 0 ? {} : { frontmatterError: error }),
  };
}
