import type { CallMeta, CallState } from '../../../src/wire/call.ts';
import type { HostFacts } from '../../../src/wire/handshake.ts';
import { LinkError } from '../../../src/shim/link-contract.ts';
import type { FreshSession, LinkState } from '../../../src/shim/link-contract.ts';
import type { SessionLink } from '../../../src/shim/sender.ts';

export interface Sent {
  readonly line: string;
  readonly message: Readonly<Record<string, unknown>>;
  readonly meta: CallMeta;
  readonly ticket: number;
}

export const testHost: HostFacts = {
  kind: 'headless',
  version: '9.9.9',
  pid: 1,
  vault: 'Notes',
  readOnlyTools: ['echo'],
  toolsHash: 'tools-1',
};

/** A link whose host is the test: it keeps what was sent, and says what it is told to say. */
export class FakeLink implements SessionLink {
  state: LinkState = 'cold';
  host: HostFacts | null = null;
  bufferedBytes = 0;
  readonly sent: Sent[] = [];
  readonly asked: { key: string; answer: (state: CallState) => void }[] = [];
  private tickets = 0;
  private generations = 0;
  private lineListener: (line: Buffer) => void = () => undefined;
  private readonly stateListeners: ((state: LinkState) => void)[] = [];
  private readonly freshListeners: ((session: FreshSession) => void)[] = [];
  private readonly drainListeners: (() => void)[] = [];

  send(line: Uint8Array | string, meta: CallMeta): number {
    if (this.generations === 0 || this.state === 'closed') throw new LinkError('not_open', this.state);
    this.tickets++;
    const text = Buffer.from(line).toString('utf8');
    const message = JSON.parse(text) as Readonly<Record<string, unknown>>;
    this.sent.push({ line: text, message, meta, ticket: this.tickets });
    return this.tickets;
  }

  query(key: string): Promise<CallState> {
    return new Promise((resolve) => this.asked.push({ key, answer: resolve }));
  }

  onLine(listener: (line: Buffer) => void): void {
    this.lineListener = listener;
  }

  onState(listener: (state: LinkState) => void): void {
    this.stateListeners.push(listener);
  }

  onFreshSession(listener: (session: FreshSession) => void): void {
    this.freshListeners.push(listener);
  }

  onDrain(listener: () => void): void {
    this.drainListeners.push(listener);
  }

  /** A host is there; another one than before, which had received lines up to the ticket `acknowledged` and fell or left. */
  meetHost(acknowledged = 0, host: HostFacts = testHost, leftInOrder = false): void {
    this.generations++;
    this.host = host;
    const generation = `g${this.generations}`;
    const fresh = { first: this.generations === 1, generation, host, acknowledged, leftInOrder };
    for (const listener of this.freshListeners) listener(fresh);
    this.become('ready');
  }

  become(state: LinkState): void {
    this.state = state;
    for (const listener of this.stateListeners) listener(state);
  }

  drain(): void {
    this.bufferedBytes = 0;
    for (const listener of this.drainListeners) listener();
  }

  /** The host says a line: an object, or its exact text. */
  says(message: object | string): void {
    this.lineListener(
      Buffer.from(typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })),
    );
  }

  /** Lines sent so far that are requests or notifications of this method. */
  of(method: string): readonly Sent[] {
    return this.sent.filter(({ message }) => message['method'] === method);
  }
}
