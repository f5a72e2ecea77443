#!/usr/bin/env node
// node bench/learn/run.mjs [--verbose] : how often a lesson is put into the right note, into a wrong one, or needlessly into one of its own, judged by
// pairs.jsonl on the vault of notes.jsonl (English, Portuguese, Russian), at the ratio in force and at the best one.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = await mkdtemp(join(here, '.bundle-'));
try {
  const outfile = join(cache, 'measure.mjs');
  await build({
    entryPoints: [join(here, 'measure.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const { main } = await import(pathToFileURL(outfile).href);
  await main(here, process.argv.includes('--verbose'));
} finally {
  await rm(cache, { recursive: true, force: true });
}
