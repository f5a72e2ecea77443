import type { VaultPath } from '../path.ts';
import type { SnapshotPart } from '../ports.ts';
import { encodeText } from './bytes.ts';
import { GrowingSegment } from './growing-segment.ts';
import { merge, seal, type Merged } from './merge.ts';
import { orderNear, type Neighbours } from './near-terms.ts';
import { NotePlaces } from './note-places.ts';
import type { IndexedNote, NoteEvidence } from './passage-index.ts';
import { NoteRanker } from './rank-notes.ts';
import type { RankedQuery } from './sent-scopes.ts';
import { scanGrowing, scanSealed } from './scan-near.ts';
import { SealedSegment, type Segment } from './segment.ts';
import { segmentParts, segmentsOf } from './snapshot-columns.ts';
import { weigh, type ReaderFor } from './weigh.ts';

/** Beyond one of these the growing segment is sealed: so that sealing it, and scanning its map, stays a matter of milliseconds. */
export interface Bounds {
  readonly passages: number;
  readonly postings: number;
}

const BOUNDS: Bounds = { passages: 8_192, postings: 500_000 };

/** As many sealed segments of like size are merged into one of the next size: each posting is rewritten once a size. */
const FAN = 4;
/** A sealed segment is rewritten when more than this share of its notes is dead. */
const DEAD_SHARE = 0.25;
/** Paths in one part of a snapshot: parsed in about a millisecond. */
const PATHS_A_PART = 8_192;
/** Sixteen bits hold the slot of a segment. */
const MOST_SLOTS = 65_535;

/**
 * The index itself, in this thread and without waiting: what changes it is a generator that pauses after each bounded
 * step, and between two steps searches see the state before or after a note, never half of one.
 *
 * New notes gather in a growing segment. Grown, it is sealed into typed arrays; sealed segments of like size are merged.
 * A replaced or removed note is marked dead where it was. `put` and `remove` must not overlap each other; `tidy` and
 * `compact` may overlap them, but not each other.
 */
export class CompactEngine {
  private readonly readerFor: ReaderFor;
  private readonly bounds: Bounds;
  private growing = new GrowingSegment();
  private growingSlot = 0;
  private segments: (Segment | null)[] = [this.growing];
  private places = new NotePlaces();
  private readonly ranker = new NoteRanker();
  private passages = 0;
  private length = 0;

  constructor(readerFor: ReaderFor, bounds: Bounds = BOUNDS) {
    this.readerFor = readerFor;
    this.bounds = bounds;
  }

  /** Adds or replaces a note; it is found from the last step on. */
  *put(note: IndexedNote): Generator<void> {
    const { growing } = this;
    let ended = false;
    try {
      const reader = this.readerFor(note);
      yield* weigh(note, reader, growing);
      this.bury(note.path);
      const key = this.places.key(note.path);
      const number = growing.end(key);
      ended = true;
      this.places.place(key, this.growingSlot, number);
      this.places.speaks(key, reader.language);
      this.account(growing, number, 1);
    } finally {
      if (!ended) growing.abandon();
    }
    if (growing.table.passages >= this.bounds.passages || growing.weight >= this.bounds.postings) yield* this.seal();
  }

  remove(path: VaultPath): void {
    this.bury(path);
    this.places.forget(path);
  }

  /** Whether `tidy` has something to do. */
  get untidy(): boolean {
    return this.nextMerge().length > 0;
  }

  /** How many segments a search looks into. */
  get parts(): number {
    return this.living().length;
  }

  /** Merges what should be merged by now. */
  *tidy(): Generator<void> {
    for (let sources = this.nextMerge(); sources.length > 0; sources = this.nextMerge()) yield* this.merge(sources);
  }

  /** Merges all sealed segments into one. */
  *compact(): Generator<void> {
    const sources = this.sealed();
    if (sources.length > 1 || sources.some((source) => source.dead > 0)) yield* this.merge(sources);
  }

  /** Seals what is growing, so that `compact` takes it in. Must not overlap `put`. */
  *seal(): Generator<void> {
    const source = this.growing;
    if (source.table.notes === 0) return;
    const slot = this.growingSlot;
    this.growing = new GrowingSegment();
    this.growingSlot = this.freeSlot();
    this.segments[this.growingSlot] = this.growing;
    const merged = yield* seal(source);
    this.replace([slot], [source], merged);
  }

  search(query: RankedQuery): readonly NoteEvidence[] {
    const totals = { notes: this.places.count, passages: this.passages, length: this.length };
    const ranked = this.ranker.rank(this.living(), totals, query, (key) => this.places.path(key));
    const detailed = query.detailed ?? ranked.length;
    return ranked.map(({ path, score, table, passages }, rank) => ({
      path,
      score,
      passages: (rank < detailed ? passages : []).map((best) => ({
        firstLine: table.firstLines[best.passage] ?? 0,
        lastLine: table.lastLines[best.passage] ?? 0,
        headings: table.headingsOf(best.passage),
        score: best.score,
      })),
    }));
  }

  known(term: string): boolean {
    const encoded = encodeText(term);
    return this.living().some((segment) => segment.has(term, encoded));
  }

  /** What is put while it pauses may count or not. */
  *near(term: string, limit: number): Generator<void, readonly string[]> {
    const found: Neighbours = new Map();
    for (const segment of this.living()) {
      if (segment instanceof SealedSegment) yield* scanSealed(segment, term, found);
      else if (segment instanceof GrowingSegment) yield* scanGrowing(segment, term, found);
      yield;
    }
    return orderNear(term, found, limit);
  }

  languages(): readonly { readonly language: string; readonly notes: number }[] {
    return this.places.languages();
  }

