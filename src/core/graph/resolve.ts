import { folderOf, type VaultPath } from '../path.ts';
import type { LinkResolver } from './graph.ts';

/**
 * Link text to file, kept in step with the vault's files. Obsidian's order: the exact path from the vault's root, then a
 * file of that name in the source's own folder, then the shortest path that ends with the text. Case does not matter,
 * `.md` may be left out, attachments need their extension, aliases never resolve. `./` and `../` are taken from the
 * source's folder and mean nothing else; a leading `/` means the root and nothing else.
 *
 * Where the app leaves the order open (paths of one length) the first in code-unit order wins, a note before another
 * file. One look-up walks the files of one name only.
 */
export class FileResolver implements LinkResolver {
  /** By key (see {@link keyOf}) of the file's name: its files, best first. */
  private readonly byName = new Map<string, Entry[]>();
  private readonly byPath = new Map<string, Entry[]>();
  /** Files that were told of and are not in the maps yet. */
  private readonly waiting = new Set<VaultPath>();

  /** Makes a file known; telling it twice changes nothing. */
  add(path: VaultPath): void {
    this.waiting.delete(path);
    const entry = { path, key: keyOf(path) };
    for (const name of namesOf(entry.key)) insert(this.byName, name, entry);
    for (const full of namesUnder(entry.key)) insert(this.byPath, full, entry);
  }

  /** Makes a file known without the work for it, which is done in `settle` or when something is to be resolved. */
  addLater(path: VaultPath): void {
    this.waiting.add(path);
  }

  /** Does the work that waits, with a pause now and then. */
  *settle(): Generator<void> {
    let done = 0;
    for (const path of this.waiting) {
      this.add(path);
      if (++done % FILES_A_STEP === 0) yield;
    }
  }

  remove(path: VaultPath): void {
    this.waiting.delete(path);
    const key = keyOf(path);
    for (const name of namesOf(key)) take(this.byName, name, path);
    for (const full of namesUnder(key)) take(this.byPath, full, path);
  }

  resolve(linkPath: string, source: VaultPath): VaultPath | null {
    if (linkPath === '') return source;
    for (const path of this.waiting) this.add(path);
    const link = keyOf(linkPath);
    if (isRelative(link)) {
      const path = joined(folderOf(keyOf(source)), link);
      return path === null ? null : this.exact(path, linkPath);
    }
    if (link.startsWith('/')) return this.exact(link.slice(1), linkPath);
    return this.exact(link, linkPath) ?? this.nearest(link, source);
  }

  /** Where a link leads wherever it stands; undefined where that depends on its source. */
  resolveAnywhere(linkPath: string): VaultPath | null | undefined {
    if (linkPath === '') return undefined;
    for (const path of this.waiting) this.add(path);
    const link = keyOf(linkPath);
    if (isRelative(link)) return undefined;
    if (link.startsWith('/')) return this.exact(link.slice(1), linkPath);
    const exact = this.exact(link, linkPath);
    if (exact !== null) return exact;
    const entries = this.byName.get(lastSegment(link)) ?? [];
    // Of several files of one name it may be the one in the source's folder.
    if (entries.length > 1) return undefined;
    return entries.find((entry) => endsWith(entry.key, link))?.path ?? null;
  }

  candidates(linkPath: string): readonly VaultPath[] {
    for (const path of this.waiting) this.add(path);
    const link = keyOf(linkPath).replace(/^(?:\.{0,2}\/)+/, '');
    return (this.byName.get(lastSegment(link)) ?? []).filter((entry) => endsWith(entry.key, link)).map((e) => e.path);
  }

  /** The key by which a change of files can touch a link: that of the last segment, `.md` left out. */
  static nameKey(path: string): string {
    return lastSegment(keyOf(path)).replace(/(?:\.md)+$/, '');
  }

  private exact(key: string, asWritten: string): VaultPath | null {
    const found = this.byPath.get(key);
    if (found === undefined) return null;
    if (found.length === 1) return found[0]?.path ?? null;
    // Files that differ in case only: the one written is meant.
    const written = asWritten.normalize('NFC').replace(/^\//, '');
    return (found.find(({ path }) => path === written || path === `${written}.md`) ?? found[0])?.path ?? null;
  }

  private nearest(link: string, source: VaultPath): VaultPath | null {
    const entries = this.byName.get(lastSegment(link));
    if (entries === undefined) return null;
    const folder = keyOf(folderOf(source));
    const own = this.byPath.get(folder === '' ? link : `${folder}/${link}`)?.[0];
    return own?.path ?? entries.find((entry) => endsWith(entry.key, link))?.path ?? null;
  }
}

/** Files entered between two pauses: well below a millisecond. */
const FILES_A_STEP = 64;

interface Entry {
  readonly path: VaultPath;
  readonly key: string;
}

/** How paths are compared: NFC, lower case, a hard space as a space. */
function keyOf(path: string): string {
  let at = 0;
  while (at < path.length && isPlain(path.charCodeAt(at))) at++;
  if (at === path.length) return path;
  return path.normalize('NFC').replaceAll('\u00a0', ' ').toLowerCase();
}

/** Whether a unit is what it is compared as: ASCII, and no capital. */
function isPlain(unit: number): boolean {
  return unit < 128 && (unit < 65 || unit > 90);
}

function withoutMd(key: string): string {
  return key.endsWith('.md') ? key.slice(0, -3) : key;
}

function lastSegment(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** A note goes by its name with and without `.md`; another file only by its whole name. */
function namesOf(key: string): string[] {
  return namesUnder(lastSegment(key));
}

function namesUnder(key: string): string[] {
  return key.endsWith('.md') ? [key, withoutMd(key)] : [key];
}

/** Whether a file's key is the link, or ends with it at a folder's border; a note with or without its `.md`. */
function endsWith(key: string, link: string): boolean {
  return endsAtBorder(key, link) || (key.endsWith('.md') && endsAtBorder(withoutMd(key), link));
}

function endsAtBorder(key: string, link: string): boolean {
  const from = key.length - link.length;
  return key.endsWith(link) && (from === 0 || key.charCodeAt(from - 1) === SLASH);
}

const SLASH = 47;

function isRelative(link: string): boolean {
  return link.startsWith('./') || link.startsWith('../');
}

/** `folder` and a relative link put together; null when it climbs out of the vault. */
function joined(folder: string, link: string): string | null {
  const segments = folder === '' ? [] : folder.split('/');
  const steps = link.split('/');
  // A link that ends in a folder names no file.
  if (/^\.{0,2}$/.test(steps.at(-1) ?? '')) return null;
  for (const segment of steps) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

/** Keeps the entries of a key in order of preference. */
function insert(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries === undefined) {
    map.set(key, [entry]);
    return;
  }
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = entries[middle];
    if (other !== undefined && preference(other, entry) < 0) low = middle + 1;
    else high = middle;
  }
  if (entries[low]?.path !== entry.path) entries.splice(low, 0, entry);
}

function take(map: Map<string, Entry[]>, key: string, path: VaultPath): void {
  const entries = map.get(key);
  const index = entries?.findIndex((entry) => entry.path === path) ?? -1;
  if (entries === undefined || index < 0) return;
  entries.splice(index, 1);
  if (entries.length === 0) map.delete(key);
}

/** Shorter paths first (a note's without its `.md`); of one length, notes first, then code-unit order. */
function preference(a: Entry, b: Entry): number {
  const byLength = withoutMd(a.key).length - withoutMd(b.key).length;
  if (byLength !== 0) return byLength;
  const notes = Number(b.key.endsWith('.md')) - Number(a.key.endsWith('.md'));
  return notes !== 0 ? notes : a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
