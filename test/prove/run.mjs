#!/usr/bin/env node
// npm run prove [-- --quick] [--seed N] [--only hostile,fuzz] [--vault DIR] : the product's promises, one row each, put to the
// proof on the built program. It is TypeScript without a build step of its own, so this bundles it first.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = await mkdtemp(join(here, '.bundle-'));
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
try {
  const outfile = join(cache, 'prove.mjs');
  await build({
    entryPoints: [join(here, 'prove.ts')],
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
