import { spawn, type ChildProcess } from 'node:child_process';
// The page's own timers stop in hidden windows; Node's do not.
import { clearTimeout, setTimeout } from 'node:timers';

/** Longest that one git may take: a hook that sleeps or a key that asks for its phrase must not hold a write for ever. */
export const GIT_LIMIT_MS = 30_000;
/** Between asking git to end, so that it takes its locks away itself, and ending it. */
const GRACE_MS = 2_000;
/** A program that a hook left behind may hold the pipes open long after git has ended. */
const PIPES_MS = 500;
/** Bytes kept of each stream; a hook may print without end. */
const MOST_OUTPUT = 4 * 1024 * 1024;

export interface GitResult {
  /** `late`: it took longer than the limit. `absent`: there is no such program, or no such folder. */
  readonly end: 'exited' | 'late' | 'absent';
  /** Git's exit status; null where it did not exit by itself. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitCall {
  /** `read` takes no lock for the sake of speed and starts no program that the repository names. */
  readonly mode: 'read' | 'write';
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs git in one folder: argv only, never a shell, nothing asked of anybody, never longer than the limit. */
export interface Git {
  (args: readonly string[], call: GitCall): Promise<GitResult>;
}

/**
 * `root` is the vault's absolute folder. A git that overruns is ended together with all that it started (hooks, a
 * signing program): first by asking, since only then does it remove its `index.lock`.
 */
export function gitIn(root: string, { git = 'git', limitMs = GIT_LIMIT_MS } = {}): Git {
  const base = { ...withoutPlaces(process.env), GIT_TERMINAL_PROMPT: '0', GCM_INTERACTIVE: 'never', GIT_PAGER: 'cat' };
  return (args, call) => {
    // A repository may name a program that watches its files: a question must not start one.
    const unhooked = call.mode === 'read' ? ['-c', 'core.fsmonitor=false'] : [];
    const locks = call.mode === 'read' ? { GIT_OPTIONAL_LOCKS: '0' } : {};
    const child = spawn(git, ['-C', root, '--no-pager', ...unhooked, ...args], {
      env: { ...base, ...locks, ...call.env },
      stdio: 'pipe',
      windowsHide: true,
      // A group of its own, so that it can be ended with its children; no terminal to ask on either.
      detached: process.platform !== 'win32',
    });
    child.stdin.on('error', () => {}); // ended before it read everything
    child.stdin.end(call.input ?? '');
    return ended(child, limitMs);
  };
}

function ended(child: ChildProcess, limitMs: number): Promise<GitResult> {
  const stdout = kept(child.stdout);
  const stderr = kept(child.stderr);
  return new Promise((resolve) => {
    let end: GitResult['end'] = 'exited';
    let timer = setTimeout(() => {
      end = 'late';
      endGroup(child, 'SIGTERM');
      timer = setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MS);
    }, limitMs);
    const settle = (status: number | null): void => {
      clearTimeout(timer);
      resolve({ end, status, stdout: stdout(), stderr: stderr() });
    };
    child.once('error', () => {
      end = 'absent';
      settle(null);
    });
    child.once('exit', (status) => {
      clearTimeout(timer);
      // What of its group outlived it would go on writing to the vault.
      if (end === 'late') endGroup(child, 'SIGKILL');
      timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        settle(status);
      }, PIPES_MS);
    });
    child.once('close', settle);
  });
}

function endGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' }).on('error', () =>
      child.kill(),
    );
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // All of the group has ended.
  }
}

function kept(stream: ChildProcess['stdout']): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on('error', () => {});
  stream?.on('data', (chunk: Buffer) => {
    if (bytes < MOST_OUTPUT) chunks.push(chunk);
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

/**
 * Started from a hook or by a program that works on another repository, the environment names that one; and a
 * reading of paths other than ours. What `git rev-parse --local-env-vars` prints, less the configuration.
 */
const PLACES = new Set([
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_SHALLOW_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
]);

function withoutPlaces(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !PLACES.has(name.toUpperCase())));
}
