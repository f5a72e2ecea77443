// Spawn to the answer of `initialize`, beside a Node program that does nothing but answer, pair by pair in one run.
//
//   node bench/pipe/start.mjs [rounds] [file of the shim ...]
//
// `node` prints a line as soon as it runs: the floor. `reader` answers the first chunk of stdin with a fixed line: what
// any server in Node needs at least. Medians, and the median of the ratios of each round.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [rounds = '15', ...files] = process.argv.slice(2);
const shims =
  files.length > 0
    ? files.map((file) => resolve(file))
    : [fileURLToPath(new URL('../../dist/vault-mcp.mjs', import.meta.url))];
const folder = mkdtempSync(join(tmpdir(), 'vault-mcp-start-'));
const program = (name, text) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const answer = JSON.stringify('{"jsonrpc":"2.0","id":1,"result":{}}\n');
const contenders = {
  node: [program('empty.mjs', `process.stdout.write(${answer});`)],
  reader: [program('reader.mjs', `process.stdin.once('data', () => process.stdout.write(${answer}));`)],
  ...Object.fromEntries(shims.map((file) => [basename(file), [file, '--vault', folder]])),
};
const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

/** Milliseconds. */
function once(args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], cwd: folder });
    let time = null;
    child.stdin.on('error', () => undefined);
    child.stdin.write(initialize);
    child.stdout.once('data', () => {
      time = performance.now() - start;
      child.stdin.end();
    });
    child.stdout.resume();
    child.on('close', () => (time === null ? reject(new Error(`no answer from ${args[0]}`)) : resolve(time)));
  });
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
for (const args of Object.values(contenders)) await once(args); // from disk into memory
for (let round = 0; round < Number(rounds); round++) {
  const names = Object.keys(contenders);
  // Another order each round: whoever comes after a heavy one is at a disadvantage.
  for (let n = 0; n < names.length; n++) {
    const name = names[(n + round) % names.length];
    times[name].push(await once(contenders[name]));
  }
}
rmSync(folder, { recursive: true });

console.log(`spawn to the first answer, ${rounds} rounds, ms`);
for (const [name, own] of Object.entries(times)) {
  const against = (other) => median(own.map((time, round) => time / times[other][round])).toFixed(2);
  const best = Math.min(...own).toFixed(0);
  console.log(
    `${name.padEnd(24)} median ${median(own).toFixed(0).padStart(4)}  best ${best.padStart(4)}  to node ×${against('node')}  to reader ×${against('reader')}`,
  );
}
