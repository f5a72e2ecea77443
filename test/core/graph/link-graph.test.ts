import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultLinkGraph } from '../../../src/core/graph/link-graph.ts';
import { FileResolver } from '../../../src/core/graph/resolve.ts';
import { VaultLinks } from '../../../src/core/graph/vault-links.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { listedPath } from '../../../src/core/path.ts';

describe('resolving a link', () => {
  const resolve = (files: readonly string[], link: string, source = 'src.md') => {
    const resolver = new FileResolver();
    for (const file of files) resolver.add(listedPath(file));
    return resolver.resolve(link, listedPath(source));
  };

  it('prefers the exact path, then the source’s folder, then the shortest path', () => {
    expect(resolve(['Note.md', 'a/Note.md'], 'Note', 'a/src.md')).toBe('Note.md');
    expect(resolve(['b/Note.md', 'long/a/Note.md'], 'Note', 'long/a/src.md')).toBe('long/a/Note.md');
    expect(resolve(['long/Note.md', 'b/c/Note.md', 'd/Note.md'], 'Note', 'x/src.md')).toBe('d/Note.md');
    expect(resolve(['b/N.md', 'a/N.md'], 'N')).toBe('a/N.md');
  });

  it('takes no heed of case, Unicode form or `.md`, and matches the end of paths', () => {
    expect(resolve(['a/b/Café.md'], 'CAFE\u0301')).toBe('a/b/Café.md');
    expect(resolve(['a/b/Note.md', 'Note.md'], 'b/note.MD')).toBe('a/b/Note.md');
    expect(resolve(['a/bb/Note.md'], 'b/Note')).toBeNull();
    expect(resolve(['n.md', 'N.md'], 'N')).toBe('N.md');
  });

  it('finds attachments by their whole name only', () => {
    expect(resolve(['img/pic.png'], 'pic.png')).toBe('img/pic.png');
    expect(resolve(['img/pic.png'], 'pic')).toBeNull();
    expect(resolve(['v1.2.md'], 'v1.2')).toBe('v1.2.md');
  });

  it('reads relative links from the source’s folder, and a leading slash from the root, and nowhere else', () => {
    expect(resolve(['y.md', 'a/y.md'], '../y', 'a/x.md')).toBe('y.md');
    expect(resolve(['b/y.md'], './y', 'a/x.md')).toBeNull();
    expect(resolve(['y.md'], '../../y', 'a/x.md')).toBeNull();
    expect(resolve(['a/y.md'], '/y')).toBeNull();
    expect(resolve(['a/y.md'], '/a/y')).toBe('a/y.md');
    expect(resolve([], '', 'a/x.md')).toBe('a/x.md');
  });

  it('lists every file that a name could mean, best first', () => {
    const resolver = new FileResolver();
    for (const file of ['long/n.md', 'a/n.md', 'n.md', 'n.png']) resolver.add(listedPath(file));
    expect(resolver.candidates('N')).toEqual(['n.md', 'a/n.md', 'long/n.md']);
    expect(resolver.candidates('a/n')).toEqual(['a/n.md']);
    resolver.remove(listedPath('n.md'));
    expect(resolver.candidates('n.md')).toEqual(['a/n.md', 'long/n.md']);
  });
});

describe('where a link leads from anywhere', () => {
  const name = fc.constantFrom('n', 'N', 'm', 'n.png', 'é');
  const folder = fc.constantFrom('', 'a/', 'b/', 'a/b/');
  const file = fc.tuple(folder, name).map(([in_, of]) => `${in_}${of}${of.includes('.') ? '' : '.md'}`);
  const link = fc.tuple(fc.constantFrom('', 'a/', '/', '/a/', './', '../'), name).map((parts) => parts.join(''));

  it('is where it leads from every folder, or is left open', () => {
    fc.assert(
      fc.property(fc.uniqueArray(file), link, (files, written) => {
        const resolver = new FileResolver();
        for (const each of files) resolver.add(listedPath(each));
        const anywhere = resolver.resolveAnywhere(written);
        if (anywhere === undefined) return;
        for (const source of ['src.md', 'a/src.md', 'b/src.md', 'a/b/src.md'])
          expect(resolver.resolve(written, listedPath(source))).toBe(anywhere);
      }),
    );
  });
});

