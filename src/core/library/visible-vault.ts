import type { VaultPath } from '../path.ts';
import type { SkippedFile, Vault, VaultEvent, VaultFile } from '../ports.ts';

/**
 * A vault without what the user hides from tools: hidden files are not listed, read, watched or told of. Every part of
 * a host stands on this one, so that no tool has a way round it. `isHidden` is asked each time: settings change.
 */
export class VisibleVault implements Vault {
  readonly #whole: Vault;
  readonly #isHidden: (path: string) => boolean;

  constructor(whole: Vault, isHidden: (path: string) => boolean) {
    this.#whole = whole;
    this.#isHidden = isHidden;
  }

  get name(): string {
    return this.#whole.name;
  }

  async *list(): AsyncIterable<readonly VaultFile[]> {
    for await (const files of this.#whole.list()) yield files.filter(({ path }) => !this.#isHidden(path));
  }

  async stat(path: VaultPath): Promise<VaultFile | null> {
    return this.#isHidden(path) ? null : this.#whole.stat(path);
  }

  async read(path: VaultPath): Promise<string | null> {
    return this.#isHidden(path) ? null : this.#whole.read(path);
  }

  async readBytes(path: VaultPath, limit: number): Promise<Uint8Array | null> {
    return this.#isHidden(path) ? null : this.#whole.readBytes(path, limit);
  }

  watch(listener: (events: readonly VaultEvent[]) => void): () => void {
    return this.#whole.watch((events) => {
      const seen = events.flatMap((event) => this.#asSeen(event));
      if (seen.length > 0) listener(seen);
    });
  }

  skipped(): readonly SkippedFile[] {
    return this.#whole.skipped().filter(({ path }) => !this.#isHidden(path));
  }

  /** A file that moves into a hidden folder is gone, one that moves out of it is new. */
  #asSeen(event: VaultEvent): readonly VaultEvent[] {
    if (event.kind === 'removed') return this.#isHidden(event.path) ? [] : [event];
    const hidden = this.#isHidden(event.file.path);
    if (event.kind === 'changed') return hidden ? [] : [event];
    const wasHidden = this.#isHidden(event.from);
    if (hidden) return wasHidden ? [] : [{ kind: 'removed', path: event.from }];
    return wasHidden ? [{ kind: 'changed', file: event.file }] : [event];
  }
}
