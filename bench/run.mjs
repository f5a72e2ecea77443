// Every benchmark, one after another.
//
//   npm run bench [-- --only engine,blocks,pipe] [--quick]
//
// --only   some of the parts below, in the order given there; --quick: small vaults, few rounds, to see that it runs
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));

/** The table of contents: what each part measures, its file, and its words when only a glance is wanted. */
const parts = [
  { name: 'engine', about: 'the passage engine beside MiniSearch', quick: ['--notes', '1000'] },
  { name: 'blocks', about: 'how long indexing blocks the thread of a host', quick: ['--notes', '1000'] },
  { name: 'start', about: 'from the start of the program to its first answers', file: 'pipe/start.mjs' },
  {
    name: 'stdio',
    about: 'what an agent sees of a vault: starts, searches, memory',
    quick: ['--notes', '500', '--rounds', '2'],
  },
  { name: 'pipe', about: 'what the pipe adds to a call', quick: ['--quick'] },
  { name: 'writes', about: 'what creating and editing a note costs', quick: ['--notes', '100', '--rounds', '20'] },
  {
    name: 'git',
    about: 'what a commit costs',
    file: 'writes/git.mjs',
    quick: ['--notes', '100', '--commits', '10'],
  },
  {
    name: 'changes',
    about: 'what creating, editing, learning and moving cost as tools are called, with git and without',
    file: 'writes/changes.mjs',
    quick: ['--notes', '1000', '--rounds', '4'],
  },
  { name: 'move', about: 'what planning the move of a linked note costs', quick: ['--notes', '1000', '--rounds', '3'] },
  { name: 'learn', about: 'whether a lesson is put where it belongs' },
  { name: 'quality', about: 'how well searches find what was asked for' },
];

const { values: options } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean' } } });
const wanted = options.only?.split(',').map((name) => name.trim());
const unknown = wanted?.filter((name) => !parts.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are: ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const { name, about, file = `${name}/run.mjs`, quick = [] } of parts) {
  if (wanted !== undefined && !wanted.includes(name)) continue;
  const program = join(here, file);
  console.log(`\n== ${name}: ${about}\n`);
  const from = performance.now();
  const run = spawnSync(process.execPath, [program, ...(options.quick ? quick : [])], { stdio: 'inherit' });
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  console.log(`\n== ${name}: ${run.status === 0 ? 'done' : `failed with ${run.status ?? run.signal}`}, ${seconds} s`);
  if (run.status !== 0) failed++;
}
process.exitCode = failed === 0 ? 0 : 1;
