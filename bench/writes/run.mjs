// What creating and editing a note costs without git, beside a bare write and flush in the same run.
//
//   node bench/writes/run.mjs [--notes 1000] [--rounds 200] [--vault DIR]
//
// Generates the vault with ../shared/lab/vaultgen.mjs unless one is given; works on a copy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle, generateVault, runNode } from '../bundle.mjs';

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
  const vault = values.vault ?? (await generateVault(join(scratch, 'generated'), values.notes));
  const program = await bundle(join(here, 'measure.ts'), join(scratch, 'measure.mjs'));
  process.exitCode = await runNode([program, vault, scratch, values.rounds]);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
