import { spawnSync } from 'node:child_process';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listedPath } from '../../src/core/path.ts';
import { looks } from '../../src/node/git-subjects.ts';
import { gitDetail } from '../../src/node/git-words.ts';
import { change, commitOf, configure, gitRepo, gitRepoAt, readText, type GitRepo } from '../support/git-repo.ts';

beforeAll(() => {
  process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
  process.env['GIT_CONFIG_SYSTEM'] = '/dev/null';
});

/** Whether a program still runs; what has ended and is only not yet waited for does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

/** Whether a path of git's folder stands. */
const stands = async (repo: GitRepo, name: string): Promise<boolean> =>
  (await looks.look(repo.dir.at('repo', '.git', name))) !== null;

describe('ignored paths', () => {
  it('are left out, each with a warning, and do not spoil the rest', async () => {
    const repo = await gitRepo({ '.gitignore': 'private/\n*.tmp.md\n', 'a.md': 'one\n' });
    const history = repo.history();
    const paths = ['a.md', 'new.md', 'private/deep/x.md', 'b.tmp.md'];
    for (const text of ['created\n', 'edited\n']) {
      const outcome = await change(history, paths, async () => {
        for (const path of paths) await repo.write(path, text);
      });
      expect(outcome).toEqual({
        committed: true,
        due: false,
        warnings: [
          { code: 'git_ignored_path', about: 'private/deep/x.md' },
          { code: 'git_ignored_path', about: 'b.tmp.md' },
        ],
        dirty: [],
      });
      expect(await repo.git('status', '--porcelain')).toBe('');
    }
    expect(await repo.tree()).toEqual(['.gitignore', 'a.md', 'new.md']);
  });

  it('are all there is: nothing is committed', async () => {
    const repo = await gitRepo({ '.gitignore': 'private/\n' });
    const outcome = await change(repo.history(), ['private/x.md'], () => repo.write('private/x.md', 'one\n'));
    expect(outcome).toMatchObject({ committed: false, due: false, warnings: [{ code: 'git_ignored_path' }] });
    expect(await repo.commits()).toBe(1);
  });

  it('are committed when git knows them all the same', async () => {
    const repo = await gitRepo({ 'private/x.md': 'one\n' });
    await repo.write('.gitignore', 'private/\n');
    const outcome = await change(repo.history(), ['private/x.md'], () => repo.write('private/x.md', 'two\n'));
    expect(outcome).toEqual({ committed: true, due: false, warnings: [], dirty: [] });
  });
});

