import type { CallClass } from '../wire/call.ts';

import { Calls } from './calls.ts';
import type { Call } from './calls.ts';
import { HandshakeMemory } from './handshake-memory.ts';
import { HostLines } from './host-lines.ts';
import type { FreshSession } from './link-contract.ts';
import { answerLocally } from './local-answers.ts';
import { initializeResult } from './manifest.ts';
import type { Result } from './manifest.ts';
import type { Probed } from './probe-line.ts';
import { ProblemAnswers } from './problem-answers.ts';
import { INVALID_REQUEST, idKeyOf, readClientLine } from './read-line.ts';
import type { FromClient, Notification, Request } from './read-line.ts';
import { errorLine, resultLine } from './replies.ts';
import { Sender } from './sender.ts';
import type { Hashes, SessionLink } from './sender.ts';
import type { SessionPorts } from './session-ports.ts';
import { Settlement } from './settlement.ts';

/** Every request is answered within this time: the strictest clients give up near 60 s, and some never do. */
export const DEADLINE_MS = 45_000;
/** Requests, and bytes, that wait while no host is there. */
export const QUEUE_LIMIT = 256;
export const QUEUE_BYTES = 8 * 1024 * 1024;

/**
 * One client's session, whatever hosts come and go: answers what needs no host, queues what does, sees to it that
 * each request is answered once, and settles what was on its way when a host was replaced.
 */
export class Session {
  private readonly ports: SessionPorts;
  private readonly calls: Calls;
  private readonly memory: HandshakeMemory;
  private readonly answers: ProblemAnswers;
  private readonly sender: Sender;
  private readonly hostLines: HostLines;
  private readonly settlement: Settlement;
  private client = '';
  private counter = 0;
  private handshakeAnswer: Result | null = null;
  private toolsHash: string;

  constructor(ports: SessionPorts) {
    const { manifest, sentences, shimId, clock, whyNoHost } = ports;
    this.ports = ports;
    this.calls = new Calls(`${shimId}:call:`);
    this.memory = new HandshakeMemory(`${shimId}:own:`);
    this.answers = new ProblemAnswers(manifest, sentences);
    this.sender = new Sender(shimId, this.calls, (message) => ports.log('warn', message));
    this.hostLines = new HostLines(ports, this.calls, this.memory);
    const end = (call: Call, line: string): void => this.end(call, line);
    const sendAgain = (call: Call): void => this.sendOrQueue(call);
    this.settlement = new Settlement({ clock, whyNoHost, end, sendAgain }, this.calls, this.sender, this.answers);
    this.toolsHash = manifest.toolsHash;
  }

  /** Requests without an answer yet. */
  get waiting(): number {
    return this.calls.waiting;
  }

  /** Whether anything, an open stream included, needs a host. */
  get needsHost(): boolean {
    return this.calls.size > 0;
  }

  /** `clientInfo.name`; '' until the client has told it. */
  get clientName(): string {
    return this.client;
  }

  /** Whether the client sends faster than the host takes: stop reading it until `onRelief`. */
  get pressed(): boolean {
    return this.sender.pressed;
  }

  /** One line of the client. */
  fromClient(line: Uint8Array): void {
    for (const message of readClientLine(line)) this.take(message);
  }

  /** A line of the client that was over the cap. */
  tooLong(probed: Probed, byteCount: number): void {
    this.ports.log('warn', `a line of ${byteCount} bytes was refused`);
    const message = `Invalid request: too large, ${byteCount} bytes`;
    for (const rawId of probed.requestIds) this.refuse(rawId, INVALID_REQUEST, message);
  }

  /** The link exists; it may be `cold`. Once in a session's life. */
  attach(link: SessionLink, hashes: Hashes): void {
    this.sender.attach(link, hashes);
    link.onLine((line) => this.hostLines.take(line));
    link.onFreshSession((fresh) => this.meetHost(fresh));
    link.onState((state) => {
      if (state === 'ready') this.flush();
      if (!this.pressed) this.ports.onRelief();
    });
    link.onDrain(() => this.ports.onRelief());
  }

  /** No host can be had: what waits for one is answered with this text, unless it may have changed something. */
  refuseWaiting(text: string): void {
    const sent = this.sender.isReady ? [] : this.calls.inStage('sent').filter(({ class: kind }) => kind === 'safe');
    const queued = this.calls.inStage('queued').filter((call) => this.mayGo(call));
    for (const call of [...sent, ...queued]) this.end(call, this.answers.unavailable(call.request, text));
  }

  private take(message: FromClient): void {
    switch (message.kind) {
      case 'request':
        return this.takeRequest(message);
      case 'notification':
        return this.takeNotification(message);
      case 'answer':
        if (this.hostLines.closeQuestion(message.idKey)) this.sender.pass(message.bytes);
        else this.ports.log('debug', 'dropped an answer that nobody waits for');
        return;
      case 'refused':
        return this.refuse(message.rawId, message.code, message.message);
      case 'ignored':
        return this.ports.log('warn', `ignored: ${message.reason}`);
    }
  }

