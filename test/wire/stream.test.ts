import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallMeta } from '../../src/wire/call.ts';
import { ACK_AFTER_MS, HIGH_WATER, WINDOW_BYTES, WINDOW_UNITS } from '../../src/wire/limits.ts';
import { Outbox } from '../../src/wire/outbox.ts';
import { LinkStream } from '../../src/wire/stream.ts';
import { parseUnit } from '../../src/wire/unit.ts';
import type { DataUnit } from '../../src/wire/unit.ts';
import { ManualClock } from './manual-clock.ts';

const META: CallMeta = { key: null, class: 'safe', expiresAt: null };
const line = (text: string): Uint8Array => Buffer.from(text);

describe('a stream', () => {
  it('delivers every line once and in order, whatever is cut, doubled or sent when', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ act: fc.constant('send' as const), end: fc.constantFrom(0, 1) }) },
      { weight: 6, arbitrary: fc.record({ act: fc.constant('carry' as const), end: fc.constantFrom(0, 1) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('double' as const), end: fc.constantFrom(0, 1) }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('cut' as const), end: fc.constantFrom(0, 1) }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), end: fc.constantFrom(0, 1) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const pair = new Pair();
        const sent: [string[], string[]] = [[], []];
        for (const { act, end } of steps) {
          const from = end === 0 ? 0 : 1;
          if (act === 'send') {
            sent[from].push(`${from}:${sent[from].length}`);
            pair.ends[from].push(line(sent[from].at(-1) ?? ''), META);
          }
          if (act === 'carry') pair.carry(from);
          if (act === 'double') pair.double(from);
          if (act === 'cut') pair.reconnect();
          if (act === 'wait') pair.clock.advance(ACK_AFTER_MS);
        }
        pair.settle();
        expect(pair.got).toEqual([sent[1], sent[0]]);
        expect(pair.ends.map((stream) => stream.bufferedBytes)).toEqual([0, 0]);
        expect(pair.clock.waiting).toBe(0);
      }),
    );
  });

  it('calls a skipped number a gap and an acknowledgement of the unsent a lie', () => {
    const { ends } = new Pair();
    expect(ends[0].receive(unit(2, 0))).toBe('gap');
    expect(ends[0].receive(unit(1, 0))).toBe('ok');
    expect(ends[0].receive(unit(1, 0))).toBe('duplicate');
    expect(ends[0].receive(unit(2, 1))).toBe('bad_ack');
    expect(ends[0].acknowledge(1)).toBe(false);
  });

  it('sends no more than the window and goes on as it is acknowledged', () => {
    const pair = new Pair();
    for (let n = 0; n < WINDOW_UNITS + 10; n++) pair.ends[0].push(line(`${n}`), META);
    expect(pair.wires[0]).toHaveLength(WINDOW_UNITS);
    pair.settle();
    expect(pair.got[1]).toHaveLength(WINDOW_UNITS + 10);
  });

  it('holds the peer back while it is paused, and says when there is room again', () => {
    const pair = new Pair();
    pair.ends[1].pause();
    const size = HIGH_WATER;
    for (let n = 0; n < 6; n++) pair.ends[0].push(new Uint8Array(size), META);
    pair.settle();
    expect(pair.got[1]).toHaveLength(0);
    expect(pair.ends[0].bufferedBytes).toBe(6 * size);
    expect(pair.wires[0]).toHaveLength(0);
    expect(pair.ends[1].received).toBe(WINDOW_BYTES / size);
    pair.ends[1].resume();
    pair.settle();
    expect(pair.got[1]).toHaveLength(6);
    expect(pair.rooms[0]).toBe(1);
    expect(pair.ends[0].bufferedBytes).toBe(0);
  });

  it('holds the peer back while what it delivered is still being worked on', async () => {
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const pair = new Pair(() => work);
    for (let n = 0; n < 7; n++) pair.ends[0].push(new Uint8Array(HIGH_WATER), META);
    pair.settle();
    // The first line leaves room and is acknowledged; a window's worth follows and is not.
    expect(pair.got[1]).toHaveLength(1 + WINDOW_BYTES / HIGH_WATER);
    finish();
    await work;
    await Promise.resolve();
    pair.settle();
    expect(pair.got[1]).toHaveLength(7);
  });

  it('tells when it holds more for a lost peer than it may', () => {
    const { ends } = new Pair();
    ends[0].detach();
    for (let n = 0; n < WINDOW_UNITS; n++) ends[0].push(line('x'), META);
    expect(ends[0].overflows).toBe(false);
    ends[0].push(line('x'), META);
    expect(ends[0].overflows).toBe(true);
    const { ends: others } = new Pair();
    others[0].detach();
    others[0].push(new Uint8Array(WINDOW_BYTES), META);
    expect(others[0].overflows).toBe(false);
    others[0].push(line('x'), META);
    expect(others[0].overflows).toBe(true);
  });

  it('refuses to go on with a peer whose count cannot be served', () => {
    const pair = new Pair();
    pair.ends[0].push(line('x'), META);
    pair.settle();
    expect(pair.ends[0].fits(0)).toBe(false);
    expect(pair.ends[0].fits(1)).toBe(true);
    expect(pair.ends[0].fits(2)).toBe(false);
    expect(pair.ends[0].attach(() => undefined, 2)).toBe(false);
  });
});

