import { baseName, extensionOf, fileName, folderOf, isNote, type VaultPath } from '../path.ts';
import { relativePath } from './relative-path.ts';

/** A link that needs another path: what it said, what that led to, and what it has to lead to. */
export interface LinkToRepair {
  /** Its path as written. */
  readonly link: string;
  readonly source: { readonly old: VaultPath; readonly new: VaultPath };
  readonly target: { readonly old: VaultPath; readonly new: VaultPath };
}

/**
 * Paths that could take the link's place, best first: the author's shape, then the others. `.md` stands where the
 * author wrote it; without it where he left it out, unless nothing else is left.
 */
export function* linkForms(wanted: LinkToRepair): Iterable<string> {
  const withMd = /\.md$/i.test(wanted.link) || !isNote(wanted.target.new);
  const forms = [...new Set(pathsInShape(wanted))];
  for (const form of forms) yield withMd ? form : withoutMd(form);
  if (!withMd) yield* forms;
}

/**
 * What a link shows, once its path has changed: text that merely repeats the old path or name follows; null where it
 * stays as it is.
 */
export function shownAfter(
  shown: string | null,
  { link, target }: LinkToRepair,
  written: string,
  isLabel: boolean,
): string | null {
  // Digits behind an embed are its size, whatever the file is called.
  if (shown === null || /^\d+(?:x\d+)?$/.test(shown)) return null;
  const isPath = link.includes('/') || extensionOf(link) !== '';
  if (shown === link && isPath) return written;
  const nameStays = fileName(target.old) === fileName(target.new);
  if (nameStays) return null;
  if (shown === fileName(target.old) && extensionOf(shown) !== '') return fileName(target.new);
  // A Markdown link's label is prose: one word that happens to be the name stays.
  if (isLabel) return null;
  if (shown === baseName(target.old)) return baseName(target.new);
  // A link to a domain's map of content shows the domain.
  const [before, after] = [target.old, target.new].map((path) => /([^/]+)-moc\.md$/i.exec(path)?.[1]);
  return after !== undefined && shown === before ? after : null;
}

function pathsInShape({ link, source, target }: LinkToRepair): readonly string[] {
  const name = fileName(target.new);
  const root: string = target.new;
  const relative = relativePath(folderOf(source.new), target.new);
  const dotted = relative.startsWith('../') ? relative : `./${relative}`;
  if (link.startsWith('./') || link.startsWith('../')) {
    return [link.startsWith('./') ? dotted : relative, dotted, root, name, `/${root}`];
  }
  if (link.startsWith('/')) return [`/${root}`, dotted, name];
  if (!link.includes('/')) return [name, root, dotted, `/${root}`];
  if (sameFile(link, target.old)) return [root, dotted, name, `/${root}`];
  const fromFolder = folderOf(source.old) === '' ? link : `${folderOf(source.old)}/${link}`;
  if (sameFile(fromFolder, target.old)) {
    return relative.startsWith('../') ? [root, relative, name, `/${root}`] : [relative, root, name, `/${root}`];
  }
  // The end of a path: as many segments of the new one.
  const tail = target.new.split('/').slice(-link.split('/').length).join('/');
  return [tail, root, dotted, name, `/${root}`];
}

function sameFile(link: string, path: VaultPath): boolean {
  const plain = (text: string): string => withoutMd(text.normalize('NFC')).toLowerCase();
  return plain(link) === plain(path);
}

function withoutMd(path: string): string {
  return path.replace(/\.md$/i, '');
}
