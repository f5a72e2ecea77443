import type { ChangeDraft } from '../change/draft.ts';
import type { Edit } from '../change/change-set.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { typeOf } from '../conventions/roles.ts';
import type { LinkResolver } from '../graph/graph.ts';
import type { Library } from '../library/library.ts';
import { mocEntry } from '../moc/moc-entry.ts';
import { mocPath } from '../moc/new-notes.ts';
import { setUpdated } from '../moc/set-updated.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import type { VaultPath } from '../path.ts';
import { noteWrittenLinks } from './note-written-links.ts';

/** A domain's map of content as it is called now, whatever its case; null where there is none. */
export function existingMoc(
  domain: string,
  library: Pick<Library, 'files' | 'resolver'>,
  conventions: Conventions,
): VaultPath | null {
  const path = mocPath(domain, conventions);
  return library.files.has(path) ? path : library.resolver.resolve(`/${path}`, path);
}

/** Notes that others are listed in: they are listed in no map of content themselves. */
export function isStructural(
  path: VaultPath,
  frontmatter: Readonly<Record<string, unknown>> | undefined,
  conventions: Conventions,
): boolean {
  const { types, keys, indexNote } = conventions;
  if (path === indexNote) return true;
  const own = frontmatter?.[keys.type];
  const type = typeOf(path, frontmatter, conventions).toLowerCase();
  if (type === types.daily.toLowerCase()) return true;
  // A note in the index folder that says nothing of itself may be any note.
  return type === types.moc.toLowerCase() && (typeof own === 'string' || /-moc\.md$/i.test(path));
}

/**
 * Takes the entries of notes out of a map of content in the draft and sets its date. Entries are found by where their
 * links lead, never by their text: `noteOf` is asked for the note behind a link path, null where that one stays. Answers
 * what stood behind the dash of each entry, by its note.
 */
export async function takeOutEntries(
  draft: ChangeDraft,
  moc: VaultPath,
  noteOf: (linkPath: string) => VaultPath | null,
  conventions: Conventions,
  today: string,
): Promise<ReadonlyMap<VaultPath, string | null>> {
  const summaries = new Map<VaultPath, string | null>();
  // An entry nested in another that leaves too is taken out in the next round.
  for (;;) {
    const text = (await draft.read(moc))?.text ?? '';
    const edits = removals(text, noteOf, summaries);
    if (edits.length === 0) break;
    await draft.edit(moc, edits);
  }
  const text = (await draft.read(moc))?.text;
  if (summaries.size > 0 && text !== undefined) await draft.edit(moc, setUpdated(text, conventions, today));
  return summaries;
}

/** Whether a map of content has an entry whose link leads to this note. */
export function listsNote(
  text: string,
  moc: VaultPath,
  note: VaultPath,
  resolver: Pick<LinkResolver, 'resolve'>,
): boolean {
  const metadata = parseMetadata(text);
  return noteWrittenLinks(text).some(({ path, from, raw }) => {
    return resolver.resolve(path, moc) === note && mocEntry(text, metadata, { from, to: from + raw.length }) !== null;
  });
}

function removals(
  text: string,
  noteOf: (linkPath: string) => VaultPath | null,
  summaries: Map<VaultPath, string | null>,
): readonly Edit[] {
  const metadata = parseMetadata(text);
  const edits: Edit[] = [];
  let end = 0;
  for (const { path, from, raw } of noteWrittenLinks(text)) {
    const note = from < end ? null : noteOf(path);
    const entry = note === null ? null : mocEntry(text, metadata, { from, to: from + raw.length });
    const first = entry?.edits[0];
    if (note === null || entry === null || first === undefined || first.from < end) continue;
    edits.push(...entry.edits);
    end = entry.edits.reduce((most, edit) => Math.max(most, edit.to), end);
    summaries.set(note, summaries.get(note) ?? entry.summary);
  }
  return edits;
}