describe('an outbox', () => {
  it('lets one line through even if it alone is larger than the window', () => {
    const outbox = new Outbox();
    outbox.push(new Uint8Array(WINDOW_BYTES + 1), META);
    outbox.push(line('x'), META);
    expect(outbox.next()?.seq).toBe(1);
    expect(outbox.next()).toBeNull();
    expect(outbox.acknowledge(1)).toBe(true);
    expect(outbox.next()?.seq).toBe(2);
  });
});

/** Two streams and the wires between them, on which units wait until they are carried. */
class Pair {
  readonly clock = new ManualClock();
  readonly got: [string[], string[]] = [[], []];
  readonly rooms: [number, number] = [0, 0];
  readonly wires: [Uint8Array[], Uint8Array[]] = [[], []];
  readonly ends: [LinkStream, LinkStream];
  readonly #last: [Uint8Array | null, Uint8Array | null] = [null, null];
  #epoch = 0;

  constructor(work: () => void | Promise<void> = () => undefined) {
    const make = (end: 0 | 1): LinkStream =>
      new LinkStream({
        clock: this.clock,
        deliver: (bytes) => {
          this.got[end].push(bytes.length < 100 ? Buffer.from(bytes).toString() : `${bytes.length}`);
          return work();
        },
        onRoom: () => this.rooms[end]++,
      });
    this.ends = [make(0), make(1)];
    this.reconnect();
  }

  /** Everything on the wires is lost; both ends go on with what the other says it has received. */
  reconnect(): void {
    const epoch = ++this.#epoch;
    for (const end of [0, 1] as const) {
      this.ends[end].detach();
      this.wires[end].length = 0;
      this.#last[end] = null;
    }
    const received = [this.ends[0].received, this.ends[1].received] as const;
    for (const end of [0, 1] as const) {
      const write = (header: string, bytes: Uint8Array | null): void => {
        if (epoch === this.#epoch)
          this.wires[end].push(Buffer.concat([Buffer.from(header, 'latin1'), bytes ?? line('')]));
      };
      expect(this.ends[end].attach(write, received[end === 0 ? 1 : 0])).toBe(true);
    }
  }

  /** Carries the next unit of one end to the other. */
  carry(from: 0 | 1): boolean {
    const bytes = this.wires[from].shift();
    if (bytes === undefined) return false;
    this.#last[from] = bytes;
    expect(this.#hand(from, bytes)).not.toBe('gap');
    return true;
  }

  double(from: 0 | 1): void {
    const bytes = this.#last[from];
    if (bytes !== null) expect(this.#hand(from, bytes)).not.toBe('ok');
  }

  settle(): void {
    do {
      while (this.carry(0) || this.carry(1));
      this.clock.advance(ACK_AFTER_MS);
    } while (this.wires[0].length + this.wires[1].length > 0);
  }

  #hand(from: 0 | 1, bytes: Uint8Array): string {
    const to = this.ends[from === 0 ? 1 : 0];
    const parsed = parseUnit(bytes);
    if (parsed?.kind === 'data') return to.receive(parsed);
    expect(parsed?.kind === 'ack' && to.acknowledge(parsed.ack)).toBe(true);
    return 'ack';
  }
}

function unit(seq: number, ack: number): DataUnit {
  return { kind: 'data', seq, ack, meta: META, line: line('x') };
}
