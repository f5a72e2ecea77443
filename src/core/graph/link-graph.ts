import type { VaultPath } from '../path.ts';
import type { LinkGraph, NamedLink } from './graph.ts';
import { FileResolver } from './resolve.ts';

/**
 * The vault's links, kept in step. Each source keeps its link paths as written; a file that comes or goes can only
 * change links that end with its name, so only the sources of those are resolved again.
 */
export class VaultLinkGraph implements LinkGraph {
  readonly resolver: FileResolver;
  private readonly sources = new Map<VaultPath, Source>();
  /** By {@link FileResolver.nameKey} of a link path: the sources that hold such a link. */
  private readonly byName = new Map<string, Set<VaultPath>>();
  private readonly incoming = new Map<VaultPath, Set<VaultPath>>();
  private readonly broken = new Set<VaultPath>();
  /** Links of sources that nobody has asked for yet, as written. */
  private readonly unread = new Map<VaultPath, readonly string[]>();

  constructor(resolver: FileResolver = new FileResolver()) {
    this.resolver = resolver;
  }

  /** A file, note or attachment, has come into the vault. */
  addFile(path: VaultPath): void {
    this.resolver.add(path);
    this.resolveAgain(FileResolver.nameKey(path));
  }

  /**
   * As `addFile` and `put` for a file whose links (null: it has none of its own) were known before: the work is done when
   * somebody asks, or in `settle`. Only for files that are not in the vault yet.
   */
  keep(path: VaultPath, linkPaths: readonly string[] | null): void {
    this.resolver.addLater(path);
    if (linkPaths !== null) this.unread.set(path, linkPaths);
  }

  /** Does the work that `keep` has put off, with a pause now and then. */
  *settle(): Generator<void> {
    yield* this.resolver.settle();
    for (const [path, links] of this.unread) {
      this.put(path, links);
      yield;
    }
  }

  /** The links of a source as they were put, those of one text side by side. */
  written(path: VaultPath): readonly string[] | null {
    const unread = this.unread.get(path);
    if (unread !== undefined) return unread;
    const links = this.sources.get(path)?.links.values();
    return links === undefined ? null : [...links].flatMap(({ raw, times }) => Array<string>(times).fill(raw));
  }

  /** A file has gone; its own links go with it. */
  removeFile(path: VaultPath): void {
    this.remove(path);
    this.resolver.remove(path);
    this.resolveAgain(FileResolver.nameKey(path));
  }

  /** Replaces the links of a source: link paths without subpaths, with repetition, in order ('' is the source itself). */
  put(path: VaultPath, linkPaths: readonly string[]): void {
    this.remove(path);
    const source: Source = { links: new Map(), byName: new Map(), targets: new Map(), broken: 0 };
    for (const raw of linkPaths) {
      const known = source.links.get(raw);
      if (known === undefined) this.enter(path, source, { raw, times: 1, target: null });
      else known.times++;
    }
    this.sources.set(path, source);
    for (const link of source.links.values()) this.bind(path, source, link);
    this.noteBroken(path, source);
  }

  /** Forgets the links of a source; the file itself stays known. */
  remove(path: VaultPath): void {
    this.unread.delete(path);
    const source = this.sources.get(path);
    if (source === undefined) return;
    for (const target of source.targets.keys()) takeFrom(this.incoming, target, path);
    for (const name of source.byName.keys()) takeFrom(this.byName, name, path);
    this.broken.delete(path);
    this.sources.delete(path);
  }

  out(path: VaultPath): readonly VaultPath[] {
    const targets = new Set<VaultPath>();
    for (const { target } of this.sourceOf(path)?.links.values() ?? []) if (target !== null) targets.add(target);
    return [...targets];
  }

  in(path: VaultPath): readonly VaultPath[] {
    this.readAll();
    const found = [...(this.incoming.get(path) ?? [])].filter((source) => source !== path);
    return found.sort((a, b) => (a < b ? -1 : 1));
  }

  unresolved(path: VaultPath): ReadonlyMap<string, number> {
    const links = [...(this.sourceOf(path)?.links.values() ?? [])].filter(({ target }) => target === null);
    return new Map(links.map(({ raw, times }) => [raw, times]));
  }

  withUnresolved(): Iterable<VaultPath> {
    this.readAll();
    return this.broken;
  }

  naming(path: string): readonly NamedLink[] {
    this.readAll();
    const name = FileResolver.nameKey(path);
    return [...(this.byName.get(name) ?? [])].flatMap((source) =>
      (this.sources.get(source)?.byName.get(name) ?? []).map(({ raw, target }) => ({ source, linkPath: raw, target })),
    );
  }

  count(from: VaultPath, to: VaultPath): number {
    return this.sourceOf(from)?.targets.get(to) ?? 0;
  }

  private sourceOf(path: VaultPath): Source | undefined {
    const unread = this.unread.get(path);
    if (unread !== undefined) this.put(path, unread);
    return this.sources.get(path);
  }

  private readAll(): void {
    for (const [path, links] of this.unread) this.put(path, links);
  }

  private enter(path: VaultPath, source: Source, link: Link): void {
    source.links.set(link.raw, link);
    if (link.raw === '') return;
    const name = FileResolver.nameKey(link.raw);
    const same = source.byName.get(name);
    if (same === undefined) source.byName.set(name, [link]);
    else same.push(link);
    addTo(this.byName, name, path);
  }

  /** Resolves the links that end with a name once more, in every source that has one. */
  private resolveAgain(name: string): void {
    for (const path of this.byName.get(name) ?? []) {
      const source = this.sources.get(path);
      if (source === undefined) continue;
      for (const link of source.byName.get(name) ?? []) {
        this.unbind(path, source, link);
        this.bind(path, source, link);
      }
      this.noteBroken(path, source);
    }
  }

  private bind(path: VaultPath, source: Source, link: Link): void {
    link.target = this.resolver.resolve(link.raw, path);
    if (link.target === null) {
      source.broken++;
      return;
    }
    source.targets.set(link.target, (source.targets.get(link.target) ?? 0) + link.times);
    addTo(this.incoming, link.target, path);
  }

  private unbind(path: VaultPath, source: Source, link: Link): void {
    if (link.target === null) {
      source.broken--;
      return;
    }
    const left = (source.targets.get(link.target) ?? 0) - link.times;
    if (left > 0) {
      source.targets.set(link.target, left);
      return;
    }
    source.targets.delete(link.target);
    takeFrom(this.incoming, link.target, path);
  }

  private noteBroken(path: VaultPath, source: Source): void {
    if (source.broken > 0) this.broken.add(path);
    else this.broken.delete(path);
  }
}

interface Link {
  /** As written, without subpath. */
  readonly raw: string;
  times: number;
  target: VaultPath | null;
}

interface Source {
  /** By their text, in order of first appearance. */
  readonly links: Map<string, Link>;
  /** By {@link FileResolver.nameKey}. */
  readonly byName: Map<string, Link[]>;
  /** How many links lead to each target. */
  readonly targets: Map<VaultPath, number>;
  broken: number;
}

function addTo<V>(map: Map<string, Set<V>>, key: string, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}

function takeFrom<V>(map: Map<string, Set<V>>, key: string, value: V): void {
  const values = map.get(key);
  if (values === undefined) return;
  values.delete(value);
  if (values.size === 0) map.delete(key);
}
