import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import * as z from 'zod';
import { afterEach, describe, expect, it } from 'vitest';
import { serveConnection } from '../../src/mcp/server.ts';
import { defineTool } from '../../src/mcp/tool.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { ClientTransport } from './support/client-transport.ts';
import { linePair } from './support/line-pair.ts';
import { memoryServices, type MemoryServices } from './support/memory-services.ts';
import { modernMeta, RawClient, type Json } from './support/raw-client.ts';
import { tideVault } from './support/tide-vault.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const names = tools.map(({ name }) => name);

type Negotiation = 'legacy' | 'auto' | { pin: string };

describe.each([
  ['the 1.x client', (services: MemoryServices) => legacyClient(services)],
  ['the 2.x client, legacy', (services: MemoryServices) => modernClient(services, 'legacy')],
  ['the 2.x client, auto', (services: MemoryServices) => modernClient(services, 'auto')],
  ['the 2.x client, pinned to 2026-07-28', (services: MemoryServices) => modernClient(services, { pin: '2026-07-28' })],
] as const)('%s', (_, connect) => {
  it('lists the tools in order, and calls them', async () => {
    const client = await connect(await memoryServices(tideVault()));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names);
    const found = await client.callTool({ name: 'vault_search', arguments: { query: 'neap' } });
    expect(firstText(found)).toContain('02-wiki/sea/tides.md:20 — Neap tides (score');
    const listed = await client.callTool({ name: 'vault_list', arguments: { folder: '02-wiki/sky' } });
    expect(listed.structuredContent).toMatchObject({ total: 1, notes: [{ path: '02-wiki/sky/moon.md' }] });
  });

  it('gets refusals as results and unknown tools as protocol errors', async () => {
    const client = await connect(await memoryServices(tideVault()));
    const refused = await client.callTool({ name: 'vault_get_note', arguments: { path: 'nope.md' } });
    expect(refused.isError).toBe(true);
    expect(firstText(refused)).toMatch(/^\[note_not_found\] /);
    await expect(client.callTool({ name: 'vault_nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  it('reads notes as resources, completes paths, and gets prompts', async () => {
    const client = await connect(await memoryServices(tideVault()));
    const { resources } = await client.listResources();
    expect(resources[0]).toMatchObject({ uri: 'vault://note/lonely.md', title: 'Lonely', mimeType: 'text/markdown' });
    const { contents } = await client.readResource({ uri: 'vault://note/02-wiki/sky/moon.md' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('It pulls the sea.') as string });
    const ref = { type: 'ref/resource' as const, uri: 'vault://note/{+path}' };
    const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'moo' } });
    expect(completion.values).toEqual(['02-wiki/sky/moon.md']);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['capture', 'recall']);
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { question: 'Why tides?' } });
    expect(JSON.stringify(messages)).toContain('Why tides?');
  });
});

