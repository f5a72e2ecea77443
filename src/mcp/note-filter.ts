import * as z from 'zod';
import type { NoteSummary } from '../core/note/note.ts';
import type { Services } from '../core/services.ts';

/** The filters that several tools share, as they publish them. */
export const filterShape = () => ({
  folder: z.string().optional(),
  type: z.string().min(1).optional().describe('E.g. wiki, moc'),
  status: z.string().min(1).optional(),
  tags: z.array(z.string()).optional().describe('All of these'),
});

export interface NoteFilter {
  readonly folder?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Notes that pass, in code-unit order of their paths. */
export function selectNotes(services: Services, filter: NoteFilter, includeRaw: boolean): NoteSummary[] {
  return [...services.library.notes.values()].filter(passing(services, filter, includeRaw)).sort(byPath);
}

/** Whether a note passes: folders by whole segments, type and status exactly, tags in any case and with their children. */
export function passing(services: Services, filter: NoteFilter, includeRaw: boolean): (note: NoteSummary) => boolean {
  const folder = plainFolder(filter.folder);
  const raw = includeRaw ? null : services.conventions().folders.raw;
  const wantedTags = (filter.tags ?? []).map(plainTag);
  return (note) =>
    isUnder(note.path, folder) &&
    (raw === null || !isUnder(note.path, raw)) &&
    same(filter.type, note.type) &&
    same(filter.status, note.status) &&
    wantedTags.every((wanted) => note.tags.some((tag) => isTagUnder(plainTag(tag), wanted)));
}

/** A folder as callers write it, without slashes at its ends and NFC; '' is the whole vault. */
export function plainFolder(folder: string | undefined): string {
  return (folder ?? '')
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

export function isUnder(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** A tag for comparison: without `#`, in lower case. */
export function plainTag(tag: string): string {
  return tag.trim().replace(/^#/, '').normalize('NFC').toLowerCase();
}

function isTagUnder(tag: string, wanted: string): boolean {
  return tag === wanted || tag.startsWith(`${wanted}/`);
}

function same(wanted: string | undefined, actual: string | null): boolean {
  return wanted === undefined || wanted === actual;
}
