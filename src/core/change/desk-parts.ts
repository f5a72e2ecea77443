import type { Note } from '../note/note.ts';
import type { VaultPath } from '../path.ts';
import type { Clock, Log, Sha256 } from '../ports.ts';
import type { Approval } from './approval.ts';
import type { Journal } from './journal.ts';
import type { History, WritableVault } from './write-ports.ts';

/** What the desk needs of its host. */
export interface DeskParts {
  readonly vault: WritableVault;
  /** The library's reading of a note, and its word that it has taken in what we wrote. */
  readonly notes: { open(path: VaultPath): Promise<Note | null>; refresh(paths: readonly VaultPath[]): Promise<void> };
  readonly journal: Journal;
  readonly history: History;
  readonly approval: Approval;
  readonly clock: Clock;
  readonly log: Log;
  readonly sha256: Sha256;
  /** A new id, unique in the vault: lower-case letters and digits. */
  readonly newId: () => string;
  /** Whether this host still owns the vault; asked before each write. */
  readonly stillOwner: () => boolean | Promise<boolean>;
  /** Link text to file, as the vault is at the moment of asking; a vault that moves natively needs it. */
  readonly resolve?: (linkPath: string, source: VaultPath) => VaultPath | null;
  /** Called after each change that was carried out, taken back or left half done. */
  readonly onChange?: (id: string) => void;
  /** Whether agents must not learn of a file: changes that concern one are not told of, nor taken back for them. */
  readonly isHidden?: (path: VaultPath) => boolean;
  /** How long a question to the user stays open, in ms. */
  readonly patienceMs?: number;
}