describe('the link graph', () => {
  it('holds links, embeds, properties and canvas cards; a link to a heading here is an edge to itself', () => {
    const links = new VaultLinks();
    for (const file of ['n.md', 'a.md', 'p.png', 'c.canvas', 'f/x#y.md']) links.addFile(listedPath(file));
    links.putNote(
      listedPath('n.md'),
      parseMetadata('---\nup: "[[a]]"\n---\n[[#H]] ![[p.png]] [[a#x]] [[gone]] [[gone]]'),
    );
    const cards = [
      { type: 'file', file: 'n.md', subpath: '#H' },
      { type: 'file', file: 'f/x#y.md' },
      { type: 'text', text: '[[a]] `[[gone]]`' },
      { type: 'link', url: 'https://x.org' },
    ];
    links.putCanvas(listedPath('c.canvas'), JSON.stringify({ nodes: cards }));
    const { graph } = links;
    expect(graph.out(listedPath('n.md'))).toEqual(['a.md', 'n.md', 'p.png']);
    expect(graph.count(listedPath('n.md'), listedPath('a.md'))).toBe(2);
    expect([...graph.unresolved(listedPath('n.md'))]).toEqual([['gone', 2]]);
    expect(graph.out(listedPath('c.canvas'))).toEqual(['n.md', 'f/x#y.md', 'a.md']);
    expect(graph.in(listedPath('n.md'))).toEqual(['c.canvas']);
    expect([...graph.withUnresolved()]).toEqual(['n.md']);
    links.putCanvas(listedPath('c.canvas'), '{"nodes": 1');
    expect(graph.out(listedPath('c.canvas'))).toEqual([]);
  });

  it('after any steps equals one built afresh', () => {
    const file = fc.constantFrom('a.md', 'A.md', 'x/a.md', 'x/b.md', 'y/a.md', 'y/b.md.md', 'b', 'p.png', 'y/p.png');
    const link = fc.constantFrom(
      ...['a', 'A.md', 'x/a', './b', '../a', 'b', 'b.md', '/y/a', 'p.png', 'p', '', 'none', './b/.', 'a/', '../x/../a'],
    );
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), file }),
      fc.record({ kind: fc.constant('remove' as const), file }),
      fc.record({ kind: fc.constant('put' as const), file, links: fc.array(link, { maxLength: 6 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const kept = new VaultLinkGraph();
        const files = new Set<string>();
        const sources = new Map<string, readonly string[]>();
        for (const each of steps) {
          const path = listedPath(each.file);
          if (each.kind === 'remove') {
            files.delete(path);
            sources.delete(path);
            kept.removeFile(path);
          } else {
            files.add(path);
            kept.addFile(path);
            if (each.kind === 'put') {
              sources.set(path, each.links);
              kept.put(path, each.links);
            }
          }
        }
        const fresh = new VaultLinkGraph();
        for (const path of files) fresh.addFile(listedPath(path));
        for (const [path, links] of sources) fresh.put(listedPath(path), links);
        expect(pictured(kept, files)).toEqual(pictured(fresh, files));
      }),
      { numRuns: 1500, seed: 11 },
    );
  });

  it('after files came and went equals one built afresh where a note has many links and many lead to one', () => {
    const notes = Array.from({ length: 60 }, (_, at) => listedPath(`f${at % 3}/n${at}.md`));
    const links = notes.flatMap((_, at) => (at % 5 === 0 ? [`n${at}`, `f${at % 3}/n${at}`] : [`N${at}`]));
    const linksOf = (at: number): string[] => (at < 3 ? [...links, ...links.slice(at)] : ['n0', `n${at - 1}`, 'n0']);
    const kept = new VaultLinkGraph();
    for (const [at, path] of notes.entries()) {
      kept.addFile(path);
      kept.put(path, linksOf(at));
    }
    const gone = notes.filter((_, at) => at % 4 === 0);
    const renamed = gone.map((path) => listedPath(`other/${path}`));
    for (const path of gone) kept.removeFile(path);
    for (const [at, path] of renamed.entries()) {
      kept.addFile(path);
      kept.put(path, linksOf(at));
    }
    kept.put(listedPath('f1/n1.md'), ['n8', 'none']);
    const left = notes.filter((path) => !gone.includes(path));
    const fresh = new VaultLinkGraph();
    for (const path of [...left, ...renamed]) fresh.addFile(path);
    for (const path of left) fresh.put(path, linksOf(notes.indexOf(path)));
    for (const [at, path] of renamed.entries()) fresh.put(path, linksOf(at));
    fresh.put(listedPath('f1/n1.md'), ['n8', 'none']);
    const files = new Set<string>([...left, ...renamed]);
    expect(pictured(kept, files)).toEqual(pictured(fresh, files));
    expect(kept.in(listedPath('other/f0/n0.md')).length).toBeGreaterThan(40);
  });
});

function pictured(graph: VaultLinkGraph, files: ReadonlySet<string>) {
  return [...files].sort().map((name) => {
    const path = listedPath(name);
    const out = graph.out(path).map((to) => [to, graph.count(path, to)]);
    return {
      path,
      out,
      in: graph.in(path),
      unresolved: [...graph.unresolved(path)],
      broken: [...graph.withUnresolved()].sort(),
    };
  });
}
