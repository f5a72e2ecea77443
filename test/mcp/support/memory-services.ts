import { readOnlyDesk } from '../../../src/core/change/read-only-desk.ts';
import { createHash } from 'node:crypto';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import type { LinkGraph, LinkResolver } from '../../../src/core/graph/graph.ts';
import type { Library, LibraryChange } from '../../../src/core/library/library.ts';
import { summarise } from '../../../src/core/library/summarise.ts';
import type { Note, NoteSummary } from '../../../src/core/note/note.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { baseName, fileName, folderOf, isNote, listedPath, type VaultPath } from '../../../src/core/path.ts';
import type { Log, VaultFile } from '../../../src/core/ports.ts';
import type { Retriever, SearchAnswer, SearchHit, SearchRequest } from '../../../src/core/retrieve/retriever.ts';
import type { GitFacts, HostWarning, Services } from '../../../src/core/services.ts';
import type { MemoryVault } from '../../support/memory-vault.ts';

const english = presetOf('en');

/** Services over a vault in memory: links by exact path or name, search by plain words; enough to see what tools print. */
export interface MemoryServices extends Services {
  readonly vault: MemoryVault;
  readonly requests: SearchRequest[];
  readonly logged: string[];
  /** Brings the library in step with the vault, as the real one does by itself. */
  sync(): Promise<void>;
}

export interface MemoryServicesOptions {
  readonly progress?: Omit<ReturnType<Library['progress']>, 'compared'> & { readonly compared?: boolean };
  readonly answer?: Partial<SearchAnswer>;
  readonly git?: GitFacts;
  readonly warnings?: readonly HostWarning[];
  /** Called before each search answers: for calls that take their time or fail. */
  readonly onSearch?: (aborted: () => boolean) => Promise<void>;
}

export async function memoryServices(vault: MemoryVault, options: MemoryServicesOptions = {}): Promise<MemoryServices> {
  const logged: string[] = [];
  const requests: SearchRequest[] = [];
  const library = new MemoryLibrary(vault, options);
  await library.sync();
  let ticks = 0;
  return {
    vault,
    changes: readOnlyDesk,
    library,
    requests,
    logged,
    sync: () => library.sync(),
    retriever: wordRetriever(library, requests, options),
    conventions: () => english,
    host: {
      kind: 'headless',
      version: '0.1.0',
      git: () => Promise.resolve(options.git ?? { state: 'repository', branch: 'main', clean: true }),
      warnings: () => Promise.resolve(options.warnings ?? []),
    },
    clock: {
      now: () => Date.UTC(2026, 0, 2),
      after: () => Promise.resolve(),
      breathe: () => new Promise((resolve) => setImmediate(resolve)),
      tick: () => (ticks += 1000),
    },
    log: logInto(logged),
  };
}

