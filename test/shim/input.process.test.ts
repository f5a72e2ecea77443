import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Bench } from './support/a-shim.ts';
import type { AShim } from './support/a-shim.ts';

// Input that servers over stdio drop, mistake or die of, line by line, on the built program: the answer under the real
// id, or nothing where there is nobody to answer, and the connection lives on.

let bench: Bench;
let shim: AShim;

beforeAll(async () => {
  bench = await Bench.make();
  shim = bench.start({ args: ['--vault', bench.vault, '--log-level', 'warn'] });
  shim.initializes();
  shim.calls('warm-up');
  await shim.answer('warm-up');
});
afterAll(() => bench.close());
beforeEach(() => {
  shim.lines.length = 0;
});

/** Says `text` and gives what is answered before a later call’s answer. */
async function answersTo(text: string | Uint8Array): Promise<readonly object[]> {
  shim.lines.length = 0;
  const end = `end-${Math.random()}`;
  shim.write(text);
  shim.write('\n');
  shim.calls(end);
  await shim.answer(end);
  return shim.got.filter((message) => message['id'] !== end);
}

describe('odd input after the handshake', () => {
  it('notification with "id":null: accepted, no answer', async () => {
    expect(await answersTo('{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}')).toEqual([]);
    expect(await answersTo('{"jsonrpc":"2.0","id":null,"method":"notifications/roots/list_changed"}')).toEqual([]);
    expect((await bench.seen()).at(-2)).toBe('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}');
  });

  it('request with "id":null: not run, not answered, one line on stderr', async () => {
    const before = (await bench.seen()).length;
    expect(
      await answersTo('{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"vault_search"}}'),
    ).toEqual([]);
    expect(await bench.seen()).toHaveLength(before + 1);
    expect(shim.stderr).toContain('ignored: tools/call whose id is null');
  });

  it.each(['"abc"', '-7', '0'])('id %s: passed on as it is', async (id) => {
    const line = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"vault_search","arguments":{"n":1.50}}}`;
    shim.says(line);
    await shim.until(() => shim.lines.length > 0);
    expect(shim.lines[0]).toContain(`"id":${id}`);
    expect(await bench.seen()).toContain(line);
  });

  it.each(['1.5', '9007199254740993'])('id %s: refused under its own text', async (id) => {
    await answersTo(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`);
    expect(shim.lines[0]).toContain(`"id":${id},"error":{"code":-32600`);
  });

  it('batch: each member answered singly, none for its notification', async () => {
    shim.says(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"vault_search"}},7]',
    );
    await shim.answer(2);
    expect(shim.got.map((message) => message['id'])).toEqual([1, 2]);
  });

  it('empty batch: no answer', async () => expect(await answersTo('[]')).toEqual([]));

  it('trailing CR, leading byte order mark: as if they were not there', async () => {
    expect(await answersTo('\uFEFF{"jsonrpc":"2.0","id":1,"method":"ping"}\r')).toMatchObject([{ id: 1, result: {} }]);
  });

  it('blank line, text that is no JSON: passed over', async () => {
    expect(await answersTo('\n  \r\nhello\n"text"\n42')).toEqual([]);
  });

  it('extra member of the envelope: dropped, the request answered', async () => {
    shim.says('{"jsonrpc":"2.0","trace":1,"id":1,"method":"tools/call","params":{"name":"vault_search"}}');
    await shim.answer(1);
    expect(await bench.seen()).toContain(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"vault_search"}}',
    );
  });

  it('"params":null: dropped, the request answered', async () => {
    expect(await answersTo('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}')).toMatchObject([
      { id: 1, result: {} },
    ]);
  });

  it('no jsonrpc: added when the rest is valid', async () => {
    shim.says('{"id":1,"method":"tools/call","params":{"name":"vault_search"}}');
    expect(await shim.answer(1)).toMatchObject({ result: {} });
  });

  it('malformed JSON: a parse error under its id, nothing without one', async () => {
    expect(await answersTo('{"jsonrpc":"2.0","method":"x","params":{oops},"id":"p"}')).toMatchObject([
      { id: 'p', error: { code: -32700 } },
    ]);
    expect(await answersTo('{"jsonrpc":"2.0","method":"x","params":{oops}}')).toEqual([]);
  });

  it('same id twice while the first runs: the second refused, the first answered', async () => {
    shim.calls(1, { after: 50, say: 'first' });
    shim.calls(1, { say: 'second' });
    await shim.until(() => shim.answersTo(1).length === 2);
    expect(shim.answersTo(1)).toMatchObject([
      { error: { code: -32600 } },
      { result: { content: [{ text: 'first' }] } },
    ]);
  });

  it('second initialize: the stored answer', async () => {
    shim.says({ id: 0, method: 'initialize', params: { protocolVersion: '2024-11-05' } });
    expect(await shim.answer(0)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect((await bench.seen()).filter((line) => line.includes('"initialize"'))).toHaveLength(1);
  });

  it('9 MiB line: refused as too large under the id behind its params, and the connection lives', async () => {
    const line = `{"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"text":"${'я'.repeat(4.5 * 1024 * 1024)}"}},"id":"big"}`;
    const [answer] = await answersTo(line);
    expect(answer).toMatchObject({ id: 'big', error: { code: -32600 } });
  });

  it('11 MiB line that ends in the middle of nowhere: the connection lives', async () => {
    expect(await answersTo(Buffer.alloc(11 * 1024 * 1024, '{"a":['))).toEqual([]);
  });

  it('cancel of id 0: passed on, and no answer comes', async () => {
    shim.calls(0, { after: 20 });
    const line = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}';
    expect(await answersTo(line)).toEqual([]);
    shim.calls('later', { after: 60 });
    await shim.answer('later');
    expect(shim.answersTo(0)).toEqual([]);
    expect(await bench.seen()).toContain(line);
  });
});

describe('characters and chunks', () => {
  it('300 KB of Cyrillic, CJK and emoji in 7-byte chunks arrive whole', async () => {
    const say = 'Привет, 世界 🌊👩‍👧 こんにちは '.repeat(6000);
    const bytes = Buffer.from(
      `${JSON.stringify({ jsonrpc: '2.0', id: 'u', method: 'tools/call', params: { name: 'vault_search', arguments: { say } } })}\n`,
    );
    expect(bytes.length).toBeGreaterThan(300_000);
    for (let at = 0; at < bytes.length; at += 7) shim.write(bytes.subarray(at, at + 7));
    expect(await shim.textOf('u')).toBe(say);
  });
});
