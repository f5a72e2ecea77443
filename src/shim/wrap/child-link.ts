import { jsonObject } from '../../wire/ascii.ts';
import type { CallState } from '../../wire/call.ts';
import type { LinkClock } from '../../wire/clock.ts';
import type { HostFacts } from '../../wire/handshake.ts';

import { LinkError } from '../link-contract.ts';
import type { FreshSession, LinkState } from '../link-contract.ts';
import type { Probed } from '../probe-line.ts';
import { idKeyOf } from '../read-line.ts';
import { outcomeIn, readHostLine } from '../read-host-line.ts';
import type { SessionLink } from '../sender.ts';

import { Child } from './child.ts';
import { Restarts } from './restarts.ts';

/** A server may be fetched from a registry before it says its first word. */
const HANDSHAKE_MS = 60_000;
/** One that has never answered is set up wrongly, most likely: after so many starts in a row the client is told. */
const FIRST_TRIES = 5;

export interface ChildLinkOptions {
  readonly command: readonly string[];
  /** Within a window (see restarts.ts). */
  readonly restarts: number;
  /** Starts the ids of our own lines. */
  readonly idPrefix: string;
  readonly clock: LinkClock;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
  /** What a server has answered to `initialize`. */
  readonly onGreeted: (outcome: { readonly result: string } | { readonly error: string }) => void;
  /** It has ended; it will be started again unless one of the next two follows. */
  readonly onEnded: (how: string) => void;
  readonly onGaveUp: (how: string, times: number) => void;
  readonly onNotFound: (how: string) => void;
  /** Whether a server that was started again is asked for its tools; its answer then goes to `onListed`. */
  readonly asksForTools: () => boolean;
  readonly onListed: (line: Uint8Array) => void;
  readonly onTooLong: (probed: Probed, byteCount: number) => void;
}

/**
 * A link whose host is a child process: started when first needed, greeted with the client's recorded `initialize`, and
 * started again when it ends. `ready` means that it has answered the greeting, if there is one.
 */
export class ChildLink implements SessionLink {
  state: LinkState = 'cold';
  host: HostFacts | null = null;
  private readonly options: ChildLinkOptions;
  private readonly restarts: Restarts;
  private child: Child | null = null;
  private waiting = false;
  private paused = false;
  private greeting: Uint8Array | null = null;
  /** Of the greeting that the present child has not answered. */
  private awaitedId: string | null = null;
  /** Of our own question for the tools. */
  private awaitedList: string | null = null;
  private stopHandshakeLimit: () => void = () => undefined;
  private isGreeted = false;
  private wasGreeted = false;
  private takesLines = false;
  private sessions = 0;
  private tickets = 0;
  private ids = 0;
  private lastEnd = '';
  /** What the server has said to nobody before it ended: as a rule, why. */
  private lastWords = '';
  private tries = 0;
  private lineListener: (line: Buffer) => void = () => undefined;
  private freshListener: (session: FreshSession) => void = () => undefined;
  private drainListener: () => void = () => undefined;
  private stateListener: (state: LinkState) => void = () => undefined;

  constructor(options: ChildLinkOptions) {
    this.options = options;
    this.restarts = new Restarts(options.restarts);
  }

  get bufferedBytes(): number {
    return this.child?.bufferedBytes ?? 0;
  }

  onLine(listener: (line: Buffer) => void): void {
    this.lineListener = listener;
  }

  onFreshSession(listener: (session: FreshSession) => void): void {
    this.freshListener = listener;
  }

  onState(listener: (state: LinkState) => void): void {
    this.stateListener = listener;
  }

  onDrain(listener: () => void): void {
    this.drainListener = listener;
  }

  send(line: Uint8Array | string): number {
    if (this.child === null || !this.takesLines) throw new LinkError('not_open', this.state);
    this.child.write(line);
    this.tickets++;
    return this.tickets;
  }

  /** A process that has ended can tell nothing. */
  query(): Promise<CallState> {
    return Promise.resolve({ state: 'unknown', detail: '' });
  }

  pause(): void {
    this.paused = true;
    this.child?.pause();
  }

  resume(): void {
    this.paused = false;
    this.child?.resume();
  }

  /** Starts the server unless it runs or is about to; greets it with these params of `initialize`, as each later one. */
  open(greeting: Uint8Array | null): void {
    if (this.state === 'closed') return;
    this.greeting = greeting;
    if (this.child !== null) {
      if (greeting !== null && !this.isGreeted) this.greet(this.child, greeting);
    } else if (!this.waiting) this.start();
  }

  /** Ends the server because it does not answer. */
  kill(): void {
    this.child?.kill();
  }

  /** Final. */
  async close(): Promise<void> {
    this.become('closed');
    this.stopHandshakeLimit();
    await this.child?.leave();
  }

  private start(): void {
    const { command, clock, log } = this.options;
    if (this.sessions > 0 || this.restarts.count(clock.now()) > 0) return this.restart(this.lastEnd);
    log('info', `starting ${command.join(' ')}`);
    this.spawn();
  }

  private spawn(): void {
    const { command, onTooLong } = this.options;
    this.become('dialing');
    this.isGreeted = false;
    const child = new Child(command, {
      line: (bytes) => this.take(bytes),
      tooLong: onTooLong,
      ended: (how, started) => this.ended(how, started),
      onDrain: () => this.drainListener(),
    });
    this.child = child;
    if (this.paused) child.pause();
    if (this.greeting === null) this.ready();
    else this.greet(child, this.greeting);
  }