function logInto(lines: string[]): Log {
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

class MemoryLibrary implements Library {
  readonly notes = new Map<VaultPath, NoteSummary>();
  readonly files = new Map<VaultPath, VaultFile>();
  readonly texts = new Map<VaultPath, Note>();
  readonly canvases = new Map<VaultPath, VaultPath[]>();
  readonly graph: LinkGraph;
  readonly resolver: LinkResolver;
  readonly #vault: MemoryVault;
  readonly #options: MemoryServicesOptions;
  readonly #listeners = new Set<(change: LibraryChange) => void>();

  constructor(vault: MemoryVault, options: MemoryServicesOptions) {
    this.#vault = vault;
    this.#options = options;
    this.resolver = resolverOver(this.files);
    this.graph = graphOver(this);
  }

  async sync(): Promise<void> {
    const before = new Map(this.files);
    this.files.clear();
    for await (const batch of this.#vault.list()) for (const file of batch) this.files.set(file.path, file);
    const isNews = ({ path, mtimeMs }: VaultFile) => before.get(path)?.mtimeMs !== mtimeMs;
    const changed = [...this.files.values()].filter(isNews).map(({ path }) => path);
    const removed = [...before.keys()].filter((path) => !this.files.has(path));
    for (const path of removed) {
      this.notes.delete(path);
      this.texts.delete(path);
    }
    for (const path of changed.filter(isNote)) await this.open(path);
    for (const path of changed.filter((each) => each.endsWith('.canvas'))) {
      const named = (await this.#vault.read(path))?.matchAll(/"file":"([^"]+)"/g) ?? [];
      this.canvases.set(
        path,
        [...named].map(([, file = '']) => listedPath(file)),
      );
    }
    for (const listener of this.#listeners) listener({ changed, removed });
  }

  async text(path: VaultPath): Promise<string | null> {
    return (await this.open(path))?.text ?? null;
  }

  async open(path: VaultPath): Promise<Note | null> {
    const [file, text] = [await this.#vault.stat(path), await this.#vault.read(path)];
    if (file === null || text === null) return null;
    const metadata = parseMetadata(text);
    const revision = `n-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    this.notes.set(path, summarise(file, metadata, english));
    this.texts.set(path, { path, text, revision, metadata });
    return { path, text, revision, metadata };
  }

  progress() {
    const progress = this.#options.progress ?? { indexed: this.notes.size, total: this.notes.size, ready: true };
    return { compared: progress.ready, ...progress };
  }

  opened = () => Promise.resolve();

  settled = () => Promise.resolve(0);
  skipped = () => this.#vault.skipped();

  onChange(listener: (change: LibraryChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function resolverOver(files: ReadonlyMap<VaultPath, VaultFile>): LinkResolver {
  const candidates = (link: string): VaultPath[] => {
    const name = link.toLowerCase();
    return [...files.keys()]
      .filter(
        (path) => fileName(path).toLowerCase() === name || (isNote(path) && baseName(path).toLowerCase() === name),
      )
      .sort();
  };
  const resolve = (link: string, source: VaultPath): VaultPath | null => {
    if (link === '') return source;
    const exact = [link, `${link}.md`, `${folderOf(source)}/${link}`, `${folderOf(source)}/${link}.md`].map(listedPath);
    return exact.find((path) => files.has(path)) ?? candidates(fileName(link))[0] ?? null;
  };
  return { resolve, candidates };
}

function graphOver(library: MemoryLibrary): LinkGraph {
  const links = (path: VaultPath): { target: VaultPath | null; link: string }[] => {
    const { metadata } = library.texts.get(path) ?? {};
    const all = [...(metadata?.links ?? []), ...(metadata?.embeds ?? []), ...(metadata?.frontmatterLinks ?? [])];
    return all.map(({ link }) => {
      const bare = link.replace(/#.*$/, '');
      return { link: bare, target: library.resolver.resolve(bare, path) };
    });
  };
  const canvasTargets = (path: VaultPath): VaultPath[] => library.canvases.get(path) ?? [];
  const out = (path: VaultPath): VaultPath[] => [
    ...new Set([...links(path).flatMap(({ target }) => target ?? []), ...canvasTargets(path)]),
  ];
  const unresolved = (path: VaultPath): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { link, target } of links(path)) if (target === null) counts.set(link, (counts.get(link) ?? 0) + 1);
    return counts;
  };
  return {
    out,
    in: (path) => [...library.files.keys()].filter((each) => each !== path && out(each).includes(path)).sort(),
    unresolved,
    naming: () => [],
    withUnresolved: () => [...library.texts.keys()].filter((path) => unresolved(path).size > 0),
    count: (from, to) => links(from).filter(({ target }) => target === to).length || (out(from).includes(to) ? 1 : 0),
  };
}

/** Notes that hold every word, best where they hold most; the window is the first line that has one. */
function wordRetriever(library: MemoryLibrary, requests: SearchRequest[], options: MemoryServicesOptions): Retriever {
  return {
    search: async (request, cancellation) => {
      requests.push(request);
      await options.onSearch?.(() => cancellation?.aborted ?? false);
      const words = request.query.toLowerCase().replaceAll('"', '').split(/\s+/);
      const hits = [...library.texts.values()].flatMap((note) => hitOf(note, words)).sort((a, b) => b.score - a.score);
      const { skip, limit } = request;
      const page = hits.slice(skip, skip + limit);
      return { hits: page, found: hits.length, capped: false, suggestions: [], behind: 0, ...options.answer };
    },
  };
}

function hitOf({ path, text, metadata }: Note, words: readonly string[]): SearchHit[] {
  const lines = text.split('\n');
  const score = lines.filter((line) => words.some((word) => line.toLowerCase().includes(word))).length;
  if (!words.every((word) => text.toLowerCase().includes(word))) return [];
  const at = lines.findIndex((line) => words.some((word) => line.toLowerCase().includes(word)));
  const heading = (metadata.headings ?? []).filter((each) => each.level > 1 && each.position.start.line <= at).at(-1);
  const headings = heading === undefined ? [] : [heading.heading];
  const shown = { firstLine: at + 1, lastLine: at + 1, headings, lines: lines.slice(at, at + 1), cut: false, more: [] };
  return [{ path, title: baseName(path), score, viaLinkFrom: null, ...shown }];
}
