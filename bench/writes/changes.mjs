// What creating, editing, learning and moving cost as an agent's tools are called, with git and without, beside bare
// writes and flushes and bare commits in the same run. The note that is moved is linked from a hundred others.
//
//   node bench/writes/changes.mjs [--notes 1000,10000] [--rounds 20] [--links 100] [--history bare,git]
//
// Generates each vault with ../shared/lab/vaultgen.mjs. Fails where a link is lost or a byte beside a link has changed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '20' },
    links: { type: 'string', default: '100' },
    history: { type: 'string', default: 'bare,git' },
  },
});
const generator = join(here, '..', '..', '..', 'shared', 'lab', 'vaultgen.mjs');
if (!existsSync(generator)) throw new Error(`no generator of vaults at ${generator}`);

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-changes-'));
try {
  const program = join(scratch, 'changes.mjs');
  await build({
    entryPoints: [join(here, 'changes.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);",
    },
    define: { VAULT_MCP_VERSION: '"bench"' },
  });
  for (const notes of values.notes.split(',')) {
    for (const history of values.history.split(',')) {
      const name = `${notes}-${history}`;
      const vault = join(scratch, `vault-${name}`);
      await run([generator, '--out', vault, '--notes', notes], 'ignore');
      const words = [vault, join(scratch, `state-${name}`), values.rounds, values.links, history];
      const status = await run([program, ...words], 'inherit');
      if (status !== 0) process.exitCode = status;
      await rm(vault, { recursive: true, force: true });
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

function run(args, stdout) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === null ? reject(new Error('the measuring was ended')) : resolve(code)));
  });
}
