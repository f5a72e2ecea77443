import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TempDir {
  /** Absolute and real: no symlink on the way. */
  readonly path: string;
  /** The absolute path of something in it. */
  at(...segments: string[]): string;
  remove(): Promise<void>;
}

/** A new empty folder; the caller removes it. */
export async function makeTempDir(): Promise<TempDir> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'vault-mcp-test-')));
  return {
    path,
    at: (...segments) => join(path, ...segments),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }),
  };
}

/** A new empty folder, removed when the test that asked for it ends. */
export async function tempDir(): Promise<TempDir> {
  const dir = await makeTempDir();
  onTestFinished(() => dir.remove());
  return dir;
}
