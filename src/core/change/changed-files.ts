import { isNote, type VaultPath } from '../path.ts';
import type { ChangedFile } from './desk.ts';
import type { Operation } from './operations.ts';

/** What an answer says of each file. */
export function filesOf(operations: readonly Operation[]): readonly ChangedFile[] {
  const files = new Map<VaultPath, ChangedFile>();
  for (const operation of operations) {
    switch (operation.act) {
      case 'create':
        files.set(operation.path, { path: operation.path, did: 'created', revision: operation.after });
        break;
      case 'restore':
        files.set(operation.path, { path: operation.path, did: 'created', revision: null });
        break;
      case 'edit': {
        const moved = files.get(operation.path);
        files.set(operation.path, {
          ...(moved ?? { path: operation.path, did: 'edited' }),
          revision: operation.after,
        });
        break;
      }
      case 'move':
        files.set(operation.to, {
          path: operation.to,
          did: 'moved',
          from: operation.from,
          revision: operation.revision,
        });
        break;
      case 'trash':
        files.set(operation.path, { path: operation.path, did: 'trashed', revision: null });
        break;
    }
  }
  return [...files.values()];
}

/**
 * The existing notes that a change is about. Where files move, it is about those: links that are repaired elsewhere follow
 * from it, however many there are.
 */
export function notesChanged(operations: readonly Operation[]): readonly VaultPath[] {
  const moves = operations.flatMap((o) => (o.act === 'move' ? [o.to] : []));
  const others = operations.flatMap((o) => (o.act === 'edit' || o.act === 'trash' ? [o.path] : []));
  return (moves.length > 0 ? moves : others).filter(isNote);
}
