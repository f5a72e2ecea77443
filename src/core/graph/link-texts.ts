import { idsIn, withId, withoutId } from './id-set.ts';
import type { IdSet } from './id-set.ts';
import { FileResolver } from './resolve.ts';

/**
 * The texts of links, each kept once under a number and forgotten with the last source that has it. A vault says the
 * same few thousand things tens of thousands of times.
 */
export class LinkTexts {
  readonly #texts: (string | null)[] = [];
  readonly #ids = new Map<string, number>();
  /** By number of the text: the sources that have such a link. */
  readonly #sources: (IdSet | undefined)[] = [];
  /** By {@link FileResolver.nameKey} of the text: numbers of texts. */
  readonly #byName = new Map<string, IdSet>();
  readonly #free: number[] = [];

  /** The number of a text that `source` has from now on. */
  enter(text: string, source: number): number {
    const known = this.#ids.get(text);
    const id = known ?? this.#number(text);
    this.#sources[id] = withId(this.#sources[id], source);
    return id;
  }

  /** `source` has this text no more. */
  leave(id: number, source: number): void {
    const left = withoutId(this.#sources[id], source);
    this.#sources[id] = left;
    if (left === undefined) this.#forget(id);
  }

  text(id: number): string {
    return this.#texts[id] ?? '';
  }

  /** Texts that end with a name; a link to its own note ends with none. */
  named(name: string): Iterable<number> {
    return idsIn(this.#byName.get(name));
  }

  sources(id: number): Iterable<number> {
    return idsIn(this.#sources[id]);
  }

  #number(text: string): number {
    const id = this.#free.pop() ?? this.#texts.length;
    this.#texts[id] = text;
    this.#ids.set(text, id);
    if (text !== '') {
      const name = FileResolver.nameKey(text);
      this.#byName.set(name, withId(this.#byName.get(name), id));
    }
    return id;
  }

  #forget(id: number): void {
    const text = this.text(id);
    this.#texts[id] = null;
    this.#ids.delete(text);
    this.#free.push(id);
    if (text === '') return;
    const name = FileResolver.nameKey(text);
    const left = withoutId(this.#byName.get(name), id);
    if (left === undefined) this.#byName.delete(name);
    else this.#byName.set(name, left);
  }
}
