import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Git } from './git-run.ts';

/** Where a vault stands in version control. */
export type GitPlace =
  | { readonly kind: 'none' }
  /** There is a repository, and git will not work in it; `printed` is its reason. */
  | { readonly kind: 'broken'; readonly printed: string }
  | {
      readonly kind: 'repository';
      /** The vault's folder below the repository's, with a final `/`; '' where they are the same. */
      readonly prefix: string;
      /** Absolute: index, HEAD and the marks of what is in progress, which each work tree has for itself. */
      readonly gitDir: string;
      readonly top: string;
    };

/**
 * Finds the repository that `root` (absolute) is a part of. Git is asked once; from then on only whether the nearest
 * `.git` is still the same one, so that `git init` and a removed repository are noticed at the next write.
 */
export class GitPlaces {
  readonly #root: string;
  readonly #git: Git;
  #mark: string | null = null;
  #known: GitPlace = { kind: 'none' };

  constructor(root: string, git: Git) {
    this.#root = root;
    this.#git = git;
  }

  async find(): Promise<GitPlace> {
    const mark = await nearestMark(await realpath(this.#root).catch(() => this.#root));
    if (mark === null) return { kind: 'none' };
    if (mark === this.#mark && this.#known.kind === 'repository') return this.#known;
    this.#known = await this.#ask();
    this.#mark = mark;
    return this.#known;
  }

  async #ask(): Promise<GitPlace> {
    const args = ['rev-parse', '--is-inside-work-tree', '--show-prefix', '--absolute-git-dir', '--show-toplevel'];
    const { end, status, stdout, stderr } = await this.#git(args, { mode: 'read' });
    if (end === 'absent') return { kind: 'broken', printed: 'git could not be started' };
    if (end === 'late') return { kind: 'broken', printed: 'git took too long' };
    const [inside, prefix = '', gitDir, top] = stdout.split('\n');
    if (inside === 'false') return { kind: 'broken', printed: 'the repository has no work tree here' };
    if (status !== 0 || !gitDir || !top) return { kind: 'broken', printed: stderr };
    return { kind: 'repository', prefix, gitDir, top };
  }
}

/** The nearest `.git` above or in a folder, as text that changes when another takes its place. All are looked at at once. */
async function nearestMark(root: string): Promise<string | null> {
  const folders = [resolve(root)];
  for (let folder = resolve(root); dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder));
  const found = await Promise.all(folders.map((folder) => lstat(join(folder, '.git')).catch(() => null)));
  const nearest = found.findIndex((stats) => stats !== null);
  const stats = found[nearest] ?? null;
  // A folder's times change with every commit; a file's say that it names another place.
  return stats && `${folders[nearest]} ${stats.dev} ${stats.ino} ${stats.isDirectory() ? '' : stats.mtimeMs}`;
}

/** Files of the git folder that stand while the user is in the middle of something; gitrepository-layout(5). */
const IN_PROGRESS = [
  ['index.lock', 'the index is locked'],
  ['MERGE_HEAD', 'a merge is in progress'],
  ['rebase-merge', 'a rebase is in progress'],
  ['rebase-apply', 'a rebase is in progress'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick is in progress'],
  ['REVERT_HEAD', 'a revert is in progress'],
  ['sequencer', 'a cherry-pick or revert is in progress'],
  ['BISECT_LOG', 'a bisect is in progress'],
] as const;

/** What is in progress in a git folder; null: nothing that stands in a commit's way. */
export async function inProgress(gitDir: string): Promise<string | null> {
  const standing = await Promise.all(
    IN_PROGRESS.map(([name]) =>
      lstat(join(gitDir, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  const at = standing.indexOf(true);
  return IN_PROGRESS[at]?.[1] ?? null;
}
