// What moving a note costs to which a hundred others link, in ten forms of link: planning alone, and the whole change.
//
//   node bench/move/run.mjs [--notes 1000,10000] [--rounds 15] [--links 100]
//
// Generates each vault with ../shared/lab/vaultgen.mjs, puts the linked note and its hundred linking notes into it, and
// checks after each move that every link leads to the note's new place. Fails where planning takes longer than 150 ms.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';
import { generateVault, runNode, VERSION } from '../runner.mjs';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '15' },
    links: { type: 'string', default: '100' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-move-'));
try {
  const program = await bundle('bench/move/measure.ts', join(scratch, 'measure.mjs'), { define: VERSION });
  for (const notes of values.notes.split(',')) {
    const vault = join(scratch, `vault-${notes}`);
    await generateVault(vault, notes);
    const status = await runNode([program, vault, join(scratch, `state-${notes}`), values.rounds, values.links]);
    if (status !== 0) process.exitCode = status;
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
