import { mkdir, symlink } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { listedPath } from '../../src/core/path.ts';
import { change, commitOf, configure, gitRepo, gitRepoAt, readText } from '../support/git-repo.ts';
import { tempDir } from '../support/temp-dir.ts';

const done = { committed: true, due: false, warnings: [] };
const quiet = { committed: false, due: false, warnings: [] };

// The adapter runs the user's git; here its configuration is nobody's.
beforeAll(() => {
  process.env['GIT_CONFIG_GLOBAL'] = '/dev/null';
  process.env['GIT_CONFIG_SYSTEM'] = '/dev/null';
});

describe('what is committed', () => {
  it('is a note that was edited, with the subject and who made the change', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'b.md': 'one\n' });
    const outcome = await change(repo.history(), ['a.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('b.md', 'somebody else\n');
    });
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual(['M a.md']);
    expect(await repo.committed('a.md')).toBe('two\n');
    expect(await repo.git('log', '-1', '--format=%B')).toBe(
      'docs(vault): edit a note\n\n' +
        'Vault-MCP-Client: test client\nVault-MCP-Tool: vault_edit_note\nVault-MCP-Change: c-0001\n\n',
    );
    expect(await repo.git('log', '-1', '--format=%an <%ae>')).toBe('Ana <ana@example.org>\n');
  });

  it('is a new note in a new folder', async () => {
    const repo = await gitRepo({ 'a.md': '' });
    const outcome = await change(repo.history(), ['x/y/b.md'], () => repo.write('x/y/b.md', 'new\n'));
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual(['A x/y/b.md']);
    expect(await repo.git('status', '--porcelain')).toBe('');
  });

  it('is a trashed note as a deletion, and never what is in the trash', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'b.md': 'x' });
    const outcome = await change(repo.history(), ['a.md', '.trash/a.md'], () => repo.move('a.md', '.trash/a.md'));
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual(['D a.md']);
    expect(await repo.git('status', '--porcelain')).toBe('?? .trash/\n');
  });

  it('is both ends of a move, which git shows as a rename', async () => {
    const repo = await gitRepo({ 'a.md': 'one\ntwo\nthree\n' });
    const outcome = await change(repo.history(), ['a.md', 'f/b.md'], () => repo.move('a.md', 'f/b.md'));
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual(['R a.md f/b.md']);
  });

  it('is a rename of case only', async () => {
    const repo = await gitRepo({ 'note.md': 'one\ntwo\n', 'Notes/x.md': 'x\ny\n' });
    const outcome = await change(repo.history(), ['note.md', 'Note.md', 'Notes/x.md', 'notes/x.md'], async () => {
      await repo.move('note.md', 'Note.md');
      await repo.move('Notes/x.md', 'notes/x.md');
    });
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.tree()).toEqual(['Note.md', 'notes/x.md']);
  });

  it('is the first commit of all', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'b.md': 'one\n' }, { commit: false });
    const outcome = await change(repo.history(), ['c.md'], () => repo.write('c.md', 'new\n'));
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.tree()).toEqual(['c.md']);
  });

  it('is a change of 200 files at once', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`f${n % 9}/n ${n}.md`, `${n}\n`]));
    const repo = await gitRepo({ ...files, 'other.md': 'x\n' });
    await repo.write('other.md', 'mine\n');
    const outcome = await change(repo.history(), Object.keys(files), async () => {
      for (const path of Object.keys(files)) await repo.write(path, 'changed\n');
    });
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect((await repo.changes()).length).toBe(200);
    expect(await repo.git('status', '--porcelain')).toBe(' M other.md\n');
  });

  it('is a change whose paths are too many for one command line', async () => {
    const long = 'long '.repeat(40);
    const old = Array.from({ length: 150 }, (_, n) => `${long}${n}.md`);
    const fresh = Array.from({ length: 150 }, (_, n) => `new/${long}${n}.md`);
    const repo = await gitRepo({ ...Object.fromEntries(old.map((path) => [path, 'one\n'])) });
    await repo.write(old[149] ?? '', 'of somebody else\n');
    const outcome = await change(repo.history(), [...old, ...fresh], async () => {
      for (const path of [...old, ...fresh]) await repo.write(path, `text of ${path}`);
    });
    expect(outcome).toEqual({ ...done, dirty: [old[149]] });
    expect((await repo.changes()).length).toBe(300);
  });

  it.each([
    'with space.md',
    'áéí über 日本語 🌊.md',
    '-rf.md',
    '--all.md',
    ':(glob)x.md',
    ':!a.md',
    'a*.md',
    '[ab].md',
    '"quoted" \\ back.md',
    '# hash.md',
    'a -> b.md',
    ' lead.md',
  ])('is a note named %j and no other, created, edited and trashed', async (path) => {
    const repo = await gitRepo({ 'a.md': '', 'ab.md': '', 'x.md': '' });
    for (const other of ['a.md', 'ab.md', 'x.md']) await repo.write(other, 'of somebody else\n');
    const history = repo.history();
    for (const [kind, write] of [
      ['A', () => repo.write(path, 'one\n')],
      ['M', () => repo.write(path, 'two\n')],
      ['D', () => repo.remove(path)],
    ] as const) {
      expect(await change(history, [path], write)).toEqual({ ...done, dirty: [] });
      expect(await repo.changes()).toEqual([`${kind} ${path}`]);
    }
    expect(await repo.git('status', '--porcelain')).toBe(' M a.md\n M ab.md\n M x.md\n');
  });

  it('is a note whose name on disk is not NFC, when told its spelling', async () => {
    const onDisk = 'caf\u0065\u0301.md';
    const path = onDisk.normalize('NFC');
    const repo = await gitRepo({ [onDisk]: 'one\n' });
    const history = repo.history({ onDisk: (name) => (name === path ? onDisk : name) });
    const outcome = await change(history, [path], () => repo.write(onDisk, 'two\n'));
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual([`M ${onDisk}`]);
  });

  it('is what a due commit asks for, without having looked before', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'gone.md': 'one\n', 'still.md': 'one\n' });
    await repo.write('a.md', 'two\n');
    await repo.write('new.md', 'new\n');
    await repo.remove('gone.md');
    const paths = ['a.md', 'new.md', 'gone.md', 'still.md', 'never.md'];
    expect(await repo.history().commit(commitOf(paths))).toEqual(done);
    expect(await repo.changes()).toEqual(['M a.md', 'D gone.md', 'A new.md']);
  });

  it('is decided afresh when files have changed hands since they were looked at', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'b.md': 'one\n' });
    const outcome = await change(repo.history(), ['a.md', 'b.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.git('rm', '--quiet', 'b.md');
      await repo.git('commit', '--quiet', '--message=theirs');
    });
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual(['M a.md']);
  });

  it('is nothing, and nothing is said, where no byte differs', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    expect(await change(repo.history(), ['a.md'], () => repo.write('a.md', 'one\n'))).toEqual({
      ...quiet,
      dirty: [],
    });
    expect(await repo.history().commit(commitOf([]))).toEqual(quiet);
    expect(await repo.history().commit(commitOf(['never.md']))).toEqual(quiet);
    expect(await repo.commits()).toBe(1);
  });

  it('counts as made when it was made already by a host that did not live to say so', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await change(repo.history(), ['a.md'], () => repo.write('a.md', 'two\n'), commitOf(['a.md'], 'c-0007'));
    expect(await repo.history().commit(commitOf(['a.md'], 'c-0007'))).toEqual(done);
    expect(await repo.history().commit(commitOf(['a.md'], 'c-0008'))).toEqual(quiet);
    expect(await repo.commits()).toBe(2);
  });

  it('is not followed by a tidying of the whole repository', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    for (const name of ['gc.auto', 'maintenance.auto']) await repo.git('config', '--unset', name);
    const trace = repo.dir.at('trace');
    vi.stubEnv('GIT_TRACE2_EVENT', trace);
    const history = repo.history();
    vi.unstubAllEnvs();
    expect((await change(history, ['a.md'], () => repo.write('a.md', 'two\n'))).committed).toBe(true);
    const started = await readText(trace);
    expect(started).toContain('"commit"');
    expect(started).not.toMatch(/"(maintenance|gc)"/);
  });

  it('has a subject and trailers of one line each, whatever they are made of', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const subject = `edit\nVault-MCP-Change: c-forged\u2028${'long '.repeat(100)}`;
    const trailer = { client: 'evil\nSigned-off-by: Ana', tool: 'vault_edit_note', change: 'c-0001' };
    await repo.write('a.md', 'two\n');
    expect(await repo.history().commit({ subject, paths: [listedPath('a.md')], trailer })).toEqual(done);
    const [head = '', ...rest] = (await repo.git('log', '-1', '--format=%B')).trimEnd().split('\n');
    expect(head).toMatch(/^docs\(vault\): edit Vault-MCP-Change: c-forged long .*…$/);
    expect(head.length).toBeLessThanOrEqual(200);
    expect(rest).toEqual([
      '',
      'Vault-MCP-Client: evil\\nSigned-off-by: Ana',
      'Vault-MCP-Tool: vault_edit_note',
      'Vault-MCP-Change: c-0001',
    ]);
  });
});

