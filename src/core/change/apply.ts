import { VaultError } from '../errors.ts';
import { folderOf, type VaultPath } from '../path.ts';
import { applyEdits, inverseEdits } from './edits.ts';
import type { Operation } from './operations.ts';
import type { WritableVault } from './write-ports.ts';

/** Where one file stands, compared with one operation on it. */
export type Standing = 'before' | 'after' | 'other';

/**
 * Carries the operations out in order. Before each, `stillOwner` must hold (another host may have taken the vault). If
 * one fails, those done are taken back in reverse; what can not be taken back is named in the error thrown.
 */
export async function applyAll(
  vault: WritableVault,
  operations: readonly Operation[],
  stillOwner: () => boolean | Promise<boolean>,
): Promise<{ readonly tokens: Readonly<Record<string, string>> }> {
  const tokens: Record<string, string> = {};
  const done: Operation[] = [];
  try {
    for (const operation of operations) {
      if (!(await stillOwner())) throw new VaultError('vault_unavailable', { reason: 'another_host' });
      const token = await applyOne(vault, operation);
      if (token !== null && operation.act === 'trash') tokens[operation.path] = token;
      done.push(operation);
    }
  } catch (error) {
    await takeBackAll(vault, done, tokens, error);
    throw error;
  }
  for (const operation of operations) {
    if (operation.act === 'move') await vault.dropEmptyFolder(folderOf(operation.from));
  }
  return { tokens };
}

/** Thrown when a change stopped in the middle and could not be taken back whole. */
export class HalfDone extends Error {
  override readonly name = 'HalfDone';
  readonly paths: readonly VaultPath[];

  constructor(paths: readonly VaultPath[], cause: unknown) {
    super('a change stopped in the middle', { cause });
    this.paths = paths;
  }
}

export async function applyOne(vault: WritableVault, operation: Operation): Promise<string | null> {
  switch (operation.act) {
    case 'create':
      // Obsidian leaves a blank note after a click on a link to nowhere: it is written over, never over anything else.
      if ((await vault.standing(operation.path)) === 'blank') {
        const blank = await vault.read(operation.path);
        if (blank?.trim() === '' && (await vault.replace(operation.path, blank, operation.text))) return null;
      }
      await vault.create(operation.path, operation.text);
      return null;
    case 'edit': {
      const text = applyEdits(operation.text, operation.edits);
      if (await vault.replace(operation.path, operation.text, text)) return null;
      throw new VaultError('revision_conflict', { path: operation.path, expected: operation.before, current: null });
    }
    case 'move':
      await vault.move(operation.from, operation.to);
      return null;
    case 'restore':
      if (operation.token !== null && (await vault.restore(operation.token, operation.path))) return null;
      if (operation.text === null) {
        throw new VaultError('not_applied', { reason: 'failed', detail: 'not_in_trash' });
      }
      await vault.create(operation.path, operation.text);
      return null;
    case 'trash':
      return vault.trash(operation.path);
  }
}

/** The opposite act, on a file that stands `after` the operation. */
export async function takeBack(vault: WritableVault, operation: Operation, token: string | null): Promise<boolean> {
  switch (operation.act) {
    case 'create':
    case 'restore':
      await vault.trash(operation.path);
      return true;
    case 'edit': {
      const after = applyEdits(operation.text, operation.edits);
      return vault.replace(operation.path, after, applyEdits(after, inverseEdits(operation.text, operation.edits)));
    }
    case 'move':
      await vault.move(operation.to, operation.from);
      return true;
    case 'trash':
      if (token !== null && (await vault.restore(token, operation.path))) return true;
      if (operation.text === null) return false;
      await vault.create(operation.path, operation.text);
      return true;
  }
}

async function takeBackAll(
  vault: WritableVault,
  done: readonly Operation[],
  tokens: Readonly<Record<string, string>>,
  cause: unknown,
): Promise<void> {
  const left: VaultPath[] = [];
  for (const operation of [...done].reverse()) {
    const path = operation.act === 'move' ? operation.to : operation.path;
    try {
      if (!(await takeBack(vault, operation, tokens[path] ?? null))) left.push(path);
    } catch {
      left.push(path);
    }
  }
  if (left.length > 0) throw new HalfDone(left, cause);
}

/**
 * Where each file stands. `moveDone` says for an edit behind a move whether its file is still under the old name, which
 * counts as `before`.
 */
export async function standingsOf(
  vault: WritableVault,
  operations: readonly Operation[],
  revisionOf: (text: string) => string,
): Promise<readonly Standing[]> {
  const result: Standing[] = [];
  const waiting = new Set<VaultPath>();
  for (const operation of operations) {
    const standing = await standingOf(vault, operation, revisionOf, waiting);
    if (operation.act === 'move' && standing === 'before') waiting.add(operation.to);
    result.push(standing);
  }
  return result;
}

async function standingOf(
  vault: WritableVault,
  operation: Operation,
  revisionOf: (text: string) => string,
  waiting: ReadonlySet<VaultPath>,
): Promise<Standing> {
  switch (operation.act) {
    case 'create': {
      const text = await vault.read(operation.path);
      if (text === null || text.trim() === '') return 'before';
      return revisionOf(text) === operation.after ? 'after' : 'other';
    }
    case 'edit': {
      if (waiting.has(operation.path)) return 'before';
      const text = await vault.read(operation.path);
      const revision = text === null ? null : revisionOf(text);
      return revision === operation.after ? 'after' : revision === operation.before ? 'before' : 'other';
    }
    case 'move': {
      const [from, to] = [await vault.stat(operation.from), await vault.stat(operation.to)];
      if (from !== null && to === null) return 'before';
      return from === null && to !== null ? 'after' : 'other';
    }
    case 'restore':
      return (await vault.stat(operation.path)) === null ? 'before' : 'after';
    case 'trash': {
      if ((await vault.stat(operation.path)) === null) return 'after';
      if (operation.before === null) return 'before';
      const text = await vault.read(operation.path);
      return text !== null && revisionOf(text) === operation.before ? 'before' : 'other';
    }
  }
}
