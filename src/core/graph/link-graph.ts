import type { VaultPath } from '../path.ts';
import type { LinkGraph, NamedLink } from './graph.ts';
import { idsIn, withId, withoutId } from './id-set.ts';
import type { IdSet } from './id-set.ts';
import { LinkTexts } from './link-texts.ts';
import { FileResolver } from './resolve.ts';
import { NOWHERE, SourceLinks } from './source-links.ts';

/**
 * The vault's links, kept in step. Each source keeps its link paths as written; a file that comes or goes can only
 * change links that end with its name, so only the sources of those are resolved again. Files and texts go by numbers
 * in here: by their strings the links of ten thousand notes took twenty-four megabytes.
 */
export class VaultLinkGraph implements LinkGraph {
  readonly resolver: FileResolver;
  private readonly texts = new LinkTexts();
  private readonly ids = new Map<VaultPath, number>();
  private readonly paths: (VaultPath | null)[] = [];
  private readonly freeIds: number[] = [];
  /** By number of the file, as is `incoming`. */
  private readonly sources: (SourceLinks | undefined)[] = [];
  private readonly incoming: (IdSet | undefined)[] = [];
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
    const source = this.known(path);
    if (source === undefined) return null;
    return places(source).flatMap((at) => Array<string>(source.times(at)).fill(this.texts.text(source.text(at))));
  }

  /** A file has gone; its own links go with it. */
  removeFile(path: VaultPath): void {
    this.remove(path);
    this.resolver.remove(path);
    this.resolveAgain(FileResolver.nameKey(path));
    this.forget(path);
  }

  /** Replaces the links of a source: link paths without subpaths, with repetition, in order ('' is the source itself). */
  put(path: VaultPath, linkPaths: readonly string[]): void {
    this.remove(path);
    const id = this.idOf(path);
    const source = new SourceLinks(linkPaths.map((text) => this.texts.enter(text, id)));
    this.sources[id] = source;
    for (let at = 0; at < source.size; at++) this.bind(id, source, at);
    this.noteBroken(path, source);
  }

  /** Forgets the links of a source; the file itself stays known. */
  remove(path: VaultPath): void {
    this.unread.delete(path);
    const id = this.ids.get(path);
    const source = id === undefined ? undefined : this.sources[id];
    if (id === undefined || source === undefined) return;
    for (const target of source.targets()) this.incoming[target] = withoutId(this.incoming[target], id);
    for (let at = 0; at < source.size; at++) this.texts.leave(source.text(at), id);
    this.broken.delete(path);
    this.sources[id] = undefined;
  }

  out(path: VaultPath): readonly VaultPath[] {
    return this.pathsOf(this.sourceOf(path)?.targets() ?? []);
  }

  in(path: VaultPath): readonly VaultPath[] {
    this.readAll();
    const id = this.ids.get(path);
    const found = id === undefined ? [] : this.pathsOf(idsIn(this.incoming[id]));
    return found.filter((source) => source !== path).sort((a, b) => (a < b ? -1 : 1));
  }

  unresolved(path: VaultPath): ReadonlyMap<string, number> {
    const source = this.sourceOf(path);
    if (source === undefined || source.broken === 0) return new Map();
    const broken = places(source).filter((at) => source.target(at) === NOWHERE);
    return new Map(broken.map((at) => [this.texts.text(source.text(at)), source.times(at)]));
  }

  withUnresolved(): Iterable<VaultPath> {
    this.readAll();
    return this.broken;
  }

  naming(path: string): readonly NamedLink[] {
    this.readAll();
    const links: NamedLink[] = [];
    for (const { source, links: own, at } of this.linksNamed(FileResolver.nameKey(path))) {
      const [linkPath, target] = [this.texts.text(own.text(at)), this.paths[own.target(at)] ?? null];
      links.push({ source, linkPath, target });
    }
    return links;
  }

  count(from: VaultPath, to: VaultPath): number {
    const target = this.ids.get(to);
    const source = this.sourceOf(from);
    return source === undefined || target === undefined ? 0 : source.count(target);
  }

  private sourceOf(path: VaultPath): SourceLinks | undefined {
    const unread = this.unread.get(path);
    if (unread !== undefined) this.put(path, unread);
    return this.known(path);
  }

  private known(path: VaultPath): SourceLinks | undefined {
    const id = this.ids.get(path);
    return id === undefined ? undefined : this.sources[id];
  }

  private readAll(): void {
    for (const [path, links] of this.unread) this.put(path, links);
  }

  private idOf(path: VaultPath): number {
    const known = this.ids.get(path);
    if (known !== undefined) return known;
    const id = this.freeIds.pop() ?? this.paths.length;
    this.paths[id] = path;
    this.ids.set(path, id);
    return id;
  }

  /** A file that is gone and to which no link leads any more needs no number. */
  private forget(path: VaultPath): void {
    const id = this.ids.get(path);
    if (id === undefined || this.incoming[id] !== undefined) return;
    this.ids.delete(path);
    this.paths[id] = null;
    this.freeIds.push(id);
  }

  private pathsOf(ids: Iterable<number>): VaultPath[] {
    const paths: VaultPath[] = [];
    for (const id of ids) {
      const path = this.paths[id] ?? null;
      if (path !== null) paths.push(path);
    }
    return paths;
  }

  /** Every place where a text stands that ends with this name. */
  private *linksNamed(name: string): Generator<Place> {
    for (const text of this.texts.named(name)) {
      for (const id of this.texts.sources(text)) {
        const [source, links] = [this.paths[id] ?? null, this.sources[id]];
        const at = links?.place(text) ?? -1;
        if (source !== null && links !== undefined && at >= 0) yield { id, source, links, at };
      }
    }
  }

  /** Resolves the links that end with a name once more, in every source that has one. */
  private resolveAgain(name: string): void {
    this.texts.forgetTargets(name);
    for (const { id, source, links, at } of this.linksNamed(name)) {
      this.bind(id, links, at);
      this.noteBroken(source, links);
    }
  }

  /** Lets a link lead where it leads by the files that are known now. */
  private bind(id: number, source: SourceLinks, at: number): void {
    const [before, target] = [source.target(at), this.targetOf(id, source.text(at))];
    source.bind(at, target);
    if (target !== NOWHERE) this.incoming[target] = withId(this.incoming[target], id);
    if (before !== NOWHERE && source.count(before) === 0) {
      this.incoming[before] = withoutId(this.incoming[before], id);
    }
  }

  /** The number of the file to which a text leads from the source of that number; `NOWHERE` for none. */
  private targetOf(id: number, text: number): number {
    const known = this.texts.target(text);
    if (known !== undefined) return known;
    const written = this.texts.text(text);
    const anywhere = this.resolver.resolveAnywhere(written);
    const source = this.paths[id] ?? null;
    const found = anywhere !== undefined || source === null ? anywhere : this.resolver.resolve(written, source);
    const target = found === null || found === undefined ? NOWHERE : this.idOf(found);
    if (anywhere !== undefined) this.texts.noteTarget(text, target);
    return target;
  }

  private noteBroken(path: VaultPath, source: SourceLinks): void {
    if (source.broken > 0) this.broken.add(path);
    else this.broken.delete(path);
  }
}

interface Place {
  readonly id: number;
  readonly source: VaultPath;
  readonly links: SourceLinks;
  readonly at: number;
}

function places({ size }: SourceLinks): number[] {
  return Array.from({ length: size }, (_, at) => at);
}
