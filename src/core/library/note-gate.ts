import { flagIn, noteFlagOf } from '../conventions/note-flag.ts';
import type { NoteFlag } from '../conventions/note-flag.ts';
import type { AccessSettings } from '../conventions/settings.ts';
import type { Visibility } from '../conventions/visibility.ts';
import { isNote } from '../path.ts';
import type { VaultFile } from '../ports.ts';
import { isSameFile } from './shelf.ts';

/** What a gate asks anew each time: settings change. */
export interface GateParts {
  /** What the settings say of paths. */
  readonly paths: () => Visibility;
  readonly noteFlags: () => AccessSettings['noteFlags'];
  /** Forms for notes to be: neither listed nor told of, but read by whoever fills one in. */
  readonly isForm?: (path: string) => boolean;
  /** The properties of a note where the host knows them without reading it; undefined: it does not. */
  readonly propertiesOf?: (path: string) => Readonly<Record<string, unknown>> | undefined;
}

/**
 * Whether a file is open to tools: by what the settings say of its path, and by what a note says of itself. What notes
 * say is learned from each text that is read; kept are only those that say something.
 */
export class NoteGate implements Visibility {
  readonly #parts: GateParts;
  readonly #flagged = new Map<string, { readonly flag: NoteFlag; readonly file: VaultFile | null }>();
  #property: string | null = null;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  isHidden(path: string): boolean {
    return this.isHiddenByPath(path) || this.#flagOf(path) === 'hidden';
  }

  /** Whether it is one of the files of which the vault is said to consist. */
  isListed(path: string): boolean {
    return !this.isHidden(path) && this.#parts.isForm?.(path) !== true;
  }

  isHiddenByPath(path: string): boolean {
    return this.#parts.paths().isHidden(path);
  }

  isDemoted(path: string): boolean {
    return this.#parts.paths().isDemoted(path);
  }

  isReadOnly(path: string): boolean {
    return this.#parts.paths().isReadOnly(path) || this.#flagOf(path) === 'read-only';
  }

  /** Whether anything but reading it freely is out of the question, by its path or by its own word. */
  isClosed(path: string): boolean {
    return this.isHidden(path) || this.isReadOnly(path);
  }

  /** Takes note of what a text says of itself; `file` as it stood when it was read. Whether it is hidden. */
  learn(path: string, text: string, file: VaultFile | null): boolean {
    const property = this.#propertyNow();
    const flag = property === null || !isNote(path) ? null : noteFlagOf(text, property);
    if (flag === null) this.#flagged.delete(path);
    else this.#flagged.set(path, { flag, file });
    return flag === 'hidden';
  }

  /** The file may have changed: what it said before no longer counts, unless it still is as it was then. */
  seen(file: VaultFile): void {
    const known = this.#flagged.get(file.path);
    if (known === undefined || (known.file !== null && isSameFile(known.file, file))) return;
    this.#flagged.delete(file.path);
  }

  forget(path: string): void {
    this.#flagged.delete(path);
  }

  /** The same bytes under another name. */
  moved(from: string, file: VaultFile): void {
    const known = this.#flagged.get(from);
    this.#flagged.delete(from);
    if (known !== undefined) this.#flagged.set(file.path, { flag: known.flag, file });
  }

  #flagOf(path: string): NoteFlag | null {
    const property = this.#propertyNow();
    if (property === null) return null;
    const learned = this.#flagged.get(path)?.flag ?? null;
    if (learned === 'hidden' || this.#parts.propertiesOf === undefined || !isNote(path)) return learned;
    return flagIn(this.#parts.propertiesOf(path), property) ?? learned;
  }

  /** The property in force; when it is another than before, nothing that was learned counts. */
  #propertyNow(): string | null {
    const { enabled, property } = this.#parts.noteFlags();
    const now = enabled ? property : null;
    if (now !== this.#property) this.#flagged.clear();
    this.#property = now;
    return now;
  }
}
