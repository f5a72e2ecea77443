#!/usr/bin/env node
// npm run bench:quality [-- --json FILE] [--half tuned|held] : how well we find what was asked for, set by set, beside two baselines.
// The product is TypeScript without a build step of its own, so this bundles it first.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = await mkdtemp(join(here, '.bundle-'));
try {
  const outfile = join(cache, 'quality.mjs');
  await build({
    entryPoints: [join(here, 'quality.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  const { main } = await import(pathToFileURL(outfile).href);
  process.exitCode = await main(process.argv.slice(2));
} finally {
  await rm(cache, { recursive: true, force: true });
}
