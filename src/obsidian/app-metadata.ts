import type { App } from 'obsidian';
import type { NoteMetadata } from '../core/note/metadata.ts';
import { parseMetadata } from '../core/note/parse-metadata.ts';
import type { VaultPath } from '../core/path.ts';
import type { Metadata } from '../core/ports.ts';

/**
 * The app's own record of a note. It lags behind a write for a moment, so it is taken only when it can belong to the
 * text at hand; else the text is parsed as the headless host would, which is held to the same recordings.
 */
export class AppMetadata implements Metadata {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  of(path: VaultPath, text: string): NoteMetadata {
    const file = this.#app.vault.getFileByPath(path);
    const cache = file === null ? null : this.#app.metadataCache.getFileCache(file);
    if (cache === null || !fits(cache, text)) return parseMetadata(text);
    return cache;
  }
}

/**
 * Whether a record can be of this text: its last section ends where the text does but for blank space, and the links
 * lie where it says. A record of an older text that passes both tells the same links and headings.
 */
function fits(cache: NoteMetadata, text: string): boolean {
  const end = cache.sections?.at(-1)?.position.end.offset ?? 0;
  if (end > text.length || text.slice(end).trim() !== '') return false;
  const placed = [...(cache.links ?? []), ...(cache.embeds ?? [])];
  if (placed.some(({ position, original }) => text.slice(position.start.offset, position.end.offset) !== original)) {
    return false;
  }
  return (cache.headings ?? []).every(({ position, heading }) =>
    text.slice(position.start.offset, position.end.offset).includes(heading),
  );
}