  paths(): readonly VaultPath[] {
    return this.places.all();
  }

  size(): { notes: number; passages: number; terms: number; bytes: number } {
    const living = this.living();
    return {
      notes: this.places.count,
      passages: this.passages,
      terms: living.reduce((sum, segment) => sum + segment.termCount, 0),
      bytes: living.reduce((sum, segment) => sum + segment.bytes, 0),
    };
  }

  /** What the sealed segments hold, as parts of a snapshot; what still grows is left out, so `seal` first. */
  written(): readonly SnapshotPart[] {
    const { paths, languageOf, languages } = this.places.written();
    const parts: SnapshotPart[] = [JSON.stringify(languages), languageOf];
    const runs = Math.ceil(paths.length / PATHS_A_PART);
    parts.push(String(runs));
    for (let run = 0; run < runs; run++) {
      parts.push(JSON.stringify(paths.slice(run * PATHS_A_PART, (run + 1) * PATHS_A_PART)));
    }
    return [...parts, ...this.sealed().flatMap(segmentParts)];
  }

  /** Takes over what another engine has written, whole or (false) not at all. Only for one that holds nothing yet. */
  *read(parts: readonly SnapshotPart[]): Generator<void, boolean> {
    const [languages, languageOf, runs, ...rest] = parts;
    if (this.places.count > 0 || typeof languages !== 'string' || typeof languageOf !== 'object') return false;
    const count = Number(runs);
    const paths: string[] = [];
    for (const run of rest.slice(0, count)) {
      if (typeof run !== 'string') return false;
      for (const path of JSON.parse(run) as readonly string[]) paths.push(path);
      yield;
    }
    const segments = segmentsOf(rest.slice(count));
    if (segments === null || paths.length !== languageOf.length) return false;
    yield;
    const places = new NotePlaces();
    yield* places.read(paths, languageOf, JSON.parse(languages) as readonly string[]);
    return this.takeOver(places, segments);
  }

  private takeOver(places: NotePlaces, segments: readonly SealedSegment[]): boolean {
    let placed = 0;
    for (const [at, { table, alive }] of segments.entries()) {
      for (let note = 0; note < table.notes; note++) {
        const key = table.keys[note] ?? 0;
        if (alive[note] !== 1) continue;
        if (!places.has(key)) return false;
        places.place(key, at + 1, note);
        placed++;
      }
    }
    if (placed !== places.count || segments.length >= MOST_SLOTS) return false;
    this.places = places;
    this.growing = new GrowingSegment();
    this.growingSlot = 0;
    this.segments = [this.growing, ...segments];
    for (const segment of segments) {
      for (let note = 0; note < segment.table.notes; note++)
        if (segment.alive[note] === 1) this.account(segment, note, 1);
    }
    return true;
  }

  private living(): readonly Segment[] {
    return this.segments.filter((segment) => segment !== null && segment.table.notes > 0) as Segment[];
  }

  private sealed(): readonly SealedSegment[] {
    return this.segments.filter((segment) => segment instanceof SealedSegment);
  }

  /** Marks a note dead where it stands. */
  private bury(path: VaultPath): void {
    const key = this.places.find(path);
    if (key === undefined) return;
    const segment = this.segments[this.places.slot(key)];
    const note = this.places.note(key);
    if (segment === undefined || segment === null || segment.alive[note] !== 1) return;
    segment.alive[note] = 0;
    segment.dead++;
    this.account(segment, note, -1);
  }

  /** Adds a note to the totals, or takes it off. */
  private account({ table }: Segment, note: number, sign: 1 | -1): void {
    this.passages += sign * ((table.firstPassages[note + 1] ?? 0) - (table.firstPassages[note] ?? 0));
    this.length += sign * (table.noteLengths[note] ?? 0);
  }

  private *merge(sources: readonly SealedSegment[]): Generator<void> {
    const slots = sources.map((source) => this.segments.indexOf(source));
    const merged = yield* merge(sources);
    this.replace(slots, sources, merged);
  }

  /** Puts a new segment in the place of its sources; what died while it was made is dead in it too. */
  private replace(slots: readonly number[], sources: readonly Segment[], { segment, moved }: Merged): void {
    const slot = slots[0] ?? this.freeSlot();
    sources.forEach((source, at) => {
      const numbers = moved[at] ?? new Int32Array(0);
      for (let note = 0; note < numbers.length; note++) {
        const number = numbers[note] ?? -1;
        if (number < 0) continue;
        if (source.alive[note] === 1) {
          this.places.place(source.table.keys[note] ?? 0, slot, number);
        } else {
          segment.alive[number] = 0;
          segment.dead++;
        }
      }
    });
    for (const old of slots) this.segments[old] = null;
    this.segments[slot] = segment.table.notes > 0 ? segment : null;
  }

  /** The sealed segments to merge next: several of like size, or one with many dead. Empty: none. */
  private nextMerge(): readonly SealedSegment[] {
    const sealed = this.sealed();
    const bySize = new Map<number, SealedSegment[]>();
    for (const segment of sealed) {
      const passages = Math.max(1, segment.table.passages / this.bounds.passages);
      const size = Math.floor(Math.log(passages) / Math.log(FAN));
      bySize.set(size, [...(bySize.get(size) ?? []), segment]);
    }
    for (const alike of bySize.values()) if (alike.length >= FAN) return alike;
    return sealed.filter((segment) => segment.dead > segment.table.notes * DEAD_SHARE).slice(0, 1);
  }

  private freeSlot(): number {
    const free = this.segments.indexOf(null);
    return free < 0 ? this.segments.length : free;
  }
}
