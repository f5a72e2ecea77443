import type { ChangeDraft, NoteSource } from '../change/draft.ts';
import type { Warning } from '../change/desk.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { domainOf } from '../conventions/roles.ts';
import { deleteProperty, setProperty } from '../edit/frontmatter-edit.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { insertItem } from '../moc/insert-item.ts';
import { entryLine } from '../moc/moc-entry.ts';
import { domainLink, mocPath, newMoc } from '../moc/new-notes.ts';
import { setUpdated } from '../moc/set-updated.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { baseName, isNote, type VaultPath } from '../path.ts';
import { linkForms } from './link-forms.ts';
import { existingMoc, listsNote, takeOutEntries } from './moc-entries.ts';
import { noteWrittenLinks } from './note-written-links.ts';
import type { Resolving } from './repair-links.ts';
import { wikilinkAt } from './written-link.ts';

/** Which notes of a move leave one domain's map of content, and which come under another's. */
export interface Membership {
  /** Present path of a map of content → the notes (present paths) that leave it. */
  readonly leaving: ReadonlyMap<VaultPath, readonly VaultPath[]>;
  /** Domain → the notes that come, present path and new one. */
  readonly joining: ReadonlyMap<string, readonly { readonly from: VaultPath; readonly to: VaultPath }[]>;
  /** New paths of notes that leave a domain for none. */
  readonly unlisted: readonly { readonly from: VaultPath; readonly to: VaultPath }[];
  /** Maps of content that have to be built, by their domain. */
  readonly missingMocs: ReadonlyMap<string, VaultPath>;
  /** Domains that have no folder yet. */
  readonly newDomains: readonly string[];
  /** Domains that have one. */
  readonly domains: readonly string[];
}

/** What the steps of one plan share. */
export interface MoveWork {
  readonly draft: ChangeDraft;
  readonly today: string;
  readonly warnings: Warning[];
  /** Lists that got or lost an entry. */
  readonly lists: Set<VaultPath>;
}

interface Parts {
  readonly notes: NoteSource;
  readonly library: Pick<Library, 'files' | 'notes' | 'resolver'>;
  readonly conventions: Conventions;
}

/** Notes that change their domain; maps of content, days and the index are listed nowhere and never count. */
export function carriedNotes(files: ReadonlyMap<VaultPath, VaultPath>, { library, conventions }: Parts): Membership {
  const leaving = new Map<VaultPath, VaultPath[]>();
  const joining = new Map<string, { from: VaultPath; to: VaultPath }[]>();
  const unlisted: { from: VaultPath; to: VaultPath }[] = [];
  const entered = new Set<string>();
  for (const [from, to] of files) {
    const before = domainOf(from, conventions);
    const after = domainOf(to, conventions);
    if (after !== null && after !== before) entered.add(after);
    if (before === after || !isNote(from) || isList(from, library, conventions)) continue;
    const moc = before === null ? null : existingMoc(before, library, conventions);
    // Its map of content comes along, and with it the entry.
    if (moc !== null && files.has(moc)) continue;
    if (moc !== null) push(leaving, moc, from);
    if (after !== null) push(joining, after, { from, to });
    else if (before !== null) unlisted.push({ from, to });
  }
  const domains = domainsOf(library.files.keys(), conventions);
  const arriving = new Set(files.values());
  const missing = [...joining.keys()].filter((domain) => {
    return existingMoc(domain, library, conventions) === null && !arriving.has(mocPath(domain, conventions));
  });
  return {
    leaving,
    joining,
    unlisted,
    missingMocs: new Map(missing.map((domain) => [domain, mocPath(domain, conventions)])),
    newDomains: [...entered].filter((domain) => !domains.has(domain)),
    domains: [...domains].sort(),
  };
}

/** Takes the entries of leaving notes out; what stood behind their dashes, by the notes' present paths. */
export async function leaveMocs(
  { leaving }: Membership,
  { now }: Resolving,
  conventions: Conventions,
  { draft, today, lists }: MoveWork,
): Promise<ReadonlyMap<VaultPath, string | null>> {
  const summaries = new Map<VaultPath, string | null>();
  for (const [moc, notes] of leaving) {
    const left = new Set(notes);
    const noteOf = (link: string): VaultPath | null => {
      const note = now.resolve(link, moc);
      return note !== null && left.has(note) ? note : null;
    };
    const taken = await takeOutEntries(draft, moc, noteOf, conventions, today);
    for (const [note, summary] of taken) summaries.set(note, summary);
    if (taken.size > 0) lists.add(moc);
  }
  return summaries;
}

