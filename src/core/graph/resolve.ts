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
  /** By the last segment of a file's key, `.md` left out (see {@link nameOf}). */
  private readonly byName = new Map<string, SameName>();
  /** Files that were told of and are not in the maps yet. */
  private readonly waiting = new Set<VaultPath>();

  /** Makes a file known; telling it twice changes nothing. */
  add(path: VaultPath): void {
    this.waiting.delete(path);
    const key = keyOf(path);
    const name = nameOf(key);
    const same = this.byName.get(name);
    if (same === undefined) this.byName.set(name, new SameName({ path, key }));
    else same.add({ path, key });
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
    const name = nameOf(key);
    if (this.byName.get(name)?.remove(path) === 0) this.byName.delete(name);
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
    const name = lastSegment(link);
    const [only, other] = firstTwo(this.sameName(link), (entry) => endsWith(entry.key, name));
    // Of several files of one name it may be the one in the source's folder.
    if (other !== undefined) return undefined;
    return only !== undefined && endsWith(only.key, link) ? only.path : null;
  }

  candidates(linkPath: string): readonly VaultPath[] {
    for (const path of this.waiting) this.add(path);
    const link = keyOf(linkPath).replace(/^(?:\.{0,2}\/)+/, '');
    return this.sameName(link)
      .filter((entry) => endsWith(entry.key, link))
      .map(({ path }) => path);
  }

  /** The key by which a change of files can touch a link: that of the last segment, `.md` left out. */
  static nameKey(path: string): string {
    return nameOf(keyOf(path));
  }

  private exact(key: string, asWritten: string): VaultPath | null {
    const found = this.at(key);
    if (found.length <= 1) return found[0]?.path ?? null;
    // Files that differ in case only: the one written is meant.
    const written = asWritten.normalize('NFC').replace(/^\//, '');
    return (found.find(({ path }) => path === written || path === `${written}.md`) ?? found[0])?.path ?? null;
  }

  private nearest(link: string, source: VaultPath): VaultPath | null {
    const folder = keyOf(folderOf(source));
    const own = this.at(folder === '' ? link : `${folder}/${link}`)[0];
    return own?.path ?? this.sameName(link).find((entry) => endsWith(entry.key, link))?.path ?? null;
  }

  /** The files of that key, a note with or without its `.md`; best first. */
  private at(key: string): readonly Entry[] {
    return this.byName.get(nameOf(key))?.at(key) ?? [];
  }

  /** All files that a link with that last segment may mean, and others whose names differ in `.md` only; best first. */
  private sameName(link: string): readonly Entry[] {
    return this.byName.get(nameOf(link))?.entries ?? [];
  }
}

function firstTwo(entries: readonly Entry[], fits: (entry: Entry) => boolean): readonly Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) if (fits(entry) && found.push(entry) === 2) break;
  return found;
}

/** The files of one name, in order of preference. Mostly one; where a name is common, they are found by their keys. */
class SameName {
  readonly entries: Entry[];
  private byKey: Map<string, Entry[]> | null = null;

  constructor(first: Entry) {
    this.entries = [first];
  }

  add(entry: Entry): void {
    if (this.entries.length === COMMON) this.byKey ??= gathered(this.entries);
    insert(this.entries, entry);
    if (this.byKey !== null) for (const key of keysOf(entry)) insert(listAt(this.byKey, key), entry);
  }

  /** The answer is how many are left. */
  remove(path: VaultPath): number {
    const entry = this.entries.find((each) => each.path === path);
    if (entry === undefined) return this.entries.length;
    this.entries.splice(this.entries.indexOf(entry), 1);
    for (const key of this.byKey === null ? [] : keysOf(entry)) {
      const list = this.byKey?.get(key);
      list?.splice(list.indexOf(entry), 1);
      if (list?.length === 0) this.byKey?.delete(key);
    }
    return this.entries.length;
  }

  at(key: string): readonly Entry[] {
    if (this.byKey !== null) return this.byKey.get(key) ?? [];
    return this.entries.filter((entry) => entry.key === key || withoutMd(entry.key) === key);
  }
}

/** Files of one name from which on a key is looked up instead of looked for. */
const COMMON = 8;

function gathered(entries: readonly Entry[]): Map<string, Entry[]> {
  const byKey = new Map<string, Entry[]>();
  for (const entry of entries) for (const key of keysOf(entry)) listAt(byKey, key).push(entry);
  return byKey;
}

function listAt(map: Map<string, Entry[]>, key: string): Entry[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

/** A note goes by its path with and without `.md`; another file only by its whole path. */
function keysOf({ key }: Entry): string[] {
  return key.endsWith('.md') ? [key, withoutMd(key)] : [key];
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

/** The last segment of a key without any `.md` at its end: all that a link to it may be called ends alike. */
function nameOf(key: string): string {
  const name = lastSegment(key);
  return name.endsWith('.md') ? name.replace(/(?:\.md)+$/, '') : name;
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

/** Keeps the entries in order of preference. */
function insert(entries: Entry[], entry: Entry): void {
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

/** Shorter paths first (a note's without its `.md`); of one length, notes first, then code-unit order. */
function preference(a: Entry, b: Entry): number {
  const byLength = withoutMd(a.key).length - withoutMd(b.key).length;
  if (byLength !== 0) return byLength;
  const notes = Number(b.key.endsWith('.md')) - Number(a.key.endsWith('.md'));
  return notes !== 0 ? notes : a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
