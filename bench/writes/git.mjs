// What a commit costs, beside a bare `git commit` of the same kind in the same repository.
//
//   node bench/writes/git.mjs [--notes 1000] [--commits 60] [--json]
//
// Prints how many gits each change starts, and p50 and p95 of looking before the write and committing after it.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, '..', '..', 'node_modules', '.cache', 'vault-mcp', 'git-commits.mjs');
const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000' },
    commits: { type: 'string', default: '60' },
    json: { type: 'boolean' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'vault-mcp-git-'));
try {
  await mkdir(dirname(program), { recursive: true });
  await build({
    entryPoints: [join(here, 'git.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  });
  const args = [program, scratch, values.notes, values.commits, values.json ? 'json' : 'text'];
  process.exitCode = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
} finally {
  await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
