import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Log } from '../core/ports.ts';
import type { CallState } from '../wire/call.ts';
import type { LinkClock } from '../wire/clock.ts';
import { urlOf } from '../wire/endpoint.ts';
import { printWelcome } from '../wire/handshake.ts';
import type { Hello, HostFacts, Proving, ShimCard } from '../wire/handshake.ts';
import { HANDSHAKE_LIMIT, HANDSHAKE_MS, LINK_HOST, SESSIONS_OPEN, SUBPROTOCOL, UNIT_LIMIT } from '../wire/limits.ts';
import { UNPROVEN_SOCKETS } from '../wire/limits.ts';
import type { CloseCode } from '../wire/unit.ts';
import { nodeClock } from './link-clock.ts';
import { judgeUpgrade, refusePlainHttp, refuseUpgrade } from './link-gate.ts';
import { closeSocket, proveShim } from './link-handshake.ts';
import { nodeProving } from './link-proving.ts';
import { SessionRoll } from './link-roll.ts';
import { HostSession } from './link-session.ts';
import type { LinkSession, SessionHost } from './link-session.ts';

export interface LinkServerOptions {
  /** From `newToken()`; stands in the endpoint file, never travels. */
  readonly token: string;
  /** Of the lock that this host holds; sessions of another generation are not resumed. */
  readonly generation: string;
  /** Asked anew for each welcome. */
  readonly facts: () => HostFacts;
  /** A new agent. Register its `onLine` and `onClose` before returning. */
  readonly onSession: (session: LinkSession) => void;
  /** What the journal knows of a call. */
  readonly answerQuery: (key: string) => Promise<CallState>;
  /** Another host asks this one to leave; resolve when the vault is let go, reject to stay. */
  readonly onHandOver: (from: ShimCard) => Promise<void>;
  readonly log: Log;
  /** The port that shims dial, where a forwarder on this machine stands before ours; proofs are bound to it. */
  readonly dialledPort?: () => number;
  readonly clock?: LinkClock;
  readonly proving?: Proving;
}

export interface LinkServer {
  readonly port: number;
  /** For the endpoint file. */
  readonly url: string;
  /** Agents, those whose socket is broken at the moment included. */
  sessions(): readonly LinkSession[];
  /**
   * Stops listening, tells every shim that this host leaves, ends every session; after at most 250 ms every socket is
   * gone. Idempotent.
   */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 at a port of the system's choice. */
export async function createLinkServer(options: LinkServerOptions): Promise<LinkServer> {
  const server = new RunningServer(options);
  await server.listen();
  return server;
}

const CLOSE_GRACE_MS = 250;
/** After so many wrong proofs a refusal is held back until the handshake's time is up: guessing gets slow. */
const PATIENCE = 5;

class RunningServer implements LinkServer, SessionHost {
  readonly clock: LinkClock;
  readonly log: Log;
  readonly #options: LinkServerOptions;
  readonly #http: Server;
  readonly #upgrader: WebSocketServer;
  readonly #roll: SessionRoll;
  /** Every connection, with what calls its handshake's time limit off; null once proven. */
  readonly #connections = new Map<Socket, (() => void) | null>();
  readonly #sockets = new Set<WebSocket>();
  #wrongProofs = 0;
  #closing: Promise<void> | null = null;

