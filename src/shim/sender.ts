import { callKey, clientCallKey } from '../wire/call-key.ts';
import type { HexHash } from '../wire/call-key.ts';
import type { CallMeta, CallState } from '../wire/call.ts';

import type { Call, Calls } from './calls.ts';
import type { Link } from './link-contract.ts';
import type { Request } from './client-message.ts';

/** Bytes handed to the link and not acknowledged above which no more is read from the client. */
const PRESSURE_BYTES = 4 * 1024 * 1024;

/** What the session needs of a link. */
export type SessionLink = Pick<
  Link,
  'state' | 'host' | 'bufferedBytes' | 'send' | 'query' | 'onLine' | 'onState' | 'onFreshSession' | 'onDrain'
>;

/** Hashes that call keys are made of; they come with the link, since the handshake does without. */
export interface Hashes {
  readonly text: HexHash;
  readonly bytes: (bytes: Uint8Array) => string;
}

/** Puts calls on the link under their host's id and key, once there is a link. */
export class Sender {
  private readonly shimId: string;
  private readonly calls: Calls;
  private readonly warn: (message: string) => void;
  private link: SessionLink | null = null;
  private hashes: Hashes | null = null;

  constructor(shimId: string, calls: Calls, warn: (message: string) => void) {
    this.shimId = shimId;
    this.calls = calls;
    this.warn = warn;
  }

  attach(link: SessionLink, hashes: Hashes): void {
    this.link = link;
    this.hashes = hashes;
  }

  get host(): Link['host'] {
    return this.link?.host ?? null;
  }

  get isReady(): boolean {
    return this.link?.state === 'ready';
  }

  /** A session with a host exists, be its socket up or not. */
  get isOpen(): boolean {
    return this.link?.state === 'ready' || this.link?.state === 'lost';
  }

  get pressed(): boolean {
    return this.link !== null && this.link.bufferedBytes > PRESSURE_BYTES;
  }

  /** Hands a call over; false where the link takes none. */
  send(call: Call): boolean {
    call.key ??= this.keyOf(call);
    const { request } = call;
    const line = call.hostId === request.rawId ? request.bytes : withHostId(request, call.hostId);
    const expiresAt = call.class === 'write' ? call.deadlineAt : null;
    const ticket = this.put(line, { key: call.key, class: call.class, expiresAt });
    if (ticket === null) return false;
    call.ticket = ticket;
    this.calls.move(call, 'sent');
    return true;
  }

  /** Notifications and the client's own answers are for the host that is there now, if one is. */
  pass(line: Uint8Array): void {
    if (this.isOpen) this.put(line, { key: null, class: 'notify', expiresAt: null });
  }

  /** Lines of the shim's own; allowed while a fresh session is being greeted. */
  greet(lines: readonly Uint8Array[]): void {
    for (const line of lines) this.put(line, { key: null, class: 'safe', expiresAt: null });
  }

  passCancel(call: Call, reason: string): void {
    const params = `{"requestId":${call.hostId},"reason":${JSON.stringify(reason)}}`;
    this.pass(Buffer.from(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`));
  }

  /** What became of a call with this key; null where nobody can be asked. Waits for a host. */
  async ask(key: string): Promise<CallState | null> {
    try {
      return this.link === null ? null : await this.link.query(key);
    } catch {
      return null;
    }
  }

  private put(line: Uint8Array, meta: CallMeta): number | null {
    try {
      return this.link === null ? null : this.link.send(line, meta);
    } catch (error) {
      this.warn(`the link took no line: ${error instanceof Error ? error.message : 'unknown'}`);
      return null;
    }
  }

  private keyOf({ class: kind, counter, request }: Call): string | null {
    const { hashes } = this;
    if (hashes === null || kind !== 'write') return null;
    if (request.idempotencyKey !== null) return clientCallKey(hashes.text, request.idempotencyKey);
    const paramsHash = hashes.bytes(request.params);
    return callKey(hashes.text, { shim: this.shimId, counter, method: request.method, paramsHash });
  }
}

/** The request's line under another id. */
function withHostId(request: Request, id: string): Uint8Array {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(request.method)}`);
  if (request.params.length === 0) return Buffer.concat([head, Buffer.from('}')]);
  return Buffer.concat([head, Buffer.from(',"params":'), request.params, Buffer.from('}')]);
}
