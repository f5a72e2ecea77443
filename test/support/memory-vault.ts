import { VaultError } from '../../src/core/errors.ts';
import { listedPath } from '../../src/core/path.ts';
import type { VaultPath } from '../../src/core/path.ts';
import type { SkippedFile, Vault, VaultEvent, VaultFile } from '../../src/core/ports.ts';

/** A vault in memory, with the hand of a user on it. Events are delivered before the call that caused them returns. */
export interface MemoryVault extends Vault {
  put(path: string, content: string | Uint8Array): VaultFile;
  remove(path: string): void;
  rename(from: string, to: string): VaultFile;
  /** Several changes delivered as one batch, as after a checkout. */
  together(changes: () => void): void;
  /** Declares a file that the vault leaves out. */
  skip(file: SkippedFile): void;
}

export interface MemoryVaultOptions {
  readonly name?: string;
  /** Milliseconds since 1970 of the first file; each write is one second later than the one before. */
  readonly startMs?: number;
}

interface Held {
  readonly bytes: Uint8Array;
  readonly file: VaultFile;
}

export function memoryVault(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryVaultOptions = {},
): MemoryVault {
  const { name = 'Memory', startMs = Date.UTC(2026, 0, 1) } = options;
  const held = new Map<VaultPath, Held>();
  const listeners = new Set<(events: readonly VaultEvent[]) => void>();
  const skipped: SkippedFile[] = [];
  let seconds = 0;
  let batch: VaultEvent[] | null = null;

  const emit = (event: VaultEvent): void => {
    if (batch !== null) batch.push(event);
    else for (const listener of listeners) listener([event]);
  };
  const store = (path: string, bytes: Uint8Array): VaultFile => {
    const file = { path: listedPath(path), size: bytes.length, mtimeMs: startMs + 1000 * seconds++ };
    held.set(file.path, { bytes, file });
    return file;
  };
  const take = (path: string): Held => {
    const found = held.get(listedPath(path));
    if (found === undefined) throw new Error(`no such file in this test's vault: ${path}`);
    held.delete(found.file.path);
    return found;
  };

  for (const [path, content] of Object.entries(files)) store(path, bytesOf(content));

  return {
    name,
    async *list() {
      const all = [...held.values()].map(({ file }) => file);
      for (let from = 0; from < all.length; from += 100) yield await Promise.resolve(all.slice(from, from + 100));
    },
    stat: (path) => Promise.resolve(held.get(path)?.file ?? null),
    read: async (path) => {
      const found = held.get(path);
      return found === undefined ? null : await Promise.resolve(textOf(path, found.bytes));
    },
    readBytes: async (path, limit) => {
      const found = await Promise.resolve(held.get(path));
      if (found === undefined) return null;
      if (found.bytes.length > limit) throw new VaultError('unreadable', { path, reason: 'too_large' });
      return found.bytes.slice();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    skipped: () => skipped,
    put: (path, content) => {
      const file = store(path, bytesOf(content));
      emit({ kind: 'changed', file });
      return file;
    },
    remove: (path) => {
      emit({ kind: 'removed', path: take(path).file.path });
    },
    rename: (from, to) => {
      const { bytes, file: old } = take(from);
      const file = { ...old, path: listedPath(to) };
      held.set(file.path, { bytes, file });
      emit({ kind: 'renamed', from: old.path, file });
      return file;
    },
    together: (changes) => {
      const events: VaultEvent[] = [];
      batch = events;
      try {
        changes();
      } finally {
        batch = null;
      }
      if (events.length > 0) for (const listener of listeners) listener(events);
    },
    skip: (file) => void skipped.push(file),
  };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

function textOf(path: VaultPath, bytes: Uint8Array): string {
  try {
    if (bytes.includes(0)) throw new TypeError('binary');
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new VaultError('unreadable', { path, reason: 'not_utf8' });
  }
}
