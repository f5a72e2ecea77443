// What the benchmarks' runners share: a vault generated, a program run in a Node of its own.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What programs of ours are told of their version when they are measured. */
export const VERSION = { VAULT_MCP_VERSION: '"bench"' };

/** Where the generator of vaults is, unless another is named. */
export const GENERATOR = fileURLToPath(new URL('../../shared/lab/vaultgen.mjs', import.meta.url));

/** Generates a vault of so many notes, always the same one. Throws where the generator is not there. */
export async function generateVault(folder, notes, generator = GENERATOR) {
  if (!existsSync(generator)) throw new Error(`no generator of vaults at ${generator}`);
  // By its real name: through a link it does not know that it is the program.
  const status = await runNode([realpathSync(generator), '--out', folder, '--notes', String(notes)], 'ignore');
  if (status !== 0) throw new Error(`the generator of vaults ended with ${status}`);
  return folder;
}

/** Runs Node with these words; the exit status. `stdout`: 'inherit' or 'ignore'. */
export function runNode(args, stdout = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === null ? reject(new Error('the measuring was ended')) : resolve(code)));
  });
}
