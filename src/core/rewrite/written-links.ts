import { extensionOf } from '../path.ts';
import { canvasWrittenLinks } from './canvas-written-links.ts';
import { noteWrittenLinks } from './note-written-links.ts';
import type { WrittenLink } from './written-link.ts';

/** Every link of a note or canvas file, in order, by the kind that its path names. */
export function writtenLinks(path: string, text: string): readonly WrittenLink[] {
  return extensionOf(path) === 'canvas' ? canvasWrittenLinks(text) : noteWrittenLinks(text);
}
