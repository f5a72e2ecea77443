// How long the thread of a headless host is ever blocked while it indexes a vault, answers and updates.
//
//   node bench/blocks/run.mjs [--notes 10000] [--vault DIR] [--json] [--index host|filled|thread]
//
// Generates the vault with ../shared/lab/vaultgen.mjs unless one is given, bundles the host as the product ships it,
// and runs it in a process of its own, each time over a copy of the same vault: with the passage index in the host's thread,
// filled by another thread as the engine does it, and in a thread of its own as the app does it, unless one of them is asked
// for. Fails where a block is above the limit.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, root } from '../../scripts/load-source.mjs';
import { generateVault, runNode, VERSION } from '../runner.mjs';

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
  const vault = values.vault ?? (await generateVault(join(scratch, 'vault'), values.notes));
  const program = join(root, 'node_modules', '.cache', 'vault-mcp', 'blocks.mjs');
  await mkdir(dirname(program), { recursive: true });
  await bundle('bench/blocks/measure.ts', program, { minify: true, define: VERSION });
  const thread = join(dirname(program), 'index-worker.js');
  await bundle('src/obsidian/index-worker.ts', thread, {
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    banner: {},
  });
  for (const [at, index] of ['host', 'filled', 'thread'].filter((each) => (values.index ?? each) === each).entries()) {
    // Each run changes the vault.
    const own = join(scratch, `vault-${at}`);
    await cp(vault, own, { recursive: true, preserveTimestamps: true });
    const code = await runNode([
      '--expose-gc',
      program,
      own,
      values.json ? 'json' : 'text',
      values.vault ? '' : `${vault}.manifest.json`,
      thread,
      index,
    ]);
    if (code !== 0) process.exitCode = code;
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