describe('hooks', () => {
  it('may refuse: the file stays, the index is as before, and the hook is quoted without a folder of the machine', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'mine.md': '1\n' });
    await repo.write('mine.md', 'staged\n');
    await repo.git('add', 'mine.md');
    const index = await repo.index();
    await repo.hook('pre-commit', 'echo "no: $PWD/a.md and $HOME/x and /opt/linter" >&2; exit 7');
    const outcome = await change(repo.history(), ['a.md', 'new.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('new.md', 'new\n');
    });
    expect(outcome).toEqual({
      committed: false,
      due: false,
      warnings: [{ code: 'git_hook_refused', detail: 'no: <vault>/a.md and ~/x and <path>' }],
      dirty: [],
    });
    expect(await repo.index()).toBe(index);
    expect(await readText(repo.dir.at('repo', 'new.md'))).toBe('new\n');
  });

  it('may refuse by the message too, and are asked once', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.hook('commit-msg', `echo asked >> "${repo.dir.at('asked')}"; exit 1`);
    const outcome = await change(repo.history(), ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['git_hook_refused']);
    expect(await readText(repo.dir.at('asked'))).toBe('asked\n');
  });

  it('are not blamed by what they print: a refusal that reads like git is a refusal', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.hook('pre-commit', 'echo "nothing to commit, working tree clean"; exit 1');
    const outcome = await change(repo.history(), ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['git_hook_refused']);
  });

  it('see only what is committed, their own patterns work, and what they change goes in', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'mine.md': '1\n' });
    await repo.write('mine.md', 'staged\n');
    await repo.git('add', 'mine.md');
    await repo.hook(
      'pre-commit',
      `git diff --cached --name-only -- '*.md' > "${repo.dir.at('seen')}"; echo by hook >> a.md; git add a.md`,
    );
    const outcome = await change(repo.history(), ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(outcome).toMatchObject({ committed: true, warnings: [] });
    expect(await readText(repo.dir.at('seen'))).toBe('a.md\n');
    expect(await repo.committed('a.md')).toBe('two\nby hook\n');
  });

  it('that sleep are ended with what they started, and leave no lock behind', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const index = await repo.index();
    await repo.hook('pre-commit', `echo $$ > "${repo.dir.at('pid')}"; sleep 600; exit 0`);
    const outcome = await change(repo.history({ limitMs: 1500 }), ['a.md', 'new.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('new.md', 'new\n');
    });
    expect(outcome).toEqual({
      committed: false,
      due: false,
      warnings: [{ code: 'git_failed', detail: 'git took longer than 1.5 s and was ended' }],
      dirty: [],
    });
    const pid = Number(await readText(repo.dir.at('pid')));
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await stands(repo, 'index.lock')).toBe(false);
    expect(await repo.index()).toBe(index);
    expect(await repo.commits()).toBe(1);
  });

  it('that sleep once the commit is made do not make it unmade', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.hook('post-commit', 'sleep 600');
    const outcome = await change(repo.history({ limitMs: 1500 }), ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(outcome).toEqual({ committed: true, due: false, warnings: [], dirty: [] });
    expect(await repo.commits()).toBe(2);
  });

  it('may leave a program behind without holding the answer', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.hook('post-commit', `sleep 600 & echo $! > "${repo.dir.at('pid')}"`);
    const outcome = await change(repo.history(), ['a.md'], () => repo.write('a.md', 'two\n'));
    process.kill(Number(await readText(repo.dir.at('pid'))));
    expect(outcome).toMatchObject({ committed: true, warnings: [] });
  });
});

describe('a commit that has to wait', () => {
  it.each([
    ['index.lock', 'the index is locked'],
    ['MERGE_HEAD', 'a merge is in progress'],
    ['CHERRY_PICK_HEAD', 'a cherry-pick is in progress'],
    ['REVERT_HEAD', 'a revert is in progress'],
    ['BISECT_LOG', 'a bisect is in progress'],
    ['rebase-merge', 'a rebase is in progress'],
    ['rebase-apply', 'a rebase is in progress'],
  ])('is due while %s stands', async (name, detail) => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const mark = repo.dir.at('repo', '.git', name);
    if (name.startsWith('rebase')) await mkdir(mark);
    else await writeFile(mark, '');
    const history = repo.history();
    const outcome = await change(history, ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(outcome).toMatchObject({ committed: false, due: true, warnings: [{ code: 'git_busy', detail }] });
    expect(await repo.commits()).toBe(1);
  });

  it('is due during a real merge with a conflict, whose index it leaves alone, and is made after it', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'b.md': 'one\n' });
    await repo.git('checkout', '--quiet', '-b', 'side');
    await repo.write('b.md', 'side\n');
    await repo.git('commit', '--quiet', '--all', '--message=side');
    await repo.git('checkout', '--quiet', 'main');
    await repo.write('b.md', 'main\n');
    await repo.git('commit', '--quiet', '--all', '--message=main');
    await repo.git('merge', 'side').catch(() => 'a conflict, as wanted');
    const index = await repo.index();
    const history = repo.history();
    const outcome = await change(history, ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(outcome).toMatchObject({ committed: false, due: true, warnings: [{ code: 'git_busy' }], dirty: [] });
    expect(await history.before([listedPath('b.md')])).toEqual({ available: true, dirty: ['b.md'] });
    expect(await repo.index()).toBe(index);
    await repo.git('merge', '--abort');
    await repo.write('a.md', 'two\n');
    expect(await history.commit(commitOf(['a.md']))).toEqual({ committed: true, due: false, warnings: [] });
  });

  it('is due while nobody is named as its author', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.git('config', '--unset', 'user.email');
    await repo.git('config', 'user.useConfigOnly', 'true');
    const index = await repo.index();
    const history = repo.history();
    const outcome = await change(history, ['a.md', 'new.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('new.md', 'new\n');
    });
    expect(outcome).toEqual({ committed: false, due: true, warnings: [{ code: 'git_no_identity' }], dirty: [] });
    expect(await repo.index()).toBe(index);
    await configure(repo);
    expect(await history.commit(commitOf(['a.md', 'new.md']))).toEqual({ committed: true, due: false, warnings: [] });
  });

  it('is due where git fails for a reason of its own, and the index is as before', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await mkdir(repo.dir.at('repo', '.git', 'refs', 'heads', 'main.lock'));
    const index = await repo.index();
    const outcome = await change(repo.history(), ['a.md', 'new.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('new.md', 'new\n');
    });
    expect(outcome).toMatchObject({ committed: false, due: true, warnings: [{ code: 'git_failed' }] });
    expect(outcome.warnings[0]?.detail).not.toContain(repo.dir.path);
    expect(await repo.index()).toBe(index);
  });
});

