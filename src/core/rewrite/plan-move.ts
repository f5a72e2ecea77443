import { ChangeDraft, type NoteSource } from '../change/draft.ts';
import type { Plan } from '../change/desk.ts';
import type { Conventions } from '../conventions/conventions.ts';
import { VaultError } from '../errors.ts';
import type { Library } from '../library/library.ts';
import { isoDay } from '../moc/day.ts';
import type { VaultPath } from '../path.ts';
import { caughtUp } from './caught-up.ts';
import { carriedNotes, joinMocs, leaveMocs, type MoveWork } from './membership.ts';
import { movedFiles } from './moved-files.ts';
import { NewFiles } from './new-files.ts';
import { repairLinks, type Resolving } from './repair-links.ts';
import { holdsLinks } from './text-source.ts';

/** What planning a move needs of the vault. `notes` opens canvas files too (see `textSource`). */
export interface MoveParts {
  readonly notes: NoteSource;
  readonly library: Pick<Library, 'files' | 'notes' | 'graph' | 'resolver' | 'progress' | 'settled'>;
  readonly conventions: Conventions;
}

export interface MoveRequest {
  /** A note, an attachment or a folder. */
  readonly from: VaultPath;
  readonly to: VaultPath;
  readonly confirmNewDomain: boolean;
}

export interface MoveFacts {
  readonly kind: 'note' | 'attachment' | 'folder';
  readonly from: VaultPath;
  readonly to: VaultPath;
  /** How many files go elsewhere. */
  readonly moved: number;
  /** Files (under their new paths) in which links got another path, and how many. */
  readonly links: readonly { readonly path: VaultPath; readonly count: number }[];
  /** Maps of content and index that got or lost an entry. */
  readonly lists: readonly VaultPath[];
}

/**
 * A file or folder under another name, with every link that led somewhere leading to the same file as before, and the
 * maps of content in step. Files read: those that move, and those whose links would lead elsewhere; never the whole
 * vault. `now` in ms since 1970. Throws what `movedFiles` throws, and VaultError 'domain_unknown' for a domain without
 * a folder that nobody has confirmed.
 */
export async function planMove(parts: MoveParts, request: MoveRequest, now: number): Promise<Plan<MoveFacts>> {
  const { library, conventions } = parts;
  await caughtUp(library);
  const { kind, files } = movedFiles(request.from, request.to, library, conventions);
  const membership = carriedNotes(files, parts);
  const unknown = membership.newDomains[0];
  if (unknown !== undefined && !request.confirmNewDomain) {
    throw new VaultError('domain_unknown', { domain: unknown, known: membership.domains });
  }
  const created = new Set(membership.missingMocs.values());
  const resolving: Resolving = {
    now: library.resolver,
    holds: (path) => library.files.has(path as VaultPath),
    then: new NewFiles(library.resolver, { moved: files, created }),
  };
  const work: MoveWork = { draft: new ChangeDraft(parts.notes), today: isoDay(now), warnings: [], lists: new Set() };
  for (const [from, to] of files) await work.draft.move(from, to, !holdsLinks(from));
  const summaries = await leaveMocs(membership, resolving, conventions, work);
  const links = await repairAll(files, resolving, parts, work);
  await joinMocs({ membership, summaries, resolving, parts }, work);
  return {
    changes: { ...work.draft.finish(subjectOf(request, conventions)), linking: linkedFiles(files, library) },
    facts: { kind, from: request.from, to: request.to, moved: files.size, links, lists: [...work.lists].sort() },
    warnings: work.warnings,
  };
}

/** Files that are read at once, so that the disk and the index are not waited for one by one. */
const READ_TOGETHER = 16;

async function repairAll(
  files: ReadonlyMap<VaultPath, VaultPath>,
  resolving: Resolving,
  { library }: MoveParts,
  { draft, warnings }: MoveWork,
): Promise<MoveFacts['links']> {
  const links: { path: VaultPath; count: number }[] = [];
  const movedTexts = [...files].filter(([from]) => holdsLinks(from)).map(([old, place]) => ({ old, new: place }));
  const others = [...linkingFiles(files, resolving.then, library)].map((path) => ({ old: path, new: path }));
  const sources = [...movedTexts, ...others];
  for (const [index, source] of sources.entries()) {
    // The draft remembers what it has read: the next few are read together.
    if (index % READ_TOGETHER === 0) {
      await Promise.all(sources.slice(index, index + READ_TOGETHER).map((next) => draft.read(next.new)));
    }
    const text = (await draft.read(source.new))?.text;
    if (text === undefined) continue;
    const { edits, repaired, lost } = repairLinks(text, source, resolving);
    await draft.edit(source.new, edits);
    if (repaired > 0) links.push({ path: source.new, count: repaired });
    for (const { line, raw } of lost) {
      warnings.push({ code: 'link_not_repaired', about: `${source.new}:${line}`, detail: raw });
    }
  }
  return links.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files in which an app that moves these by itself may write: those that move, and all that lead to them. */
function linkedFiles(
  files: ReadonlyMap<VaultPath, VaultPath>,
  { graph }: Pick<Library, 'graph'>,
): readonly VaultPath[] {
  const moved = [...files.keys()];
  return [...new Set([...moved, ...moved.flatMap((path) => graph.in(path))])].filter(holdsLinks);
}

/** Files that stay but hold a link which would lead elsewhere, by what the graph knows of each link. */
function linkingFiles(
  files: ReadonlyMap<VaultPath, VaultPath>,
  then: NewFiles,
  { graph }: Pick<Library, 'graph'>,
): ReadonlySet<VaultPath> {
  const found = new Set<VaultPath>();
  for (const name of then.touchedNames()) {
    for (const { source, linkPath, target } of graph.naming(name)) {
      if (target === null || files.has(source) || found.has(source)) continue;
      const place = then.placeOf(target);
      // A canvas card names its file by the whole path: what a link would still find, a card does not.
      const isCard = place !== target && source.toLowerCase().endsWith('.canvas');
      if (isCard || then.resolve(linkPath, source) !== place) found.add(source);
    }
  }
  return found;
}

function subjectOf({ from, to }: MoveRequest, { preset }: Conventions): string {
  return preset === 'pt-BR' ? `mover ${from} para ${to}` : `move ${from} to ${to}`;
}
