import type { LibraryChange } from '../core/library/library.ts';
import type { Services } from '../core/services.ts';
import { noteUri, recentNotes } from './note-resources.ts';
import { isPrompt } from './vault-prompts.ts';

/** Where a connection's change notices go. */
export interface NoticeSink {
  /** The text of a resource has changed. */
  updated(uri: string): void;
  /** The list of resources, as last given out, has changed. */
  listChanged(): void;
  /** The vault's own prompts have changed. */
  promptsChanged(): void;
}

/**
 * Tells one client of changed notes: of those it subscribed to, and once of a list that no longer holds. Watching
 * begins with the first interest shown. A notice waits while calls are pending, since some clients answer it by a
 * request from within their reader, and then wait for themselves.
 */
export class ChangeNotices {
  readonly #services: Services;
  readonly #sink: NoticeSink;
  readonly #subscribed = new Set<string>();
  /** Where the protocol layer holds the subscriptions itself and lets through what is wanted. */
  #everything = false;
  #given: ReadonlySet<string> | null = null;
  #pending = 0;
  #listStale = false;
  #promptsWatched = false;
  #promptsStale = false;
  #stale = new Set<string>();
  #stop: (() => void) | null = null;

  constructor(services: Services, sink: NoticeSink) {
    this.#services = services;
    this.#sink = sink;
  }

  subscribe(uri: string): void {
    this.#subscribed.add(uri);
    this.#watch();
  }

  unsubscribe(uri: string): void {
    this.#subscribed.delete(uri);
  }

  /** The client's filters live elsewhere: tell of every note, and of the list from now on. */
  tellAll(): void {
    this.#everything = true;
    this.#watch();
    this.#given ??= new Set(recentNotes(this.#services.library).map(({ uri }) => uri));
  }

  /**
   * The client is there: it may have been told of our own prompts before the vault was, so it is told to ask again where
   * the vault has some, and from now on whenever they change.
   */
  watchPrompts(): void {
    this.#promptsWatched = true;
    this.#watch();
    this.#promptsStale ||= this.#services.host.promptsFolder?.() != null;
    this.#flush();
  }

  /** The client has been given this list. */
  gave(uris: readonly string[]): void {
    this.#given = new Set(uris);
    this.#watch();
  }

  /** Runs a request; notices wait until no request is running. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#pending++;
    try {
      return await work();
    } finally {
      this.#pending--;
      // The answer itself goes first: it is sent in a later turn than this one.
      if (this.#pending === 0 && this.#hasNews) void this.#services.clock.breathe().then(() => this.#flush());
    }
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.#stale.clear();
    this.#listStale = false;
    this.#promptsStale = false;
  }

  get #hasNews(): boolean {
    return this.#listStale || this.#promptsStale || this.#stale.size > 0;
  }

  #watch(): void {
    this.#stop ??= this.#services.library.onChange((change) => {
      this.#take(change);
      this.#flush();
    });
  }

  #take({ changed, removed }: LibraryChange): void {
    const [here, gone] = [changed.map(noteUri), removed.map(noteUri)];
    for (const uri of [...here, ...gone]) {
      if (this.#everything || this.#subscribed.has(uri)) this.#stale.add(uri);
    }
    const isOne = (path: string): boolean => isPrompt(path, this.#services);
    if (this.#promptsWatched && (changed.some(isOne) || removed.some(isOne))) this.#promptsStale = true;
    const given = this.#given;
    if (given === null) return;
    if (gone.some((uri) => given.has(uri)) || here.some((uri) => !given.has(uri))) this.#listStale = true;
  }

  #flush(): void {
    if (this.#pending > 0 || this.#stop === null) return;
    const uris = [...this.#stale];
    this.#stale.clear();
    for (const uri of uris) this.#sink.updated(uri);
    if (this.#promptsStale) this.#sink.promptsChanged();
    this.#promptsStale = false;
    if (!this.#listStale) return;
    this.#listStale = false;
    // Said once: the client knows until it asks for the list again. A filter held elsewhere needs the new list now.
    this.#given = this.#everything ? new Set(recentNotes(this.#services.library).map(({ uri }) => uri)) : null;
    this.#sink.listChanged();
  }
}
