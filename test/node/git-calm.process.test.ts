import { rm, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { gitCalm } from '../../src/node/git-calm.ts';
import { gitRepo } from '../support/git-repo.ts';

describe('a repository where somebody else works', () => {
  it('is waited for while its index is locked', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const lock = repo.dir.at('repo', '.git', 'index.lock');
    await writeFile(lock, '');
    let isCalm = false;
    const calm = gitCalm(repo.dir.at('repo', '.git')).then((tells) => {
      isCalm = true;
      return tells;
    });
    await repo.git('rev-parse', 'HEAD'); // takes longer than a look at a file
    expect(isCalm).toBe(false);
    await rm(lock);
    expect(await (await calm)()).toBe(false);
  });

  it('is not waited for where a git that was killed left its lock', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const lock = repo.dir.at('repo', '.git', 'index.lock');
    await writeFile(lock, '');
    await utimes(lock, new Date(0), new Date(0));
    const hasWorked = await gitCalm(repo.dir.at('repo', '.git'));
    expect(await hasWorked()).toBe(false);
  });

  it('tells of a checkout since, and not of a question', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.git('checkout', '--quiet', '-b', 'other');
    await repo.write('a.md', 'two\n');
    await repo.git('commit', '--quiet', '--all', '--message=two');
    const hasWorked = await gitCalm(repo.dir.at('repo', '.git'));
    await repo.git('log', '--oneline');
    expect(await hasWorked()).toBe(false);
    await repo.git('checkout', '--quiet', 'main');
    expect(await hasWorked()).toBe(true);
  });
});
