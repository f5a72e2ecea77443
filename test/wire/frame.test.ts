import fc from 'fast-check';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import * as ws from 'ws';
import { UnitWriter } from '../../src/wire/frame.ts';
import type { Connection } from '../../src/wire/frame.ts';

/** The library's own reader of frames, which its types do not tell of. */
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean; readonly maxPayload: number }) => Writable;
};

/** A connection that holds back what is written while it is corked, as sockets do. */
class Wire implements Connection {
  readonly writes: Uint8Array[][] = [];
  #held: Uint8Array[] | null = null;

  cork(): void {
    this.#held = [];
  }

  uncork(): void {
    if (this.#held !== null && this.#held.length > 0) this.writes.push(this.#held);
    this.#held = null;
  }

  write(bytes: Uint8Array): void {
    if (this.#held === null) this.writes.push([bytes]);
    else this.#held.push(bytes);
  }

  get bytes(): Buffer {
    return Buffer.concat(this.writes.flat());
  }
}

/** Messages as a websocket library reads them from these bytes, in pieces of so many. */
function received(bytes: Buffer, isServer: boolean, piece = bytes.length): Buffer[] {
  const receiver = new Receiver({ isServer, maxPayload: 2 ** 24 });
  const messages: Buffer[] = [];
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    expect(isBinary).toBe(true);
    messages.push(data);
  });
  for (let at = 0; at < bytes.length; at += Math.max(1, piece)) receiver.write(bytes.subarray(at, at + piece));
  return messages;
}

const atOnce = (task: () => void): void => task();

describe('frames', () => {
  it('hold one whole message each, of any size, as a client and as a host must write them', () => {
    // Around both borders of the size's encoding, and that of joining header and line.
    const size = fc.oneof(
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 16_300, max: 16_400 }),
      fc.integer({ min: 65_400, max: 65_600 }),
    );
    const unit = fc.record({ header: fc.stringMatching(/^[ -~]{1,120}$/), size: fc.option(size) });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 5 }), fc.boolean(), fc.nat(400), (units, masked, piece) => {
        const wire = new Wire();
        const tasks: (() => void)[] = [];
        const writer = new UnitWriter(wire, masked, (task) => tasks.push(task));
        const sent = units.map((each) => {
          const line = each.size === null ? null : Buffer.alloc(each.size, each.header);
          writer.write(each.header, line);
          return Buffer.concat([Buffer.from(each.header, 'latin1'), line ?? Buffer.alloc(0)]);
        });
        for (const task of tasks) task();
        const messages = received(wire.bytes, masked, piece === 0 ? wire.bytes.length : 100 + piece);
        expect(messages.map((message) => message.toString('latin1'))).toEqual(
          sent.map((message) => message.toString('latin1')),
        );
      }),
    );
  });

  it('carry a line of megabytes without copying it', () => {
    const wire = new Wire();
    const line = Buffer.alloc(3_000_000, 'x');
    new UnitWriter(wire, true, atOnce).write('data ', line);
    expect(wire.writes.flat().some((piece) => piece === line)).toBe(true);
    expect(received(wire.bytes, true)[0]?.length).toBe(3_000_005);
  });

  it('of one turn leave as one write, and those of the next as another', () => {
    const wire = new Wire();
    let turnEnds: () => void = () => undefined;
    const writer = new UnitWriter(wire, false, (task) => (turnEnds = task));
    writer.write('ack 1', null);
    writer.write('ack 2', null);
    expect(wire.writes).toHaveLength(0);
    turnEnds();
    expect(wire.writes).toHaveLength(1);
    writer.write('ack 3', null);
    turnEnds();
    expect(wire.writes).toHaveLength(2);
    expect(received(wire.bytes, false).map(String)).toEqual(['ack 1', 'ack 2', 'ack 3']);
  });

  it('leave before their connection is ended by force', () => {
    const wire = new Wire();
    let turnEnds: () => void = () => undefined;
    const writer = new UnitWriter(wire, false, (task) => (turnEnds = task));
    writer.write('close gap {}', null);
    writer.flush();
    expect(received(wire.bytes, false).map(String)).toEqual(['close gap {}']);
    turnEnds();
    expect(wire.writes).toHaveLength(1);
  });
});
