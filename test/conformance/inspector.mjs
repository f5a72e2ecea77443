// The official Inspector's strict look at the list of tools, in each era, on the built program: it must find nothing.
//
//   node test/conformance/inspector.mjs
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed, node22, root } from './packages.mjs';

const inspector = join(installed('@modelcontextprotocol/inspector', '2.12.0'), 'clients/launcher/build/index.js');
const work = mkdtempSync(join(tmpdir(), 'vault-mcp-inspector-'));
const env = { ...process.env, VAULT_MCP_HOME: join(work, 'state'), HOME: work, MCP_INSPECTOR_SECRET_STORE: 'memory' };
const server = [process.execPath, join(root, 'dist/vault-mcp.mjs'), '--vault', join(work, 'vault')];
let failed = 0;

function look(era, words, isRight) {
  const all = [inspector, '--cli', ...server, '--protocol-era', era, ...words];
  const run = spawnSync(node22(), all, { cwd: work, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  const fine = run.status === 0 && isRight(run.stdout, run.stderr);
  if (!fine) failed++;
  console.log(`${fine ? 'ok    ' : 'FAILED'} ${era}: ${words.join(' ')}`);
  if (!fine) console.log(`exit code ${run.status}\n${run.stdout}${run.stderr}`);
}

try {
  cpSync(join(root, 'examples/vault'), join(work, 'vault'), { recursive: true });
  for (const era of ['legacy', 'auto', 'modern']) {
    look(
      era,
      ['--method', 'tools/list', '--strict', '--format', 'json'],
      (out, said) => /"vault_search"/.test(out) && !/portability|warning/i.test(said),
    );
    const call = [
      '--method',
      'tools/call',
      '--tool-name',
      'vault_search',
      '--tool-args-json',
      '{"query":"spring tides"}',
    ];
    look(era, [...call, '--format', 'json'], (out) => out.includes('spring-tides.md:'));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(failed === 0 ? 'the Inspector finds nothing' : `${failed} looks failed`);
process.exitCode = failed === 0 ? 0 : 1;
