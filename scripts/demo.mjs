// Runs the main job the way an agent does: starts the built shim on a copy of a vault, connects with the official
// client, asks, reads and follows links, and prints what came back. Fails if any step does.
//
//   node scripts/demo.mjs [--vault DIR] [--query TEXT]
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: options } = parseArgs({
  options: { vault: { type: 'string' }, query: { type: 'string' } },
});
const example = options.vault === undefined;
const source = resolve(options.vault ?? join(root, 'examples', 'vault'));

const paint =
  process.stdout.isTTY && !process.env.NO_COLOR ? (code, text) => `\u001b[${code}m${text}\u001b[0m` : (_, text) => text;
const say = (text) => console.log(paint('1;36', `\n— ${text}`));
const show = (text) =>
  console.log(
    text
      .split('\n')
      .map(
        (line) =>
          `  ${line.startsWith('> ') ? paint('2', line) : line.replace(/^\S+\.md:\d+(-\d+)?/, (at) => paint('32', at))}`,
      )
      .join('\n'),
  );

/** Stops the demo with a sentence when what came back is not what was promised. */
function expect(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

const work = mkdtempSync(join(tmpdir(), 'vault-mcp-demo-'));
const vault = join(work, 'vault');
let client;
try {
  cpSync(source, vault, { recursive: true });
  const from = performance.now();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist', 'vault-mcp.mjs'), '--vault', vault],
    env: { ...process.env, VAULT_MCP_HOME: join(work, 'state') },
    stderr: 'inherit',
  });
  client = new Client({ name: 'demo', version: '1.0.0' });
  await client.connect(transport);
  const server = client.getServerVersion();
  say(`connected to ${server.name} ${server.version} in ${Math.round(performance.now() - from)} ms`);
  show(client.getInstructions() ?? '');

  const { tools } = await client.listTools();
  show(`tools: ${tools.map(({ name }) => name).join(', ')}`);

  const call = async (name, args) => {
    say(`${name} ${JSON.stringify(args)}`);
    const started = performance.now();
    const result = await client.callTool({ name, arguments: args });
    const text = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
    show(text);
    console.log(paint('2', `  (${(performance.now() - started).toFixed(1)} ms)`));
    expect(result.isError !== true, `${name} answered with an error`);
    return { text, structured: result.structuredContent };
  };
  const citation = /^(.+?\.md):(\d+)-\d+(?: — (.+?))? \(score/m;

  const status = await call('vault_status', {});
  expect(status.structured !== undefined, 'vault_status gave no structured answer');

  const queries = options.query
    ? [options.query]
    : example
      ? [
          'why was everybody logged out at midnight',
          'database refuses connections after a power cut',
          'feijao apoio canas',
        ]
      : ['how do I get started', 'search and filters'];
  let first;
  for (const query of queries) {
    const { text } = await call('vault_search', { query, limit: 3 });
    const found = citation.exec(text);
    expect(found, `the search for "${query}" cited nothing`);
    first ??= { path: found[1], heading: found[3]?.split(' > ').at(-1) };
  }
  if (example && !options.query) {
    expect(first.path === '02-wiki/auth/jwt-expiry.md', `expected the note on token expiry first, got ${first.path}`);
  }

  await call('vault_get_note', { path: first.path, ...(first.heading ? { heading: first.heading } : {}) });
  await call('vault_backlinks', { path: first.path });
  await call('vault_graph', { around: first.path, depth: 1 });
  await call('vault_tags', {});
  await call('vault_list', { sort: 'modified', limit: 5 });
  say('every step succeeded');
} catch (error) {
  console.error(paint('31', `demo failed: ${error.message}`));
  process.exitCode = 1;
} finally {
  await client?.close();
  rmSync(work, { recursive: true, force: true });
}