describe('a rename of case on a disk that takes both spellings for one', () => {
  /** A second name of the same file answers like the old spelling does there; only the folder's listing knows. */
  const folding = (old: string): typeof looks => ({
    ...looks,
    names: async (folder) => (await looks.names(folder)).filter((name) => name !== basename(old)),
  });

  it('leaves one note in the commit and in the index, and staged work staged', async () => {
    const repo = await gitRepo({ 'note.md': 'one\n', 'b.md': 'one\n', 'mine.md': '1\n' });
    await repo.git('config', 'core.ignoreCase', 'true');
    await repo.write('mine.md', 'staged\n');
    await repo.git('add', 'mine.md');
    await repo.move('note.md', 'Note.md');
    await link(repo.dir.at('repo', 'Note.md'), repo.dir.at('repo', 'note.md'));
    await repo.write('b.md', 'two\n');
    const history = repo.history({ disk: folding('note.md') });
    expect(await history.commit(commitOf(['note.md', 'Note.md', 'b.md']))).toEqual({
      committed: true,
      due: false,
      warnings: [],
    });
    expect(await repo.tree()).toEqual(['Note.md', 'b.md', 'mine.md']);
    expect(await repo.git('ls-files')).toBe('Note.md\nb.md\nmine.md\n');
    expect(await repo.git('diff', '--cached', '--name-only')).toBe('mine.md\n');
    expect(await repo.committed('mine.md')).toBe('1\n');
    expect((await looks.names(repo.dir.at('repo', '.git'))).filter((name) => name.includes('vault-mcp'))).toEqual([]);
  });

  it('works as the first commit, and is taken back whole where a hook refuses', async () => {
    const repo = await gitRepo({ 'Note.md': 'one\n' }, { commit: false });
    await link(repo.dir.at('repo', 'Note.md'), repo.dir.at('repo', 'note.md'));
    const history = repo.history({ disk: folding('note.md') });
    await repo.hook('pre-commit', 'exit 1');
    expect(await history.commit(commitOf(['note.md', 'Note.md']))).toMatchObject({
      committed: false,
      warnings: [{ code: 'git_hook_refused' }],
    });
    expect(await repo.index()).toBe('');
    await repo.hook('pre-commit', 'exit 0');
    expect(await history.commit(commitOf(['note.md', 'Note.md']))).toMatchObject({ committed: true });
    expect(await repo.tree()).toEqual(['Note.md']);
  });
});

