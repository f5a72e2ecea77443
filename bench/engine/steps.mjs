#!/usr/bin/env node
// node bench/engine/steps.mjs [--steps 100000] [--seed 1] : random additions, replacements, removals and searches; every thousand steps
// the index is compared with one built afresh. Fails where they differ, or where memory in the last quarter is above that of the second.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: { steps: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const cache = await mkdtemp(join(here, '.bundle-'));
try {
  const program = await bundle('bench/engine/steps.ts', join(cache, 'steps.mjs'), { packages: 'external' });
  const child = spawnSync(process.execPath, ['--expose-gc', program, values.steps, values.seed], { stdio: 'inherit' });
  process.exitCode = child.status ?? 1;
} finally {
  await rm(cache, { recursive: true, force: true });
}
