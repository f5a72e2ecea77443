// The one command before a commit: format, types, lint, import law, tests, generated docs, build, size.
//   --after-tests  leaves the tests out, for a caller that has just run them
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { build } from 'esbuild';

const npx = (...args) => ['npx', ['--no-install', ...args]];
const afterTests = process.argv.includes('--after-tests');

const steps = [
  ['format', ...npx('prettier', '--check', '.')],
  ['types: pure rooms', ...npx('tsc', '-p', 'tsconfig.pure.json')],
  ['types: Node rooms', ...npx('tsc', '-p', 'tsconfig.node.json')],
  ['types: plugin', ...npx('tsc', '-p', 'tsconfig.json')],
  ['types: in the real app', ...npx('tsc', '-p', 'test/e2e/tsconfig.json')],
  ['lint', ...npx('eslint', '.', '--max-warnings', '0')],
  ['import law', ...npx('depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'main.ts', 'test')],
  ['build', 'node', ['esbuild.config.mjs']],
  ['notices are current', 'node', ['scripts/notices.mjs', '--check']],
  ['docs are current: tools', 'node', ['scripts/tools-doc.mjs', '--check']],
  ['docs are current: clients', 'node', ['scripts/clients-doc.mjs', '--check']],
  ['docs are current: schemas', 'node', ['scripts/compatibility-doc.mjs', '--check']],
  ['links of the docs', 'node', ['scripts/doc-links.mjs']],
  ...(afterTests ? [] : [['tests', ...npx('vitest', 'run')]]),
];

/** Most bytes that each built file may have; a rise is a decision, not an accident. */
const limits = {
  'main.js': 2_700_000,
  'dist/vault-mcp.mjs': 250_000,
  'dist/engine.mjs': 1_200_000,
  'dist/index-worker.js': 112_000,
};
/** The same for what of the index's thread is ours: half of the file are the word endings of six languages. */
const INDEX_WORKER_OWN = 60_000;

let failed = 0;
for (const [name, command, args] of steps) {
  const from = performance.now();
  const run = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  console.log(`${run.status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (run.status === 0 && name !== 'tests') continue;
  console.log(run.stdout + run.stderr);
  if (run.status !== 0) failed++;
}

for (const [file, most] of Object.entries(limits)) {
  const bytes = statSync(file).size;
  const fine = bytes <= most;
  if (!fine) failed++;
  console.log(`${fine ? 'ok    ' : 'FAILED'} size of ${file}: ${bytes} of at most ${most} bytes`);
}

const own = await build({
  entryPoints: ['src/obsidian/index-worker.ts'],
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  packages: 'external',
});
const ownBytes = own.outputFiles[0].contents.length;
const ownFine = ownBytes <= INDEX_WORKER_OWN;
if (!ownFine) failed++;
console.log(
  `${ownFine ? 'ok    ' : 'FAILED'} size of our code in dist/index-worker.js: ${ownBytes} of at most ${INDEX_WORKER_OWN} bytes`,
);

const plugin = readFileSync('main.js', 'utf8');
const rules = [
  ['the real ws is inside', plugin.includes('handleUpgrade') && !plugin.includes('ws does not work in the browser')],
  ['no eval', !/\beval\s*\(/.test(plugin)],
  ['no new Function', !/new Function\b/.test(plugin)],
];
for (const [name, fine] of rules) {
  if (!fine) failed++;
  console.log(`${fine ? 'ok    ' : 'FAILED'} main.js: ${name}`);
}

console.log(failed === 0 ? 'all checks passed' : `${failed} checks failed`);
process.exitCode = failed === 0 ? 0 : 1;