describe('a push', () => {
  const withUpstream = async (): Promise<{ repo: GitRepo; remote: GitRepo }> => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.git('init', '--quiet', '--bare', '--initial-branch=main', repo.dir.at('remote.git'));
    await repo.git('remote', 'add', 'origin', repo.dir.at('remote.git'));
    await repo.git('push', '--quiet', '--set-upstream', 'origin', 'main');
    return { repo, remote: gitRepoAt(repo.dir, repo.dir.at('remote.git')) };
  };

  it('is absent while it is off, and there as soon as it is on', async () => {
    const repo = await gitRepo({});
    let on = false;
    const history = repo.history({ autoPush: () => on });
    expect(history.push).toBeUndefined();
    on = true;
    expect(history.push).toBeTypeOf('function');
  });

  it('goes to the upstream of the branch', async () => {
    const { repo, remote } = await withUpstream();
    const history = repo.history({ autoPush: () => true });
    await change(history, ['a.md'], () => repo.write('a.md', 'two\n'));
    expect(await history.push?.()).toEqual({ pushed: true, warnings: [] });
    expect(await remote.git('rev-parse', 'main')).toBe(await repo.git('rev-parse', 'main'));
  });

  it('that is rejected is a warning; nothing is pulled, rebased or undone', async () => {
    const { repo } = await withUpstream();
    await repo.git('clone', '--quiet', repo.dir.at('remote.git'), repo.dir.at('other'));
    const other = gitRepoAt(repo.dir, repo.dir.at('other'));
    await configure(other);
    await other.write('b.md', 'theirs\n');
    await other.git('add', 'b.md');
    await other.git('commit', '--quiet', '--message=theirs');
    await other.git('push', '--quiet');
    const history = repo.history({ autoPush: () => true });
    await change(history, ['a.md'], () => repo.write('a.md', 'two\n'));
    const head = await repo.git('rev-parse', 'HEAD');
    const outcome = await history.push?.();
    expect(outcome).toMatchObject({ pushed: false, warnings: [{ code: 'push_failed' }] });
    expect(outcome?.warnings[0]?.detail).not.toContain(repo.dir.path);
    expect(await repo.git('rev-parse', 'HEAD')).toBe(head);
    expect(await repo.git('status', '--porcelain')).toBe('');
  });

  it('without an upstream is a warning', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    expect(await repo.history({ autoPush: () => true }).push?.()).toMatchObject({
      pushed: false,
      warnings: [{ code: 'push_failed' }],
    });
  });

  it('that hangs is ended', async () => {
    const { repo } = await withUpstream();
    await repo.hook('pre-push', 'sleep 600');
    await repo.write('a.md', 'two\n');
    await repo.git('commit', '--quiet', '--all', '--message=two');
    expect(await repo.history({ autoPush: () => true, limitMs: 1500 }).push?.()).toEqual({
      pushed: false,
      warnings: [{ code: 'push_failed', detail: 'git took longer than 1.5 s and was ended' }],
    });
  });
});

describe('what git printed', () => {
  it.each([
    ['fatal: in /vaults/mine/a.md', 'fatal: in <vault>/a.md'],
    ["error: '/vaults/.git/index'", "error: '<repository>/.git/index'"],
    ['run /usr/bin/gpg: no', 'run <path>: no'],
    ['C:\\Users\\ana\\x.md and D:/y', '<path> and <path>'],
    ['to https://ana:secret@example.org/a.git', 'to https://example.org/a.git'],
    ['one\nhint: do this\ntwo\u202E', 'one two'],
    ['a/b.md ./c ../d', 'a/b.md ./c ../d'],
  ])('%j is told as %j', (printed, told) => {
    expect(gitDetail(printed, { root: '/vaults/mine', repository: '/vaults' })).toBe(told);
  });

  it('is at most 300 units, never half a character', () => {
    const told = gitDetail('🌊'.repeat(1000), { root: '/v' });
    expect(told.length).toBeLessThanOrEqual(300);
    expect(told).not.toMatch(/\p{Surrogate}/u);
  });
});