  private greet(child: Child, params: Uint8Array): void {
    if (this.awaitedId !== null) return;
    this.ids++;
    const id = JSON.stringify(`${this.options.idPrefix}${this.ids}`);
    this.awaitedId = idKeyOf(id);
    this.become('dialing');
    const tail = params.length === 0 ? [Buffer.from('}')] : [Buffer.from(',"params":'), params, Buffer.from('}')];
    child.write(Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"initialize"`), ...tail]));
    this.stopHandshakeLimit = this.options.clock.after(HANDSHAKE_MS, () => {
      this.options.log('warn', `no answer to initialize within ${HANDSHAKE_MS / 1000} s: ending the server`);
      child.kill();
    });
  }

  private take(line: Uint8Array): void {
    if (this.awaitedId !== null) {
      const message = readHostLine(line);
      if (message.kind === 'answer' && message.idKey === this.awaitedId) return this.takeGreeting(line);
      if (message.kind === 'unreadable') this.lastWords = complaintIn(line) ?? this.lastWords;
    } else if (line[0] === OPEN_BRACE) this.restarts.worked();
    if (this.awaitedList !== null && this.takeList(line)) return;
    this.lineListener(Buffer.from(line.buffer, line.byteOffset, line.length));
  }

  private takeGreeting(line: Uint8Array): void {
    const { log, onGreeted } = this.options;
    this.awaitedId = null;
    this.stopHandshakeLimit();
    const outcome = outcomeIn(line) ?? { error: '{"code":-32603,"message":"an empty answer to initialize"}' };
    if ('error' in outcome) {
      // One that has greeted us before is broken now; a first refusal is for the client to read.
      if (this.wasGreeted) return this.kill();
      return onGreeted(outcome);
    }
    this.isGreeted = true;
    this.tries = 0;
    this.wasGreeted = true;
    this.child?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    log('info', 'handshake complete');
    onGreeted(outcome);
    this.ready();
  }

  private askForTools(): void {
    this.ids++;
    const id = JSON.stringify(`${this.options.idPrefix}${this.ids}`);
    this.awaitedList = idKeyOf(id);
    this.child?.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
  }

  /** Whether this line answers that question: it is then nobody else's. */
  private takeList(line: Uint8Array): boolean {
    const message = readHostLine(line);
    if (message.kind !== 'answer' || message.idKey !== this.awaitedList) return false;
    this.awaitedList = null;
    if (!message.isError) this.options.onListed(line);
    return true;
  }

  private ready(): void {
    const isFresh = !this.takesLines;
    this.takesLines = true;
    this.host = FACTS;
    if (isFresh) {
      this.sessions++;
      // All that an earlier server was doing has been settled when it ended.
      const acknowledged = this.tickets;
      this.freshListener({
        first: this.sessions === 1,
        generation: String(this.sessions),
        host: FACTS,
        acknowledged,
      });
    }
    this.become('ready');
    if (isFresh && this.sessions > 1 && this.options.asksForTools()) this.askForTools();
  }

  private ended(end: string, started: boolean): void {
    const { log, onEnded, onNotFound, onGaveUp } = this.options;
    const how = this.lastWords === '' ? end : `${end}, after "${this.lastWords}"`;
    this.lastEnd = how;
    this.lastWords = '';
    this.child = null;
    this.awaitedId = null;
    this.awaitedList = null;
    this.takesLines = false;
    this.stopHandshakeLimit();
    if (this.state === 'closed') return;
    this.become('dialing');
    log('warn', `the server has ended: ${how}`);
    onEnded(how);
    if (!started) return onNotFound(how);
    this.tries++;
    if (!this.wasGreeted && this.greeting !== null && this.tries >= FIRST_TRIES) {
      const times = this.tries - 1;
      this.tries = 0;
      return onGaveUp(how, times);
    }
    this.restart(how);
  }

  private restart(how: string): void {
    const { clock, log, restarts: limit, onGaveUp } = this.options;
    const pause = this.restarts.next(clock.now());
    if (pause === null) {
      log('warn', `the server has ended too often (${limit} restarts): it is left alone for now`);
      return onGaveUp(how, limit);
    }
    log('info', `starting it again in ${pause} ms (restart ${this.restarts.count(clock.now())} of ${limit})`);
    this.waiting = true;
    clock.after(pause, () => {
      this.waiting = false;
      if (this.state !== 'closed') this.spawn();
    });
  }

  private become(state: LinkState): void {
    if (this.state === 'closed' || this.state === state) return;
    this.state = state;
    this.stateListener(state);
  }
}

/** The message of an error that has no id, its first line. */
function complaintIn(line: Uint8Array): string | null {
  const outcome = outcomeIn(line);
  const message = outcome !== null && 'error' in outcome ? jsonObject(outcome.error)?.['message'] : null;
  return typeof message === 'string' ? (message.split('\n', 1)[0] ?? '').slice(0, 200) : null;
}

const OPEN_BRACE = 0x7b;

/** Of a stranger nothing is known. */
const FACTS: HostFacts = { kind: 'headless', version: '', pid: 0, vault: '', readOnlyTools: [], toolsHash: '' };
