import { Buffer } from 'node:buffer';
import type { CallMeta } from '../wire/call.ts';
import type { LinkClock } from '../wire/clock.ts';
import type { ResumeRequest, Welcome } from '../wire/handshake.ts';
import { LinkStream } from '../wire/stream.ts';
import type { WriteUnit } from '../wire/stream.ts';
import type { DataUnit } from '../wire/unit.ts';
import type { FreshSession } from './link-contract.ts';

/**
 * The session that a link has at the moment, and the count of tickets over all of its sessions. A ticket is the number
 * of a line within the life of the link; within a session the lines are counted from 1 again.
 */
export class ShimSession {
  readonly #clock: LinkClock;
  readonly #onRoom: () => void;
  #current: {
    readonly id: string;
    readonly generation: string;
    readonly stream: LinkStream;
    readonly base: number;
  } | null = null;
  #tickets = 0;
  /** What is known of the host whose session was the last to end. */
  #former: Pick<FreshSession, 'acknowledged' | 'leftInOrder'> = { acknowledged: 0, leftInOrder: false };
  #hostLeaves = false;
  #paused = false;
  #listener: ((line: Buffer) => void) | null = null;

  constructor(clock: LinkClock, onRoom: () => void) {
    this.#clock = clock;
    this.#onRoom = onRoom;
  }

  get bufferedBytes(): number {
    return this.#current?.stream.bufferedBytes ?? 0;
  }

  /** What to ask of the host in order to go on; null where there is nothing to go on with. */
  get resumeRequest(): ResumeRequest | null {
    if (this.#current === null) return null;
    const { id, generation, stream } = this.#current;
    return { session: id, generation, received: stream.received };
  }

  /** Begins a session that continues none; returns how the former one ended. */
  begin(welcome: Welcome, generation: string, write: WriteUnit): Pick<FreshSession, 'acknowledged' | 'leftInOrder'> {
    this.forget();
    const stream = new LinkStream({
      clock: this.#clock,
      deliver: (line) => {
        this.#listener?.(Buffer.from(line.buffer, line.byteOffset, line.byteLength));
      },
      onRoom: this.#onRoom,
    });
    this.#current = { id: welcome.session, generation, stream, base: this.#tickets };
    this.#adjustFlow();
    stream.attach(write, 0);
    return this.#former;
  }

  /** Goes on over a new socket; false where that is impossible. */
  attach(write: WriteUnit, hostReceived: number): boolean {
    return this.#current?.stream.attach(write, hostReceived) ?? false;
  }

  detach(): void {
    this.#current?.stream.detach();
  }

  /** The host has said that it leaves. */
  hostLeaves(): void {
    this.#hostLeaves = true;
  }

  /** Gives the session up: hands over the last lines received, notes how far the host had got with ours. */
  forget(): void {
    const former = this.#current;
    if (former === null) return;
    this.#current = null;
    former.stream.detach();
    former.stream.drain();
    this.#former = { acknowledged: former.base + former.stream.acknowledged, leftInOrder: this.#hostLeaves };
    this.#hostLeaves = false;
  }

  /** Accepts a line and returns its ticket. Without a session it is as good as lost with the former one. */
  send(line: Uint8Array, meta: CallMeta): number {
    this.#tickets++;
    this.#current?.stream.push(line, meta);
    return this.#tickets;
  }

  get overflows(): boolean {
    return this.#current?.stream.overflows ?? false;
  }

  receive(unit: DataUnit): ReturnType<LinkStream['receive']> {
    return this.#current?.stream.receive(unit) ?? 'duplicate';
  }

  /** False where the host acknowledges what was never sent. */
  acknowledge(seq: number): boolean {
    return this.#current?.stream.acknowledge(seq) ?? true;
  }

  listen(listener: (line: Buffer) => void): void {
    this.#listener = listener;
    this.#adjustFlow();
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.#adjustFlow();
  }

  #adjustFlow(): void {
    if (this.#paused || this.#listener === null) this.#current?.stream.pause();
    else this.#current?.stream.resume();
  }
}
