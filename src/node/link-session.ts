import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { WebSocket } from 'ws';
import type { Log } from '../core/ports.ts';
import type { CallMeta, CallState } from '../wire/call.ts';
import type { LinkClock } from '../wire/clock.ts';
import { UnitWriter } from '../wire/frame.ts';
import type { ShimCard } from '../wire/handshake.ts';
import { HIGH_WATER, LINE_LIMIT } from '../wire/limits.ts';
import { LinkStream } from '../wire/stream.ts';
import { parseUnit, printUnit } from '../wire/unit.ts';
import type { CloseCode, DataUnit, Unit } from '../wire/unit.ts';
import { bytesOf, closeSocket } from './link-handshake.ts';

/** A connected agent as the host sees it: lines in order, once each, however often its socket breaks. */
export interface LinkSession {
  readonly id: string;
  readonly shim: ShimCard;
  /** Whether a socket is open at the moment. */
  readonly connected: boolean;
  /**
   * Sends a line (no line feed inside). Resolves when there is room for more: await it before sending much.
   * @throws {SessionError} `too_large` above LINE_LIMIT bytes; `closed`.
   */
  send(line: string): Promise<void>;
  /**
   * Lines of the shim; none is lost if this is called late. A returned promise means "still busy with it": while too much
   * is pending the shim is held back. Whatever is thrown is logged, no more.
   */
  onLine(listener: (line: string, meta: CallMeta) => void | Promise<void>): void;
  /** Once, when the session has ended for good; not at a mere break of its socket. */
  onClose(listener: (reason: CloseCode | 'expired') => void): void;
  /** Ends the session; the shim is told why. */
  close(code: CloseCode, detail?: string): void;
}

export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: 'too_large' | 'closed';

  constructor(code: 'too_large' | 'closed') {
    super(code);
    this.code = code;
  }
}

/** What a session asks of the server that holds it. */
export interface SessionHost {
  readonly clock: LinkClock;
  readonly log: Log;
  answerQuery(key: string): Promise<CallState>;
  handOver(shim: ShimCard): Promise<void>;
  attached(session: HostSession): void;
  /** The socket broke; the session may be resumed. */
  detached(session: HostSession): void;
  ended(session: HostSession): void;
}

export class HostSession implements LinkSession {
  readonly id: string;
  readonly shim: ShimCard;
  readonly #host: SessionHost;
  readonly #stream: LinkStream;
  #socket: WebSocket | null = null;
  #writer: UnitWriter | null = null;
  #lastHeard = 0;
  #closed = false;
  #onLine: ((line: string, meta: CallMeta) => void | Promise<void>) | null = null;
  readonly #onClose: ((reason: CloseCode | 'expired') => void)[] = [];
  #waitingForRoom: (() => void)[] = [];

