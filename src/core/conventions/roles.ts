import { baseName, fileName, isNote } from '../path.ts';
import type { Conventions, FolderRole } from './conventions.ts';
import { isDailyName } from './daily-name.ts';

/**
 * Whether a path lies in a folder, on whole segments and in any case: `99-archive-notes/x.md` is not in `99-archive`.
 * The folder itself counts as in it; '' is the vault, which holds everything.
 */
export function isUnder(path: string, folder: string): boolean {
  const inside = path.toLowerCase();
  const outer = folder.toLowerCase();
  return outer === '' || inside === outer || (inside.startsWith(outer) && inside[outer.length] === '/');
}

/** The role of the folder that a path lies in; the deepest one where roles nest; null outside all of them. */
export function roleOf(path: string, { folders }: Conventions): FolderRole | null {
  let role: FolderRole | null = null;
  let depth = -1;
  for (const candidate of ROLES) {
    const folder = folders[candidate];
    if (folder === null || folder.length <= depth || !isUnder(path, folder)) continue;
    role = candidate;
    depth = folder.length;
  }
  return role;
}

/** Unvetted capture: out of a search unless it is asked for. */
export function isRaw(path: string, conventions: Conventions): boolean {
  return isIn('raw', path, conventions);
}

export function isArchived(path: string, conventions: Conventions): boolean {
  return isIn('archive', path, conventions);
}

/** Templates are forms, not notes: never indexed, listed or searched. */
export function isTemplate(path: string, conventions: Conventions): boolean {
  return isIn('templates', path, conventions);
}

/** The folder directly under the wiki folder that a path lies in (`02-wiki/docker/x.md` → `docker`); else null. */
export function domainOf(path: string, { folders }: Conventions): string | null {
  if (folders.wiki === null || !isUnder(path, folders.wiki)) return null;
  const inside = folders.wiki === '' ? path : path.slice(folders.wiki.length + 1);
  const slash = inside.indexOf('/');
  return slash > 0 ? inside.slice(0, slash) : null;
}

/** What a note is: the word in its own frontmatter, else what its name says, else its folder's role. */
export function typeOf(
  path: string,
  frontmatter: Readonly<Record<string, unknown>> | undefined,
  conventions: Conventions,
): string {
  const own = frontmatter?.[conventions.keys.type];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  if (typeof own === 'number') return String(own);
  const { types } = conventions;
  if (/-moc$/i.test(baseName(path))) return types.moc;
  if (isDaily(path, conventions)) return types.daily;
  switch (roleOf(path, conventions)) {
    case 'wiki':
      return types.wiki;
    case 'projects':
      return types.project;
    case 'index':
      return types.moc;
    default:
      return types.note;
  }
}

const ROLES: readonly FolderRole[] = ['index', 'raw', 'wiki', 'projects', 'daily', 'templates', 'archive'];

function isIn(role: FolderRole, path: string, { folders }: Conventions): boolean {
  const folder = folders[role];
  return folder !== null && isUnder(path, folder);
}

function isDaily(path: string, conventions: Conventions): boolean {
  const { folders, dailyFormat } = conventions;
  if (folders.daily !== null && folders.daily !== '' && isUnder(path, folders.daily)) return isNote(path);
  // Outside its folder a name must tell the year, or a note called `7.md` would be a day.
  return dailyFormat.includes('YYYY') && isDailyName(fileName(path), dailyFormat);
}
