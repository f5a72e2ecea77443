// Starts the built program as a client would, by raw lines, and demands exactly the tools of the manifest, each
// request answered once, nothing but MCP on stdout, and a clean exit at the end of input.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const state = mkdtempSync(join(tmpdir(), 'vault-mcp-smoke-'));
const expected = readdirSync(join(root, 'src/mcp/tools'))
  .filter((file) => file.startsWith('vault-'))
  .map((file) => file.replace('.ts', '').replaceAll('-', '_'))
  .sort();

const shim = spawn(process.execPath, [join(root, 'dist/vault-mcp.mjs'), '--vault', join(root, 'examples/vault')], {
  env: { ...process.env, VAULT_MCP_HOME: state },
  stdio: ['pipe', 'pipe', 'inherit'],
});
let out = '';
shim.stdout.on('data', (chunk) => (out += chunk));

const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const search = (id) =>
  line({ id, method: 'tools/call', params: { name: 'vault_search', arguments: { query: 'spring tides', limit: 2 } } });
shim.stdin.write(
  line({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'smoke', version: '1' } },
  }) +
    line({ id: null, method: 'notifications/initialized' }) +
    line({ id: 'list', method: 'tools/list' }) +
    Array.from({ length: 10 }, (_, index) => search(index + 1)).join(''),
);

const deadline = setTimeout(() => shim.kill('SIGKILL'), 30_000);
const answered = () => out.split('\n').filter((text) => text !== '').length >= 12;
await new Promise((resolve) => {
  const look = () => answered() && resolve(undefined);
  shim.stdout.on('data', look);
  shim.on('exit', resolve);
});
const ended = performance.now();
shim.stdin.end();
const code = await new Promise((resolve) =>
  shim.exitCode === null ? shim.on('exit', resolve) : resolve(shim.exitCode),
);
clearTimeout(deadline);
rmSync(state, { recursive: true, force: true });

const messages = out
  .split('\n')
  .filter((text) => text !== '')
  .map((text) => JSON.parse(text));
const listed = messages.find(({ id }) => id === 'list')?.result.tools.map(({ name }) => name) ?? [];
const problems = [];
if (JSON.stringify([...listed].sort()) !== JSON.stringify(expected))
  problems.push(`tools are ${listed}, not ${expected}`);
for (let id = 0; id <= 10; id++) {
  const answers = messages.filter((message) => message.id === id);
  if (answers.length !== 1) problems.push(`request ${id} was answered ${answers.length} times`);
  else if (id > 0 && !answers[0].result?.content?.[0]?.text.includes('spring-tides.md:'))
    problems.push(`search ${id} found nothing`);
}
if (code !== 0) problems.push(`it left with ${code}`);
for (const problem of problems) console.error(`smoke: ${problem}`);
console.log(
  problems.length === 0
    ? `smoke: ${listed.length} tools, 12 requests answered once each, gone ${Math.round(performance.now() - ended)} ms after the end of input`
    : `smoke: ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
