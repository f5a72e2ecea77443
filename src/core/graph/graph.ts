import type { VaultPath } from '../path.ts';

/** The links of the whole vault, kept in step note by note. Sources are notes and canvas files. */
export interface LinkGraph {
  /** Targets of a file's resolved links, each once, in order of first appearance (a link to itself included). */
  out(path: VaultPath): readonly VaultPath[];
  /** Files whose links resolve to this one, in code-unit order, itself excluded. */
  in(path: VaultPath): readonly VaultPath[];
  /** Raw link paths of a file that resolve to nothing, each once, with their count. */
  unresolved(path: VaultPath): ReadonlyMap<string, number>;
  /** Every file that has an unresolved link. */
  withUnresolved(): Iterable<VaultPath>;
  /**
   * Every link in the vault whose last segment is this file's name (whatever its case, `.md` aside), each source and link
   * path once, whether it resolves to this file or not: the only links that the file's coming or going can touch.
   */
  naming(path: string): Iterable<NamedLink>;
  /** How many links of `from` resolve to `to` (the number that Obsidian's resolvedLinks shows). */
  count(from: VaultPath, to: VaultPath): number;
}

export interface NamedLink {
  readonly source: VaultPath;
  /** As written, without subpath. */
  readonly linkPath: string;
  readonly target: VaultPath | null;
}

/** Link text to file, by Obsidian's rule. */
export interface LinkResolver {
  /** The target of a link path (no subpath) written in `source`; '' is `source` itself; null when nothing fits. */
  resolve(linkPath: string, source: VaultPath): VaultPath | null;
  /** All files that a bare name could mean, best first: for suggestions and for "ambiguous" refusals. */
  candidates(linkPath: string): readonly VaultPath[];
}
