/**
 * The key by which a call is known again, made once when its line is read: the pipe's own retry carries the same key, a
 * second call by the model another one. Keys are 128 bits of SHA-256 in hex behind a letter, so they pass as a word of a
 * unit's header and as a file name.
 */

/** SHA-256 of the UTF-8 of a text, in lower-case hex. */
export type HexHash = (text: string) => string;

export interface KeyedCall {
  /** Random per shim process. */
  readonly shim: string;
  /** Counts the calls of that process. */
  readonly counter: number;
  readonly method: string;
  /** SHA-256 of the bytes of `params` as they stand in the line, in hex. */
  readonly paramsHash: string;
}

export function callKey(hash: HexHash, { shim, counter, method, paramsHash }: KeyedCall): string {
  return `s${short(hash(JSON.stringify([shim, counter, method, paramsHash])))}`;
}

/** Where a client passes a key of its own; such a key also survives a new process of the shim. */
export const CLIENT_KEY_MEMBER = 'vault-mcp/idempotencyKey';

/** The key of a call whose client chose one; whether its arguments are the same again is for the journal to judge. */
export function clientCallKey(hash: HexHash, own: string): string {
  return `c${short(hash(JSON.stringify([CLIENT_KEY_MEMBER, own])))}`;
}

function short(hex: string): string {
  return hex.slice(0, 32);
}
