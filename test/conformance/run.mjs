// The official conformance suite against our stack: suite → HTTP front → the shim as a process → the link → a host
// that serves the suite's fixtures by the same server library and wiring as the product.
//
//   node test/conformance/run.mjs [--only NAME] [--keep]
//
// --only   one of the runs below; --keep leaves the suite's own report in place and says where
//
// Fails for every check that fails and is not listed in not-applicable.json, and for every entry there that is not
// needed any more. Installs the suite on first use.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildFixtures } from './build.mjs';
import { installed, node22, root } from './packages.mjs';

const { values: options } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'boolean' } } });

const runs = [
  { name: '2025-11-25, suite 0.1.16', version: '0.1.16', words: [] },
  { name: '2025-11-25', version: '0.2.0-alpha.12', words: ['--requirements', '2025-11-25'] },
  { name: '2026-07-28', version: '0.2.0-alpha.12', words: ['--requirements', '2026-07-28'] },
].filter(({ name }) => options.only === undefined || name === options.only);

const work = mkdtempSync(join(tmpdir(), 'vault-mcp-conformance-'));
const vault = join(work, 'vault');
mkdirSync(vault);
const from = performance.now();
const seconds = () => ((performance.now() - from) / 1000).toFixed(1);
const { notApplicable, ofTheFront } = JSON.parse(
  readFileSync(join(root, 'test/conformance/not-applicable.json'), 'utf8'),
);

let host;
let front;
let failed = 0;
const seen = new Set();
try {
  const node = node22();
  const suites = new Map(runs.map(({ version }) => [version, installed('@modelcontextprotocol/conformance', version)]));
  const built = await buildFixtures(join(work, 'built'));
  console.log(`ready after ${seconds()} s`);
  const env = { ...process.env, VAULT_MCP_HOME: join(work, 'state'), VAULT_MCP_ENGINE: built.engine };
  host = await servingHost(built.shim, env);
  const { HttpFront, StdioServer } = await import(pathToFileURL(built.front).href);
  front = new HttpFront(() => new StdioServer(process.execPath, [built.shim, '--vault', vault], env));
  const url = await front.listen();
  for (const run of runs) {
    const out = join(work, run.name.replaceAll(/\W+/g, '-'));
    const words = [join(suites.get(run.version), 'dist/index.js'), 'server', '--url', url, ...run.words, '-o', out];
    await ended(spawn(node, words, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] }));
    failed += judge(run, checksIn(out));
  }
  const unknown = Object.keys(ofTheFront).filter((scenario) => options.only === undefined && !seen.has(scenario));
  for (const scenario of unknown) console.log(`  ${scenario} is listed as a matter of HTTP and was not run`);
  failed += unknown.length;
} finally {
  await front?.close();
  host?.kill('SIGTERM');
  if (host !== undefined) await ended(host);
  if (options.keep) console.log(`kept: ${work}`);
  else rmSync(work, { recursive: true, force: true });
}
console.log(`${failed === 0 ? 'conformance holds' : `${failed} findings`}, ${seconds()} s`);
process.exitCode = failed === 0 ? 0 : 1;

/** The host runs by itself, so that the shims of all sessions join it, as several agents of one vault do. */
async function servingHost(shim, env) {
  const child = spawn(process.execPath, [shim, 'serve', '--vault', vault], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.setEncoding('utf8');
  await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
      if (said.includes('serving')) resolve();
    });
    child.once('exit', () => reject(new Error(`the host ended: ${said}`)));
  });
  return child;
}

function ended(child) {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));
}

/** Every check by its scenario: the suite writes a folder for each. */
function checksIn(out) {
  const found = new Map();
  for (const folder of readdirSync(out)) {
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    found.set(scenario, JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')));
  }
  return found;
}

function judge(run, scenarios) {
  const excuses = notApplicable.filter(({ runs: names }) => names.includes(run.name));
  const used = new Set();
  const findings = [];
  let passed = 0;
  let excused = 0;
  let aboutHttp = 0;
  for (const [scenario, checks] of scenarios) {
    seen.add(scenario);
    const counted = checks.filter(({ status }) => status === 'SUCCESS' || status === 'FAILURE' || status === 'WARNING');
    const bad = counted.filter(({ status }) => status !== 'SUCCESS');
    const excuse = excuses.find((each) => each.scenario === scenario);
    if (excuse !== undefined) {
      if (bad.length === 0) findings.push(`${scenario} is listed as not applicable and passes`);
      used.add(excuse);
      excused += counted.length;
      continue;
    }
    if (scenario in ofTheFront) aboutHttp += counted.length - bad.length;
    passed += counted.length - bad.length;
    for (const check of bad) findings.push(`${scenario}: ${check.id}: ${check.status}: ${check.errorMessage ?? ''}`);
  }
  for (const excuse of excuses) {
    if (!used.has(excuse)) findings.push(`${excuse.scenario} is listed as not applicable and was not run`);
  }
  if (scenarios.size === 0) findings.push('nothing was run');
  for (const finding of findings) console.log(`  ${finding}`);
  const ran = `${scenarios.size} scenarios: ${passed} checks passed, ${findings.length} failed`;
  const rest = `${aboutHttp} of the passed are about HTTP alone; ${excuses.length} scenarios with ${excused} checks do not apply`;
  console.log(`${run.name}: ${ran} (${rest})`);
  return findings.length;
}
