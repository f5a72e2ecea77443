// What creating and editing a note costs without git, beside a bare write and flush in the same run.
//
//   node bench/writes/run.mjs [--notes 1000] [--rounds 200] [--vault DIR]
//
// Generates the vault with ../shared/lab/vaultgen.mjs unless one is given; works on a copy.
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
    notes: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '200' },
    vault: { type: 'string' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-writes-'));
try {
  const vault = values.vault ?? (await generate(values.notes));
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
  });
  process.exitCode = await run([program, vault, scratch, values.rounds], 'inherit');
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function generate(notes) {
  const generator = join(here, '..', '..', '..', 'shared', 'lab', 'vaultgen.mjs');
  if (!existsSync(generator)) throw new Error(`no vault given, and no generator at ${generator}`);
  const out = join(scratch, 'generated');
  await run([generator, '--out', out, '--notes', notes], 'ignore');
  return out;
}

function run(args, stdout) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === null ? reject(new Error('the measuring was ended')) : resolve(code)));
  });
}
