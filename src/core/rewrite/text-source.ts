import type { NoteSource } from '../change/draft.ts';
import type { Library } from '../library/library.ts';
import type { Note } from '../note/note.ts';
import { revisionOf } from '../note/revision.ts';
import { extensionOf, isNote, type VaultPath } from '../path.ts';
import type { Sha256, Vault } from '../ports.ts';

/** Files whose text holds links: notes and canvases. */
export function holdsLinks(path: string): boolean {
  return isNote(path) || extensionOf(path) === 'canvas';
}

/** Where plans about links read: notes as the library opens them, canvas files (which have no metadata) as they are. */
export function textSource(library: Pick<Library, 'open'>, vault: Pick<Vault, 'read'>, sha256: Sha256): NoteSource {
  return {
    async open(path: VaultPath): Promise<Note | null> {
      if (isNote(path)) return library.open(path);
      const text = holdsLinks(path) ? await vault.read(path) : null;
      return text === null ? null : { path, text, revision: revisionOf(text, sha256), metadata: {} };
    },
  };
}
