#!/usr/bin/env node
// node bench/quality/sweep.mjs NAME=value[,value…] [NAME.key=value…] [--only SET] : how a constant of src/core/retrieve/constants.ts
// moves nDCG@10 of our ranking, on the half of the questions that constants are chosen with (and, printed beside it, the other).
import { readFile } from 'node:fs/promises';
import { load } from '../../scripts/load-source.mjs';

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

for (const changes of variants) {
  const constants = {
    name: 'constants',
    setup: ({ onLoad }) =>
      onLoad({ filter: /retrieve\/constants\.ts$/ }, async ({ path }) => ({
        contents: changed(await readFile(path, 'utf8'), changes),
        loader: 'ts',
      })),
  };
  const { judgeOurs } = await load('bench/quality/sweep-one.ts', { packages: 'external', plugins: [constants] });
  await judgeOurs(changes.map(([name, value]) => `${name}=${value}`).join(' ') || 'as it is', only);
}