  private takeRequest(request: Request): void {
    if (this.calls.ofClient(request.idKey) !== undefined) {
      const message = 'Invalid request: this id is in use by an earlier request';
      return this.ports.out(errorLine(request.rawId, INVALID_REQUEST, message));
    }
    this.client = request.clientName ?? this.client;
    if (request.method === 'initialize' && request.metaVersion === null) return this.initialize(request);
    const listsDiffer = this.toolsHash !== this.ports.manifest.toolsHash;
    const local = answerLocally(this.ports.manifest, request, { attached: this.sender.isReady, listsDiffer });
    if (local !== null) return this.ports.out(local);
    this.memory.note(request);
    this.start(request);
  }

  /** Answered from what was recorded; a second one gets the same answer, and no host hears of either but by replay. */
  private initialize(request: Request): void {
    this.handshakeAnswer ??= initializeResult(this.ports.manifest, request.offeredVersion);
    this.ports.out(resultLine(request.rawId, this.handshakeAnswer));
    if (this.memory.done) return;
    this.memory.initialized(request);
    if (this.sender.isOpen) this.sender.greet(this.memory.replay());
    this.flush();
  }

  private takeNotification({ method, cancels, bytes }: Notification): void {
    // The host is told of a handshake by its replay, once.
    if (method === 'notifications/initialized') return;
    if (method !== 'notifications/cancelled') return this.sender.pass(bytes);
    const call = cancels === null ? undefined : this.calls.ofClient(cancels);
    if (call === undefined) return;
    this.calls.close(call, false);
    if (call.ticket > 0) {
      if (call.hostId === call.request.rawId) this.sender.pass(bytes);
      else this.sender.passCancel(call, 'cancelled by the client');
    }
    this.hostLines.releaseHeld();
  }

  private start(request: Request): void {
    this.counter++;
    const isStream = request.method === 'subscriptions/listen';
    const call: Call = {
      request,
      counter: this.counter,
      class: this.classOf(request),
      isStream,
      deadlineAt: this.ports.clock.now() + DEADLINE_MS,
      hostId: this.calls.hostIdFor(request),
      stage: 'queued',
      key: null,
      ticket: 0,
      sends: 0,
      acknowledged: false,
      stopDeadline: () => undefined,
    };
    const isReady = this.sender.isReady && this.mayGo(call);
    const { queuedCount, queuedBytes } = this.calls;
    if (!isReady && (queuedCount >= QUEUE_LIMIT || queuedBytes + request.bytes.length > QUEUE_BYTES)) {
      return this.ports.out(this.answers.busy(request));
    }
    this.calls.add(call);
    if (!isStream) call.stopDeadline = this.ports.clock.after(DEADLINE_MS, () => this.timeUp(call));
    if (isReady) this.sendOrQueue(call);
    else if (this.mayGo(call)) this.ports.want();
  }

  private classOf(request: Request): CallClass {
    if (request.method !== 'tools/call') return request.method.startsWith('tasks/') ? 'write' : 'safe';
    const { host } = this.sender;
    const { readOnlyTools } = host ?? this.ports.manifest;
    return readOnlyTools.includes(request.name ?? '') ? 'safe' : 'write';
  }

  /** Calls of the handshake era wait for the handshake. */
  private mayGo(call: Call): boolean {
    return this.memory.done || call.request.metaVersion !== null;
  }

  private flush(): void {
    const ready = this.calls.inStage('queued').filter((call) => this.mayGo(call));
    for (const call of ready) {
      if (!this.sender.isReady) return this.ports.want();
      this.sendOrQueue(call);
    }
  }

  private sendOrQueue(call: Call): void {
    if (!this.sender.send(call)) this.calls.move(call, 'queued');
  }

  private refuse(rawId: string, code: number, message: string): void {
    const idKey = idKeyOf(rawId);
    // Under the id of a call on its way the refusal would pass for that call's answer.
    if (idKey !== null && this.calls.ofClient(idKey) !== undefined) {
      return this.ports.log('warn', `not answered, its id is in use: ${message}`);
    }
    this.ports.out(errorLine(rawId, code, message));
  }

  private timeUp(call: Call): void {
    if (!this.calls.isLive(call)) return;
    if (!this.mayGo(call)) return this.end(call, this.answers.beforeHandshake(call.request));
    void this.settlement.timeUp(call, DEADLINE_MS / 1000);
  }

  private end(call: Call, line: string): void {
    this.calls.close(call, false);
    this.ports.out(line);
    this.hostLines.releaseHeld();
  }

  private meetHost({ first, host, acknowledged }: FreshSession): void {
    this.sender.greet(this.memory.replay());
    if (!first) {
      this.hostLines.dropQuestions();
      this.settlement.settleAll(acknowledged);
    }
    if (host.toolsHash === '' || this.toolsHash === '' || host.toolsHash === this.toolsHash) return;
    this.toolsHash = host.toolsHash;
    this.hostLines.announceTools();
  }
}