describe('what somebody else is doing', () => {
  it('stays staged, byte for byte, while a change is committed', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'mine.md': 'one\n', 'gone.md': 'one\n', 'half.md': '1\n2\n' });
    await repo.write('mine.md', 'staged\n');
    await repo.write('new.md', 'staged new\n');
    await repo.write('half.md', '1\nstaged\n');
    await repo.git('add', 'mine.md', 'new.md', 'half.md');
    await repo.write('half.md', '1\nstaged\nnot staged\n');
    await repo.git('rm', '--quiet', '--cached', 'gone.md');
    const staged = await repo.git('diff', '--cached', '--binary');
    const outcome = await change(repo.history(), ['a.md', 'b.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('b.md', 'new\n');
    });
    expect(outcome).toEqual({ ...done, dirty: [] });
    expect(await repo.changes()).toEqual(['M a.md', 'A b.md']);
    expect(await repo.git('diff', '--cached', '--binary')).toBe(staged);
    expect(await repo.git('show', ':half.md')).toBe('1\nstaged\n');
  });

  it('is said of each path that was dirty, staged, partly staged or unknown before; the commit takes it whole', async () => {
    const repo = await gitRepo({
      'dirty.md': '1\n',
      'staged.md': '1\n',
      'half.md': '1\n',
      'clean.md': '1\n',
      'd.md': '',
    });
    await repo.write('dirty.md', '2\n');
    await repo.write('staged.md', '2\n');
    await repo.write('half.md', '2\n');
    await repo.git('add', 'staged.md', 'half.md');
    await repo.write('half.md', '2\n3\n');
    await repo.write('unknown.md', '1\n');
    await repo.remove('d.md');
    const paths = ['dirty.md', 'staged.md', 'half.md', 'clean.md', 'unknown.md', 'd.md', 'absent.md'];
    const outcome = await change(repo.history(), paths, async () => {
      for (const path of paths) await repo.write(path, 'ours\n');
    });
    expect(outcome).toEqual({ ...done, dirty: ['dirty.md', 'staged.md', 'half.md', 'unknown.md', 'd.md'] });
    expect(await repo.git('status', '--porcelain')).toBe('');
    expect(await repo.committed('half.md')).toBe('ours\n');
  });

  it('is not touched by looking: the index stays as it is', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.write('a.md', 'two\n');
    const before = await repo.git('hash-object', '.git/index');
    expect(await repo.history().before([listedPath('a.md')])).toEqual({ available: true, dirty: ['a.md'] });
    expect(await repo.git('hash-object', '.git/index')).toBe(before);
  });
});

