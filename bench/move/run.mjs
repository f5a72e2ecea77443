// What moving a note costs to which a hundred others link, in ten forms of link: planning alone, and the whole change.
//
//   node bench/move/run.mjs [--notes 1000,10000] [--rounds 15] [--links 100]
//
// Generates each vault with ../shared/lab/vaultgen.mjs, puts the linked note and its hundred linking notes into it, and
// checks after each move that every link leads to the note's new place. Fails where planning takes longer than 150 ms.
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
    rounds: { type: 'string', default: '15' },
    links: { type: 'string', default: '100' },
  },
});
const generator = join(here, '..', '..', '..', 'shared', 'lab', 'vaultgen.mjs');
if (!existsSync(generator)) throw new Error(`no generator of vaults at ${generator}`);

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-move-'));
try {
  const program = join(scratch, 'measure.mjs');
  await build({
    entryPoints: [join(here, 'measure.ts')],
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
    const vault = join(scratch, `vault-${notes}`);
    await run([generator, '--out', vault, '--notes', notes], 'ignore');
    const status = await run([program, vault, join(scratch, `state-${notes}`), values.rounds, values.links], 'inherit');
    if (status !== 0) process.exitCode = status;
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
