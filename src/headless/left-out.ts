import type { Stats } from 'node:fs';
import { isDeviceName } from '../core/path-gate.ts';
import { isNote } from '../core/path.ts';
import type { SkipReason } from '../core/ports.ts';
import { hasControl } from '../core/text/invisible.ts';

/** Bytes. A note above it stays listed and readable by parts, but is not indexed: decoding it would stall the host. */
export const LARGEST_NOTE = 16 * 1024 * 1024;

/** Why a thing on the disk is no file of the vault; null where it is one. Links are judged elsewhere, by their target. */
export function whyLeftOut(stats: Stats, platform: NodeJS.Platform): SkipReason | null {
  if (!stats.isFile()) return 'not_a_file';
  // A second name may lie outside the vault; writing would part the two, reading would show what is not ours.
  if (stats.nlink > 1) return 'hard_link';
  // A cloud placeholder: opening it would wait for a download.
  if (platform === 'darwin' && stats.blocks === 0 && stats.size > 0) return 'not_downloaded';
  return null;
}

/** Whether a note is too big to be indexed. */
export function isTooLarge(path: string, size: number): boolean {
  return isNote(path) && size > LARGEST_NOTE;
}

/** Whether no vault path can hold this name as the disk gave it. */
export function isBadName(name: string): boolean {
  // U+FFFD stands for bytes that were not UTF-8: such a name cannot be given back to the disk.
  return hasControl(name) || name.includes('\\') || name.includes('\ufffd');
}

/** Whether Windows would read something else under this name: a device, a stream, another file. */
export function isTreacherous(path: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32') return false;
  return path.split('/').some((name) => name.includes(':') || isDeviceName(name) || /[. ]$/.test(name));
}

/** The name behind iCloud's placeholder `.Tides.md.icloud`; null for any other name. */
export function placeholderOf(name: string): string | null {
  return /^\.(.+)\.icloud$/.exec(name)?.[1] ?? null;
}

/** Folders never entered, whatever the settings say. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name.toLowerCase() === 'node_modules';
}

/** Templates are not notes of the vault: their placeholders would answer searches. */
export function isTemplates(folder: string): boolean {
  return folder.split('/').includes('_templates');
}
