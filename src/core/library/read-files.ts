import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import type { Vault } from '../ports.ts';

/** What reading a file gave: its text, that there is none, or why it could not be read. */
export type FileRead =
  | { readonly path: VaultPath; readonly kind: 'text'; readonly text: string }
  | { readonly path: VaultPath; readonly kind: 'gone' }
  | { readonly path: VaultPath; readonly kind: 'failed'; readonly reason: string };

/** Enough to keep a disk busy; more would only hold more texts in memory. */
const AT_ONCE = 24;

/** Reads these files, several at a time; the answers stand in the order of the paths. Never rejects. */
export async function readFiles(vault: Vault, paths: readonly VaultPath[]): Promise<FileRead[]> {
  const reads: FileRead[] = new Array<FileRead>(paths.length);
  let next = 0;
  const readOn = async (): Promise<void> => {
    for (let at = next++; at < paths.length; at = next++) {
      const path = paths[at];
      if (path !== undefined) reads[at] = await readFile(vault, path);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, paths.length) }, readOn));
  return reads;
}

async function readFile(vault: Vault, path: VaultPath): Promise<FileRead> {
  try {
    const text = await vault.read(path);
    return text === null ? { path, kind: 'gone' } : { path, kind: 'text', text };
  } catch (error) {
    return { path, kind: 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof VaultError) {
    const { reason } = error.params as { readonly reason?: unknown };
    return typeof reason === 'string' ? reason : String(error.code);
  }
  return error instanceof Error ? error.message : String(error);
}
