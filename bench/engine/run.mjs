#!/usr/bin/env node
// node bench/engine/run.mjs [--notes 1000,10000] [--generator FILE] [--json FILE] : the passage engine beside MiniSearch in the same run, on vaults of
// the seeded generator. Each engine is measured in a process of its own, so that neither pays for the other's garbage.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: { notes: { type: 'string' }, generator: { type: 'string' }, json: { type: 'string' } },
});
const generator = resolve(values.generator ?? '../shared/lab/vaultgen.mjs');
const sizes = (values.notes ?? '1000,10000').split(',').map(Number);
const ENGINES = ['compact', 'minisearch'];

/** The figures of one engine over one vault, measured in a fresh process. */
function measure(bundle, engine, vault) {
  const child = spawnSync(process.execPath, ['--expose-gc', '--max-old-space-size=6000', bundle, engine, vault], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.status !== 0) throw new Error(`${engine} failed on ${vault}`);
  return JSON.parse(child.stdout);
}

function print(notes, figures) {
  const [ours, theirs] = ENGINES.map((engine) => figures[engine]);
  console.log(`\n${notes} notes, ${ours.passages} passages`);
  console.log(`${''.padEnd(34)}${'compact'.padStart(12)}${'MiniSearch'.padStart(12)}${'ratio'.padStart(10)}`);
  for (const key of Object.keys(ours).filter((name) => name !== 'passages')) {
    const [a, b] = [ours[key], theirs[key]];
    const ratio = a > 0 ? `${(b / a).toFixed(b / a < 10 ? 1 : 0)} x` : '';
    const text = (figure) => (figure >= 100 ? figure.toFixed(0) : figure.toPrecision(3)).padStart(12);
    console.log(`${key.padEnd(34)}${text(a)}${text(b)}${ratio.padStart(10)}`);
  }
}

if (!existsSync(generator)) {
  console.log(`No vault generator at ${generator}: nothing was measured. Name one with --generator FILE.`);
} else {
  const work = await mkdtemp(join(tmpdir(), 'vault-mcp-engine-'));
  const cache = await mkdtemp(join(here, '.bundle-'));
  try {
    const bundle = join(cache, 'engine.mjs');
    await build({
      entryPoints: [join(here, 'engine.ts')],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'warning',
    });
    const all = {};
    for (const notes of sizes) {
      const vault = join(work, String(notes));
      const made = spawnSync(process.execPath, [generator, '--out', vault, '--notes', String(notes)], {
        stdio: 'ignore',
      });
      if (made.status !== 0) throw new Error(`the generator failed for ${notes} notes`);
      const figures = Object.fromEntries(ENGINES.map((engine) => [engine, measure(bundle, engine, vault)]));
      all[notes] = figures;
      print(notes, figures);
    }
    if (values.json !== undefined) await writeFile(values.json, JSON.stringify(all, null, 2));
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(cache, { recursive: true, force: true });
  }
}
