// What a commit costs, beside a bare `git commit` of the same kind in the same repository.
//
//   node bench/writes/git.mjs [--notes 1000] [--commits 60] [--json]
//
// Prints how many gits each change starts, and p50 and p95 of looking before the write and committing after it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';
import { runNode, VERSION } from '../runner.mjs';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000' },
    commits: { type: 'string', default: '60' },
    json: { type: 'boolean' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-git-'));
try {
  const program = await bundle('bench/writes/git.ts', join(scratch, 'git-commits.mjs'), { define: VERSION });
  const args = [program, scratch, values.notes, values.commits, values.json ? 'json' : 'text'];
  process.exitCode = await runNode(args);
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
