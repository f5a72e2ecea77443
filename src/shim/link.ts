import { Buffer } from 'node:buffer';
import type { CallMeta, CallState } from '../wire/call.ts';
import type { LinkClock } from '../wire/clock.ts';
import type { HostFacts, Welcome } from '../wire/handshake.ts';
import { LINE_LIMIT } from '../wire/limits.ts';
import { isKey } from '../wire/unit.ts';
import type { CloseCode, DataUnit, Unit } from '../wire/unit.ts';
import { shimClock } from './link-clock.ts';
import { LinkError } from './link-contract.ts';
import type { FreshSession, Link, LinkOptions, LinkState, LinkTrouble } from './link-contract.ts';
import { Dialing } from './link-dialing.ts';
import { HandOver } from './link-hand-over.ts';
import { Heartbeat } from './link-heartbeat.ts';
import { Queries } from './link-queries.ts';
import { ShimSession } from './link-session.ts';
import { LinkSocket } from './link-socket.ts';
import type { OpenSocket } from './link-socket.ts';

export * from './link-contract.ts';

/** What tests lend in place of the machine's own. */
export interface LinkSurroundings {
  readonly clock?: LinkClock;
  readonly random?: () => number;
}

/** A link that is `cold`: nothing happens before `open()`. */
export function connectLink(options: LinkOptions, surroundings: LinkSurroundings = {}): Link {
  return new ShimLink(options, surroundings);
}

class ShimLink implements Link {
  readonly #options: LinkOptions;
  readonly #clock: LinkClock;
  readonly #dialing: Dialing;
  readonly #heartbeat: Heartbeat;
  readonly #session: ShimSession;
  readonly #queries = new Queries();
  readonly #handOver = new HandOver();
  #state: LinkState = 'cold';
  #host: HostFacts | null = null;
  #socket: LinkSocket | null = null;
  #met = false;
  readonly #onState: ((state: LinkState) => void)[] = [];
  readonly #onTrouble: ((trouble: LinkTrouble) => void)[] = [];
  readonly #onFreshSession: ((session: FreshSession) => void)[] = [];
  readonly #onDrain: (() => void)[] = [];

  constructor(options: LinkOptions, { clock = shimClock, random = Math.random }: LinkSurroundings) {
    this.#options = options;
    this.#clock = clock;
    this.#session = new ShimSession(clock, () => this.#onDrain.forEach((listener) => listener()));
    this.#dialing = new Dialing({
      ...options,
      clock,
      random,
      resume: () => this.#session.resumeRequest,
      welcomed: (open, welcome, generation) => this.#welcomed(open, welcome, generation),
      failed: (trouble) => {
        for (const listener of this.#onTrouble) listener(trouble);
      },
    });
    this.#heartbeat = new Heartbeat({
      clock,
      busy: () => options.callsInFlight() > 0,
      ping: (n) => this.#say({ kind: 'ping', n }),
      dead: (why) => this.#drop('silent', why),
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  get trouble(): LinkTrouble | null {
    return this.#dialing.trouble;
  }

  get host(): HostFacts | null {
    return this.#host;
  }

  get bufferedBytes(): number {
    return this.#session.bufferedBytes;
  }

