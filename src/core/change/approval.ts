import type { VaultPath } from '../path.ts';

/** Who wants a change. */
export interface Caller {
  /** The connection, for "this connection's newest change". */
  readonly session: string;
  /** Name of the agent's program, for the journal and the commit's trailer. */
  readonly client: string;
  /** Made by the pipe (or passed by the client): the same call never runs twice. Null where there is no pipe. */
  readonly callKey: string | null;
  /** Milliseconds since 1970 after which the change must not start; null: no such time. */
  readonly expiresAt: number | null;
  /** Asks the user in the agent's own window; absent where its client cannot show a question. */
  readonly askClient?: ((question: Question) => Promise<ApprovalAnswer>) | undefined;
  /** The user at the screen, whose own act needs nobody's consent. Absent for agents. */
  readonly isUser?: true | undefined;
}

/** The user's say in a change. */
export interface Approval {
  /** Null: go on. Else why it may not be made, or has to be asked for. */
  needed(change: ProposedChange): ApprovalNeed | null;
  /** What asks the user about changes of this caller; null where nobody can be asked. */
  asker(caller: Caller): ((question: Question) => Promise<ApprovalAnswer>) | null;
  /** The user has agreed, for the like of this as well, whenever the same agent wants it. */
  remember(caller: Caller, need: ApprovalNeed): Promise<void>;
}

export interface ApprovalNeed {
  /** `read_only`: the user has closed it, and nobody is asked. */
  readonly reason: 'read_only' | 'asks_first' | 'too_many_changes';
  /** The files that it is about: first those that are closed, or that the change begins with. */
  readonly paths: readonly string[];
  /** The rules that ask for it, which an agent's consent may be remembered for. */
  readonly rules: readonly ConsentRule[];
}

/** A rule of `access.ask` in the settings. */
export type ConsentRule = 'delete' | 'move' | 'overwrite' | 'large' | 'everything';

export type ApprovalAnswer =
  | { readonly approved: true; readonly remember?: boolean | undefined }
  /** The reason is the user's own words, for the agent; '' where there are none. */
  | { readonly approved: false; readonly reason: string };

/** A question to the user. Whoever shows it takes it away when `closed` settles. */
export interface Question {
  /** `c-…`: the id of the change, once it is made. */
  readonly id: string;
  /** One line: what the change does. */
  readonly subject: string;
  readonly change: ProposedChange;
  /** Unified diff; empty where only attachments move. */
  readonly diff: string;
  readonly need: ApprovalNeed;
  /** Milliseconds since 1970. An answer after `endsAt` is no answer any more. */
  readonly askedAt: number;
  readonly endsAt: number;
  /** Settles when no answer is wanted any more, with why. */
  readonly closed: Promise<QuestionEnd>;
}

export type QuestionEnd = 'answered' | 'cancelled' | 'expired' | 'leaving';

/** What agents the user need not be asked about, kept on this device: an agent's word is worth no more than its name. */
export interface Consents {
  all(): readonly Consent[];
  /** Adds rules to what this agent may do unasked. */
  add(client: string, rules: readonly ConsentRule[]): Promise<void>;
  forget(client: string): Promise<void>;
}

export interface Consent {
  /** The agent's program, by the name that it gives itself. */
  readonly client: string;
  readonly rules: readonly ConsentRule[];
}

export interface ProposedChange {
  readonly tool: string;
  readonly caller: Caller;
  readonly creates: readonly VaultPath[];
  readonly edits: readonly VaultPath[];
  readonly moves: readonly { readonly from: VaultPath; readonly to: VaultPath }[];
  readonly trashes: readonly VaultPath[];
  /** Whether a whole existing note is replaced. */
  readonly overwrites: boolean;
  /** Existing notes changed for this caller within the last minute, without and with this change. */
  readonly notesBefore: number;
  readonly notesInLastMinute: number;
}