/** Enters the notes that come in their domains' maps, and keeps the summaries of those that are listed nowhere now. */
export async function joinMocs(
  {
    membership,
    summaries,
    resolving,
    parts,
  }: {
    readonly membership: Membership;
    readonly summaries: ReadonlyMap<VaultPath, string | null>;
    readonly resolving: Resolving;
    readonly parts: Parts;
  },
  work: MoveWork,
): Promise<void> {
  const { conventions, library } = parts;
  for (const { from, to } of membership.unlisted) {
    const summary = summaries.get(from) ?? null;
    if (summary !== null) await keepSummary(to, summary, conventions, work);
  }
  for (const [domain, notes] of membership.joining) {
    const moc = membership.missingMocs.get(domain) ?? existingMoc(domain, library, conventions);
    if (moc === null) continue;
    let first: string | null = null;
    for (const { from, to } of notes) {
      const summary = summaries.get(from) ?? (await takeKeptSummary(to, conventions, work));
      first ??= summary;
      if (summary === null) work.warnings.push({ code: 'summary_unknown', about: to });
      await enter({ moc, note: to, summary, domain }, resolving, conventions, work);
    }
    if (membership.newDomains.includes(domain)) await enterInIndex(domain, moc, first, resolving, parts, work);
  }
}

async function enter(
  entry: {
    readonly moc: VaultPath;
    readonly note: VaultPath;
    readonly summary: string | null;
    readonly domain: string;
  },
  { then }: Resolving,
  conventions: Conventions,
  { draft, today, warnings, lists }: MoveWork,
): Promise<void> {
  const { moc, note, summary, domain } = entry;
  const place = then.placeOf(moc);
  const link = linkTo(note, place, then);
  if (link === null) {
    warnings.push({ code: 'target_failed', about: place });
    return;
  }
  const standing = await draft.read(place);
  if (standing === null) draft.create(place, newMoc(domain, conventions, today));
  else if (standing.text.trim() === '') {
    await draft.edit(place, [{ from: 0, to: standing.text.length, text: newMoc(domain, conventions, today) }]);
  }
  const text = (await draft.read(place))?.text ?? '';
  if (listsNote(text, place, note, then)) return;
  await draft.edit(place, insertItem(text, conventions.sections.notes, entryLine(link, summary)));
  const now = (await draft.read(place))?.text ?? '';
  await draft.edit(place, setUpdated(now, conventions, today));
  lists.add(place);
}

async function enterInIndex(
  domain: string,
  moc: VaultPath,
  summary: string | null,
  { then }: Resolving,
  { conventions }: Parts,
  { draft, today, warnings, lists }: MoveWork,
): Promise<void> {
  const index = then.placeOf(conventions.indexNote as VaultPath);
  const text = (await draft.read(index))?.text;
  if (text === undefined || text.trim() === '') {
    warnings.push({ code: 'index_missing', about: index });
    return;
  }
  if (noteWrittenLinks(text).some(({ path }) => then.resolve(path, index) === then.placeOf(moc))) return;
  await draft.edit(
    index,
    insertItem(text, conventions.sections.domains, entryLine(domainLink(domain, conventions), summary)),
  );
  const now = (await draft.read(index))?.text ?? '';
  await draft.edit(index, setUpdated(now, conventions, today));
  lists.add(index);
}

/** The shortest link from a list to a note that leads there; null where no wikilink can. */
function linkTo(note: VaultPath, source: VaultPath, then: Resolving['then']): string | null {
  const places = { source: { old: source, new: source }, target: { old: note, new: note } };
  const blank = wikilinkAt('[[x]]', 0);
  for (const form of linkForms({ link: baseName(note), ...places })) {
    if (then.resolve(form, source) === note && blank?.write(form, null) != null) return `[[${form}]]`;
  }
  return null;
}

async function keepSummary(note: VaultPath, summary: string, conventions: Conventions, work: MoveWork): Promise<void> {
  const text = (await work.draft.read(note))?.text;
  if (text === undefined) return;
  const key = conventions.keys.summary;
  try {
    await work.draft.edit(note, setProperty({ text, path: note }, key, summary));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    work.warnings.push({ code: 'property_not_filled', about: note, detail: key });
  }
}

/** The summary that a note has kept since it left its domain; its key goes. */
async function takeKeptSummary(note: VaultPath, conventions: Conventions, work: MoveWork): Promise<string | null> {
  const text = (await work.draft.read(note))?.text;
  const key = conventions.keys.summary;
  const kept = text === undefined ? undefined : parseMetadata(text).frontmatter?.[key];
  if (text === undefined || typeof kept !== 'string' || kept.trim() === '') return null;
  await work.draft.edit(note, deleteProperty({ text, path: note }, key));
  return kept;
}

function isList(path: VaultPath, library: Pick<Library, 'notes'>, { types, indexNote }: Conventions): boolean {
  const type = library.notes.get(path)?.type;
  return path === indexNote || type === types.moc || type === types.daily;
}

function domainsOf(paths: Iterable<VaultPath>, conventions: Conventions): Set<string> {
  const domains = new Set<string>();
  for (const path of paths) {
    const domain = domainOf(path, conventions);
    if (domain !== null) domains.add(domain);
  }
  return domains;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
