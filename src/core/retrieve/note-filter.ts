import type { Conventions } from '../conventions/conventions.ts';
import { noteWeights } from '../conventions/note-weight.ts';
import { isUnder } from '../conventions/roles.ts';
import type { Library } from '../library/library.ts';
import { Slices } from '../library/slices.ts';
import type { Pacer } from '../library/slices.ts';
import type { NoteSummary } from '../note/note.ts';
import type { VaultPath } from '../path.ts';
import type { SearchRequest } from './retriever.ts';

/** Which notes a question may be answered from, and what each of them weighs. */
export interface Scope {
  /** Absent: all. */
  readonly among: ReadonlySet<VaultPath> | undefined;
  /** Weights other than 1. */
  readonly weightOf: ReadonlyMap<VaultPath, number>;
  /** Another number for each state of what the two above are drawn from. */
  readonly revision: number;
  readonly allows: (path: VaultPath) => boolean;
}

export interface NoteFilterParts {
  readonly library: Pick<Library, 'notes' | 'onChange'>;
  readonly conventions: () => Conventions;
  /** Whether the user demotes a path in searches. */
  readonly isDemoted: (path: string) => boolean;
  readonly pacer: Pacer;
}

/**
 * What the conventions say of every note, kept in step with the library so that a question need not look at each: which
 * notes are raw, and which weigh less.
 */
export class NoteFilter {
  private readonly library: NoteFilterParts['library'];
  private readonly conventionsNow: () => Conventions;
  private readonly isDemoted: (path: string) => boolean;
  private readonly pacer: Pacer;
  private conventions: Conventions | null = null;
  /** By the conventions in force; null before the first question. */
  private weigh: ReturnType<typeof noteWeights> | null = null;
  private readonly visible = new Set<VaultPath>();
  private readonly weights = new Map<VaultPath, number>();
  private revision = 0;
  /** Notes that are still to be looked at under the conventions in force. */
  private readonly stale = new Set<VaultPath>();
  private looking: Promise<void> | null = null;
  private readonly stop: () => void;

  constructor(parts: NoteFilterParts) {
    this.library = parts.library;
    this.conventionsNow = parts.conventions;
    this.isDemoted = parts.isDemoted;
    this.pacer = parts.pacer;
    this.stop = this.library.onChange(({ changed, removed }) => {
      for (const path of [...changed, ...removed]) this.renew(path);
    });
  }

  /** Ends listening to the library. */
  close(): void {
    this.stop();
  }

  /** The scope of a request: its filters count before anything is ranked. All notes are looked at in slices. */
  async scopeOf(request: SearchRequest): Promise<Scope> {
    await this.sync();
    const among = await this.amongOf(request);
    const { weights: weightOf, revision } = this;
    return { among, weightOf, revision, allows: (path) => (among ?? this.library.notes).has(path) };
  }

  /** What multiplies a note's score by its type. */
  weightOfType(note: NoteSummary): number {
    return this.weigh?.(note).byType ?? 1;
  }

  /** Looks at every note anew where the conventions have changed. */
  private async sync(): Promise<void> {
    const conventions = this.conventionsNow();
    if (conventions !== this.conventions) {
      this.conventions = conventions;
      this.weigh = noteWeights(conventions, this.isDemoted);
      this.revision++;
      for (const path of this.library.notes.keys()) this.stale.add(path);
    }
    while (this.stale.size > 0) {
      this.looking ??= this.look().finally(() => (this.looking = null));
      await this.looking;
    }
  }

  private async look(): Promise<void> {
    const slices = new Slices(this.pacer);
    for (const path of this.stale) {
      this.renew(path);
      if (slices.over) await slices.pause();
    }
  }

  private renew(path: VaultPath): void {
    if (this.weigh === null) return;
    this.stale.delete(path);
    this.revision++;
    const note = this.library.notes.get(path);
    this.visible.delete(path);
    this.weights.delete(path);
    if (note === undefined) return;
    const { raw, byType, byPlace } = this.weigh(note);
    if (!raw) this.visible.add(path);
    if (byType * byPlace !== 1) this.weights.set(path, byType * byPlace);
  }

  private async amongOf(request: SearchRequest): Promise<ReadonlySet<VaultPath> | undefined> {
    const { notes } = this.library;
    const shown = request.includeRaw || this.visible.size === notes.size ? undefined : this.visible;
    const fits = testOf(request);
    if (fits === null) return shown;
    const among = new Set<VaultPath>();
    const slices = new Slices(this.pacer);
    for (const note of notes.values()) {
      if (shown?.has(note.path) !== false && fits(note)) among.add(note.path);
      if (slices.over) await slices.pause();
    }
    return among;
  }
}

/** The request's own filters as one test; null where it has none. */
function testOf(request: SearchRequest): ((note: NoteSummary) => boolean) | null {
  const { type, status } = request;
  const folder = request.folder?.normalize('NFC').replace(/^\/+|\/+$/g, '') ?? '';
  const tags = (request.tags ?? []).map(plainTag).filter((tag) => tag !== '');
  if (folder === '' && type === undefined && status === undefined && tags.length === 0) return null;
  return (note) =>
    isUnder(note.path, folder) &&
    (type === undefined || note.type === type) &&
    (status === undefined || note.status === status) &&
    hasTags(note, tags);
}

/** Whether a note has all of the tags, or a child of each; in any case. */
function hasTags(note: NoteSummary, tags: readonly string[]): boolean {
  if (tags.length === 0) return true;
  const own = note.tags.map(plainTag);
  return tags.every((tag) => own.some((each) => each === tag || each.startsWith(`${tag}/`)));
}

function plainTag(tag: string): string {
  return tag.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}
