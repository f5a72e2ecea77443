import type { VaultPath } from '../path.ts';
import { grown } from './grow.ts';

/** A note whose language is not known; there are fewer than this many languages. */
const NO_LANGUAGE = 255;

/** Paths taken over between two pauses: about a millisecond. */
const PATHS_A_STEP = 4_096;

/**
 * Where each note stands: a key per path, and for each key the segment (by its slot) and the note's number in it. When
 * segments are merged only these columns are rewritten, however many notes move.
 */
export class NotePlaces {
  private readonly keyOf = new Map<VaultPath, number>();
  private readonly paths: VaultPath[] = [];
  private readonly free: number[] = [];
  private slots = new Uint16Array(256);
  private notes = new Uint32Array(256);
  private languageOf = new Uint8Array(256);
  /** Names of languages by number, and how many notes each has. */
  private readonly languageNames: string[] = [];
  private readonly languageCounts: number[] = [];

  get count(): number {
    return this.keyOf.size;
  }

  all(): readonly VaultPath[] {
    return [...this.keyOf.keys()];
  }

  /** The key of a path; made for a new one. */
  key(path: VaultPath): number {
    const known = this.keyOf.get(path);
    if (known !== undefined) return known;
    const key = this.free.pop() ?? this.paths.length;
    this.paths[key] = path;
    this.keyOf.set(path, key);
    this.slots = grown(this.slots, key + 1);
    this.notes = grown(this.notes, key + 1);
    this.languageOf = grown(this.languageOf, key + 1);
    this.languageOf[key] = NO_LANGUAGE;
    return key;
  }

  find(path: VaultPath): number | undefined {
    return this.keyOf.get(path);
  }

  /** Whether a key belongs to a path. */
  has(key: number): boolean {
    const path = this.paths[key];
    return path !== undefined && path !== '' && this.keyOf.get(path) === key;
  }

  path(key: number): VaultPath {
    const path = this.paths[key];
    if (path === undefined) throw new Error(`no note has the key ${key}`);
    return path;
  }

  slot(key: number): number {
    return this.slots[key] ?? 0;
  }

  note(key: number): number {
    return this.notes[key] ?? 0;
  }

  place(key: number, slot: number, note: number): void {
    this.slots[key] = slot;
    this.notes[key] = note;
  }

  /** Notes what language a note is read in. */
  speaks(key: number, language: string): void {
    this.fallSilent(key);
    let number = this.languageNames.indexOf(language);
    if (number < 0) number = this.languageNames.push(language) - 1;
    this.languageOf[key] = number;
    this.languageCounts[number] = (this.languageCounts[number] ?? 0) + 1;
  }

  languages(): readonly { readonly language: string; readonly notes: number }[] {
    return this.languageNames
      .map((language, number) => ({ language, notes: this.languageCounts[number] ?? 0 }))
      .filter(({ notes }) => notes > 0)
      .sort((a, b) => b.notes - a.notes || (a.language < b.language ? -1 : 1));
  }

  /** Forgets a path; its key is used again. */
  forget(path: VaultPath): void {
    const key = this.keyOf.get(path);
    if (key === undefined) return;
    this.keyOf.delete(path);
    this.fallSilent(key);
    this.free.push(key);
  }

  /** Each path by its key, '' where a key is free, with the number of its language; and the languages by number. */
  written(): {
    readonly paths: readonly string[];
    readonly languageOf: Uint8Array;
    readonly languages: readonly string[];
  } {
    const paths = this.paths.map((path, key) => (this.keyOf.get(path) === key ? path : ''));
    return { paths, languageOf: this.languageOf.slice(0, paths.length), languages: [...this.languageNames] };
  }

  /** Takes over what another has written, with a pause now and then; this one must be empty. */
  *read(paths: readonly string[], languageOf: Uint8Array, languages: readonly string[]): Generator<void> {
    this.slots = new Uint16Array(paths.length);
    this.notes = new Uint32Array(paths.length);
    this.languageOf = new Uint8Array(paths.length).fill(NO_LANGUAGE);
    for (let key = 0; key < paths.length; key++) {
      const path = paths[key] as VaultPath;
      this.paths[key] = path;
      if (path === '') this.free.push(key);
      else {
        this.keyOf.set(path, key);
        const language = languages[languageOf[key] ?? NO_LANGUAGE];
        if (language !== undefined) this.speaks(key, language);
      }
      if (key % PATHS_A_STEP === 0) yield;
    }
  }

  private fallSilent(key: number): void {
    const number = this.languageOf[key] ?? NO_LANGUAGE;
    if (number !== NO_LANGUAGE) this.languageCounts[number] = (this.languageCounts[number] ?? 0) - 1;
    this.languageOf[key] = NO_LANGUAGE;
  }
}
