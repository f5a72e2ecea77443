// How long the thread of a headless host is ever blocked while it indexes a vault, answers and updates.
//
//   node bench/blocks/run.mjs [--notes 10000] [--vault DIR] [--json] [--index host|thread]
//
// Generates the vault with ../shared/lab/vaultgen.mjs unless one is given, bundles the host as the product ships it,
// and runs it in a process of its own: once with the passage index in the host's thread, and once, over a copy of the same
// vault, with the index in a thread of its own, unless one of the two is asked for. Fails where a block is above the limit.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '10000' },
    vault: { type: 'string' },
    json: { type: 'boolean' },
    index: { type: 'string' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-blocks-'));
try {
  const vault = values.vault ?? (await generate(Number(values.notes)));
  const program = join(root, 'node_modules', '.cache', 'vault-mcp', 'blocks.mjs');
  await mkdir(dirname(program), { recursive: true });
  await build({
    entryPoints: [join(here, 'measure.ts')],
    outfile: program,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as createRequireOfModule } from 'node:module'; const require = createRequireOfModule(import.meta.url);",
    },
    define: { VAULT_MCP_VERSION: '"bench"' },
  });
  const thread = join(dirname(program), 'index-worker.js');
  await build({
    entryPoints: [join(root, 'src', 'obsidian', 'index-worker.ts')],
    outfile: thread,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
  for (const [at, index] of ['host', 'thread'].filter((each) => (values.index ?? each) === each).entries()) {
    // Each run changes the vault.
    const own = join(scratch, `vault-${at}`);
    await cp(vault, own, { recursive: true, preserveTimestamps: true });
    const code = await run(process.execPath, [
      '--expose-gc',
      program,
      own,
      values.json ? 'json' : 'text',
      values.vault ? '' : `${vault}.manifest.json`,
      index === 'thread' ? thread : '',
    ]);
    if (code !== 0) process.exitCode = code;
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function generate(notes) {
  const generator = join(root, '..', 'shared', 'lab', 'vaultgen.mjs');
  if (!existsSync(generator)) throw new Error(`no vault given, and no generator at ${generator}`);
  const out = join(scratch, 'vault');
  await run(process.execPath, [generator, '--out', out, '--notes', String(notes)], 'ignore');
  return out;
}

function run(command, args, stdout = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', stdout, 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) => (code === null ? reject(new Error(`${command} was ended`)) : resolve(code)));
  });
}
