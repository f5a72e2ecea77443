// What creating and editing a note costs without git, beside a bare write and flush in the same run.
//
//   node bench/writes/run.mjs [--notes 1000] [--rounds 200] [--vault DIR]
//
// Generates the vault with ../shared/lab/vaultgen.mjs unless one is given; works on a copy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';
import { generateVault, runNode, VERSION } from '../runner.mjs';

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
  const program = await bundle('bench/writes/measure.ts', join(scratch, 'measure.mjs'), { define: VERSION });
  process.exitCode = await runNode([program, vault, scratch, values.rounds]);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
