import type { Vault } from '../ports.ts';
import type { VaultPath } from '../path.ts';
import type { Warning } from './desk.ts';

/** What writing asks of a host, beyond reading. Contract suites: test/contracts. */
export interface WritableVault extends Vault {
  /** What stands under a name, or under one that this disk takes for the same. `blank`: a note of white space only. */
  standing(path: VaultPath): Promise<'nothing' | 'note' | 'blank' | 'file' | 'folder' | 'foreign'>;
  /** A new file with exactly this text, parents made; never over anything: throws VaultError 'already_exists'. */
  create(path: VaultPath, text: string): Promise<void>;
  /**
   * The note's text becomes `text` if it still is `expected`, else nothing is written and the answer is false. BOM and
   * file mode stay. Whoever reads meanwhile sees the old text or the new, never a part.
   */
  replace(path: VaultPath, expected: string, text: string): Promise<boolean>;
  /** The same bytes under a new name, parents made; never over anything: throws VaultError 'already_exists'. */
  move(from: VaultPath, to: VaultPath): Promise<void>;
  /** To the trash that the user has chosen; the answer is a token for `restore`, null where it is gone for good. */
  trash(path: VaultPath): Promise<string | null>;
  /** Back from the trash; false when it is no longer there. Throws 'already_exists' when the name is taken. */
  restore(token: string, path: VaultPath): Promise<boolean>;
  /**
   * Takes away a folder that has become empty, and its parents that have too, up to but without `stop`; folders with
   * anything in them stay.
   */
  dropEmptyFolder(folder: string, stop?: string): Promise<void>;
  /** How the app moves files by itself, links and all; absent where there is no app. */
  readonly native?: NativeMoves | undefined;
}

/** Moves by an app that writes links itself, as its user has set them, some time after the file has moved. */
export interface NativeMoves {
  /** Whether it would do so now, and without asking its user. */
  ready(): boolean;
  /**
   * The same file under a new name; like `move`, but the links that lead to it follow. Resolves once it stands there;
   * throws StillMoving where it does not in its time, but may later.
   */
  rename(from: VaultPath, to: VaultPath): Promise<void>;
  /** Hears of every file that changes from now on. */
  listen(): FileNews;
}

export interface FileNews {
  /** Files that have changed since it was last asked; where there are none, at the next change, or none after so many ms. */
  next(ms: number): Promise<ReadonlySet<string>>;
  end(): void;
}

/** Durable records of changes. A record is one line of text without LF. */
export interface JournalStore {
  /** Every record in the order written; a damaged tail is cut off and said to the log. */
  records(): AsyncIterable<{ readonly ref: RecordRef; readonly text: string }>;
  /** Resolves when the record will survive a crash. Records appended together share one flush. */
  append(text: string): Promise<RecordRef>;
  /** Like `append`, but resolves once the record will survive the end of this process; a loss of power a moment later. */
  note(text: string): Promise<RecordRef>;
  read(ref: RecordRef): Promise<string | null>;
  /** Bytes kept at present. */
  size(): number;
  /** Forgets whole segments, oldest first: those that end before `before` (ms since 1970) and while above `mostBytes`. */
  prune(before: number, mostBytes: number): Promise<void>;
  clear(): Promise<void>;
}

export interface RecordRef {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** The vault's past in version control. Every method answers; trouble is a warning, never a throw. */
export interface History {
  /**
   * Waits, within bounds, until nobody lays other versions over the vault's files (a checkout, a pull). The answer tells
   * later whether somebody has since, once that has ended: what was written meanwhile may be gone. Absent: nobody can.
   */
  readonly calm?: (() => Promise<() => Promise<boolean>>) | undefined;
  /** Looked at before the first byte is written: which of these paths differ from what is committed, and the like. */
  before(paths: readonly VaultPath[]): Promise<HistoryBefore>;
  commit(request: CommitRequest): Promise<CommitOutcome>;
  /** Called when the queue has drained; resolves with the push that covers what was committed. Absent: push is off. */
  readonly push?: (() => Promise<{ readonly pushed: boolean; readonly warnings: readonly Warning[] }>) | undefined;
}

export interface HistoryBefore {
  readonly available: boolean;
  /** Paths that had changes of somebody else, staged or not. */
  readonly dirty: readonly VaultPath[];
}

export interface CommitRequest {
  readonly subject: string;
  /** Both ends of a move. */
  readonly paths: readonly VaultPath[];
  readonly trailer: { readonly client: string; readonly tool: string; readonly change: string };
}

export interface CommitOutcome {
  readonly committed: boolean;
  /** True when a later try may succeed (a lock, a merge in progress): the commit stays due. */
  readonly due: boolean;
  readonly warnings: readonly Warning[];
}
