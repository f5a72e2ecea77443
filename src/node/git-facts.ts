import { execFile } from 'node:child_process';
import type { GitFacts } from '../core/services.ts';

/** Git that hangs on a lock, a prompt or a dead disk is no reason for an answer to wait longer. */
const LIMIT_MS = 30_000;
const MOST_OUTPUT = 64 * 1024;

// A repository may name a program that watches its files: a question must not start one.
const UNHOOKED = ['-c', 'core.fsmonitor=false'];

/**
 * What git says of the folder `root` (absolute): whether it is a work tree, on which branch (null: detached or unborn
 * without a name), and whether all of it is committed. Only reads: the index is not refreshed on disk, nothing is
 * asked of the user. A git that fails or takes longer than 30 s counts as none, since nothing could be done with it.
 */
export async function gitFacts(root: string, git = 'git'): Promise<GitFacts> {
  const inside = await run(git, root, ['rev-parse', '--is-inside-work-tree']);
  if (inside.kind === 'absent') return { state: 'none', reason: 'no_git' };
  const isRepository = inside.kind === 'done' && inside.output.trim() === 'true';
  if (!isRepository) return { state: 'none', reason: 'not_a_repository' };
  const [branch, dirty] = await Promise.all([
    run(git, root, ['symbolic-ref', '--quiet', '--short', 'HEAD']),
    // A vault may be a part of a repository: only its own part counts. One changed path is enough to know.
    run(git, root, ['status', '--porcelain=v1', '-z', '--untracked-files=normal', '--', '.']),
  ]);
  return {
    state: 'repository',
    branch: branch.kind === 'done' ? branch.output.trim() || null : null,
    clean: dirty.kind === 'done' && dirty.output === '',
  };
}

type Outcome =
  { readonly kind: 'done'; readonly output: string } | { readonly kind: 'failed' } | { readonly kind: 'absent' };

function run(git: string, cwd: string, args: readonly string[]): Promise<Outcome> {
  const options = {
    cwd,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    timeout: LIMIT_MS,
    maxBuffer: MOST_OUTPUT,
    windowsHide: true,
  };
  return new Promise((resolve) => {
    const child = execFile(git, [...UNHOOKED, ...args], options, (error, stdout) => {
      if (error === null) return resolve({ kind: 'done', output: stdout });
      if (error.code === 'ENOENT') return resolve({ kind: 'absent' });
      // More changed paths than the buffer holds: what came is answer enough.
      const overflow = error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
      resolve(overflow ? { kind: 'done', output: stdout } : { kind: 'failed' });
    });
    child.stdin?.end();
  });
}
