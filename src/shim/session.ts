import { CallQueue } from './call-queue.ts';
import { Calls } from './calls.ts';
import type { Call } from './calls.ts';
import { DEADLINE_MS, Deadlines } from './deadlines.ts';
import { Handshake } from './handshake.ts';
import type { GreetingOutcome } from './handshake.ts';
import { HandshakeMemory } from './handshake-memory.ts';
import { HostLines } from './host-lines.ts';
import type { FreshSession } from './link-contract.ts';
import type { Probed } from './probe-line.ts';
import { ProblemAnswers } from './problem-answers.ts';
import { INVALID_REQUEST } from './client-message.ts';
import { idKeyOf, readClientLine } from './read-line.ts';
import type { FromClient, Notification, Request } from './client-message.ts';
import { errorLine } from './replies.ts';
import { Sender } from './sender.ts';
import type { Hashes, SessionLink } from './sender.ts';
import type { SessionPorts } from './session-ports.ts';
import { Settlement } from './settlement.ts';

/**
 * One client's session, whatever hosts come and go: answers what needs no host, queues what does, sees to it that
 * each request is answered once, and settles what was on its way when a host was replaced.
 */
export class Session {
  private readonly ports: SessionPorts;
  private readonly calls: Calls;
  private readonly memory: HandshakeMemory;
  private readonly handshake: Handshake;
  private readonly answers: ProblemAnswers;
  private readonly sender: Sender;
  private readonly hostLines: HostLines;
  private readonly settlement: Settlement;
  private readonly queue: CallQueue;
  private client = '';
  private toolsHash: string;

  constructor(ports: SessionPorts) {
    const { knowledge, sentences, shimId, clock, whyNoHost, out, log } = ports;
    this.ports = ports;
    this.calls = new Calls(`${shimId}:call:`);
    this.memory = new HandshakeMemory(`${shimId}:own:`);
    this.handshake = new Handshake(knowledge, this.memory);
    this.answers = new ProblemAnswers(knowledge, sentences);
    this.sender = new Sender(shimId, this.calls, (message) => log('warn', message));
    const deadlines = new Deadlines(clock, ports.watch, (call) => this.timeUp(call));
    this.queue = new CallQueue({ ...ports, greeted: () => this.memory.done }, this.calls, this.sender, deadlines);
    const answered = (call: Call, line: Uint8Array): void => knowledge.learn(call.request, line);
    const progressed = (call: Call): void => deadlines.progressed(call);
    this.hostLines = new HostLines({ out, log, answered, progressed }, this.calls, this.memory);
    const end = (call: Call, line: string): void => this.end(call, line);
    const sendAgain = (call: Call): void => this.queue.send(call);
    const sendRested = (call: Call): void => this.queue.sendWhenReady(call);
    const settling = { clock, whyNoHost, end, sendAgain, sendRested };
    this.settlement = new Settlement(settling, this.calls, this.sender, this.answers);
    this.toolsHash = knowledge.toolsHash;
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

  /** The params of the client's `initialize`, as JSON text; null until it has said it. */
  get handshakeParams(): Uint8Array | null {
    return this.memory.params;
  }

  /** Whether the client sends faster than the host takes: stop reading it until `onRelief`. */
  get pressed(): boolean {
    return this.sender.pressed;
  }

  /** One line of the client. */
  fromClient(line: Uint8Array): void {
    for (const message of readClientLine(line)) {
      if ('method' in message && message.bytes !== line) this.ports.log('info', `put right: ${message.method}`);
      this.take(message);
    }
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
      if (state === 'ready') this.queue.flush();
      if (!this.pressed) this.ports.onRelief();
    });
    link.onDrain(() => this.ports.onRelief());
  }

  /** No host can be had: what waits for one is answered with this text, unless it may have changed something. */
  refuseWaiting(text: string): void {
    const sent = this.sender.isReady ? [] : this.calls.inStage('sent').filter(({ class: kind }) => kind === 'safe');
    const queued = this.calls.inStage('queued').filter((call) => this.queue.mayGo(call));
    const greeting = this.calls.inStage('greeting');
    const resting = this.calls.inStage('resting');
    if (greeting.length > 0) this.memory.forget();
    for (const call of [...greeting, ...sent, ...resting, ...queued])
      this.end(call, this.answers.unavailable(call.request, text));
  }

  /** What a host has answered to the client's `initialize`, as JSON text. The first result is the one that counts. */
  greeted(outcome: GreetingOutcome): void {
    const lineFor = this.handshake.greeted(outcome);
    for (const call of this.calls.inStage('greeting')) this.end(call, lineFor(call.request.rawId));
  }

  /** The host has ended for good, with all that it was doing; `why` tells a reader what happened. */
  hostEnded(why: string): void {
    this.hostLines.dropQuestions();
    this.settlement.hostEnded(why, (call) => this.queue.waitAgain(call));
  }

  /** A host lists other tools than the client has been told of. */
  toolsChanged(): void {
    this.hostLines.announceTools();
  }

  /** The host's answers with these ids were over the cap. */
  answersTooLong({ answerIds }: Probed, byteCount: number): void {
    for (const rawId of answerIds) {
      const call = this.calls.ofHost(idKeyOf(rawId) ?? '');
      if (call !== undefined) this.end(call, this.answers.tooLarge(call, byteCount));
    }
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
    const { knowledge } = this.ports;
    const listsDiffer = this.toolsHash !== knowledge.toolsHash;
    const local = knowledge.answer(request, { attached: this.sender.isReady, listsDiffer });
    if (local !== null) return this.ports.out(local);
    this.memory.note(request);
    if (!this.queue.start(request)) this.ports.out(this.answers.busy(request));
  }

  /** Answered from what was recorded; a second one gets the same answer, and no host hears of either but by replay. */
  private initialize(request: Request): void {
    const isFirst = !this.memory.done;
    const answer = this.handshake.answerTo(request);
    this.memory.initialized(request);
    if (answer === null) {
      this.queue.startGreeting(request);
      return this.ports.want();
    }
    this.ports.out(answer);
    if (!isFirst) return;
    if (this.sender.isOpen) this.sender.greet(this.handshake.replay());
    this.queue.flush();
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
    if (!this.queue.mayGo(call)) return this.end(call, this.answers.beforeHandshake(call.request));
    void this.settlement.timeUp(call, DEADLINE_MS / 1000);
  }

  private end(call: Call, line: string): void {
    this.calls.close(call, false);
    this.ports.out(line);
    this.hostLines.releaseHeld();
  }

  private meetHost({ first, host, acknowledged, leftInOrder }: FreshSession): void {
    this.sender.greet(this.handshake.replay());
    if (!first) {
      this.hostLines.dropQuestions();
      this.settlement.settleAll(acknowledged, leftInOrder);
    }
    if (host.toolsHash === '' || this.toolsHash === '' || host.toolsHash === this.toolsHash) return;
    this.toolsHash = host.toolsHash;
    this.hostLines.announceTools();
  }
}
