import type { CallMeta, CallState } from '../wire/call.ts';
import type { HostFacts } from '../wire/handshake.ts';

/**
 * `cold`: nobody asked for a host yet; nothing is read, watched or dialled.
 * `dialing`: no session yet; tries, or waits for an endpoint file (see `trouble`).
 * `ready`: a proven session with its socket open.
 * `lost`: the socket of a session broke; tries to resume it. Lines sent now are kept and sent on.
 * `closed`: by `close()`; final.
 */
export type LinkState = 'cold' | 'dialing' | 'ready' | 'lost' | 'closed';

/** Why there is no host at the moment; the front makes a sentence of it, `doctor` a step. */
export interface LinkTrouble {
  readonly code: LinkTroubleCode;
  /** For logs: no token, no note text. */
  readonly detail: string;
}

export type LinkTroubleCode =
  /** No endpoint file: no host serves this vault. */
  | 'no_endpoint'
  /** The file is a symlink, foreign-owned, open to others or malformed: not used. */
  | 'endpoint_refused'
  /** Nothing listens where the file points: the host is gone. */
  | 'unreachable'
  /** Something accepts connections and does not answer in time: a frozen or busy host. */
  | 'silent'
  /** What listens there does not know the token: not our host. Nothing was told to it. */
  | 'wrong_proof'
  /** The host speaks no version of the link that this program speaks; `detail` names both ranges. */
  | 'version'
  /** The host has its fill of sessions. */
  | 'busy'
  /** Broke the protocol or closed before the welcome. */
  | 'broken';

/**
 * A session that does not continue an earlier one. Before `ready` is reported the front learns of it and must, through
 * `send`, replay what a new host needs (the recorded handshake first) and settle its calls in flight.
 */
export interface FreshSession {
  /** Whether it is the first session of this link: then there is nothing to settle. */
  readonly first: boolean;
  /** Random per life of a host. It may equal the former one: a session too old or too full to be resumed. */
  readonly generation: string;
  readonly host: HostFacts;
  /**
   * Tickets (see `send`) up to this one were received by the former host. Those above may or may not have been: they are
   * forgotten by the link, and may be sent again with the same key.
   */
  readonly acknowledged: number;
  /** Whether the former host said that it was leaving; else it fell, or went silent. */
  readonly leftInOrder: boolean;
}

/** The shim's end of the link: lines in order, once each, over as many sockets as it takes. */
export interface Link {
  readonly state: LinkState;
  /** Null when `ready`, `cold` or not yet known. */
  readonly trouble: LinkTrouble | null;
  /** Facts of the host of the current session; null before the first. */
  readonly host: HostFacts | null;
  /** Bytes of lines accepted by `send` and not yet acknowledged by the host. Stop reading stdin above 4 MiB. */
  readonly bufferedBytes: number;

  /** Leaves `cold` and dials. Later calls cut a waiting backoff short, e.g. when an embedded host has just started. */
  open(): void;
  /** A call waits: a waiting backoff is cut short, if none was for two seconds. */
  hurry(): void;
  /**
   * Sends one line (without its line feed), bytes unchanged. Returns its ticket: tickets count up from 1 over the whole
   * life of the link. Allowed in `ready`, `lost`, and inside an `onFreshSession` callback.
   * @throws {LinkError} `not_open` in another state; `too_large` above LINE_LIMIT; `bad_key`.
   */
  send(line: Uint8Array | string, meta: CallMeta): number;
  /** Lines of the host, in order, once each, as bytes without a line feed. At most one listener. */
  onLine(listener: (line: Buffer) => void): void;
  /**
   * Stops `onLine`; the host is held back by withheld acknowledgements, heartbeats go on. Should its session end meanwhile,
   * the lines already received are delivered all the same, before `onFreshSession`.
   */
  pause(): void;
  resume(): void;
  onState(listener: (state: LinkState) => void): void;
  onTrouble(listener: (trouble: LinkTrouble) => void): void;
  onFreshSession(listener: (session: FreshSession) => void): void;
  /** Room again after `bufferedBytes` had risen above 4 MiB. */
  onDrain(listener: () => void): void;
  /**
   * Asks the host for the state of a call. Asked again after each reconnect until answered.
   * @throws {LinkError} `closed` when the link closes first; `not_open` in `cold`; `bad_key`.
   */
  query(key: string): Promise<CallState>;
  /** Asks the host to leave; resolves when it has let go of the vault. Rejects when it refuses or breaks off. */
  requestHandOver(): Promise<void>;
  /** Says goodbye (the host ends the session at once), ends every timer, watcher and socket. Idempotent. */
  close(): Promise<void>;
}

export type LinkErrorCode = 'not_open' | 'too_large' | 'bad_key' | 'closed' | 'refused';

export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly code: LinkErrorCode;

  constructor(code: LinkErrorCode, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}

export interface LinkOptions {
  /** Absolute path of `<state folder>/endpoints/<vault id>.json` (see endpoint.ts). */
  readonly endpointFile: string;
  readonly shim: ShimFacts;
  /** Requests of the client not yet answered: the heartbeat is quicker while there are any. */
  readonly callsInFlight: () => number;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
}

/** Who speaks; shown in the host's list of connected agents. */
export interface ShimFacts {
  /** Random per process. */
  readonly id: string;
  readonly version: string;
  readonly pid: number;
  /** Of messages: `VAULT_LANG`, or '' where the host decides. */
  readonly lang: string;
  /** `clientInfo.name` where known; read anew at each dial. */
  readonly client: () => string;
}
