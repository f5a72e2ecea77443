import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git, GitResult } from './git-run.ts';
import { pathArguments, type Standing } from './git-standing.ts';
import type { Subject } from './git-subjects.ts';
import { CHANGE_TRAILER } from './git-words.ts';

/** How a file stood when it was last looked at, and whether it was on disk then. */
export interface Seen {
  readonly standing: Standing;
  readonly exists: boolean;
}

/** What a commit does with each of its files; what git never knew and is gone again is in none of these. */
export interface Sorted {
  /** Everything that goes into the commit. */
  readonly committed: readonly Subject[];
  /** Those of them that git does not know yet. */
  readonly added: readonly Subject[];
  readonly ignored: readonly Subject[];
}

export function sorted(subjects: readonly Subject[], seen: ReadonlyMap<string, Seen>): Sorted {
  const committed: Subject[] = [];
  const added: Subject[] = [];
  const ignored: Subject[] = [];
  for (const subject of subjects) {
    const { standing, exists } = seen.get(subject.name) ?? { standing: 'still', exists: false };
    if (standing === 'ignored') ignored.push(subject);
    else if (standing === 'changed' || (standing === 'still' && exists)) committed.push(subject);
    else if (subject.exists) {
      committed.push(subject);
      added.push(subject);
    }
  }
  return { committed, added, ignored };
}

/** Whether two sortings lead to the same commit. */
export function isAlike(a: Sorted, b: Sorted): boolean {
  const text = ({ committed, added }: Sorted): string =>
    [committed, added].map((some) => some.map(({ name }) => name).join('\0')).join('\0\0');
  return text(a) === text(b);
}

export type Tried =
  | { readonly step: 'none' }
  /** `add`: files could not be made known to git. `commit`: the commit itself, which is when hooks speak. */
  | { readonly step: 'add' | 'commit'; readonly result: GitResult };

// Git would start another git after every commit, to see whether there is something to tidy.
const UNTIDIED = ['-c', 'maintenance.auto=false'];

/**
 * Commits the whole of these files and nothing else. `git commit --only` builds on HEAD and leaves other staged work
 * alone; where it fails it leaves the index as it was, so only files that had to be made known are taken out again.
 */
export async function commitOnly(git: Git, message: string, { committed, added }: Sorted): Promise<Tried> {
  if (committed.length === 0) return { step: 'none' };
  if (added.length > 0) {
    const { args, input } = pathArguments(namesOf(added));
    const result = await git(['--literal-pathspecs', 'add', ...args], writing(input));
    if (result.status !== 0) {
      await forget(git, added);
      return { step: 'add', result };
    }
  }
  // Not --literal-pathspecs: git would hand it on to the hooks, whose own patterns would match nothing.
  const { args, input } = pathArguments(namesOf(committed).map((name) => `:(literal)${name}`));
  const result = await git([...UNTIDIED, 'commit', '--quiet', '-m', message, '--only', ...args], writing(input));
  if (result.status !== 0 && added.length > 0) await forget(git, added);
  return { step: 'commit', result };
}

/**
 * Commits a change of spelling on a disk that takes both spellings for one, which `git commit --only` cannot: it would
 * find the old name on disk still. So the commit is made of an index of its own; afterwards the user's gets the same.
 */
export async function commitAround(
  git: Git,
  message: string,
  { committed }: Sorted,
  old: ReadonlySet<Subject>,
  gitDir: string,
): Promise<Tried> {
  const index = join(gitDir, `vault-mcp-index-${process.pid}`);
  const env = { GIT_INDEX_FILE: index };
  const renew = async (own: Readonly<Record<string, string>>): Promise<GitResult> => {
    const gone = await git(['update-index', '-z', '--force-remove', '--stdin'], writing(zeroed([...old]), own));
    if (gone.status !== 0) return gone;
    const rest = committed.filter((subject) => !old.has(subject));
    return git(['update-index', '--add', '--remove', '-z', '--stdin'], writing(zeroed(rest), own));
  };
  try {
    const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD'], { mode: 'read' });
    // Only a repository without a commit begins with nothing: else everything would be committed as removed.
    const from = head.status === 0 ? 'HEAD' : '--empty';
    const read = await git(['read-tree', from], writing(undefined, env));
    if (read.status !== 0) return { step: 'add', result: read };
    const renewed = await renew(env);
    if (renewed.status !== 0) return { step: 'add', result: renewed };
    const result = await git([...UNTIDIED, 'commit', '--quiet', '-m', message], writing(undefined, env));
    if (result.status === 0) await renew({});
    return { step: 'commit', result };
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

/** Commits that are looked through for one that was made without our having learnt of it. */
const LOOKED_THROUGH = 50;

/** Whether a change has been committed already: git was ended after it, or the host was before it was written down. */
export async function isMade(git: Git, change: string): Promise<boolean> {
  const format = `--format=%(trailers:key=${CHANGE_TRAILER},valueonly)`;
  const { status, stdout } = await git(['log', `--max-count=${LOOKED_THROUGH}`, format], { mode: 'read' });
  return status === 0 && stdout.split('\n').includes(change);
}

/** Whether git knows by what name to commit. */
export async function hasIdentity(git: Git): Promise<boolean> {
  const asked = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((name) => git(['var', name], { mode: 'read' })),
  );
  return asked.every(({ status }) => status === 0);
}

function forget(git: Git, added: readonly Subject[]): Promise<GitResult> {
  return git(['update-index', '-z', '--force-remove', '--stdin'], writing(zeroed(added)));
}

function namesOf(subjects: readonly Subject[]): readonly string[] {
  return subjects.map(({ name }) => name);
}

function zeroed(subjects: readonly Subject[]): string {
  return subjects.map(({ name }) => `${name}\0`).join('');
}

function writing(
  input?: string,
  env?: Readonly<Record<string, string>>,
): { mode: 'write'; input?: string; env?: Readonly<Record<string, string>> } {
  return { mode: 'write', ...(input === undefined ? {} : { input }), ...(env === undefined ? {} : { env }) };
}
