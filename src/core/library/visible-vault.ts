import { isNote } from '../path.ts';
import type { VaultPath } from '../path.ts';
import type { SkippedFile, Vault, VaultEvent, VaultFile } from '../ports.ts';
import type { NoteGate } from './note-gate.ts';

/**
 * A vault without what the user hides from tools: hidden files are not listed, read, watched or told of. Every part of
 * a host stands on this one, so that no tool has a way round it. What a note says of itself is known once it has been
 * read, and no text leaves here before that was looked at. The gate is asked each time: settings change.
 */
export class VisibleVault implements Vault {
  protected readonly gate: NoteGate;
  readonly #whole: Vault;

  constructor(whole: Vault, gate: NoteGate) {
    this.#whole = whole;
    this.gate = gate;
  }

  get name(): string {
    return this.#whole.name;
  }

  async *list(): AsyncIterable<readonly VaultFile[]> {
    for await (const files of this.#whole.list()) {
      for (const file of files) this.gate.seen(file);
      yield files.filter(({ path }) => this.gate.isListed(path));
    }
  }

  async stat(path: VaultPath): Promise<VaultFile | null> {
    if (this.gate.isHiddenByPath(path)) return null;
    const file = await this.#whole.stat(path);
    if (file !== null) this.gate.seen(file);
    return this.gate.isHidden(path) ? null : file;
  }

  async read(path: VaultPath): Promise<string | null> {
    if (this.gate.isHiddenByPath(path)) return null;
    const text = await this.#whole.read(path);
    if (text === null) return null;
    if (!isNote(path)) return text;
    this.gate.learn(path, text, null);
    if (!this.gate.isClosed(path)) return text;
    // How it stood is kept with what it said: while it stands so, nobody has to read it again.
    const file = await this.#whole.stat(path);
    return this.gate.learn(path, text, file) || this.gate.isHidden(path) ? null : text;
  }

  async readBytes(path: VaultPath, limit: number): Promise<Uint8Array | null> {
    if (this.gate.isHidden(path) || (isNote(path) && (await this.read(path)) === null)) return null;
    return this.#whole.readBytes(path, limit);
  }

  watch(listener: (events: readonly VaultEvent[]) => void): () => void {
    return this.#whole.watch((events) => {
      const seen = events.flatMap((event) => this.#asSeen(event));
      if (seen.length > 0) listener(seen);
    });
  }

  async heard(): Promise<void> {
    await this.#whole.heard?.();
  }

  skipped(): readonly SkippedFile[] {
    return this.#whole.skipped().filter(({ path }) => !this.gate.isHidden(path));
  }

  /**
   * Reads these notes again for what they say of themselves: after a change of the settings it may mean something now.
   * Those that cannot be read stay as they are; whoever asks for them is told why.
   */
  async learnAnew(paths: readonly VaultPath[]): Promise<void> {
    for (const path of paths) await this.read(path).catch(() => null);
  }

  /** A file that moves into a hidden folder is gone, one that moves out of it is new. */
  #asSeen(event: VaultEvent): readonly VaultEvent[] {
    const { gate } = this;
    if (event.kind === 'removed') {
      const listed = gate.isListed(event.path);
      gate.forget(event.path);
      return listed ? [event] : [];
    }
    if (event.kind === 'changed') {
      if (gate.isHiddenByPath(event.file.path)) return [];
      gate.seen(event.file);
      // Hidden by its own word, as the host knows before anybody has read it: for the others it is gone.
      return gate.isListed(event.file.path) ? [event] : [{ kind: 'removed', path: event.file.path }];
    }
    const wasListed = gate.isListed(event.from);
    gate.moved(event.from, event.file);
    if (!gate.isListed(event.file.path)) return wasListed ? [{ kind: 'removed', path: event.from }] : [];
    return wasListed ? [event] : [{ kind: 'changed', file: event.file }];
  }
}
