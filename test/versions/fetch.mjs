// Brings Node in other major versions, from the registry that npm knows, to where the test of versions looks for it.
//
//   node test/versions/fetch.mjs [18 20 22 24 ...]
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/vault-mcp/node', import.meta.url));
const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

for (const major of process.argv.length > 2 ? process.argv.slice(2) : ['18', '20', '22', '24']) {
  const folder = join(cache, major);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const words = ['install', '--no-save', '--no-audit', '--no-fund', `node-${system}@${major}`];
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  console.log(status === 0 ? `Node ${major} is in ${folder}` : `Node ${major} could not be had`);
}