describe('where the vault stands', () => {
  it('may be a folder of a repository', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n', 'x/b.md': 'one\n' }, { vaultIn: 'docs/my vault' });
    const outside = gitRepoAt(repo.dir, repo.top);
    await outside.write('a.md', 'of the repository\n');
    await outside.git('add', 'a.md');
    await repo.write('x/b.md', 'dirty\n');
    const outcome = await change(repo.history(), ['a.md', 'x/b.md', 'n.md'], async () => {
      for (const path of ['a.md', 'x/b.md', 'n.md']) await repo.write(path, 'two\n');
    });
    expect(outcome).toEqual({ ...done, dirty: ['x/b.md'] });
    expect(await repo.changes()).toEqual(['M docs/my vault/a.md', 'A docs/my vault/n.md', 'M docs/my vault/x/b.md']);
    expect(await outside.git('status', '--porcelain')).toBe('A  a.md\n');
  });

  it('may be a work tree, with its own index and its own merge', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.git('worktree', 'add', '--quiet', repo.dir.at('tree'), '-b', 'side');
    const tree = gitRepoAt(repo.dir, repo.dir.at('tree'));
    await repo.git('update-ref', 'MERGE_HEAD', 'HEAD');
    expect(await change(tree.history(), ['a.md'], () => tree.write('a.md', 'two\n'))).toEqual({
      ...done,
      dirty: [],
    });
    expect(await repo.commits()).toBe(1);
    expect(await tree.commits()).toBe(2);
  });

  it('may be a submodule', async () => {
    const inner = await gitRepo({ 'a.md': 'one\n' });
    const outer = await gitRepo({ 'o.md': '' });
    await outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.top, 'notes');
    await outer.git('commit', '--quiet', '--message=notes');
    const vault = gitRepoAt(outer.dir, outer.dir.at('repo', 'notes'));
    await configure(vault);
    expect(await change(vault.history(), ['a.md'], () => vault.write('a.md', 'two\n'))).toEqual({
      ...done,
      dirty: [],
    });
    expect(await vault.commits()).toBe(2);
    expect(await outer.commits()).toBe(2);
  });

  it('may hold a repository of its own, whose notes are left out and do not spoil the rest', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const nested = gitRepoAt(repo.dir, repo.dir.at('repo', 'nested'));
    await nested.write('n.md', 'one\n');
    await nested.git('init', '--quiet');
    await configure(nested);
    await nested.git('add', 'n.md');
    await nested.git('commit', '--quiet', '--message=n');
    const outcome = await change(repo.history(), ['a.md', 'nested/n.md'], async () => {
      await repo.write('a.md', 'two\n');
      await repo.write('nested/n.md', 'two\n');
    });
    expect(outcome).toMatchObject({
      committed: true,
      dirty: [],
      warnings: [{ code: 'git_failed', about: 'nested/n.md' }],
    });
    expect(await repo.changes()).toEqual(['M a.md']);
  });

  it('may be named by a link', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' }, { vaultIn: 'v' });
    await symlink(repo.vault, repo.dir.at('link'));
    const history = repo.history({ root: repo.dir.at('link') });
    expect(await change(history, ['a.md'], () => repo.write('a.md', 'two\n'))).toEqual({ ...done, dirty: [] });
  });

  it('is without git: nothing is committed and nothing said, until there is a repository, and when it is gone', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' }, { init: false });
    const history = repo.history();
    expect(await history.before([listedPath('a.md')])).toEqual({ available: false, dirty: [] });
    expect(await history.commit(commitOf(['a.md']))).toEqual(quiet);
    await repo.git('init', '--quiet');
    await configure(repo);
    expect(await history.commit(commitOf(['a.md']))).toEqual(done);
    await repo.move('.git', '../elsewhere');
    expect(await history.commit(commitOf(['a.md']))).toEqual(quiet);
  });

  it('is found by its folder, whatever repository the environment names', async () => {
    const other = await gitRepo({ 'o.md': '' });
    const repo = await gitRepo({ 'a.md': 'one\n' });
    process.env['GIT_DIR'] = other.dir.at('repo', '.git');
    process.env['GIT_INDEX_FILE'] = other.dir.at('index');
    try {
      const history = repo.history();
      expect(await change(history, ['a.md'], () => repo.write('a.md', 'two\n'))).toEqual({ ...done, dirty: [] });
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    }
    expect(await repo.commits()).toBe(2);
    expect(await other.commits()).toBe(1);
  });

  it('is said to be no place for a commit where the repository has no work tree', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    await repo.git('config', 'core.bare', 'true');
    const outcome = await repo.history().commit(commitOf(['a.md']));
    expect(outcome).toMatchObject({ committed: false, due: false, warnings: [{ code: 'git_failed' }] });
    expect(await repo.history().before([listedPath('a.md')])).toEqual({ available: false, dirty: [] });
  });

  it('is said to be unusable where git does not trust its owner, without a folder of the machine', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' }, { vaultIn: 'v' });
    process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = 'true'; // git's own switch for its tests
    try {
      const { warnings, ...rest } = await repo.history().commit(commitOf(['a.md']));
      expect(rest).toEqual({ committed: false, due: false });
      expect(warnings.map(({ code }) => code)).toEqual(['git_failed']);
      expect(warnings[0]?.detail).toMatch(/\S/);
      expect(warnings[0]?.detail).not.toContain(repo.dir.path);
    } finally {
      delete process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'];
    }
  });

  it('is said to be unusable where it is a repository and there is no git', async () => {
    const repo = await gitRepo({ 'a.md': 'one\n' });
    const history = repo.history({ git: repo.dir.at('no-such-git') });
    expect(await history.before([listedPath('a.md')])).toEqual({ available: false, dirty: [] });
    expect(await history.commit(commitOf(['a.md']))).toEqual({
      ...quiet,
      warnings: [{ code: 'git_failed', detail: 'git could not be started' }],
    });
    const bare = await tempDir();
    await mkdir(bare.at('v'));
    expect(await repo.history({ root: bare.at('v'), git: repo.dir.at('no-such-git') }).commit(commitOf([]))).toEqual(
      quiet,
    );
  });
});
