import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommitRequest, History } from '../../src/core/change/write-ports.ts';
import { listedPath } from '../../src/core/path.ts';
import { openGitHistory, type GitHistoryOptions } from '../../src/node/git-history.ts';
import { tempDir, type TempDir } from './temp-dir.ts';

/** Neither the machine's configuration nor that of whoever runs the tests. */
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** A real repository in a temporary folder, removed when the test ends. Paths are relative to the vault in it. */
export interface GitRepo {
  readonly dir: TempDir;
  /** The repository's folder, and the vault's: the same one unless asked otherwise. */
  readonly top: string;
  readonly vault: string;
  /** What git prints; rejects where it fails. Runs in the vault. */
  git(...args: readonly string[]): Promise<string>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** The text of a path in HEAD; null where HEAD has none. */
  committed(path: string): Promise<string | null>;
  /** Everything in HEAD. */
  tree(): Promise<readonly string[]>;
  /** `A path`, `M path`, `D path`, `R from to` of the newest commit. */
  changes(): Promise<readonly string[]>;
  /** Modes, object ids and names of the whole index: equal texts are equal indexes. */
  index(): Promise<string>;
  commits(): Promise<number>;
  /** Installs a hook that is this shell script. */
  hook(name: string, script: string): Promise<void>;
  history(options?: Partial<GitHistoryOptions>): History;
}

export interface GitRepoOptions {
  /** The vault's folder below the repository's. */
  readonly vaultIn?: string;
  /** Without it no `git init` is made. */
  readonly init?: boolean;
  /** Without it nothing is committed, and HEAD is unborn. */
  readonly commit?: boolean;
}

export async function gitRepo(
  files: Readonly<Record<string, string>> = {},
  { vaultIn = '', init = true, commit = true }: GitRepoOptions = {},
): Promise<GitRepo> {
  const dir = await tempDir();
  const repo = gitRepoAt(dir, dir.at('repo'), vaultIn);
  await mkdir(repo.vault, { recursive: true });
  for (const [path, text] of Object.entries(files)) await repo.write(path, text);
  if (!init) return repo;
  await repo.git('-C', repo.top, 'init', '--quiet', '--initial-branch=main');
  await configure(repo);
  if (commit) {
    await repo.git('-C', repo.top, 'add', '--all');
    await repo.git('commit', '--quiet', '--allow-empty', '--message=first');
  }
  return repo;
}

/** Who commits; and no tidying in the background, which would write into a folder while it is being removed. */
export async function configure(repo: Pick<GitRepo, 'git'>): Promise<void> {
  const settings = {
    'user.name': 'Ana',
    'user.email': 'ana@example.org',
    'gc.auto': '0',
    'maintenance.auto': 'false',
    'commit.gpgSign': 'false',
  };
  for (const [name, value] of Object.entries(settings)) await repo.git('config', name, value);
}

/** A repository that is there already, or is about to be. */
export function gitRepoAt(dir: TempDir, top: string, vaultIn = ''): GitRepo {
  const vault = join(top, vaultIn);
  const git = (...args: readonly string[]): Promise<string> => run(vault, args);
  const lines = (text: string): readonly string[] => text.split('\0').filter(Boolean);
  return {
    dir,
    top,
    vault,
    git,
    async write(path, text) {
      await mkdir(dirname(join(vault, path)), { recursive: true });
      await writeFile(join(vault, path), text);
    },
    remove: (path) => rm(join(vault, path)),
    async move(from, to) {
      await mkdir(dirname(join(vault, to)), { recursive: true });
      await rename(join(vault, from), join(vault, to));
    },
    committed: (path) => git('cat-file', 'blob', `HEAD:./${path}`).catch(() => null),
    tree: async () => lines(await git('ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD')),
    async changes() {
      const fields = lines(await git('show', '--format=', '--name-status', '-z', '--find-renames', 'HEAD'));
      const changes: string[] = [];
      for (let at = 0; at < fields.length;) {
        const kind = fields[at]?.[0] ?? '';
        const names = kind === 'R' ? 2 : 1;
        changes.push([kind, ...fields.slice(at + 1, at + 1 + names)].join(' '));
        at += 1 + names;
      }
      return changes;
    },
    index: () => git('-C', top, 'ls-files', '--stage', '-t'),
    commits: async () => Number(await git('rev-list', '--count', 'HEAD').catch(() => '0')),
    async hook(name, script) {
      const hooks = join(vault, (await git('rev-parse', '--git-path', 'hooks')).trim());
      await mkdir(hooks, { recursive: true });
      await writeFile(join(hooks, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(hooks, name), 0o755);
    },
    history: (options = {}) => openGitHistory({ root: vault, autoPush: () => false, log: silent, ...options }),
  };
}

/** A request as the desk makes it. */
export function commitOf(paths: readonly string[], change = 'c-0001', subject = 'edit a note'): CommitRequest {
  return {
    subject,
    paths: paths.map(listedPath),
    trailer: { client: 'test client', tool: 'vault_edit_note', change },
  };
}

/** What the desk does: looks, writes, commits. */
export async function change(
  history: History,
  paths: readonly string[],
  write: () => Promise<void>,
  request = commitOf(paths),
): Promise<Awaited<ReturnType<History['commit']>> & { readonly dirty: readonly string[] }> {
  const before = await history.before(paths.map(listedPath));
  await write();
  return { ...(await history.commit(request)), dirty: before.dirty };
}

export const readText = (path: string): Promise<string> => readFile(path, 'utf8');

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function run(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('git', args, { cwd, env: ENV, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`git ${args.join(' ')}: ${stderr}`, { cause: error }));
    });
  });
}
