import { ChangeDraft, type NoteSource } from '../change/draft.ts';
import type { Plan, Warning } from '../change/desk.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { domainOf, typeOf } from '../conventions/roles.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { isoDay } from '../moc/day.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { fileName, isNote, type VaultPath } from '../path.ts';
import { caughtUp } from '../rewrite/caught-up.ts';
import { existingMoc, isStructural, takeOutEntries } from '../rewrite/moc-entries.ts';
import { noteWrittenLinks } from '../rewrite/note-written-links.ts';

export interface DeleteParts {
  readonly notes: NoteSource;
  readonly library: Pick<Library, 'files' | 'graph' | 'resolver' | 'progress' | 'settled'>;
  readonly conventions: Conventions;
}

export interface DeleteRequest {
  /** A note or an attachment, by its exact path. */
  readonly path: VaultPath;
  /** Whether links elsewhere may be left without a target. */
  readonly confirm: boolean;
}

export interface DeleteFacts {
  readonly path: VaultPath;
  readonly kind: 'note' | 'attachment';
  /** The map of content that lost its entry. */
  readonly lists: readonly VaultPath[];
  /** Files whose links lead to nothing now. */
  readonly broken: readonly VaultPath[];
}

/**
 * A file to the trash, its entry out of its domain's map of content. Throws VaultError 'is_a_folder' for a
 * folder, 'note_not_found' where nothing stands at exactly this path, 'structural_note' for maps of content, days and
 * the index, 'has_backlinks' where other files link to it and nobody has confirmed; the map's own entry does not count.
 */
export async function planDelete(parts: DeleteParts, request: DeleteRequest, now: number): Promise<Plan<DeleteFacts>> {
  const { library, conventions } = parts;
  const { path } = request;
  await caughtUp(library);
  checkIsFile(path, library);
  const draft = new ChangeDraft(parts.notes);
  if (isNote(path)) await checkStructure(path, draft, conventions);
  const moc = await leaveMoc(path, draft, parts, isoDay(now));
  const broken = library.graph.in(path).filter((source) => source !== moc.path || moc.stillLinks);
  if (broken.length > 0 && !request.confirm) throw new VaultError('has_backlinks', { path, from: broken });
  await draft.trash(path, !isNote(path));
  const warnings: Warning[] =
    broken.length > 0 ? [{ code: 'leaves_broken_links', about: path, detail: broken.join(', ') }] : [];
  return {
    changes: draft.finish(`${conventions.preset === 'pt-BR' ? 'remover' : 'remove'} ${fileName(path)}`),
    facts: {
      path,
      kind: isNote(path) ? 'note' : 'attachment',
      lists: moc.path !== null && moc.changed ? [moc.path] : [],
      broken,
    },
    warnings,
  };
}

function checkIsFile(path: VaultPath, { files }: Pick<Library, 'files'>): void {
  if (files.has(path)) return;
  for (const file of files.keys()) if (file.startsWith(`${path}/`)) throw new VaultError('is_a_folder', { path });
  throw new VaultError('note_not_found', { path, closest: [] });
}

/** Judged by the note's own text, since the index may not have read it yet. */
async function checkStructure(path: VaultPath, draft: ChangeDraft, conventions: Conventions): Promise<void> {
  const note = await draft.read(path);
  if (note === null) throw new VaultError('note_not_found', { path, closest: [] });
  const { frontmatter } = parseMetadata(note.text);
  if (!isStructural(path, frontmatter, conventions)) return;
  throw new VaultError('structural_note', { path, type: typeOf(path, frontmatter, conventions) });
}

/** Takes the entry out of the domain's map; whether that map links to the file even so. */
async function leaveMoc(
  path: VaultPath,
  draft: ChangeDraft,
  { library, conventions }: DeleteParts,
  today: string,
): Promise<{ readonly path: VaultPath | null; readonly changed: boolean; readonly stillLinks: boolean }> {
  const domain = domainOf(path, conventions);
  const moc = domain === null ? null : existingMoc(domain, library, conventions);
  if (moc === null || moc === path) return { path: null, changed: false, stillLinks: false };
  const leadsHere = (link: string): boolean => library.resolver.resolve(link, moc) === path;
  const taken = await takeOutEntries(draft, moc, (link) => (leadsHere(link) ? path : null), conventions, today);
  const text = (await draft.read(moc))?.text ?? '';
  const stillLinks = noteWrittenLinks(text).some((link) => leadsHere(link.path));
  return { path: moc, changed: taken.size > 0, stillLinks };
}
