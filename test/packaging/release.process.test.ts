import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { gitRepo } from '../support/git-repo.ts';
import type { GitRepo } from '../support/git-repo.ts';

// The release script on a real repository with the files that carry the version.

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'release.mjs');
const FILES = ['CHANGELOG.md', 'manifest.json', 'package-lock.json', 'package.json', 'versions.json'];
const CHANGELOG = `# Changelog

## Unreleased

- Something new.

## 0.1.0 (2026-01-01)

- The first.
`;

interface Ran {
  readonly code: number;
  readonly said: string;
}

async function project(changelog = CHANGELOG): Promise<GitRepo> {
  const repo = await gitRepo({});
  await repo.write('manifest.json', '{ "id": "x", "version": "0.1.0", "minAppVersion": "1.13.0" }\n');
  await repo.write('versions.json', '{ "0.1.0": "1.13.0" }\n');
  await repo.write('package.json', '{ "name": "x", "version": "0.1.0", "scripts": {} }\n');
  const packages = { '': { name: 'x', version: '0.1.0' }, 'node_modules/y': { version: '0.1.0' } };
  await repo.write('package-lock.json', JSON.stringify({ name: 'x', version: '0.1.0', packages }));
  await repo.write('CHANGELOG.md', changelog);
  await repo.git('add', '.');
  await repo.git('commit', '-q', '-m', 'the project');
  await repo.git('branch', '-q', '-M', 'main');
  return repo;
}

function release(repo: GitRepo, ...args: readonly string[]): Promise<Ran> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { cwd: repo.top, env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: `${out}${err}` }),
    );
  });
}

const json = async (repo: GitRepo, file: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(repo.top, file), 'utf8')) as Record<string, unknown>;

/** Commits, tags and the state of the tree: what a refusal must leave as it was. */
const standing = async (repo: GitRepo): Promise<string> =>
  [await repo.git('log', '--oneline'), await repo.git('tag', '--list'), await repo.git('status', '--porcelain')].join();

describe('a release', () => {
  it('is one version in five files, one commit of these, one tag', async () => {
    const repo = await project();
    const commits = await repo.commits();
    const { code, said } = await release(repo, 'minor', '--date', '2026-12-24');
    expect(code, said).toBe(0);
    expect(await json(repo, 'manifest.json')).toMatchObject({ version: '0.2.0', minAppVersion: '1.13.0' });
    expect(await json(repo, 'versions.json')).toEqual({ '0.1.0': '1.13.0', '0.2.0': '1.13.0' });
    expect(await json(repo, 'package.json')).toEqual({ name: 'x', version: '0.2.0', scripts: {} });
    expect(await json(repo, 'package-lock.json')).toMatchObject({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, 'node_modules/y': { version: '0.1.0' } },
    });
    expect(await readFile(join(repo.top, 'CHANGELOG.md'), 'utf8')).toBe(
      CHANGELOG.replace('## Unreleased', '## 0.2.0 (2026-12-24)'),
    );
    expect(await repo.commits()).toBe(commits + 1);
    expect((await repo.changes()).map((change) => change.slice(2)).sort()).toEqual(FILES);
    expect((await repo.git('log', '-1', '--format=%s')).trim()).toBe('chore(release): 0.2.0');
    expect((await repo.git('describe', '--exact-match')).trim()).toBe('0.2.0');
    expect(await repo.git('status', '--porcelain')).toBe('');
  });

  it('of the version that is there already, where it was never tagged', async () => {
    const repo = await project(CHANGELOG.replace('## 0.1.0 (2026-01-01)', '## 0.0.9 (2026-01-01)'));
    expect((await release(repo, '0.1.0')).code).toBe(0);
    const again = await release(repo, '0.1.0');
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('the tag 0.1.0 exists') });
  });

  it('tried dry says what would change, and changes nothing', async () => {
    const repo = await project();
    const before = await standing(repo);
    const { code, said } = await release(repo, 'patch', '--dry-run');
    expect(code, said).toBe(0);
    expect(said).toContain('0.1.0 -> 0.1.1');
    for (const file of FILES) expect(said).toContain(`${file} changes`);
    expect(await standing(repo)).toBe(before);
  });

  it('prints the notes of a version for the page of the release', async () => {
    const repo = await project();
    await release(repo, '1.0.0');
    expect(await release(repo, '--notes', '1.0.0')).toEqual({ code: 0, said: '- Something new.\n' });
    expect((await release(repo, '--notes', '9.9.9')).code).toBe(1);
  });
});

describe('a release is refused, and nothing changes,', () => {
  const refused = async (repo: GitRepo, reason: string, ...args: readonly string[]): Promise<void> => {
    const before = await standing(repo);
    const { code, said } = await release(repo, ...args);
    expect(code, said).toBe(1);
    expect(said).toContain(reason);
    expect(await standing(repo)).toBe(before);
  };

  it('of a dirty tree: changed, staged or new files', async () => {
    const repo = await project();
    await repo.write('new.txt', 'x');
    await refused(repo, 'the tree is not clean', 'patch');
    await refused(repo, 'the tree is not clean', 'patch', '--dry-run');
    await repo.git('add', 'new.txt');
    await refused(repo, 'the tree is not clean', 'patch');
  });

  it('on another branch', async () => {
    const repo = await project();
    await repo.git('checkout', '-q', '-b', 'feature');
    await refused(repo, 'releases are made on main', 'patch');
  });

  it('of an older or an odd version, or on an odd day', async () => {
    const repo = await project();
    await refused(repo, 'older than', '0.0.9');
    await refused(repo, 'is no version', '1.2');
    await refused(repo, 'is no date', 'patch', '--date', 'today');
  });

  it('without a word to users', async () => {
    await refused(await project('# Changelog\n\n## 0.1.0 (2026-01-01)\n\n- x\n'), 'no section', 'patch');
    const empty = CHANGELOG.replace('- Something new.\n\n', '');
    await refused(await project(empty), 'is empty', 'patch');
  });

  it('where a hook refuses the commit', async () => {
    const repo = await project();
    await repo.hook('pre-commit', 'echo "not today" >&2; exit 1');
    await refused(repo, 'not today', 'patch');
  });

  it('on a wrong command line, with exit code 2', async () => {
    const repo = await project();
    for (const args of [[], ['patch', 'now'], ['patch', '--force']]) {
      expect((await release(repo, ...args)).code).toBe(2);
    }
  });
});
