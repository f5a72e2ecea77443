/** What the agent says, as far as the pipe must understand it. */

/** JSON-RPC error codes that the shim itself gives. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;

export interface Request {
  readonly kind: 'request';
  readonly bytes: Uint8Array;
  /** The id as the client wrote it. */
  readonly rawId: string;
  /** The same for every way to write the same id: what requests and answers are matched by. */
  readonly idKey: string;
  readonly method: string;
  /** `params.name` of tools/call and prompts/get. */
  readonly name: string | null;
  /** `params.uri` of resource requests. */
  readonly uri: string | null;
  /** Canonical text of `params._meta.progressToken`. */
  readonly progressToken: string | null;
  /** `params._meta["vault-mcp/idempotencyKey"]`. */
  readonly idempotencyKey: string | null;
  /** The protocol version that the request carries: in `_meta` (no handshake era), or an initialize's offer. */
  readonly metaVersion: string | null;
  readonly offeredVersion: string | null;
  /** Whether `_meta` says what the client can do, as requests without a handshake must. */
  readonly hasClientCapabilities: boolean;
  /** `clientInfo.name`, where the request tells it. */
  readonly clientName: string | null;
  /** The params' bytes, for the call key. */
  readonly params: Uint8Array;
}

export interface Notification {
  readonly kind: 'notification';
  readonly bytes: Uint8Array;
  readonly method: string;
  /** `params.requestId` of a cancellation, as an id key. */
  readonly cancels: string | null;
}

/** A client's answer to a request of the host. */
export interface Answer {
  readonly kind: 'answer';
  readonly bytes: Uint8Array;
  readonly idKey: string;
}

export interface Refused {
  readonly kind: 'refused';
  readonly rawId: string;
  readonly code: number;
  readonly message: string;
}

/** Not to be answered and not to be passed on; said on stderr. */
export interface Ignored {
  readonly kind: 'ignored';
  readonly reason: string;
}

export type FromClient = Request | Notification | Answer | Refused | Ignored;
