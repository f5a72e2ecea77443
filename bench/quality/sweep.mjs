#!/usr/bin/env node
// node bench/quality/sweep.mjs NAME=value[,value…] [NAME.key=value…] [--only SET] : how a constant of src/core/retrieve/constants.ts
// moves nDCG@10 of our ranking, on the half of the questions that constants are chosen with (and, printed beside it, the other).
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const choices = process.argv.slice(2).filter((arg) => arg.includes('='));
const variants = [
  [],
  ...choices.flatMap((choice) => {
    const [name, values] = choice.split('=');
    return values.split(',').map((value) => [[name, value]]);
  }),
];

/** The source of the constants with some of them changed; a name that is not there is an error. */
function changed(source, changes) {
  return changes.reduce((text, [name, value]) => {
    const [constant, key] = name.split('.');
    const pattern =
      key === undefined
        ? new RegExp(`(export const ${constant} = )[^;]+(;)`)
        : new RegExp(`(export const ${constant} = \\{[^}]*\\b${key}: )[^,}]+([,}\\s])`);
    if (!pattern.test(text)) throw new Error(`constants.ts has no ${name}`);
    return text.replace(pattern, (_all, before, after) => `${before}${value}${after}`);
  }, source);
}

const cache = await mkdtemp(join(here, '.bundle-'));
try {
  for (const [number, changes] of variants.entries()) {
    const outfile = join(cache, `sweep-${number}.mjs`);
    await build({
      entryPoints: [join(here, 'sweep-one.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      logLevel: 'warning',
      plugins: [
        {
          name: 'constants',
          setup: ({ onLoad }) =>
            onLoad({ filter: /retrieve\/constants\.ts$/ }, async ({ path }) => ({
              contents: changed(await readFile(path, 'utf8'), changes),
              loader: 'ts',
            })),
        },
      ],
    });
    const { judgeOurs } = await import(pathToFileURL(outfile).href);
    await judgeOurs(changes.map(([name, value]) => `${name}=${value}`).join(' ') || 'as it is', only);
  }
} finally {
  await rm(cache, { recursive: true, force: true });
}
