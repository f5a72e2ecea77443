import type { LinkClock } from '../../wire/clock.ts';

import { outcomeIn, readHostLine } from '../read-host-line.ts';
import { idKeyOf } from '../read-line.ts';

import type { Child } from './child.ts';

/** A server may be fetched from a registry before it says its first word. */
const HANDSHAKE_MS = 60_000;
/** One that has never answered is set up wrongly, most likely: after so many starts in a row the client is told. */
const FIRST_TRIES = 5;

/** The answer to an `initialize`, as JSON text. */
export type Greeted = { readonly result: string } | { readonly error: string };

export interface GreetingOptions {
  /** Starts the ids of our own lines. */
  readonly idPrefix: string;
  readonly clock: LinkClock;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
}

/** What is said to each child in our own name, and which of its lines answer that: those are nobody else's. */
export class ChildGreeting {
  private readonly options: GreetingOptions;
  private ids = 0;
  private awaitedGreeting: string | null = null;
  private awaitedList: string | null = null;
  private stopLimit: () => void = () => undefined;
  private done = false;
  private everDone = false;
  private tries = 0;

  constructor(options: GreetingOptions) {
    this.options = options;
  }

  /** Whether the present child has not answered its greeting. */
  get isOpen(): boolean {
    return this.awaitedGreeting !== null;
  }

  /** Whether the present child has answered it with a result. */
  get isDone(): boolean {
    return this.done;
  }

  /** Whether some child has. */
  get wasDone(): boolean {
    return this.everDone;
  }

  /** Says `initialize` with these params; one that does not answer within a minute is ended. */
  say(child: Child, params: Uint8Array): void {
    const { clock, log } = this.options;
    const id = this.newId();
    this.awaitedGreeting = idKeyOf(id);
    const tail = params.length === 0 ? [Buffer.from('}')] : [Buffer.from(',"params":'), params, Buffer.from('}')];
    child.write(Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"initialize"`), ...tail]));
    this.stopLimit = clock.after(HANDSHAKE_MS, () => {
      log('warn', `no answer to initialize within ${HANDSHAKE_MS / 1000} s: ending the server`);
      child.kill();
    });
  }

  /** What the child has answered to its greeting; null for any other line. A result makes it greeted. */
  answerIn(line: Uint8Array, child: Child | null): Greeted | null {
    if (!isAnswerTo(this.awaitedGreeting, line)) return null;
    this.awaitedGreeting = null;
    this.stopLimit();
    const outcome = outcomeIn(line) ?? { error: '{"code":-32603,"message":"an empty answer to initialize"}' };
    if ('error' in outcome) return outcome;
    this.done = true;
    this.everDone = true;
    this.tries = 0;
    child?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    this.options.log('info', 'handshake complete');
    return outcome;
  }

  askForTools(child: Child | null): void {
    const id = this.newId();
    this.awaitedList = idKeyOf(id);
    child?.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
  }

  /** Whether this line answers that question. */
  takesList(line: Uint8Array): boolean {
    if (!isAnswerTo(this.awaitedList, line)) return false;
    this.awaitedList = null;
    return true;
  }

  /** The child has ended, and what was asked of it is void. */
  over(): void {
    this.done = false;
    this.awaitedGreeting = null;
    this.awaitedList = null;
    this.stopLimit();
  }

  /** A start has failed; how often in vain it was tried again, once that is too often for one that never answered. */
  triedInVain(): number | null {
    this.tries++;
    if (this.everDone || this.tries < FIRST_TRIES) return null;
    const again = this.tries - 1;
    this.tries = 0;
    return again;
  }

  private newId(): string {
    this.ids++;
    return JSON.stringify(`${this.options.idPrefix}${this.ids}`);
  }
}

function isAnswerTo(awaited: string | null, line: Uint8Array): boolean {
  if (awaited === null) return false;
  const message = readHostLine(line);
  return message.kind === 'answer' && message.idKey === awaited;
}
