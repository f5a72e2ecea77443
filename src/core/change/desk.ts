import type { Cancellation } from '../ports.ts';
import type { VaultPath } from '../path.ts';
import type { ChangeSet } from './change-set.ts';
import type { Caller } from './approval.ts';

/**
 * Where every tool that writes brings its plan. The desk previews, asks for approval, checks revisions, queues, applies,
 * journals, commits; a tool only plans and says what happened.
 */
export interface ChangeDesk {
  perform<Facts>(request: ChangeRequest<Facts>): Promise<ChangeOutcome<Facts>>;
  /** Takes changes back: an ordinary change, whose plan is the inverse laid over what has been written since. */
  undo(request: Omit<ChangeRequest<UndoFacts>, 'plan'>, which: UndoRequest): Promise<ChangeOutcome<UndoFacts>>;
  /** The newest changes that stand, newest first, and whether a crash left one in the middle. */
  recent(limit: number): readonly RecentChange[];
  /** Changes that wait for the user's consent, and those that were lately refused or never answered. */
  waiting(): readonly WaitingChange[];
  /** Every change that is remembered, those taken back and the undos too, newest first: `limit` after `skip`. */
  past(limit: number, skip?: number): readonly PastChange[];
  /** The diff of a change as it was answered; null where it is no longer kept (or never was: a change half done). */
  diffOf(change: string): Promise<string | null>;
}

/** Which changes are to be taken back; both null: this connection's newest that stands. */
export interface UndoRequest {
  /** One change, by id. */
  readonly change: string | null;
  /** All from this change (included) or this moment (ms since 1970) on. */
  readonly since: string | number | null;
  /** With `since`: only what this connection changed. */
  readonly ofSession?: string | undefined;
}

export interface UndoFacts {
  readonly undoes: readonly string[];
  readonly subjects: readonly string[];
  /** Every file equalled the committed one before the change: `git revert` would take back just this. */
  readonly cleanBefore: boolean;
}

export interface RecentChange {
  readonly change: string;
  readonly at: number;
  readonly tool: string;
  readonly client: string;
  readonly subject: string;
  readonly paths: readonly VaultPath[];
  readonly state: 'open' | 'done' | 'partial';
  readonly committed: boolean;
}

/** A change that is not made yet, or will not be. */
export interface WaitingChange extends Pick<RecentChange, 'change' | 'at' | 'tool' | 'client' | 'subject'> {
  readonly paths: readonly string[];
  readonly state: 'waiting' | 'declined' | 'expired';
}

export interface PastChange extends RecentChange {
  /** The connection that asked for it. */
  readonly session: string;
  /** The changes that it takes back; none for any but an undo. */
  readonly undoes: readonly string[];
  /** The change that took this one back, while that stands. */
  readonly undoneBy: string | null;
}

export interface ChangeRequest<Facts> {
  /** The tool's name. */
  readonly tool: string;
  readonly caller: Caller;
  readonly preview: boolean;
  /** `n-…` of the note that the tool changes, or `p-…` of a plan that was previewed. */
  readonly expectedRevision: string | null;
  /** Notes whose `n-` revision `expectedRevision` may name: the tool's subject. */
  readonly subjects: readonly VaultPath[];
  /**
   * Plans on the vault as it is now. Called again on fresh text when the change's turn comes; `now` (milliseconds since
   * 1970) stands still from a preview to its approved call, so that a minute in a daily line does not make it stale.
   */
  plan(now: number): Promise<Plan<Facts>>;
  readonly cancellation?: Cancellation | undefined;
}

export interface Plan<Facts> {
  readonly changes: ChangeSet;
  /** What the tool needs to say in its answer; kept in the journal, so plain data. */
  readonly facts: Facts;
  readonly warnings: readonly Warning[];
}

/** A sentence for the answer, as a code with what it needs to know; made a sentence at the edge. */
export interface Warning {
  readonly code: WarningCode;
  readonly about?: string | undefined;
  readonly detail?: string | undefined;
}

export type WarningCode =
  | 'overlapped'
  | 'git_failed'
  | 'git_ignored_path'
  | 'git_dirty_before'
  | 'git_busy'
  | 'git_no_identity'
  | 'git_hook_refused'
  | 'push_failed'
  | 'diff_too_large'
  | 'link_not_repaired'
  | 'template_missing'
  | 'template_unusable'
  | 'target_failed'
  | 'title_taken'
  | 'append_failed'
  | 'summary_unknown'
  | 'index_missing'
  | 'property_not_filled'
  | 'leaves_broken_links'
  | 'not_in_git'
  /** A deleted attachment that no undo can bring back. */
  | 'undo_lacks_file'
  /** Only of a preview: the app will write the links, in the form that its user has set. */
  | 'links_by_app';

export type ChangeOutcome<Facts> =
  /** Nothing was written. `revision` (`p-…`) is what the approved call passes as its expected revision. */
  | {
      readonly kind: 'preview';
      readonly revision: string;
      readonly facts: Facts;
      readonly files: readonly ChangedFile[];
      readonly diff: string;
      readonly warnings: readonly Warning[];
    }
  /** The plan had no steps. */
  | { readonly kind: 'nothing'; readonly facts: Facts; readonly warnings: readonly Warning[] }
  | {
      readonly kind: 'applied';
      /** `c-…`, by which it can be undone. */
      readonly change: string;
      readonly facts: Facts;
      readonly files: readonly ChangedFile[];
      readonly diff: string;
      readonly warnings: readonly Warning[];
      readonly committed: boolean;
      /** Absent: not tried. */
      readonly pushed?: 'yes' | 'no' | 'pending' | undefined;
      /** A recorded answer to a call that had been carried out before. */
      readonly repeated: boolean;
    };

export interface ChangedFile {
  readonly path: VaultPath;
  readonly did: 'created' | 'edited' | 'moved' | 'trashed';
  /** Where a moved file was. */
  readonly from?: VaultPath | undefined;
  /** Revision after the change; null for attachments and trashed files. */
  readonly revision: string | null;
}
