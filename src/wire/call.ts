/** What a call may do, as far as the pipe must know: decides what is settled how when a host is replaced. */
export type CallClass =
  /** A request that may be sent again without thought: lists, reads, tools that declare themselves read-only. */
  | 'safe'
  /** A request that may change the vault: never run twice, therefore settled by its key. */
  | 'write'
  /** A notification, or the client's answer to a request of the host: nothing is answered to it. */
  | 'notify';

/** What travels beside a line. */
export interface CallMeta {
  /** The call key (see call-key.ts); null where nothing must be recognised again. */
  readonly key: string | null;
  readonly class: CallClass;
  /** Milliseconds since 1970 after which a host no longer starts a write; null for no limit. */
  readonly expiresAt: number | null;
}

/** What a host knows of the call with a given key. */
export type CallState =
  /** Never seen, or seen and provably not begun: may be sent again with the same key. */
  | { readonly state: 'absent' }
  /** Under way, or waiting for approval: ask again later. `change` is the id to look it up by, where there is one. */
  | { readonly state: 'running'; readonly change: string | null }
  /** Ended, and recorded: sent again with the same key it gets the recorded answer, and nothing runs twice. */
  | { readonly state: 'done' }
  /** Cannot be known any more. `detail` says of what and why (a JSON text: files and their revisions). */
  | { readonly state: 'unknown'; readonly detail: string };
