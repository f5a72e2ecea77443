import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds that a running git is waited for; a large checkout takes seconds. */
const PATIENCE_MS = 3_000;
/** Milliseconds after which a lock belongs to nobody any more: what git left when it was killed stays until it is removed. */
const LEFT_BEHIND_MS = 30_000;
const LOOK_EVERY_MS = 15;

/**
 * Git changes files of a work tree only under the lock of its index, and writes a new index at the end; gitrepository-layout(5).
 * So two looks at these two files tell whether it was at work in between.
 */
interface Marks {
  /** Text that is another for another file; null: it is not there. */
  readonly index: string | null;
  /** Whether a git that may still run holds the lock. */
  readonly isLocked: boolean;
}

/**
 * Waits, within bounds, until no git changes files of the work tree whose git folder (absolute) this is. What is returned
 * tells later whether one has done so since, and waits for it as well.
 */
export async function gitCalm(gitDir: string): Promise<() => Promise<boolean>> {
  const from = await unlocked(gitDir);
  return async () => {
    const now = await marksOf(gitDir);
    if (now.index === from.index && !now.isLocked) return false;
    await unlocked(gitDir);
    return true;
  };
}

async function unlocked(gitDir: string): Promise<Marks> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const marks = await marksOf(gitDir);
    if (!marks.isLocked || performance.now() > until) return marks;
    await setTimeout(LOOK_EVERY_MS);
  }
}

async function marksOf(gitDir: string): Promise<Marks> {
  const [lock, index] = await Promise.all(
    ['index.lock', 'index'].map((name) => lstat(join(gitDir, name)).catch(() => null)),
  );
  return {
    index: index ? `${index.ino} ${index.size} ${index.mtimeMs}` : null,
    isLocked: !!lock && Math.abs(Date.now() - lock.mtimeMs) < LEFT_BEHIND_MS,
  };
}
