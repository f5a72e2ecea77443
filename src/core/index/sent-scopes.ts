import type { VaultPath } from '../path.ts';
import type { IndexPort, NoteBits, NoteWeights, SentQuery, ToIndex } from './index-port.ts';
import type { PassageQuery } from './passage-index.ts';

/** Sets kept at the other end: those of the questions asked last. */
const KEPT = 8;
/** A set of no more notes goes along with its question. */
const FEW = 64;

/**
 * Sends the sets of notes that questions are limited to, and the weights of notes, to an index in another thread: each
 * once for as long as it stays as it is, as bits and numbers. Notes get their numbers when they are first met in one.
 */
export class SentScopes {
  private readonly port: Pick<IndexPort, 'post'>;
  private readonly numbers = new Map<VaultPath, number>();
  private unnamed: VaultPath[] = [];
  /** By the place where it is kept, the one that was used longest ago first. */
  private readonly kept = new Map<number, { readonly scope: object; readonly revision: number | undefined }>();

  constructor(port: Pick<IndexPort, 'post'>) {
    this.port = port;
  }

  /** The query as it is sent; what it refers to has been sent by then. */
  sent(query: PassageQuery): SentQuery {
    const { among, weightOf, revision, ...rest } = query;
    return {
      ...rest,
      ...(among === undefined ? {} : { among: this.setOf(among, revision) }),
      ...(weightOf === undefined || weightOf.size === 0
        ? {}
        : { weightOf: this.place(weightOf, revision, () => this.weightsOf(weightOf)) }),
    };
  }

  private setOf(among: ReadonlySet<VaultPath>, revision: number | undefined): number | readonly VaultPath[] {
    return among.size <= FEW ? [...among] : this.place(among, revision, () => this.bitsOf(among));
  }

  private place(scope: object, revision: number | undefined, make: () => NoteBits | NoteWeights): number {
    for (const [place, each] of this.kept) {
      if (each.scope !== scope) continue;
      this.kept.delete(place);
      if (revision === undefined || each.revision !== revision) this.send(place, make());
      this.kept.set(place, { scope, revision });
      return place;
    }
    const [oldest = 0] = this.kept.keys();
    const place = this.kept.size < KEPT ? this.kept.size : oldest;
    this.kept.delete(place);
    this.send(place, make());
    this.kept.set(place, { scope, revision });
    return place;
  }

  private send(keep: number, scope: NoteBits | NoteWeights): void {
    const { unnamed: paths } = this;
    if (paths.length > 0) this.post({ from: this.numbers.size - paths.length, paths });
    this.unnamed = [];
    const transfer = 'bits' in scope ? [scope.bits.buffer] : [scope.notes.buffer, scope.weights.buffer];
    this.post({ keep, scope }, transfer);
  }

  private post(message: ToIndex, transfer?: readonly ArrayBuffer[]): void {
    this.port.post(message, transfer);
  }

  private bitsOf(among: ReadonlySet<VaultPath>): NoteBits {
    const numbers = [...among].map((path) => this.number(path));
    const bits = new Uint32Array((this.numbers.size + 31) >>> 5);
    for (const number of numbers) bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & 31));
    return { bits };
  }

  private weightsOf(weightOf: ReadonlyMap<VaultPath, number>): NoteWeights {
    const notes = new Uint32Array(weightOf.size);
    const weights = new Float64Array(weightOf.size);
    let at = 0;
    for (const [path, weight] of weightOf) {
      notes[at] = this.number(path);
      weights[at++] = weight;
    }
    return { notes, weights };
  }

  private number(path: VaultPath): number {
    const known = this.numbers.get(path);
    if (known !== undefined) return known;
    this.numbers.set(path, this.numbers.size);
    this.unnamed.push(path);
    return this.numbers.size - 1;
  }
}

/** The other end of `SentScopes`: what was sent, as a ranking asks for it. */
export class KeptScopes {
  private readonly numbers = new Map<VaultPath, number>();
  private readonly kept = new Map<number, NoteBits | { readonly byNote: ReadonlyMap<number, number> }>();

  name(from: number, paths: readonly VaultPath[]): void {
    paths.forEach((path, at) => this.numbers.set(path, from + at));
  }

  keep(place: number, scope: NoteBits | NoteWeights): void {
    if ('bits' in scope) this.kept.set(place, scope);
    else {
      const { notes, weights } = scope;
      this.kept.set(place, { byNote: new Map(Array.from(notes, (note, at) => [note, weights[at] ?? 1])) });
    }
  }

  /** The query with what it refers to. Throws where that has not been sent. */
  whole({ among, weightOf, ...rest }: SentQuery): RankedQuery {
    return {
      ...rest,
      ...(among === undefined ? {} : { among: typeof among === 'number' ? this.setAt(among) : new Set(among) }),
      ...(weightOf === undefined ? {} : { weightOf: this.weightsAt(weightOf) }),
    };
  }

  private setAt(place: number): NonNullable<RankedQuery['among']> {
    const kept = this.kept.get(place);
    if (kept === undefined || !('bits' in kept)) throw new Error(`no set of notes is kept at ${place}`);
    const { bits } = kept;
    return {
      has: (path) => {
        const number = this.numbers.get(path);
        return number !== undefined && (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
      },
    };
  }

  private weightsAt(place: number): NonNullable<RankedQuery['weightOf']> {
    const kept = this.kept.get(place);
    if (kept === undefined || 'bits' in kept) throw new Error(`no weights are kept at ${place}`);
    const { byNote } = kept;
    return {
      get: (path) => {
        const number = this.numbers.get(path);
        return number === undefined ? undefined : byNote.get(number);
      },
    };
  }
}

/** A query as a ranking needs it: of its sets only what is in them. */
export interface RankedQuery extends Omit<PassageQuery, 'among' | 'weightOf' | 'revision'> {
  readonly among?: Pick<ReadonlySet<VaultPath>, 'has'>;
  readonly weightOf?: Pick<ReadonlyMap<VaultPath, number>, 'get'>;
}
