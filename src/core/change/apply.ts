import { VaultError } from '../errors.ts';
import type { VaultPath } from '../path.ts';
import { applyEdits, inverseEdits } from './edits.ts';
import type { Operation } from './operations.ts';
import type { WritableVault } from './write-ports.ts';

/** Where one file stands, compared with one operation on it. */
export type Standing = 'before' | 'after' | 'other';

/** Edits of different files that are under way at once: four to eight share flushes of the disk best. */
const SIDE_BY_SIDE = 8;

/**
 * Carries the operations out in order, edits that follow one another side by side. Before each, `stillOwner` must hold
 * (another host may have taken the vault). If one fails, those done are taken back in reverse; what can not be taken back
 * is named in the error thrown.
 */
export async function applyAll(
  vault: WritableVault,
  operations: readonly Operation[],
  stillOwner: () => boolean | Promise<boolean>,
): Promise<{ readonly tokens: Readonly<Record<string, string>> }> {
  const tokens: Record<string, string> = {};
  const done: Operation[] = [];
  const carryOut = async (operation: Operation): Promise<void> => {
    if (!(await stillOwner())) throw new VaultError('vault_unavailable', { reason: 'another_host' });
    const token = await applyOne(vault, operation);
    if (token !== null && operation.act === 'trash') tokens[operation.path] = token;
    done.push(operation);
  };
  try {
    for (const stretch of stretchesOf(operations)) await allOf(stretch, carryOut);
  } catch (error) {
    await takeBackAll(vault, done, tokens, error);
    throw error;
  }
  return { tokens };
}

/** An edit touches its own file and nothing else, so edits of different files in a row have no order among them. */
function stretchesOf(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const stretches: Operation[][] = [];
  let edited = new Set<VaultPath>();
  for (const operation of operations) {
    const stretch = stretches.at(-1);
    const joins = operation.act === 'edit' && edited.size > 0 && !edited.has(operation.path);
    if (joins && stretch !== undefined) stretch.push(operation);
    else stretches.push([operation]);
    if (!joins) edited = new Set();
    if (operation.act === 'edit') edited.add(operation.path);
  }
  return stretches;
}

/** Begins none any more once one has failed, but waits for those under way: then what was done is known. */
async function allOf(stretch: readonly Operation[], carryOut: (operation: Operation) => Promise<void>): Promise<void> {
  const waiting = stretch.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const operation of waiting) {
      if (failures.length > 0) return;
      await carryOut(operation).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, stretch.length) }, work));
  if (failures.length > 0) throw failures[0];
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

/** Takes back what was done, the last first; throws HalfDone where something could not be. */
export async function takeBackAll(
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
 * Where each file stands, seen from the end: a name that a later act filled or emptied tells nothing of an earlier one,
 * but that the earlier one was done.
 */
export async function standingsOf(
  vault: WritableVault,
  operations: readonly Operation[],
  revisionOf: (text: string) => string,
): Promise<readonly Standing[]> {
  const standings: Standing[] = [];
  const seen: Later = { filled: new Set(), emptied: new Set() };
  for (const operation of [...operations].reverse()) {
    const standing = await standingOf(vault, operation, revisionOf, seen);
    standings.unshift(standing);
    if (standing !== 'after') continue;
    if (operation.act === 'move') {
      seen.filled.add(operation.to);
      seen.emptied.add(operation.from);
    } else if (operation.act === 'trash') seen.emptied.add(operation.path);
    else if (operation.act !== 'edit') seen.filled.add(operation.path);
  }
  return behindMoves(operations, standings);
}

/** Names that acts further on, known to be done, have filled or emptied. */
interface Later {
  readonly filled: Set<VaultPath>;
  readonly emptied: Set<VaultPath>;
}

/** An edit whose file still waits under its old name is still to be done. */
function behindMoves(operations: readonly Operation[], standings: readonly Standing[]): readonly Standing[] {
  const waiting = new Set<VaultPath>();
  return operations.map((operation, index) => {
    const standing = standings[index] ?? 'other';
    if (operation.act === 'move' && standing === 'before') waiting.add(operation.to);
    return operation.act === 'edit' && waiting.has(operation.path) ? 'before' : standing;
  });
}

async function standingOf(
  vault: WritableVault,
  operation: Operation,
  revisionOf: (text: string) => string,
  later: Later,
): Promise<Standing> {
  switch (operation.act) {
    case 'create': {
      if (later.emptied.has(operation.path)) return 'after';
      const text = await vault.read(operation.path);
      if (text === null || text.trim() === '')
        return operation.text.trim() === '' && text !== null ? 'after' : 'before';
      return revisionOf(text) === operation.after ? 'after' : 'other';
    }
    case 'edit': {
      if (later.emptied.has(operation.path)) return 'after';
      const text = await vault.read(operation.path);
      const revision = text === null ? null : revisionOf(text);
      return revision === operation.after ? 'after' : revision === operation.before ? 'before' : 'other';
    }
    case 'move': {
      const from = !later.filled.has(operation.from) && (await vault.stat(operation.from)) !== null;
      const to = later.emptied.has(operation.to) || (await vault.stat(operation.to)) !== null;
      if (from && !to) return 'before';
      return !from && to ? 'after' : 'other';
    }
    case 'restore':
      return later.emptied.has(operation.path) || (await vault.stat(operation.path)) !== null ? 'after' : 'before';
    case 'trash': {
      if (later.filled.has(operation.path) || (await vault.stat(operation.path)) === null) return 'after';
      if (operation.before === null) return 'before';
      const text = await vault.read(operation.path);
      return text !== null && revisionOf(text) === operation.before ? 'before' : 'other';
    }
  }
}
