import { beforeEach, describe, expect, it } from 'vitest';

import { DEADLINE_MS } from '../../src/shim/deadlines.ts';
import { QUEUE_LIMIT } from '../../src/shim/call-queue.ts';

import { ASession } from './support/a-session.ts';
import { testHost } from './support/fake-link.ts';
import { testManifest } from './support/manifest.ts';

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

let a: ASession;
beforeEach(() => (a = new ASession()));

describe('before any host exists', () => {
  it('answers initialize, the lists and ping, and wants no host', () => {
    a.initializes();
    for (const method of ['tools/list', 'resources/templates/list', 'prompts/list', 'ping'])
      a.says({ id: method, method });
    expect(a.answersTo('init')[0]?.result).toEqual(testManifest.initialize['2025-11-25']);
    expect(a.answersTo('tools/list')[0]?.result).toEqual(testManifest.toolsList.legacy);
    expect(a.answersTo('resources/templates/list')[0]?.result).toEqual(testManifest.resourceTemplatesList.legacy);
    expect(a.answersTo('prompts/list')[0]?.result).toEqual(testManifest.promptsList.legacy);
    expect(a.answersTo('ping')[0]?.result).toEqual({});
    expect(a.wanted).toBe(0);
  });

  it('answers clients without a handshake from what was recorded for them', () => {
    a.says({ id: 1, method: 'server/discover', params: { _meta: modern } });
    a.says({ id: 2, method: 'tools/list', params: { _meta: modern } });
    a.says({ id: 3, method: 'ping', params: { _meta: modern } });
    expect(a.answersTo(1)[0]?.result).toEqual(testManifest.discover);
    expect(a.answersTo(2)[0]?.result).toEqual(testManifest.toolsList.modern);
    expect(a.answersTo(3)[0]).toMatchObject({ error: { code: -32601 } });
    expect(a.wanted).toBe(0);
  });

  it('refuses a revision it does not speak with those it does, and a request without capabilities', () => {
    a.says({
      id: 1,
      method: 'tools/list',
      params: { _meta: { ...modern, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
    });
    a.says({
      id: 2,
      method: 'tools/call',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    });
    expect(a.answersTo(1)[0]).toMatchObject({
      error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } },
    });
    expect(a.answersTo(2)[0]).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['2099-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('speaks with a client that offers %s in %s', (offered, spoken) => {
    a.says({ id: 1, method: 'initialize', params: { protocolVersion: offered, capabilities: {} } });
    expect(a.answersTo(1)[0]?.result?.['protocolVersion']).toBe(spoken);
  });

  it('gives a second initialize the first one’s answer, also after a discovery (row 25)', () => {
    a.says({ id: 'd', method: 'server/discover', params: { _meta: modern } });
    a.says({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } });
    a.says({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    expect(a.answersTo(0)[0]?.result).toEqual(a.answersTo(1)[0]?.result);
    a.link.meetHost();
    expect(a.link.of('initialize')).toHaveLength(1);
    expect(a.link.of('initialize')[0]?.message['params']).toEqual({ protocolVersion: '2025-06-18' });
  });

  it('starts no host for a method that no host knows', () => {
    a.initializes();
    a.says({ id: 1, method: 'nonsense' });
    expect(a.answersTo(1)[0]).toMatchObject({ error: { code: -32601 } });
    expect(a.wanted).toBe(0);
  });
});

describe('calls that wait for a host', () => {
  it('go out in order after the handshake, unchanged, each once', () => {
    a.initializes();
    const line = '{"id":1, "jsonrpc":"2.0","method":"tools/call","params":{"name":"echo","arguments":{"n":1.50}}}';
    a.says(line);
    for (let id = 2; id <= 10; id++) a.calls(id, 'echo');
    expect(a.wanted).toBe(10);
    a.link.meetHost();
    const methods = a.link.sent.map(({ message }) => message['method']);
    expect(methods.slice(0, 2)).toEqual(['initialize', 'notifications/initialized']);
    expect(a.link.of('tools/call')[0]?.line).toBe(line);
    expect(a.link.of('tools/call').map(({ message }) => message['id'])).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('before initialize wait for it; the host never hears of them first (row 60)', () => {
    a.calls(1, 'write');
    a.link.meetHost();
    expect(a.link.sent).toEqual([]);
    a.initializes();
    expect(a.link.sent.map(({ message }) => message['method'])).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
  });

  it('before an initialize that never comes are refused in the end', () => {
    a.calls(1, 'echo');
    a.clock.advance(DEADLINE_MS);
    expect(a.answersTo(1)[0]).toMatchObject({ error: { code: -32600 } });
  });

  it('of a client without a handshake do not wait for one', () => {
    a.link.meetHost();
    a.says({ id: 1, method: 'tools/call', params: { name: 'echo', _meta: modern } });
    expect(a.link.sent.map(({ message }) => message['method'])).toEqual(['tools/call']);
  });

  it('beyond what may wait are answered busy at once, and pings still are', () => {
    a.initializes();
    for (let id = 0; id <= QUEUE_LIMIT; id++) a.calls(id, 'echo');
    a.says({ id: 'p', method: 'ping' });
    expect(a.textOf(QUEUE_LIMIT)).toMatch(/^\[busy\]/);
    expect(a.answersTo('p')).toHaveLength(1);
    a.link.meetHost();
    expect(a.link.of('tools/call')).toHaveLength(QUEUE_LIMIT);
  });

  it('are bounded by their bytes as well', () => {
    a.initializes();
    const text = 'x'.repeat(5 * 1024 * 1024);
    for (const id of [1, 2]) a.says({ id, method: 'tools/call', params: { name: 'echo', arguments: { text } } });
    expect(a.answersTo(1)).toHaveLength(0);
    expect(a.textOf(2)).toMatch(/^\[busy\]/);
  });

  it('are answered with the reason when no host can be had', () => {
    a.initializes();
    a.calls(1, 'write');
    a.says({ id: 2, method: 'resources/read', params: { uri: 'vault://note/a' } });
    a.session.refuseWaiting('[vault_unavailable] No such folder.');
    expect(a.textOf(1)).toBe('[vault_unavailable] No such folder.');
    expect(a.answersTo(2)[0]).toMatchObject({ error: { message: '[vault_unavailable] No such folder.' } });
    a.link.meetHost();
    expect(a.link.of('tools/call')).toEqual([]);
  });
});

describe('one answer per request', () => {
  beforeEach(() => {
    a.initializes();
    a.link.meetHost();
    a.lines.length = 0;
  });

  it('passes an answer on unchanged, once', () => {
    a.calls(1, 'echo');
    const line = '{"result":{"n":1.50},"jsonrpc":"2.0","id":1}';
    a.link.says(line);
    a.link.says(line);
    expect(a.lines).toEqual([line]);
  });

  it('passes a tool error and an unknown tool’s error on as they are', () => {
    a.calls(1, 'strange');
    a.link.says({ id: 1, error: { code: -32602, message: 'Tool strange not found' } });
    expect(a.got).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Tool strange not found' } }]);
  });

  it.each([0, 1, 'abc', -7])(
    'swallows what comes for the id %s and its progress token after a cancel (row 20)',
    (id) => {
      a.calls(id, 'echo', { progressToken: 'tok' });
      a.link.says({ method: 'notifications/progress', params: { progressToken: 'tok', progress: 1 } });
      a.says({ method: 'notifications/cancelled', params: { requestId: id } });
      a.link.says({ method: 'notifications/progress', params: { progressToken: 'tok', progress: 2 } });
      a.link.says({ id, result: {} });
      expect(a.got).toHaveLength(1);
      expect(a.link.of('notifications/cancelled')).toHaveLength(1);
    },
  );

  it('lets no progress out after the answer, and none of a token nobody gave (rows 21, 22)', () => {
    a.calls(1, 'echo', { progressToken: 5 });
    a.link.says({ method: 'notifications/progress', params: { progressToken: '5', progress: 1 } });
    a.link.says({ id: 1, result: {} });
    a.link.says({ method: 'notifications/progress', params: { progressToken: 5, progress: 2 } });
    expect(a.got).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('refuses a second request under an id in use, and answers the first', () => {
    a.calls(1, 'write');
    a.calls(1, 'write');
    expect(a.answersTo(1)).toMatchObject([{ error: { code: -32600 } }]);
    a.link.says({ id: 1, result: { ok: true } });
    expect(a.answersTo(1)).toHaveLength(2);
    expect(a.link.of('tools/call')).toHaveLength(1);
  });

  it('does not mix up a late answer with a new request under the same id', () => {
    a.calls(1, 'echo');
    a.says({ method: 'notifications/cancelled', params: { requestId: 1 } });
    a.calls(1, 'echo');
    const hostId = a.link.of('tools/call')[1]?.message['id'];
    a.link.says({ id: 1, result: { from: 'first' } });
    a.link.says({ id: hostId, result: { from: 'second' } });
    expect(a.answersTo(1)).toMatchObject([{ result: { from: 'second' } }]);
  });

  it('forgets a cancelled call that was never sent', () => {
    a.link.become('dialing');
    a.calls(1, 'write');
    a.says({ method: 'notifications/cancelled', params: { requestId: 1 } });
    a.link.become('ready');
    expect(a.link.of('tools/call')).toEqual([]);
    a.clock.advance(DEADLINE_MS);
    expect(a.got).toEqual([]);
  });

  it('never lets an answer without a real id out (row 3)', () => {
    a.link.says({ id: null, error: { code: -32700, message: 'x' } });
    a.link.says('not even JSON');
    expect(a.lines).toEqual([]);
  });

  it('holds a changed list back while anything is on its way (row 38)', () => {
    a.calls(1, 'echo');
    a.link.says({ method: 'notifications/prompts/list_changed' });
    a.link.says({ method: 'notifications/prompts/list_changed' });
    expect(a.got).toEqual([]);
    a.link.says({ id: 1, result: {} });
    expect(a.got.map((message) => message['method'] ?? 'answer')).toEqual([
      'answer',
      'notifications/prompts/list_changed',
    ]);
  });

  it('leaves nothing behind over 10,000 calls', () => {
    const before = a.clock.waiting;
    for (let id = 0; id < 10_000; id++) {
      a.calls(id, id % 2 === 0 ? 'echo' : 'write', { progressToken: id });
      a.link.says({ id, result: {} });
    }
    expect(a.got).toHaveLength(10_000);
    expect(a.clock.waiting).toBe(before);
    expect(a.session.needsHost).toBe(false);
  });

  it('passes the host’s questions to the client and its answers back, and nothing else that looks like one', () => {
    a.link.says({ id: 7, method: 'elicitation/create', params: {} });
    a.says({ id: 7, result: { action: 'accept' } });
    a.says({ id: 7, result: { action: 'accept' } });
    a.says({ id: 8, result: {} });
    expect(a.link.sent.filter(({ message }) => 'result' in message)).toHaveLength(1);
  });
});

describe('a deadline', () => {
  beforeEach(() => {
    a.initializes();
    a.link.meetHost();
  });

  it('ends a read with a result, cancels it at the host and swallows what comes later', () => {
    a.calls(1, 'echo');
    a.clock.advance(DEADLINE_MS);
    a.link.says({ id: 1, result: {} });
    expect(a.textOf(1)).toMatch(/^\[timed_out\]/);
    expect(a.link.of('notifications/cancelled')[0]?.message['params']).toMatchObject({ requestId: 1 });
  });

  it('of a write that was never sent says that nothing was and will be written', () => {
    a.link.become('dialing');
    a.whyNoHost = 'The vault’s host could not be reached (unreachable). ';
    a.calls(1, 'write');
    a.clock.advance(DEADLINE_MS);
    expect(a.textOf(1)).toMatch(/^\[not_applied\].*unreachable/);
    a.link.become('ready');
    expect(a.link.of('tools/call')).toEqual([]);
  });

  it.each([
    [{ state: 'absent' } as const, /^\[not_applied\]/, true],
    [{ state: 'unknown', detail: 'a.md' } as const, /^\[outcome_unknown\].*a\.md/, true],
  ])('of a write that the host calls %o says so', async (state, text, isError) => {
    a.calls(1, 'write');
    a.clock.advance(DEADLINE_MS);
    expect(a.link.asked.map(({ key }) => key)).toEqual([a.link.of('tools/call')[0]?.meta.key]);
    a.link.asked[0]?.answer(state);
    await a.settled();
    expect(a.textOf(1)).toMatch(text);
    expect(a.answersTo(1)[0]?.result?.['isError']).toBe(isError);
    expect(a.link.of('notifications/cancelled')).toEqual([]);
  });

  it('of a write that has just ended gives its recorded result', async () => {
    a.calls(1, 'write');
    a.clock.advance(DEADLINE_MS);
    a.link.asked[0]?.answer({ state: 'done' });
    await a.settled();
    const [first, again] = a.link.of('tools/call');
    expect(again?.line).toBe(first?.line);
    expect(again?.meta).toEqual(first?.meta);
    a.link.says({ id: 1, result: { content: [{ type: 'text', text: 'written' }] } });
    expect(a.textOf(1)).toBe('written');
  });

  it('of a write that still stands in the queue gives what comes of it', async () => {
    a.calls(1, 'write');
    a.clock.advance(DEADLINE_MS);
    a.link.asked[0]?.answer({ state: 'running', change: 'c-1' });
    await a.settled();
    expect(a.answersTo(1)).toEqual([]);
    a.clock.advance(1000);
    await a.settled();
    a.link.asked[1]?.answer({ state: 'absent' });
    await a.settled();
    expect(a.textOf(1)).toMatch(/^\[not_applied\]/);
  });

  it('of a write that is under way at every look says so once', async () => {
    a.calls(1, 'write');
    a.clock.advance(DEADLINE_MS);
    for (let look = 0; look < 3; look++) {
      a.link.asked[look]?.answer({ state: 'running', change: 'c-17' });
      await a.settled();
      a.clock.advance(1000);
      await a.settled();
    }
    expect(a.textOf(1)).toMatch(/^\[still_running\].*c-17/);
    expect(a.answersTo(1)).toHaveLength(1);
    expect(a.answersTo(1)[0]?.result?.['isError']).toBe(false);
  });

  it('of a write that nobody can tell of says that it is not known', async () => {
    a.calls(1, 'write');
    a.clock.advance(DEADLINE_MS);
    await a.settled();
    a.clock.advance(2000);
    await a.settled();
    expect(a.textOf(1)).toMatch(/^\[outcome_unknown\]/);
  });

  it('is told to the host with a write, so that it never starts one too late', () => {
    a.calls(1, 'write');
    a.calls(2, 'echo');
    const [write, echo] = a.link.of('tools/call');
    expect(write?.meta).toMatchObject({ class: 'write', expiresAt: a.clock.now() + DEADLINE_MS });
    expect(echo?.meta).toEqual({ class: 'safe', key: null, expiresAt: null });
  });
});

describe('call keys', () => {
  it('differ between equal calls, and are the client’s own where it gives one, in any process', () => {
    const other = new ASession();
    for (const one of [a, other]) {
      one.initializes();
      one.link.meetHost();
      for (const id of [1, 2]) one.says({ id, method: 'tools/call', params: { name: 'write' } });
      one.calls(3, 'write', { 'vault-mcp/idempotencyKey': 'mine' });
    }
    const [first, second, own] = a.link.of('tools/call').map(({ meta }) => meta.key);
    expect(first).not.toBe(second);
    expect(other.link.of('tools/call')[2]?.meta.key).toBe(own);
  });
});

describe('another host', () => {
  beforeEach(() => {
    a.initializes();
    a.link.meetHost();
    a.lines.length = 0;
  });

  it('is told the handshake again, once, and its answer reaches nobody (row 23)', () => {
    a.link.meetHost();
    const [, second] = a.link.of('initialize');
    expect(second?.message['params']).toEqual(a.link.of('initialize')[0]?.message['params']);
    expect(a.link.of('notifications/initialized')).toHaveLength(2);
    a.link.says({ id: second?.message['id'], result: { protocolVersion: '2025-11-25' } });
    expect(a.lines).toEqual([]);
  });

  it('is asked again to follow the notes that the client follows', () => {
    for (const uri of ['vault://note/a', 'vault://note/b'])
      a.says({ id: uri, method: 'resources/subscribe', params: { uri } });
    for (const uri of ['vault://note/a', 'vault://note/b']) a.link.says({ id: uri, result: {} });
    a.says({ id: 'un', method: 'resources/unsubscribe', params: { uri: 'vault://note/a' } });
    a.link.says({ id: 'un', result: {} });
    a.link.sent.length = 0;
    a.link.meetHost();
    expect(a.link.of('resources/subscribe').map(({ message }) => message['params'])).toEqual([
      { uri: 'vault://note/b' },
    ]);
  });

  it('gets a write that the former one never had, with the same key', () => {
    a.calls(1, 'write');
    const [first] = a.link.of('tools/call');
    a.link.meetHost((first?.ticket ?? 0) - 1);
    const [, again] = a.link.of('tools/call');
    expect(again?.line).toBe(first?.line);
    expect(again?.meta).toEqual(first?.meta);
    expect(a.link.asked).toEqual([]);
  });

  it('is asked about a write that the former one had: the recorded result is the answer', async () => {
    a.calls(1, 'write');
    const [first] = a.link.of('tools/call');
    a.link.meetHost(first?.ticket);
    expect(a.link.of('tools/call')).toHaveLength(1);
    a.link.asked[0]?.answer({ state: 'running', change: null });
    await a.settled();
    a.clock.advance(1000);
    await a.settled();
    a.link.asked[1]?.answer({ state: 'done' });
    await a.settled();
    expect(a.link.of('tools/call')).toHaveLength(2);
    a.link.says({ id: 1, result: { content: [{ type: 'text', text: 'written' }] } });
    expect(a.textOf(1)).toBe('written');
  });

  it('gets a write that is recorded however often it was sent, for its answer alone', async () => {
    a.calls(1, 'write');
    for (let host = 2; host <= 5; host++) {
      a.link.meetHost(99);
      a.link.asked.at(-1)?.answer({ state: 'done' });
      await a.settled();
    }
    expect(a.link.of('tools/call')).toHaveLength(5);
    expect(a.answersTo(1)).toEqual([]);
  });

  it('gets a write that provably did not begin, and is believed when it does not know', async () => {
    a.calls(1, 'write');
    a.calls(2, 'write');
    a.link.meetHost(99);
    const [one, two] = a.link.asked;
    one?.answer({ state: 'absent' });
    two?.answer({ state: 'unknown', detail: 'b.md is now n-2' });
    await a.settled();
    expect(a.link.of('tools/call').map(({ message }) => message['id'])).toEqual([1, 2, 1]);
    expect(a.textOf(2)).toMatch(/^\[outcome_unknown\].*b\.md/);
  });

  it('does not get a cancelled call', () => {
    a.calls(1, 'write');
    a.says({ method: 'notifications/cancelled', params: { requestId: 1 } });
    a.link.meetHost();
    expect(a.link.of('tools/call')).toHaveLength(1);
    expect(a.link.asked).toEqual([]);
  });

  it('opens streams again under their ids; the client sees no second acknowledgement', () => {
    const b = new ASession();
    b.link.meetHost();
    b.says({ id: 5, method: 'subscriptions/listen', params: { notifications: {}, _meta: modern } });
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 5 };
    const acknowledge = { method: 'notifications/subscriptions/acknowledged', params: { notifications: {}, _meta } };
    b.link.says(acknowledge);
    b.clock.advance(10 * DEADLINE_MS);
    b.link.meetHost(99);
    b.link.says(acknowledge);
    b.link.says({ method: 'notifications/resources/updated', params: { uri: 'vault://note/a', _meta } });
    expect(b.link.of('subscriptions/listen').map(({ message }) => message['id'])).toEqual([5, 5]);
    expect(b.got.map((message) => message['method'])).toEqual([
      'notifications/subscriptions/acknowledged',
      'notifications/resources/updated',
    ]);
  });

  it('takes the former one’s questions off the client', () => {
    a.link.says({ id: 7, method: 'elicitation/create', params: {} });
    a.link.meetHost();
    a.says({ id: 7, result: { action: 'accept' } });
    expect(a.got.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 7 } });
    expect(a.link.sent.some(({ message }) => 'result' in message)).toBe(false);
  });

  it('with other tools is announced once nothing is on its way, and asked for its list', () => {
    a.calls(1, 'echo');
    a.link.meetHost(0, { ...testHost, toolsHash: 'tools-2' });
    expect(a.lines).toEqual([]);
    a.link.says({ id: 1, result: {} });
    expect(a.got.at(-1)).toMatchObject({ method: 'notifications/tools/list_changed' });
    a.says({ id: 2, method: 'tools/list' });
    expect(a.link.of('tools/list')).toHaveLength(1);
  });

  it('with the same tools is announced by nothing (row 37)', () => {
    a.link.meetHost();
    expect(a.lines).toEqual([]);
  });

  it('is not sent what a broken socket still holds, and new calls wait for it', () => {
    a.link.become('lost');
    a.calls(1, 'write');
    expect(a.link.of('tools/call')).toEqual([]);
    expect(a.wanted).toBe(1);
    a.link.become('ready');
    expect(a.link.of('tools/call')).toHaveLength(1);
  });
});

it('tells when the client sends faster than the host takes, and when it may be read again', () => {
  a.link.bufferedBytes = 5 * 1024 * 1024;
  expect(a.session.pressed).toBe(true);
  a.link.drain();
  expect(a.session.pressed).toBe(false);
  expect(a.relieved).toBe(1);
});
