import { flat } from '../text/fold.ts';
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
  /** By number of the text: the file to which such a link leads from anywhere; undefined: that is to be found out. */
  readonly #targets: (number | undefined)[] = [];

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

  /** Where links with this text lead, wherever they stand, if it was noted since `forgetTargets` and `enter`. */
  target(id: number): number | undefined {
    return this.#targets[id];
  }

  noteTarget(id: number, target: number): void {
    this.#targets[id] = target;
  }

  /** A file of that name came or went: where texts lead that end with it is not known any more. */
  forgetTargets(name: string): void {
    for (const id of this.named(name)) this.#targets[id] = undefined;
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
    // A part of a note's text would keep the whole of it in memory.
    const own = flat(text);
    this.#texts[id] = own;
    this.#targets[id] = undefined;
    this.#ids.set(own, id);
    if (own !== '') {
      const name = FileResolver.nameKey(own);
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
