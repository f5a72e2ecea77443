import type { CallClass } from '../wire/call.ts';

import { idKeyOf } from './read-line.ts';
import type { Request } from './client-message.ts';

/**
 * `queued`: not handed to the link; `greeting`: an `initialize` that the link says in its own way; `sent`: handed over;
 * `settling`: its key is being asked for; `resting`: no host has it, and it waits a while before it goes out again.
 */
export type CallStage = 'queued' | 'greeting' | 'sent' | 'settling' | 'resting';

/** A request of the client on its way: from its line's arrival to its one answer. */
export interface Call {
  readonly request: Request;
  /** Counts requests from 1, in the order of their lines. */
  readonly counter: number;
  readonly class: CallClass;
  /** An open stream of notifications (`subscriptions/listen`): no deadline, and opened again at a new host. */
  readonly isStream: boolean;
  /** Milliseconds since 1970. */
  readonly deadlineAt: number;
  /** The id under which the host knows it, as JSON text: the client's, or ours where that is still in use there. */
  readonly hostId: string;
  stage: CallStage;
  key: string | null;
  /** Of the link; 0 while no host can have it. */
  ticket: number;
  /** Hosts that fell while they had it. */
  falls: number;
  /** Of a stream: the client has had its acknowledgement, so that a second one is swallowed. */
  acknowledged: boolean;
  stopDeadline: () => void;
}

/** A call that has not gone out. */
export function newCall(
  request: Request,
  known: Pick<Call, 'counter' | 'class' | 'deadlineAt' | 'hostId' | 'stage'>,
): Call {
  return {
    request,
    ...known,
    isStream: request.method === 'subscriptions/listen',
    key: null,
    ticket: 0,
    falls: 0,
    acknowledged: false,
    stopDeadline: () => undefined,
  };
}

/** Ids of calls that are over for the client while the host may still answer; older ones are forgotten. */
const MAX_DEAD = 4096;

/** Every request that is not answered yet, and who may still speak of it: one answer each, ever. */
export class Calls {
  private readonly byClientId = new Map<string, Call>();
  private readonly byHostId = new Map<string, Call>();
  private readonly byToken = new Map<string, Call>();
  private readonly dead = new Set<string>();
  private readonly aliasPrefix: string;
  private aliases = 0;
  private queuedCalls = 0;
  private queuedSize = 0;

  /** `aliasPrefix` starts ids of our own; random enough that no client's id starts so. */
  constructor(aliasPrefix: string) {
    this.aliasPrefix = aliasPrefix;
  }

  /** Requests that wait for an answer; open streams do not count. */
  get waiting(): number {
    let count = 0;
    for (const call of this.byClientId.values()) if (!call.isStream) count++;
    return count;
  }

  /** Everything that is not over, open streams included. */
  get size(): number {
    return this.byClientId.size;
  }

  get queuedCount(): number {
    return this.queuedCalls;
  }

  get queuedBytes(): number {
    return this.queuedSize;
  }

  /** In the order in which their lines came. */
  inStage(stage: CallStage): readonly Call[] {
    return [...this.byClientId.values()].filter((call) => call.stage === stage);
  }

  ofClient(idKey: string): Call | undefined {
    return this.byClientId.get(idKey);
  }

  ofHost(idKey: string): Call | undefined {
    return this.byHostId.get(idKey);
  }

  ofToken(token: string): Call | undefined {
    return this.byToken.get(token);
  }

  isLive(call: Call): boolean {
    return this.byClientId.get(call.request.idKey) === call;
  }

  /** The id to use with the host: another one while the host may still answer an earlier call of this id. */
  hostIdFor(request: Request): string {
    if (!this.dead.has(request.idKey)) return request.rawId;
    this.aliases++;
    return JSON.stringify(`${this.aliasPrefix}${this.aliases}`);
  }

  add(call: Call): void {
    this.byClientId.set(call.request.idKey, call);
    this.byHostId.set(hostKey(call), call);
    if (call.request.progressToken !== null) this.byToken.set(call.request.progressToken, call);
    this.countQueued(call, 1);
  }

  move(call: Call, stage: CallStage): void {
    this.countQueued(call, -1);
    call.stage = stage;
    this.countQueued(call, 1);
  }

  /** It is over: whatever else comes for it, or for its progress token, finds nobody. */
  close(call: Call, answeredByHost: boolean): void {
    call.stopDeadline();
    if (!this.isLive(call)) return;
    this.countQueued(call, -1);
    this.byClientId.delete(call.request.idKey);
    this.byHostId.delete(hostKey(call));
    const token = call.request.progressToken;
    if (token !== null && this.byToken.get(token) === call) this.byToken.delete(token);
    if (!answeredByHost && call.ticket > 0) this.bury(hostKey(call));
  }

  /** The host has answered a call that was over: its id is free again. */
  forget(hostIdKey: string): void {
    this.dead.delete(hostIdKey);
  }

  /** A new host knows nothing of the former one's calls. */
  forgetDead(): void {
    this.dead.clear();
  }

  private countQueued(call: Call, sign: 1 | -1): void {
    if (call.stage !== 'queued') return;
    this.queuedCalls += sign;
    this.queuedSize += sign * call.request.bytes.length;
  }

  private bury(hostIdKey: string): void {
    this.dead.add(hostIdKey);
    const [oldest] = this.dead;
    if (this.dead.size > MAX_DEAD && oldest !== undefined) this.dead.delete(oldest);
  }
}

function hostKey(call: Call): string {
  return idKeyOf(call.hostId) ?? call.hostId;
}
