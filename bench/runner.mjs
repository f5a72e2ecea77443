// What the benchmarks' runners share: a vault generated, a program run in a Node of its own.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync, rmSync } from 'node:fs';
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

/**
 * However a run ends, nothing of it stays: the children named by id to `started` are ended and the folder is
 * removed, also when who reads the figures leaves (`| head`), at a signal, and at a failure. Children that have already
 * ended must be told by `exited`, since their id may be another's by then. `endAll` ends
 * those that are left when the measuring is done.
 */
export function leaveNothing(folder) {
  const pids = new Set();
  const endAll = () => {
    for (const pid of pids) end(pid);
    pids.clear();
  };
  process.on('exit', () => {
    endAll();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  // A reader that has seen enough is no failure; any other trouble with the output is.
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.once(signal, () => process.exit(status));
  }
  return { started: (pid) => void pids.add(pid), exited: (pid) => void pids.delete(pid), endAll };
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