describe('a connection', () => {
  it('answers a legacy opening with its name, instructions and capabilities', async () => {
    const client = rawClient(await memoryServices(tideVault()));
    expect(await client.initialize()).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
      },
      serverInfo: { name: 'vault-mcp', title: 'Vault MCP', version: '0.1.0' },
      instructions: expect.stringContaining('vault_search') as string,
    });
  });

  it('touches no part of the vault to open, list tools and list prompts, where no folder of prompts is set', async () => {
    const services = new Proxy({} as MemoryServices, {
      get: (_target, part) => {
        if (part === 'host') return { promptsFolder: () => null };
        throw new Error(`touched ${String(part)}`);
      },
    });
    const client = rawClient(services);
    await client.initialize();
    expect(await client.ask('tools/list')).toHaveProperty('result.tools');
    expect(await client.ask('prompts/list')).toHaveProperty('result.prompts');
    expect(await client.ask('resources/templates/list')).toHaveProperty('result.resourceTemplates');
  });

  it('tells modern clients how long lists keep', async () => {
    const client = rawClient(await memoryServices(tideVault()));
    const lists = await client.ask('tools/list', { _meta: modernMeta() });
    expect(lists['result']).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    const read = await client.ask('resources/read', { uri: 'vault://note/lonely.md', _meta: modernMeta() });
    expect(read['result']).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it('says of a missing resource what its era says', async () => {
    const legacy = rawClient(await memoryServices(tideVault()));
    await legacy.initialize();
    const uri = 'vault://note/nope.md';
    expect(await legacy.ask('resources/read', { uri })).toHaveProperty('error.code', -32002);
    const modern = rawClient(await memoryServices(tideVault()));
    expect(await modern.ask('resources/read', { uri, _meta: modernMeta() })).toHaveProperty('error.code', -32602);
  });

  it('answers what it cannot parse if it can tell who asked, and goes on', async () => {
    const client = rawClient(await memoryServices(tideVault()));
    await client.initialize();
    client.line('hello');
    client.line('{"jsonrpc":"2.0","id":"odd","method":"tools/list","params":[]}');
    expect(await client.until(({ id }) => id === 'odd')).toHaveProperty('error.code', -32600);
    expect(await client.ask('ping')).toHaveProperty('result');
  });

  it('ignores unknown arguments', async () => {
    const client = rawClient(await memoryServices(tideVault()));
    await client.initialize();
    const answer = await client.ask('tools/call', { name: 'vault_tags', arguments: { whatever: 1, limit: '2' } });
    expect(answer).not.toHaveProperty('result.isError');
  });

  it('answers ten calls sent at once, each once', async () => {
    const client = rawClient(await memoryServices(tideVault()));
    await client.initialize();
    const ids = Array.from({ length: 10 }, () => client.request('tools/call', { name: 'vault_status', arguments: {} }));
    for (const wanted of ids) await client.until(({ id }) => id === wanted);
    await client.ask('ping');
    const answered = client.seen.map(({ id }) => id).filter((id) => ids.includes(id as number));
    expect([...answered].sort()).toEqual([...ids].sort());
  });

  it('stops a cancelled call and says nothing more of it', async () => {
    let stopped: (aborted: boolean) => void = () => undefined;
    const sawCancel = new Promise<boolean>((resolve) => (stopped = resolve));
    const services = await memoryServices(tideVault(), {
      onSearch: async (aborted) => {
        while (!aborted()) await new Promise((resolve) => setImmediate(resolve));
        stopped(aborted());
      },
    });
    const client = rawClient(services);
    await client.initialize();
    const requestId = client.request('tools/call', { name: 'vault_search', arguments: { query: 'sea' } });
    client.notify('notifications/cancelled', { requestId, reason: 'enough' });
    expect(await sawCancel).toBe(true);
    await client.ask('ping');
    expect(client.seen.filter(({ id }) => id === requestId)).toEqual([]);
  });

  it('tells of a bug by an id only, and logs the rest under it', async () => {
    const services = await memoryServices(tideVault(), {
      onSearch: () => Promise.reject(new TypeError('secret words of a note')),
    });
    const client = rawClient(services);
    await client.initialize();
    const answer = await client.ask('tools/call', { name: 'vault_search', arguments: { query: 'sea' } });
    const text = firstText(answer['result'] as Json);
    const id = /^\[internal_error\] Internal error (e-\w+-\w+)\./.exec(text)?.[1];
    expect(text).not.toContain('secret');
    expect(services.logged.filter((line) => line.startsWith('error')).join()).toContain(String(id));
  });

  it('sends progress that rises and ends with the call, where a token was given', async () => {
    const slow = defineTool({
      name: 'vault_slow',
      title: 'Slow',
      description: 'x',
      effect: 'reads',
      input: () => ({ steps: z.int() }),
      run: async ({ steps }, context) => {
        for (let step = 1; step <= steps; step++) context.progress(step % 3 === 0 ? 1 : step, steps);
        return Promise.resolve({ text: 'done' });
      },
    });
    const client = rawClient(await memoryServices(tideVault()), { tools: [slow] });
    await client.initialize();
    const params = { name: 'vault_slow', arguments: { steps: 5 } };
    await client.ask('tools/call', params);
    expect(client.seen.filter(({ method }) => method === 'notifications/progress')).toEqual([]);
    await client.ask('tools/call', { ...params, _meta: { progressToken: 'p' } });
    await client.ask('ping');
    const told = client.seen.filter(({ method }) => method === 'notifications/progress');
    expect(told.map(({ params: each }) => (each as Json)['progress'])).toEqual([1, 2, 4, 5]);
  });

  it('never sends more than a mebibyte', async () => {
    const huge = defineTool({
      name: 'vault_huge',
      title: 'Huge',
      description: 'x',
      effect: 'reads',
      input: () => ({}),
      run: () => Promise.resolve({ text: 'щ'.repeat(2_000_000) }),
    });
    const client = rawClient(await memoryServices(tideVault()), { tools: [huge] });
    await client.initialize();
    const answer = await client.ask('tools/call', { name: 'vault_huge', arguments: {} });
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(1024 * 1024);
    expect(firstText(answer['result'] as Json)).toMatch(/Cut here to keep the answer short\.$/);
  });

  it('ends with its client', async () => {
    const client = rawClient(await memoryServices(tideVault()));
    await client.initialize();
    client.close();
    await client.connection.closed;
  });
});

