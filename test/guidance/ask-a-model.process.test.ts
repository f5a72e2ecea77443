import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

// The maintainer's script against a model of our own, which knows the right answers, or always gives one.

const root = join(import.meta.dirname, '..', '..');
const requests = JSON.parse(readFileSync(join(root, 'test/guidance/requests.json'), 'utf8')) as readonly {
  readonly request: string;
  readonly tool: string;
}[];

type Body = Readonly<Record<string, unknown>>;

/** Answers each request as the interface that was asked would. */
async function aModel(choose: (request: string) => string): Promise<{ url: string; seen: Body[] }> {
  const seen: Body[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const body = JSON.parse(text) as Body & { messages: { content: string }[] };
      seen.push(body);
      const name = choose(body.messages.at(-1)?.content ?? '');
      const answer =
        request.url === '/messages'
          ? {
              content: [
                { type: 'text', text: '…' },
                { type: 'tool_use', name },
              ],
            }
          : { choices: [{ message: { tool_calls: [{ function: { name } }] } }] };
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

function ask(env: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const all = { PATH: process.env['PATH'], ...env };
    execFile(process.execPath, [join(root, 'scripts/ask-a-model.mjs'), ...args], { env: all }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: `${out}${err}` }),
    );
  });
}

const knows = (request: string): string => requests.find((each) => each.request === request)?.tool ?? '';

describe('asking a model', () => {
  it.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
  ])('%s: counts what was chosen as wished', async (provider, key) => {
    const { url, seen } = await aModel(knows);
    const { code, out } = await ask({ [key]: 'k' }, '--model', 'm', '--provider', provider, '--url', url);
    expect(code, out).toBe(0);
    expect(out).toContain(`${requests.length} of ${requests.length} as wished`);
    expect(seen).toHaveLength(requests.length);
    expect(seen[0]?.['tools']).toHaveLength(14);
  });

  it('names each request that went elsewhere, and fails', async () => {
    const { url } = await aModel(() => 'vault_search');
    const { code, out } = await ask({ OPENAI_API_KEY: 'k' }, '--model', 'm', '--provider', 'openai', '--url', url);
    expect(code).toBe(1);
    expect(out).toContain('vault_search instead of vault_undo: Undo that.');
  });

  it('says how to use it without a model or a key', async () => {
    expect((await ask({}, '--model', 'm')).code).toBe(2);
    expect((await ask({ ANTHROPIC_API_KEY: 'k' })).code).toBe(2);
  });
});