  constructor(options: LinkServerOptions) {
    this.#options = options;
    this.clock = options.clock ?? nodeClock;
    this.log = options.log;
    this.#roll = new SessionRoll(this.clock);
    this.#upgrader = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: UNIT_LIMIT,
      handleProtocols: () => SUBPROTOCOL,
    });
    this.#http = createServer({ maxHeaderSize: HANDSHAKE_LIMIT }, refusePlainHttp);
    this.#http.on('connection', (socket: Socket) => this.#admit(socket));
    this.#http.on('clientError', (_error, socket) => socket.destroy());
    // A connection that cannot be taken in, as when no descriptor is left, is an 'error' of the server; with nobody to
    // hear it, it would end the whole process, be it the app's. The shim dials again.
    this.#http.on('error', (error) => this.log.warn(`link: ${error.message}`));
    this.#http.on('upgrade', (request, socket, head) => {
      const verdict = this.#closing === null ? judgeUpgrade(request, this.#address) : 'path';
      if (verdict !== null) {
        this.log.warn(`link: refused an upgrade for its ${verdict}`);
        return refuseUpgrade(socket);
      }
      this.#upgrader.handleUpgrade(request, socket, head, (opened) => this.#prove(opened, request.socket));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen({ host: LINK_HOST, port: 0 }, () => {
        this.#http.off('error', reject);
        resolve();
      });
    });
  }

  get port(): number {
    return (this.#http.address() as AddressInfo | null)?.port ?? 0;
  }

  get url(): string {
    return urlOf(this.#dialledPort);
  }

  sessions(): readonly LinkSession[] {
    return this.#roll.all();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  answerQuery(key: string): Promise<CallState> {
    return this.#options.answerQuery(key);
  }

  handOver(shim: ShimCard): Promise<void> {
    return this.#options.onHandOver(shim);
  }

  attached(session: HostSession): void {
    this.#roll.wake(session);
  }

  detached(session: HostSession): void {
    this.#roll.keep(session);
  }

  ended(session: HostSession): void {
    this.#roll.remove(session);
  }

  get #address(): string {
    return `${LINK_HOST}:${this.#dialledPort}`;
  }

  get #dialledPort(): number {
    return this.#options.dialledPort?.() ?? this.port;
  }

  /** Bears a stranger for two seconds, and few of them at once. */
  #admit(socket: Socket): void {
    const unproven = [...this.#connections.values()].filter((limit) => limit !== null).length;
    if (unproven >= UNPROVEN_SOCKETS || this.#closing !== null) {
      socket.on('error', () => socket.destroy());
      socket.destroy();
      return;
    }
    const callOff = this.clock.after(HANDSHAKE_MS, () => socket.destroy());
    this.#connections.set(socket, callOff);
    socket.on('close', () => {
      this.#connections.get(socket)?.();
      this.#connections.delete(socket);
    });
  }

  #prove(opened: WebSocket, connection: Socket): void {
    this.#sockets.add(opened);
    opened.on('close', () => this.#sockets.delete(opened));
    opened.on('error', (error) => this.log.warn(`link: ${error.message}`));
    const stopCounting = limitBytes(connection, HANDSHAKE_LIMIT);
    const { token, generation, proving = nodeProving } = this.#options;
    proveShim(
      opened,
      { token, generation, address: this.#address, proving },
      (hello) => {
        stopCounting();
        this.#connections.get(connection)?.();
        this.#connections.set(connection, null);
        this.#wrongProofs = 0;
        this.#seat(opened, connection, hello);
      },
      (code) => this.#refuse(opened, code),
    );
  }

  #refuse(opened: WebSocket, code: CloseCode): void {
    this.log.warn(`link: refused a shim: ${code}`);
    if (code === 'proof' && ++this.#wrongProofs > PATIENCE) return; // the time limit ends it
    closeSocket(opened, code);
  }

  /** Gives a proven socket its session: the one it asks for, if it can go on, else a new one. */
  #seat(opened: WebSocket, connection: Socket, hello: Hello): void {
    if (this.#closing !== null) return closeSocket(opened, 'leaving');
    const { resume, shim } = hello;
    const former = resume?.generation === this.#options.generation ? this.#roll.find(resume.session, shim.id) : null;
    if (former !== null && resume !== null) {
      const greet = (): void => this.#welcome(opened, former, true);
      if (former.attach(opened, connection, resume.received, greet)) return;
    }
    // A shim has one session: what it does not go on with, it has given up.
    for (const session of this.#roll.all()) if (session.shim.id === shim.id) session.close('replaced');
    if (this.#roll.connected >= SESSIONS_OPEN) return closeSocket(opened, 'busy');
    const session = new HostSession((this.#options.proving ?? nodeProving).nonce(), shim, this);
    this.#roll.add(session);
    this.#options.onSession(session);
    session.attach(opened, connection, 0, () => this.#welcome(opened, session, false));
  }

  #welcome(opened: WebSocket, session: HostSession, resumed: boolean): void {
    const { received } = session;
    const welcome = printWelcome({ session: session.id, resumed, received, host: this.#options.facts() });
    opened.send(Buffer.from(welcome));
  }

  async #close(): Promise<void> {
    const stopped = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    for (const session of this.#roll.all()) session.close('leaving');
    for (const [socket, limit] of this.#connections) if (limit !== null) socket.destroy();
    this.#roll.close();
    const gone = [...this.#sockets].map((socket) => new Promise<void>((resolve) => socket.once('close', resolve)));
    const callOff = this.clock.after(CLOSE_GRACE_MS, () => {
      for (const socket of this.#sockets) socket.terminate();
      for (const socket of this.#connections.keys()) socket.destroy();
    });
    await Promise.all([...gone, stopped]);
    callOff();
  }
}

/** Ends a connection that sends more than so many bytes; the returned function lifts the limit. */
function limitBytes(connection: Socket, limit: number): () => void {
  let seen = 0;
  const count = (chunk: Buffer): void => {
    seen += chunk.length;
    if (seen > limit) connection.destroy();
  };
  connection.prependListener('data', count);
  return () => connection.off('data', count);
}
