import { jsonObject } from '../../wire/ascii.ts';
import type { CallState } from '../../wire/call.ts';
import type { HostFacts } from '../../wire/handshake.ts';

import { LinkError } from '../link-contract.ts';
import type { FreshSession, LinkState } from '../link-contract.ts';
import type { Probed } from '../probe-line.ts';
import { outcomeIn, readHostLine } from '../read-host-line.ts';
import type { SessionLink } from '../sender.ts';

import { ChildGreeting } from './child-greeting.ts';
import type { Greeted, GreetingOptions } from './child-greeting.ts';
import { Child } from './child.ts';
import { Restarts } from './restarts.ts';

export interface ChildLinkOptions extends GreetingOptions {
  readonly command: readonly string[];
  /** Within a window (see restarts.ts). */
  readonly restarts: number;
  /** What a server has answered to `initialize`. */
  readonly onGreeted: (outcome: Greeted) => void;
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
  private readonly greeting: ChildGreeting;
  private child: Child | null = null;
  private waiting = false;
  private paused = false;
  /** Params of `initialize`. */
  private params: Uint8Array | null = null;
  private takesLines = false;
  private sessions = 0;
  private tickets = 0;
  private lastEnd = '';
  /** What the server has said to nobody before it ended: as a rule, why. */
  private lastWords = '';
  private lineListener: (line: Buffer) => void = () => undefined;
  private freshListener: (session: FreshSession) => void = () => undefined;
  private drainListener: () => void = () => undefined;
  private stateListener: (state: LinkState) => void = () => undefined;

  constructor(options: ChildLinkOptions) {
    this.options = options;
    this.restarts = new Restarts(options.restarts);
    this.greeting = new ChildGreeting(options);
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
  open(params: Uint8Array | null): void {
    if (this.state === 'closed') return;
    this.params = params;
    if (this.child !== null) {
      if (params !== null && !this.greeting.isDone) this.greet(this.child, params);
    } else if (!this.waiting) this.start();
  }

  /** Ends the server because it does not answer. */
  kill(): void {
    this.child?.kill();
  }

  /** Final. */
  async close(): Promise<void> {
    this.become('closed');
    this.greeting.over();
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
    const child = new Child(command, {
      line: (bytes) => this.take(bytes),
      tooLong: onTooLong,
      ended: (how, started) => this.ended(how, started),
      onDrain: () => this.drainListener(),
    });
    this.child = child;
    if (this.paused) child.pause();
    if (this.params === null) this.ready();
    else this.greet(child, this.params);
  }

  private greet(child: Child, params: Uint8Array): void {
    if (this.greeting.isOpen) return;
    this.become('dialing');
    this.greeting.say(child, params);
  }

  private take(line: Uint8Array): void {
    if (this.greeting.isOpen) {
      const greeted = this.greeting.answerIn(line, this.child);
      if (greeted !== null) return this.takeGreeting(greeted);
      this.lastWords = complaintIn(line) ?? this.lastWords;
    } else if (line[0] === OPEN_BRACE) this.restarts.worked();
    if (!this.greeting.takesList(line))
      return this.lineListener(Buffer.from(line.buffer, line.byteOffset, line.length));
    if ('result' in (outcomeIn(line) ?? {})) this.options.onListed(line);
  }

  private takeGreeting(greeted: Greeted): void {
    const isRefusal = 'error' in greeted;
    // One that has greeted us before is broken now; a first refusal is for the client to read.
    if (isRefusal && this.greeting.wasDone) return this.kill();
    this.options.onGreeted(greeted);
    if (!isRefusal) this.ready();
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
        leftInOrder: false,
      });
    }
    this.become('ready');
    if (isFresh && this.sessions > 1 && this.options.asksForTools()) this.greeting.askForTools(this.child);
  }

  private ended(end: string, started: boolean): void {
    const { log, onEnded, onNotFound, onGaveUp } = this.options;
    const how = this.lastWords === '' ? end : `${end}, after "${this.lastWords}"`;
    this.lastEnd = how;
    this.lastWords = '';
    this.child = null;
    this.greeting.over();
    this.takesLines = false;
    if (this.state === 'closed') return;
    this.become('dialing');
    log('warn', `the server has ended: ${how}`);
    onEnded(how);
    if (!started) return onNotFound(how);
    const again = this.params === null ? null : this.greeting.triedInVain();
    if (again !== null) return onGaveUp(how, again);
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
  if (readHostLine(line).kind !== 'unreadable') return null;
  const outcome = outcomeIn(line);
  const message = outcome !== null && 'error' in outcome ? jsonObject(outcome.error)?.['message'] : null;
  return typeof message === 'string' ? (message.split('\n', 1)[0] ?? '').slice(0, 200) : null;
}

const OPEN_BRACE = 0x7b;

/** Of a stranger nothing is known. */
const FACTS: HostFacts = { kind: 'headless', version: '', pid: 0, vault: '', readOnlyTools: [], toolsHash: '' };
