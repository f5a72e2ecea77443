// Asks a model, for each request of test/guidance/requests.json, which tool it would call first, with the server's own
// instructions and tools, and prints where it chose otherwise. For a maintainer with a key; it costs a few cents.
//   node scripts/ask-a-model.mjs --model <name> [--provider anthropic | openai] [--url <base>] [--least 0.9] [--only <n>]
// The key: ANTHROPIC_API_KEY, or OPENAI_API_KEY for whatever speaks the chat completions interface at --url.
// Exit codes: 0 enough chosen right, 1 too few, 2 usage.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { load, root } from './load-source.mjs';

const AT_ONCE = 4;
const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    provider: { type: 'string', default: 'anthropic' },
    url: { type: 'string' },
    least: { type: 'string', default: '0.9' },
    only: { type: 'string' },
  },
});

const providers = {
  anthropic: {
    key: 'ANTHROPIC_API_KEY',
    url: 'https://api.anthropic.com/v1',
    path: 'messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: ({ model, system, tools, request }) => ({
      model,
      max_tokens: 1024,
      system,
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema() })),
      messages: [{ role: 'user', content: request }],
    }),
    chosen: ({ content }) => content.find(({ type }) => type === 'tool_use')?.name ?? null,
  },
  openai: {
    key: 'OPENAI_API_KEY',
    url: 'https://api.openai.com/v1',
    path: 'chat/completions',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    body: ({ model, system, tools, request }) => ({
      model,
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema() },
      })),
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: request },
      ],
    }),
    chosen: ({ choices }) => choices[0]?.message?.tool_calls?.[0]?.function?.name ?? null,
  },
};

const provider = Object.hasOwn(providers, values.provider) ? providers[values.provider] : undefined;
const key = provider && process.env[provider.key];
if (provider === undefined || values.model === undefined || !key) {
  console.error(
    `ask-a-model --model <name> [--provider ${Object.keys(providers).join(' | ')}], with its key in the environment`,
  );
  process.exit(2);
}

const { tools } = await load('src/mcp/tools/index.ts');
const { instructions } = await load('src/mcp/instructions.ts');
const requests = JSON.parse(readFileSync(join(root, 'test', 'guidance', 'requests.json'), 'utf8'));
const asked = values.only === undefined ? requests : requests.slice(0, Number(values.only));

async function choice(request) {
  const response = await fetch(`${values.url ?? provider.url}/${provider.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...provider.headers(key) },
    body: JSON.stringify(provider.body({ model: values.model, system: instructions, tools, request })),
  });
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 300)}`);
  return provider.chosen(await response.json());
}

const answers = new Array(asked.length);
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < asked.length) {
      const at = next++;
      answers[at] = await choice(asked[at].request);
    }
  }),
);

let right = 0;
let near = 0;
for (const [at, { request, tool, also = [] }] of asked.entries()) {
  if (answers[at] === tool) right++;
  else if (also.includes(answers[at])) near++;
  else console.log(`${answers[at] ?? 'no tool'} instead of ${tool}: ${request}`);
}
const share = (right + near) / asked.length;
console.log(
  `${right} of ${asked.length} as wished, ${near} by a step that may come first, ${asked.length - right - near} otherwise`,
);
process.exitCode = share >= Number(values.least) ? 0 : 1;
