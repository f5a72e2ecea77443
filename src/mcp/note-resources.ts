import { isConflictCopy } from '../core/conventions/conflict-copy.ts';
import type { Library } from '../core/library/library.ts';
import { isNote, listedPath, type VaultPath } from '../core/path.ts';
import { newest } from './newest.ts';

/** Notes as resources: one template, and the newest notes for clients that show a list. */
export const noteTemplate = {
  name: 'note',
  title: 'A note',
  uriTemplate: 'vault://note/{+path}',
  description: 'The text of a note, by its path from the vault root.',
  mimeType: 'text/markdown',
} as const;

/** How many notes the list of resources names. */
const listed = 20;
const scheme = 'vault://note/';

/** The address of a note: each segment percent-encoded, slashes kept. */
export function noteUri(path: string): string {
  return scheme + path.split('/').map(encodeURIComponent).join('/');
}

/** The note that an address names, if the vault has it. Encoded or plain characters are taken alike. */
export function noteOfUri(uri: string, library: Library): VaultPath | null {
  if (!uri.startsWith(scheme)) return null;
  const text = decoded(uri.slice(scheme.length));
  const path = text === null ? null : listedPath(text);
  return path !== null && isNote(path) && library.files.has(path) ? path : null;
}

/** The notes changed last, newest first; copies that a sync service left are offered to nobody. */
export function recentNotes(library: Library): { path: VaultPath; uri: string; title: string; mtimeMs: number }[] {
  const isOriginal = ({ path }: { readonly path: string }): boolean => !isConflictCopy(path);
  return newest(library.notes.values(), listed, isOriginal).map(({ path, title, mtimeMs }) => {
    return { path, uri: noteUri(path), title, mtimeMs };
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
