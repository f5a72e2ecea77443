import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readClientLine } from '../../src/shim/read-line.ts';
import type { FromClient } from '../../src/shim/client-message.ts';

function read(text: string): FromClient {
  const [message, ...more] = readClientLine(Buffer.from(text));
  if (message === undefined || more.length > 0) throw new Error(`${more.length} more messages`);
  return message;
}

function bytesOf(message: FromClient | undefined): string {
  return message !== undefined && 'bytes' in message
    ? Buffer.from(message.bytes).toString()
    : `no line: ${message?.kind}`;
}

describe('a line of the client', () => {
  it('passes on unchanged, byte for byte, when its envelope is as it should be', () => {
    const params = fc.option(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), { nil: undefined });
    const id = fc.oneof(fc.maxSafeInteger(), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(id, params, fc.constantFrom(0, 1), (someId, someParams, indent) => {
        const text = JSON.stringify(
          { method: 'tools/call', params: someParams, id: someId, jsonrpc: '2.0' },
          null,
          indent,
        );
        expect(bytesOf(read(text))).toBe(text);
      }),
    );
  });

  it('keeps number text and key order when it has to be put right', () => {
    const text = '{"trace":1,"params":{"b":1.50,"a":9007199254740993,"c":1e2},"id":-7,"method":"x","jsonrpc":"2.0"}';
    expect(bytesOf(read(text))).toBe(
      '{"jsonrpc":"2.0","params":{"b":1.50,"a":9007199254740993,"c":1e2},"id":-7,"method":"x"}',
    );
  });

  it('names a request by one key, however its id is written', () => {
    const keyOf = (id: string): unknown => Reflect.get(read(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`), 'idKey');
    expect(keyOf('"\\u0061"')).toBe(keyOf('"a"'));
    expect(keyOf('100')).toBe(keyOf('1e2'));
    expect(keyOf('"1"')).not.toBe(keyOf('1'));
  });

  it('reads what the session needs, behind large arguments too', () => {
    const params = {
      arguments: { text: 'я'.repeat(100_000), name: 'no', _meta: { progressToken: 'no' } },
      name: 'write',
      _meta: {
        progressToken: 0,
        'vault-mcp/idempotencyKey': 'k',
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      },
    };
    expect(read(JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params, id: 'x' }))).toMatchObject({
      kind: 'request',
      name: 'write',
      progressToken: '0',
      idempotencyKey: 'k',
      metaVersion: '2026-07-28',
      hasClientCapabilities: false,
    });
  });

  it('counts a progress token that would come back changed as none', () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"progressToken":9007199254740993}}}';
    expect(read(text)).toMatchObject({ progressToken: null });
  });

  it.each([
    ['{"jsonrpc":"2.0","id":3,"method":"x","params":{bad}}', '3', -32700],
    ['{"jsonrpc":"2.0","method":"x","params":{"a":tru},"id":"s"}', '"s"', -32700],
    ['{"jsonrpc":"2.0","id":4,"method":"x"', '4', -32700],
    ['{"jsonrpc":"1.0","id":5,"method":"x"}', '5', -32600],
    ['{"jsonrpc":"2.0","id":6}', '6', -32600],
    ['{"jsonrpc":"2.0","id":7,"method":7}', '7', -32600],
    ['{"jsonrpc":"2.0","id":8,"method":"x","params":[1]}', '8', -32602],
    ['{"jsonrpc":"2.0","id":1.5,"method":"x"}', '1.5', -32600],
    ['{"jsonrpc":"2.0","id":1e999,"method":"x"}', '1e999', -32600],
  ])('refuses %s under its real id', (text, rawId, code) => {
    expect(read(text)).toMatchObject({ kind: 'refused', rawId, code });
  });

  it.each([
    'hello',
    '42',
    '[]',
    '{}',
    '{"jsonrpc":"2.0","method":"x"',
    '{"jsonrpc":"2.0","method":"tools/call","params":{}}',
    '{"jsonrpc":"2.0","id":null,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":true,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}',
    '{"jsonrpc":"2.0","id":1,"result":{broken}}',
  ])('answers nothing to %s, which has nobody to answer', (text) => {
    expect(read(text).kind).toBe('ignored');
  });

  it('refuses bytes that are no UTF-8 under their id', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":9,"method":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    expect(readClientLine(bytes)).toMatchObject([{ kind: 'refused', rawId: '9', code: -32700 }]);
  });

  it('never throws, and never answers where there is no id, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
        ),
        (text) => {
          for (const message of readClientLine(Buffer.from(text))) {
            if (message.kind === 'refused') expect(text).toContain(message.rawId);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
