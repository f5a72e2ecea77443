import type { Call, Calls } from './calls.ts';
import type { HandshakeMemory } from './handshake-memory.ts';
import { readHostLine, withSpan } from './read-host-line.ts';
import type { FromHost } from './read-host-line.ts';
import { notificationLine } from './replies.ts';
import type { SessionPorts } from './session-ports.ts';

type Notice = Extract<FromHost, { kind: 'notification' }>;

export interface HostLinesPorts extends Pick<SessionPorts, 'out' | 'log'> {
  /** A call has had its answer, this line. */
  readonly answered: (call: Call, line: Uint8Array) => void;
  /** The host works on it. */
  readonly progressed: (call: Call) => void;
}

/**
 * What of the host's lines reaches the client: answers to calls that wait, once each; progress of such calls only;
 * changed lists when nothing is on its way. Some clients close the connection over anything else.
 */
export class HostLines {
  private readonly ports: HostLinesPorts;
  private readonly calls: Calls;
  private readonly memory: HandshakeMemory;
  /** Questions of the host that the client has not answered: id key to raw id. */
  private readonly questions = new Map<string, string>();
  private readonly held = new Map<string, Uint8Array | string>();

  constructor(ports: HostLinesPorts, calls: Calls, memory: HandshakeMemory) {
    this.ports = ports;
    this.calls = calls;
    this.memory = memory;
  }

  take(line: Uint8Array): void {
    const message = readHostLine(line);
    switch (message.kind) {
      case 'answer':
        return this.takeAnswer(line, message);
      case 'request':
        this.questions.set(message.idKey, message.rawId);
        return this.ports.out(line);
      case 'notification':
        return this.takeNotice(line, message);
      case 'unreadable':
        return this.ports.log('warn', `from the host: ${message.reason}`);
    }
  }

  /** Whether a question with this id was open; it is now answered. */
  closeQuestion(idKey: string): boolean {
    return this.questions.delete(idKey);
  }

  /** The host that asked is gone: the client is told, and what it answers goes nowhere. */
  dropQuestions(): void {
    for (const rawId of this.questions.values()) {
      this.ports.out(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${rawId}}}`);
    }
    this.questions.clear();
  }

  /** Tells the client of another list of tools as soon as nothing is on its way. */
  announceTools(): void {
    this.held.set(TOOLS_CHANGED, notificationLine(TOOLS_CHANGED));
    this.releaseHeld();
  }

  /** To be called when a call is over. */
  releaseHeld(): void {
    if (this.held.size === 0 || this.calls.waiting > 0 || !this.memory.done) return;
    const lines = [...this.held.values()];
    this.held.clear();
    for (const line of lines) this.ports.out(line);
  }

  private takeAnswer(line: Uint8Array, answer: Extract<FromHost, { kind: 'answer' }>): void {
    if (this.memory.swallows(answer.idKey)) {
      if (answer.isError) this.ports.log('warn', 'the host refused a part of the recorded handshake');
      return;
    }
    const call = this.calls.ofHost(answer.idKey);
    if (call === undefined) {
      this.calls.forget(answer.idKey);
      return this.ports.log('debug', 'dropped a late answer');
    }
    this.calls.close(call, true);
    this.ports.answered(call, line);
    const { rawId } = call.request;
    this.ports.out(call.hostId === rawId ? line : withSpan(line, answer.id, rawId));
    this.releaseHeld();
  }

  private takeNotice(line: Uint8Array, notice: Notice): void {
    if (notice.method === 'notifications/progress') {
      const call = notice.progressToken === null ? undefined : this.calls.ofToken(notice.progressToken);
      if (call === undefined) return this.ports.log('debug', 'dropped progress of a call that is over');
      this.ports.progressed(call);
      return this.ports.out(line);
    }
    if (notice.stream !== null) return this.takeStreamed(line, notice, notice.stream);
    if (!notice.method.endsWith('/list_changed')) return this.ports.out(line);
    // Some clients fetch the list inside their handler and then wait for ever for calls on their way.
    this.held.set(notice.method, line);
    this.releaseHeld();
  }

  private takeStreamed(line: Uint8Array, notice: Notice, stream: string): void {
    const call = this.calls.ofHost(stream);
    if (call === undefined) return;
    if (notice.method === 'notifications/subscriptions/acknowledged') {
      if (call.acknowledged) return;
      call.acknowledged = true;
    }
    const { rawId } = call.request;
    this.ports.out(call.hostId === rawId || notice.streamId === null ? line : withSpan(line, notice.streamId, rawId));
  }
}

const TOOLS_CHANGED = 'notifications/tools/list_changed';
