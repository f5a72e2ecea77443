import { VaultError } from '../core/errors.ts';

/**
 * A cursor says how many results to pass over, and of which question: `c40-1f3k9z`. Opaque to clients; bound to the
 * question so that it cannot page through another one.
 */
export function makeCursor(skip: number, question: unknown): string {
  return `c${skip}-${mark(question)}`;
}

/** How many results to pass over; 0 without a cursor. Throws VaultError 'bad_cursor' for a foreign one. */
export function readCursor(cursor: string | undefined, question: unknown): number {
  if (cursor === undefined) return 0;
  const parts = /^c(\d{1,9})-([0-9a-z]+)$/.exec(cursor);
  if (parts === null || parts[2] !== mark(question)) throw new VaultError('bad_cursor', { cursor });
  return Number(parts[1]);
}

/** FNV-1a of the question's JSON: tells questions apart, and need not resist anyone. */
function mark(question: unknown): string {
  const text = JSON.stringify(question);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
