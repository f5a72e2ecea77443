// What creating, editing, learning and moving cost as an agent's tools are called, with git and without, beside bare
// writes and flushes and bare commits in the same run. The note that is moved is linked from a hundred others.
//
//   node bench/writes/changes.mjs [--notes 1000,10000] [--rounds 20] [--links 100] [--history bare,git]
//
// Generates each vault with ../shared/lab/vaultgen.mjs. Fails where a link is lost or a byte beside a link has changed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';
import { generateVault, runNode, VERSION } from '../runner.mjs';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '20' },
    links: { type: 'string', default: '100' },
    history: { type: 'string', default: 'bare,git' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-changes-'));
try {
  const program = await bundle('bench/writes/changes.ts', join(scratch, 'changes.mjs'), { define: VERSION });
  for (const notes of values.notes.split(',')) {
    for (const history of values.history.split(',')) {
      const name = `${notes}-${history}`;
      const vault = join(scratch, `vault-${name}`);
      await generateVault(vault, notes);
      const words = [vault, join(scratch, `state-${name}`), values.rounds, values.links, history];
      const status = await runNode([program, ...words]);
      if (status !== 0) process.exitCode = status;
      await rm(vault, { recursive: true, force: true });
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