describe('change notices', () => {
  it('tell a legacy client of notes it subscribed to, and once of a stale list', async () => {
    const services = await memoryServices(tideVault());
    const client = rawClient(services);
    await client.initialize();
    await client.ask('resources/list');
    const uri = 'vault://note/02-wiki/sky/moon.md';
    await client.ask('resources/subscribe', { uri });
    services.vault.put('02-wiki/sky/moon.md', 'Changed.');
    services.vault.put('new.md', 'New.');
    services.vault.put('newer.md', 'Newer.');
    await services.sync();
    await client.until(({ method }) => method === 'notifications/resources/list_changed');
    services.vault.put('lonely.md', 'Not subscribed to.');
    await services.sync();
    await client.ask('ping');
    const told = client.seen
      .filter(({ method }) => typeof method === 'string')
      .map(({ method, params }) => [method, (params as Json | undefined)?.['uri']]);
    expect(told).toEqual([
      ['notifications/resources/updated', uri],
      ['notifications/resources/list_changed', undefined],
    ]);
  });

  it('reach a modern client through its own subscription', async () => {
    const services = await memoryServices(tideVault());
    const client = rawClient(services);
    const uri = 'vault://note/lonely.md';
    const id = client.request('subscriptions/listen', {
      notifications: { resourceSubscriptions: [uri] },
      _meta: modernMeta(),
    });
    await client.until(({ method }) => method === 'notifications/subscriptions/acknowledged');
    services.vault.put('lonely.md', 'Changed.');
    services.vault.put('02-wiki/sky/moon.md', 'Not subscribed to.');
    await services.sync();
    const told = await client.until(({ method }) => method === 'notifications/resources/updated');
    expect(told['params']).toMatchObject({ uri, _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
    expect(client.seen.filter(({ method }) => method === 'notifications/resources/updated')).toHaveLength(1);
  });

  it('wait while a call is pending', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const services = await memoryServices(tideVault(), { onSearch: () => finished });
    const client = rawClient(services);
    await client.initialize();
    await client.ask('resources/list');
    const call = client.request('tools/call', { name: 'vault_search', arguments: { query: 'sea' } });
    await client.ask('ping');
    services.vault.put('new.md', 'New.');
    await services.sync();
    await client.ask('ping');
    finish();
    await client.until(({ method }) => method === 'notifications/resources/list_changed');
    const order = client.seen.filter(({ id, method }) => id === call || method !== undefined);
    expect(order.map(({ id }) => id)).toEqual([call, undefined]);
  });
});

function rawClient(services: MemoryServices, options = {}): RawClient {
  const client = new RawClient(services, options);
  endings.push(() => client.close());
  return client;
}

function serve(services: MemoryServices) {
  const [near, far] = linePair();
  serveConnection(far, services, { version: '0.1.0', language: 'en' });
  return near;
}

async function legacyClient(services: MemoryServices) {
  const client = new LegacyClient({ name: 'test', version: '1' });
  await client.connect(new ClientTransport(serve(services)));
  endings.push(() => client.close());
  return client;
}

async function modernClient(services: MemoryServices, mode: Negotiation) {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new ClientTransport(serve(services)));
  endings.push(() => client.close());
  return client;
}

function firstText(result: { readonly [key: string]: unknown }): string {
  const content = result['content'];
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : '';
}
