// Makes a release out of a clean tree: one version in manifest.json, versions.json, package.json, package-lock.json and
// CHANGELOG.md, one commit of exactly these files, one tag. Pushing the tag starts the release workflow.
//   node scripts/release.mjs <version | patch | minor | major> [--date YYYY-MM-DD] [--dry-run]
//   node scripts/release.mjs --notes <version>     prints what the changelog says of a version
// --dry-run refuses what the real run would refuse, and says what it would write. Exit codes: 0 done, 1 refused, 2 usage.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const BRANCH = 'main';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const OPTIONS = { date: { type: 'string' }, 'dry-run': { type: 'boolean' }, notes: { type: 'string' } };

class Refusal extends Error {}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

function main() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  process.chdir(git('rev-parse', '--show-toplevel'));
  if (values.notes !== undefined) return console.log(notesOf(values.notes));
  const [asked, ...more] = positionals;
  if (asked === undefined || more.length > 0) {
    console.error('release <version | patch | minor | major> [--date YYYY-MM-DD] [--dry-run]');
    process.exitCode = 2;
    return;
  }
  const current = json('manifest.json').version;
  const version = versionAfter(current, asked);
  demandReady(current, version);
  const date = values.date ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Refusal(`"${date}" is no date: write YYYY-MM-DD`);
  const files = bumped(version, date);
  console.log(`${current} -> ${version}, ${date}`);
  for (const [file, text] of files) console.log(text === read(file) ? `  ${file} stays` : `  ${file} changes`);
  if (values['dry-run']) return console.log('dry run: nothing was written');
  commit(files, version);
  git('tag', '--annotate', version, '-m', version);
  console.log(`tagged ${version}; to publish: git push --follow-tags`);
}

function versionAfter(current, asked) {
  const [, major, minor, patch] = VERSION.exec(current)?.map(Number) ?? [];
  if (major === undefined) throw new Refusal(`manifest.json has no version of the form 1.2.3, but "${current}"`);
  switch (asked) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    case 'patch':
      return `${major}.${minor}.${patch + 1}`;
    default:
      if (!VERSION.test(asked)) throw new Refusal(`"${asked}" is no version: write 1.2.3, patch, minor or major`);
      return asked;
  }
}

function demandReady(current, version) {
  const dirty = git('status', '--porcelain');
  if (dirty !== '') throw new Refusal(`the tree is not clean:\n${dirty}`);
  const branch = git('branch', '--show-current');
  if (branch !== BRANCH) throw new Refusal(`releases are made on ${BRANCH}, this is ${branch || 'no branch'}`);
  const tags = git('tag', '--list').split('\n');
  if (tags.includes(version)) throw new Refusal(`the tag ${version} exists`);
  const order = compare(version, current);
  if (order < 0) throw new Refusal(`${version} is older than ${current}`);
  if (order === 0 && tags.includes(current)) throw new Refusal(`${current} has been released`);
}

/** One commit of these files; where git or a hook refuses it, they are as they were. */
function commit(files, version) {
  const names = files.map(([file]) => file);
  const before = names.map((file) => [file, read(file)]);
  for (const [file, text] of files) writeFileSync(file, text);
  try {
    git('commit', '--quiet', '-m', `chore(release): ${version}`, '--only', '--', ...names);
  } catch (error) {
    for (const [file, text] of before) writeFileSync(file, text);
    throw new Refusal(`git made no commit: ${String(error.stderr).trim()}`);
  }
}

/** The files with the new version in them, as `[file, text]`. */
function bumped(version, date) {
  const { minAppVersion } = json('manifest.json');
  const lock = json('package-lock.json');
  const root = { ...lock.packages[''], version };
  return [
    ['manifest.json', print({ ...json('manifest.json'), version })],
    ['versions.json', print({ ...json('versions.json'), [version]: minAppVersion })],
    ['package.json', print({ ...json('package.json'), version })],
    ['package-lock.json', print({ ...lock, version, packages: { ...lock.packages, '': root } })],
    ['CHANGELOG.md', datedChangelog(version, date)],
  ];
}

/** The section that is not released yet gets its version and day. */
function datedChangelog(version, date) {
  const text = read('CHANGELOG.md');
  const heading = /^## (?:Unreleased|\S+ \(unreleased\))$/m.exec(text);
  if (heading === null) throw new Refusal('CHANGELOG.md has no section "## Unreleased": what would a user notice?');
  const rest = text.slice(heading.index + heading[0].length);
  const section = rest.slice(0, /^## /m.exec(rest)?.index ?? rest.length);
  if (!/^- /m.test(section)) throw new Refusal('the unreleased section of CHANGELOG.md is empty');
  return `${text.slice(0, heading.index)}## ${version} (${date})${rest}`;
}

function notesOf(version) {
  const text = read('CHANGELOG.md');
  const heading = text.split('\n').find((line) => line.startsWith(`## ${version} (`));
  if (heading === undefined) throw new Refusal(`CHANGELOG.md says nothing of ${version}`);
  const rest = text.slice(text.indexOf(heading) + heading.length);
  return rest.slice(0, /^## /m.exec(rest)?.index ?? rest.length).trim();
}

function compare(a, b) {
  const [one, other] = [a, b].map((version) => VERSION.exec(version).slice(1).map(Number));
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : one[at] - other[at];
}

const read = (file) => readFileSync(file, 'utf8');
const json = (file) => JSON.parse(read(file));
const print = (value) => `${JSON.stringify(value, null, 2)}\n`;

try {
  main();
} catch (error) {
  if (!(error instanceof Refusal) && error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
  console.error(`release: ${error.message}`);
  process.exitCode = error instanceof Refusal ? 1 : 2;
}