  constructor(id: string, shim: ShimCard, host: SessionHost) {
    this.id = id;
    this.shim = shim;
    this.#host = host;
    this.#stream = new LinkStream({
      clock: host.clock,
      deliver: (line, meta) => this.#deliver(line, meta),
      onRoom: () => this.#wakeSenders(),
    });
    this.#stream.pause(); // until somebody listens
  }

  get connected(): boolean {
    return this.#socket !== null;
  }

  /** Highest number received of the shim's lines. */
  get received(): number {
    return this.#stream.received;
  }

  /** When the shim was last heard, in milliseconds since 1970. */
  get lastHeard(): number {
    return this.#lastHeard;
  }

  /**
   * Goes on over a proven socket: `greet` (which writes the welcome) comes before the first line. False where the shim's
   * count does not fit; nothing was sent then.
   */
  attach(socket: WebSocket, connection: Socket, shimReceived: number, greet: () => void): boolean {
    if (this.#closed || !this.#stream.fits(shimReceived)) return false;
    this.dropSocket('replaced');
    this.#socket = socket;
    this.#writer = new UnitWriter(connection, false, nextTick);
    this.#host.attached(this);
    this.heard();
    socket.on('message', (data, isBinary) => {
      if (socket === this.#socket) this.#take(isBinary ? parseUnit(bytesOf(data)) : null);
    });
    socket.on('close', () => {
      if (socket === this.#socket) this.#detach();
    });
    greet();
    this.#stream.attach((header, line) => this.#write(header, line), shimReceived);
    return true;
  }

  heard(): void {
    this.#lastHeard = this.#host.clock.now();
  }

  /** Lets go of the socket alone: the session stays to be resumed. */
  dropSocket(code: CloseCode): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#detach();
    closeSocket(socket, code);
    this.#writer?.flush();
    socket.terminate();
  }

  async send(line: string): Promise<void> {
    if (this.#closed) throw new SessionError('closed');
    const bytes = Buffer.from(line);
    if (bytes.length > LINE_LIMIT) throw new SessionError('too_large');
    this.#stream.push(bytes, { key: null, class: 'notify', expiresAt: null });
    if (this.#stream.overflows) {
      this.close('overflow');
      throw new SessionError('closed');
    }
    if (this.#stream.bufferedBytes > HIGH_WATER) {
      await new Promise<void>((resolve) => this.#waitingForRoom.push(resolve));
    }
  }

  onLine(listener: (line: string, meta: CallMeta) => void | Promise<void>): void {
    this.#onLine = listener;
    this.#stream.resume();
  }

  onClose(listener: (reason: CloseCode | 'expired') => void): void {
    this.#onClose.push(listener);
  }

  close(code: CloseCode, detail = ''): void {
    const socket = this.#socket;
    this.end(code);
    if (socket !== null) closeSocket(socket, code, detail);
  }

  /** Ends the session without a word to the shim. */
  end(reason: CloseCode | 'expired'): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket = null;
    this.#stream.detach();
    this.#wakeSenders();
    this.#host.ended(this);
    for (const listener of this.#onClose) listener(reason);
  }

  #take(unit: Unit | null): void {
    this.heard();
    switch (unit?.kind) {
      case 'data':
        return this.#takeData(unit);
      case 'ack':
        if (!this.#stream.acknowledge(unit.ack)) this.dropSocket('malformed');
        return;
      case 'ping':
        return this.#say({ kind: 'pong', n: unit.n });
      case 'query':
        return void this.#answerQuery(unit.key);
      case 'handover':
        return void this.#handOver();
      case 'close':
        if (unit.code === 'bye' || unit.code === 'overflow') this.close(unit.code);
        else this.dropSocket(unit.code);
        return;
      default:
        this.#host.log.warn(`link: session ${this.id} sent what is no unit of a shim`);
        this.dropSocket('malformed');
    }
  }

  #takeData(unit: DataUnit): void {
    const verdict = this.#stream.receive(unit);
    if (verdict === 'gap') this.dropSocket('gap');
    if (verdict === 'bad_ack') this.dropSocket('malformed');
  }

  async #answerQuery(key: string): Promise<void> {
    const state = await this.#host.answerQuery(key).catch((error: unknown): CallState => {
      this.#host.log.error(`link: a query failed: ${String(error)}`);
      return { state: 'unknown', detail: '{}' };
    });
    this.#say({ kind: 'state', key, state });
  }

  async #handOver(): Promise<void> {
    try {
      await this.#host.handOver(this.shim);
      this.#say({ kind: 'released' });
    } catch (error) {
      this.#say({ kind: 'refused', detail: String(error) });
    }
  }

  #say(unit: Exclude<Unit, DataUnit>): void {
    this.#write(printUnit(unit), null);
  }

  #write(header: string, line: Uint8Array | null): void {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== socket.OPEN) return; // its close event follows, and a resume sends again
    this.#writer?.write(header, line);
  }

  #deliver(line: Uint8Array, meta: CallMeta): void | Promise<void> {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString('utf8');
    const failed = (error: unknown): void => this.#host.log.error(`link: a line was not taken: ${String(error)}`);
    try {
      const taken: unknown = this.#onLine?.(text, meta); // a listener typed void may return anything
      if (taken instanceof Promise) return taken.then(() => undefined, failed);
    } catch (error) {
      failed(error);
    }
  }

  #detach(): void {
    this.#socket = null;
    this.#stream.detach();
    if (!this.#closed) this.#host.detached(this);
  }

  #wakeSenders(): void {
    const waiting = this.#waitingForRoom;
    this.#waitingForRoom = [];
    for (const wake of waiting) wake();
  }
}
