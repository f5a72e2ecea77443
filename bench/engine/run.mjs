#!/usr/bin/env node
// The passage engine beside others, in the same run.
//
//   node bench/engine/run.mjs [--notes 1000,10000,50000] [--vault DIR,…] [--generator FILE] [--json FILE] [--offline]
//
// Vaults come from the seeded generator, and a real one from ../shared/vaults. Each engine is measured in a process of its own, so
// that neither pays for the other's garbage. FlexSearch and SQLite are no packages of this project: they are installed on
// demand, in a folder that is kept between runs; where that fails, or with --offline, the table says so and goes without.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from '../../scripts/load-source.mjs';
import { GENERATOR, generateVault } from '../runner.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '1000,10000,50000' },
    vault: { type: 'string', default: '../shared/vaults/obsidian-tasks-docs/vault' },
    generator: { type: 'string', default: GENERATOR },
    json: { type: 'string' },
    offline: { type: 'boolean' },
  },
});
const generator = resolve(values.generator);
const installed = join(tmpdir(), 'vault-mcp-engines');
const REFERENCES = [
  { engine: 'SQLite FTS5', name: 'better-sqlite3', version: '12.9.0' },
  { engine: 'FlexSearch', name: 'flexsearch', version: '0.8.212' },
];
/** MiniSearch's heap at 50,000 notes. */
const HEAP_MB = 6_000;

/** The reference engines that can be had here; says why where one cannot. */
async function references() {
  await mkdir(installed, { recursive: true });
  const manifest = join(installed, 'package.json');
  if (!existsSync(manifest)) await writeFile(manifest, '{ "private": true }');
  return REFERENCES.filter(({ engine, name, version }) => {
    if (loads(manifest, name)) return true;
    if (!values.offline) {
      const args = ['install', '--no-audit', '--no-fund', '--save-exact', `${name}@${version}`];
      const npm = spawnSync('npm', args, { cwd: installed, encoding: 'utf8', shell: process.platform === 'win32' });
      if (npm.status === 0 && loads(manifest, name)) return true;
    }
    console.log(`${engine} is not measured: ${name} ${version} could not be installed in ${installed}.`);
    return false;
  }).map(({ engine }) => engine);
}

function loads(manifest, name) {
  // In a process of its own: a native package that does not fit ends it.
  const asks = `require('node:module').createRequire(${JSON.stringify(manifest)})(${JSON.stringify(name)})`;
  const make = name === 'better-sqlite3' ? `new (${asks})(':memory:')` : asks;
  return spawnSync(process.execPath, ['-e', make], { stdio: 'ignore' }).status === 0;
}

/** The figures of one engine over one vault, measured in a fresh process; null where it fails. */
function measure(program, engine, vault) {
  const args = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, program, engine, vault, installed];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.status === 0) return JSON.parse(child.stdout);
  console.log(`${engine} failed on ${vault}`);
  return null;
}

function print(title, figures) {
  const engines = Object.keys(figures);
  const ours = figures.compact;
  console.log(`\n${title}: ${ours.notes} notes, ${ours.passages} passages (in brackets: times ours)`);
  console.log(`${''.padEnd(34)}${engines.map((engine) => engine.padStart(20)).join('')}`);
  for (const key of Object.keys(ours).filter((each) => each !== 'passages' && each !== 'notes')) {
    const cells = engines.map((engine) => {
      const value = figures[engine]?.[key];
      if (value === undefined || value === null) return '–'.padStart(20);
      const text = value >= 100 ? value.toFixed(0) : value.toPrecision(3);
      const ratio = engine === 'compact' || !(ours[key] > 0) ? '' : ` (${shortRatio(value / ours[key])})`;
      return `${text}${ratio}`.padStart(20);
    });
    console.log(`${key.padEnd(34)}${cells.join('')}`);
  }
}

function shortRatio(ratio) {
  return ratio >= 10 ? ratio.toFixed(0) : ratio.toPrecision(2);
}

const work = await mkdtemp(join(tmpdir(), 'vault-mcp-engine-'));
const cache = await mkdtemp(join(here, '.bundle-'));
try {
  const program = await bundle('bench/engine/engine.ts', join(cache, 'engine.mjs'), { packages: 'external' });
  const engines = ['compact', 'MiniSearch', ...(await references())];
  const sizes = values.notes.split(',').filter(Boolean).map(Number);
  if (!existsSync(generator)) console.log(`No vault generator at ${generator}: name one with --generator FILE.`);
  const generated = existsSync(generator) ? sizes : [];
  const vaults = [
    ...generated.map((notes) => ({
      title: `generated, ${notes}`,
      open: () => generateVault(join(work, String(notes)), notes, generator),
    })),
    ...values.vault
      .split(',')
      .filter((folder) => folder !== '' && existsSync(folder))
      .map((folder) => ({ title: folder, open: () => resolve(folder) })),
  ];
  const all = {};
  for (const { title, open } of vaults) {
    const vault = await open();
    const figures = Object.fromEntries(engines.map((engine) => [engine, measure(program, engine, vault)]));
    if (figures.compact === null) process.exitCode = 1;
    else print(title, (all[title] = figures));
  }
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(all, null, 2));
} finally {
  await rm(work, { recursive: true, force: true });
  await rm(cache, { recursive: true, force: true });
}
