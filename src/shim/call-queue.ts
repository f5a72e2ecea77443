import type { LinkClock } from '../wire/clock.ts';

import { newCall } from './calls.ts';
import type { Call, CallStage, Calls } from './calls.ts';
import type { Request } from './client-message.ts';
import { DEADLINE_MS } from './deadlines.ts';
import type { Deadlines } from './deadlines.ts';
import type { Sender } from './sender.ts';
import type { SessionPorts } from './session-ports.ts';

/** Requests, and bytes, that wait while no host is there. */
export const QUEUE_LIMIT = 256;
export const QUEUE_BYTES = 8 * 1024 * 1024;

export interface CallQueuePorts extends Pick<SessionPorts, 'knowledge' | 'want' | 'log'> {
  readonly clock: LinkClock;
  /** Whether the client's handshake is over. */
  readonly greeted: () => boolean;
}

/** Which calls go to the host now, and which wait for one, in the order of their lines. */
export class CallQueue {
  private readonly ports: CallQueuePorts;
  private readonly calls: Calls;
  private readonly sender: Sender;
  private readonly deadlines: Deadlines;
  private counter = 0;

  constructor(ports: CallQueuePorts, calls: Calls, sender: Sender, deadlines: Deadlines) {
    this.ports = ports;
    this.calls = calls;
    this.sender = sender;
    this.deadlines = deadlines;
  }

  /** A request begins to be a call: sent, or queued and a host wanted. False where too much waits already. */
  start(request: Request): boolean {
    const call = this.newCall(request, 'queued');
    const isReady = this.sender.isReady && this.mayGo(call);
    const { queuedCount, queuedBytes } = this.calls;
    if (!isReady && (queuedCount >= QUEUE_LIMIT || queuedBytes + request.bytes.length > QUEUE_BYTES)) return false;
    this.add(call);
    if (isReady) this.send(call);
    else if (this.mayGo(call)) this.ports.want();
    return true;
  }

  /** A call that the link says in its own way: an `initialize`. */
  startGreeting(request: Request): void {
    this.add(this.newCall(request, 'greeting'));
  }

  /** A host is there: all that waits goes out. */
  flush(): void {
    const ready = this.calls.inStage('queued').filter((call) => this.mayGo(call));
    if (ready.length > 0) this.ports.log('info', `calls that waited: ${ready.length}`);
    for (const call of ready) {
      if (!this.sender.isReady) return this.ports.want();
      this.send(call);
    }
  }

  /** Hands a call over, be the socket up or not; queues it where the link takes none. */
  send(call: Call): void {
    if (this.sender.send(call)) this.deadlines.handedOver(call);
    else this.calls.move(call, 'queued');
  }

  /** Hands a call over if a host is there, else it waits for one. */
  sendWhenReady(call: Call): void {
    if (this.sender.isReady) return this.send(call);
    this.calls.move(call, 'queued');
    this.ports.want();
  }

  /** Its host has ended: it waits for the next one, which is on its way. */
  waitAgain(call: Call): void {
    this.calls.move(call, 'queued');
    this.deadlines.waitsAgain(call);
  }

  /** Calls of the handshake era wait for the handshake. */
  mayGo(call: Call): boolean {
    return this.ports.greeted() || call.request.metaVersion !== null;
  }

  private add(call: Call): void {
    this.calls.add(call);
    this.deadlines.start(call);
  }

  private newCall(request: Request, stage: CallStage): Call {
    this.counter++;
    const { knowledge, clock } = this.ports;
    return newCall(request, {
      counter: this.counter,
      class: knowledge.classOf(request, this.sender.host),
      deadlineAt: clock.now() + DEADLINE_MS,
      hostId: this.calls.hostIdFor(request),
      stage,
    });
  }
}
