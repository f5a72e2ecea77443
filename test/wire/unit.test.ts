import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallClass, CallState } from '../../src/wire/call.ts';
import { LINE_LIMIT, UNIT_LIMIT } from '../../src/wire/limits.ts';
import { dataHeader, isKey, parseUnit, printUnit } from '../../src/wire/unit.ts';
import type { Unit } from '../../src/wire/unit.ts';

const count = fc.nat({ max: 2 ** 40 });
const key = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/);
const text = fc.string({ unit: 'grapheme' });
const state: fc.Arbitrary<CallState> = fc.oneof(
  fc.constant({ state: 'absent' } as const),
  fc.record({ state: fc.constant('running' as const), change: fc.option(text) }),
  fc.constant({ state: 'done' } as const),
  fc.record({ state: fc.constant('unknown' as const), detail: text }),
);

describe('units', () => {
  it('carry a line of any bytes unchanged behind their header', () => {
    const meta = fc.record({
      key: fc.option(key),
      class: fc.constantFrom<CallClass>('safe', 'write', 'notify'),
      expiresAt: fc.option(count),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 40 }),
        count,
        meta,
        fc.uint8Array({ maxLength: 300 }),
        (seq, ack, m, line) => {
          const bytes = Buffer.concat([Buffer.from(dataHeader(seq, ack, m), 'latin1'), line]);
          const unit = parseUnit(bytes);
          expect(unit).toEqual({ kind: 'data', seq, ack, meta: m, line: expect.any(Uint8Array) });
          expect(unit?.kind === 'data' && Buffer.from(unit.line).equals(line)).toBe(true);
        },
      ),
    );
  });

  it('of every other kind are printed as ASCII and read back as they were', () => {
    const control: fc.Arbitrary<Exclude<Unit, { kind: 'data' }>> = fc.oneof(
      count.map((ack) => ({ kind: 'ack' as const, ack })),
      count.map((n) => ({ kind: 'ping' as const, n })),
      count.map((n) => ({ kind: 'pong' as const, n })),
      key.map((k) => ({ kind: 'query' as const, key: k })),
      fc.record({ kind: fc.constant('state' as const), key, state }),
      fc.constantFrom({ kind: 'handover' as const }, { kind: 'released' as const }),
      text.map((detail) => ({ kind: 'refused' as const, detail })),
      text.map((detail) => ({ kind: 'close' as const, code: 'leaving' as const, detail })),
      text.map((detail) => ({
        kind: 'close' as const,
        code: 'version' as const,
        detail,
        versions: { oldest: 1, newest: 3 },
      })),
    );
    fc.assert(
      fc.property(control, (unit) => {
        const printed = printUnit(unit);
        expect(printed).toMatch(/^[\x20-\x7e]+$/);
        expect(parseUnit(Buffer.from(printed, 'latin1'))).toEqual(unit);
      }),
    );
  });

  it('that are malformed are nothing, whatever their bytes', () => {
    const forged = [
      '',
      ' ',
      'data',
      'data 1',
      'data 1 0 - safe -',
      'data 0 0 - safe - {}',
      'data 01 0 - safe - {}',
      'data 1 -1 - safe - {}',
      'data 1 0 - maybe - {}',
      'data 1 0 a/b safe - {}',
      `data 1 0 ${'k'.repeat(65)} safe - {}`,
      'data 1 0 - safe 1e3 {}',
      'data 9007199254740993 0 - safe - {}',
      'data  1 0 - safe - {}',
      'ack',
      'ack x',
      'ack 1 2',
      'ping -1',
      'query',
      'query a b',
      'query ../x',
      'state k',
      'state k []',
      'state k {"state":"odd"}',
      'close',
      'close odd {}',
      'handover x',
      'hello {}',
      'DATA 1 0 - safe - {}',
      'ack 1\n',
      'ack\u00e9 1',
    ];
    for (const bytes of forged) expect(parseUnit(Buffer.from(bytes)), bytes).toBeNull();
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => parseUnit(bytes) === null || bytes.length > 5));
  });

  it('leave room for a line of the size limit with the longest header', () => {
    const longest = dataHeader(2 ** 52, 2 ** 52, { key: 'k'.repeat(64), class: 'notify', expiresAt: 2 ** 52 });
    expect(longest.length + LINE_LIMIT).toBeLessThanOrEqual(UNIT_LIMIT);
  });
});

describe('a call key', () => {
  it('is short and harmless in a header, a file name and a log', () => {
    expect(['sabc', 'A-_9', '_', 'k'.repeat(64)].every(isKey)).toBe(true);
    expect(['', '-', '-a', 'a b', 'a/b', '..', 'é', 'k'.repeat(65), 'a\n'].some(isKey)).toBe(false);
  });
});