  open(): void {
    if (this.#state !== 'cold') return this.#dialing.now();
    this.#become('dialing');
    this.#dialing.dial();
  }

  hurry(): void {
    this.#dialing.hurry();
  }

  send(line: Uint8Array | string, meta: CallMeta): number {
    if (!this.#met || this.#state === 'closed') throw new LinkError('not_open', `the link is ${this.#state}`);
    if (meta.key !== null && !isKey(meta.key)) throw new LinkError('bad_key', 'no key of a call');
    const bytes = typeof line === 'string' ? Buffer.from(line) : line;
    if (bytes.length > LINE_LIMIT) throw new LinkError('too_large', `${bytes.length} bytes`);
    const ticket = this.#session.send(bytes, meta);
    if (this.#session.overflows) this.#giveSessionUp();
    return ticket;
  }

  onLine(listener: (line: Buffer) => void): void {
    this.#session.listen(listener);
  }

  pause(): void {
    this.#session.pause(true);
  }

  resume(): void {
    this.#session.pause(false);
  }

  onState(listener: (state: LinkState) => void): void {
    this.#onState.push(listener);
  }

  onTrouble(listener: (trouble: LinkTrouble) => void): void {
    this.#onTrouble.push(listener);
  }

  onFreshSession(listener: (session: FreshSession) => void): void {
    this.#onFreshSession.push(listener);
  }

  onDrain(listener: () => void): void {
    this.#onDrain.push(listener);
  }

  query(key: string): Promise<CallState> {
    if (this.#state === 'cold') return Promise.reject(new LinkError('not_open', 'the link is cold'));
    if (this.#state === 'closed') return Promise.reject(new LinkError('closed', 'the link was closed'));
    if (!isKey(key)) return Promise.reject(new LinkError('bad_key', 'no key of a call'));
    return this.#queries.ask(key, (asked) => this.#say({ kind: 'query', key: asked }));
  }

  requestHandOver(): Promise<void> {
    if (this.#socket === null) return Promise.reject(new LinkError('not_open', `the link is ${this.#state}`));
    return this.#handOver.ask(() => this.#say({ kind: 'handover' }));
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    const socket = this.#socket;
    this.#socket = null;
    this.#become('closed');
    this.#dialing.stop();
    this.#heartbeat.stop();
    this.#session.detach();
    this.#queries.close();
    this.#handOver.end(new LinkError('closed', 'the link was closed'));
    await socket?.leave(this.#clock);
  }

  #welcomed(open: OpenSocket, welcome: Welcome, generation: string): void {
    this.#host = welcome.host;
    const socket = new LinkSocket(open, {
      unit: (unit) => this.#take(unit),
      closed: () => this.#detach('the socket closed'),
    });
    this.#socket = socket;
    this.#heartbeat.start();
    if (!welcome.resumed) this.#begin(welcome, generation, socket);
    else if (!this.#session.attach(socket.write, welcome.received)) return this.#giveSessionUp();
    this.#queries.askAgain((key) => this.#say({ kind: 'query', key }));
    if (this.#socket === socket) this.#become('ready');
  }

  /** A session that continues none: the front settles what the former one left open. */
  #begin(welcome: Welcome, generation: string, { write }: LinkSocket): void {
    const former = this.#session.begin(welcome, generation, write);
    const first = !this.#met;
    this.#met = true;
    this.#options.log('info', `link: ${first ? 'first' : 'new'} session with ${welcome.host.kind} host`);
    for (const listener of this.#onFreshSession) listener({ first, generation, host: welcome.host, ...former });
  }

  #take(unit: Unit | null): void {
    this.#heartbeat.heard();
    switch (unit?.kind) {
      case 'data':
        return this.#takeData(unit);
      case 'ack':
        if (!this.#session.acknowledge(unit.ack)) this.#drop('malformed', 'acknowledged the unsent');
        return;
      case 'ping':
        return this.#say({ kind: 'pong', n: unit.n });
      case 'pong':
        return;
      case 'state':
        return this.#queries.answered(unit.key, unit.state);
      case 'released':
        return this.#handOver.end(null);
      case 'refused':
        return this.#handOver.end(new LinkError('refused', unit.detail));
      case 'close':
        if (unit.code === 'leaving') this.#session.hostLeaves();
        return this.#drop(null, `the host closed: ${unit.code}`);
      default:
        this.#drop('malformed', 'no unit of a host');
    }
  }

  #takeData(unit: DataUnit): void {
    const verdict = this.#session.receive(unit);
    if (verdict === 'gap') this.#drop('gap', `unit ${unit.seq} came too early`);
    if (verdict === 'bad_ack') this.#drop('malformed', 'acknowledged the unsent');
  }

  #say(unit: Exclude<Unit, DataUnit>): void {
    this.#socket?.say(unit);
  }

  /** Lets go of a socket that is not to be trusted, and dials again. */
  #drop(code: CloseCode | null, why: string): void {
    const socket = this.#socket;
    if (socket === null) return;
    if (code !== null) socket.bid(code, why);
    this.#detach(why);
    socket.terminate();
  }

  #detach(why: string): void {
    this.#socket = null;
    this.#heartbeat.stop();
    this.#session.detach();
    this.#handOver.end(new LinkError('closed', why));
    if (this.#state === 'closed') return;
    this.#options.log('info', `link: lost: ${why}`);
    this.#dialing.again();
    this.#become('lost');
  }

  #giveSessionUp(): void {
    this.#session.forget();
    this.#drop('overflow', 'the session cannot go on');
  }

  #become(state: LinkState): void {
    if (this.#state === state || this.#state === 'closed') return;
    this.#state = state;
    for (const listener of this.#onState) listener(state);
  }
}
