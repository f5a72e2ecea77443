import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';
import { listedPath } from '../../../src/core/path.ts';
import type { VaultPath } from '../../../src/core/path.ts';
import type { Metadata } from '../../../src/core/ports.ts';
import type { Retriever, SearchRequest } from '../../../src/core/retrieve/retriever.ts';
import { aVault } from '../../support/a-vault.ts';
import type { VaultBuilder } from '../../support/a-vault.ts';
import { memoryHost, unindexedHost } from '../../support/memory-host.ts';
import type { MemoryHost, MemoryHostOptions } from '../../support/memory-host.ts';

const p = listedPath;
const hosts: MemoryHost[] = [];

async function hostOf(vault: VaultBuilder, options: MemoryHostOptions = {}): Promise<MemoryHost> {
  const host = await memoryHost(vault, options);
  hosts.push(host);
  return host;
}

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

const request = (query: string): SearchRequest => ({
  query,
  limit: 10,
  skip: 0,
  includeRaw: false,
  followLinks: false,
  windowChars: 280,
});
const found = async ({ search }: Retriever, query: string): Promise<string[]> =>
  (await search(request(query))).hits.filter(({ viaLinkFrom }) => viaLinkFrom === null).map(({ path }) => path);

describe('the library of a vault', () => {
  it('knows every note, file and link once it is ready', async () => {
    const { library } = await hostOf(
      aVault()
        .note(
          '02-wiki/docker/Bridge',
          '---',
          'tipo: gotcha',
          'tags: [net]',
          '---',
          '# Bridge networks',
          'See [[Ports]].',
        )
        .note('Ports', 'Text with [[Nowhere]] and ![[plan.png]].')
        .file('board.canvas', '{"nodes":[{"type":"file","file":"Ports.md"}]}')
        .attachment('plan.png'),
    );
    expect(library.progress()).toMatchObject({ indexed: 2, total: 2, ready: true });
    expect([...library.files.keys()].sort()).toEqual([
      '02-wiki/docker/Bridge.md',
      'Ports.md',
      'board.canvas',
      'plan.png',
    ]);
    expect(library.notes.get(p('02-wiki/docker/Bridge.md'))).toMatchObject({
      title: 'Bridge networks',
      type: 'gotcha',
      tags: ['net'],
      properties: ['tipo', 'tags'],
    });
    expect(library.conventions().preset).toBe('pt-BR');
    expect(library.graph.out(p('Ports.md'))).toEqual(['plan.png']);
    expect(library.graph.in(p('Ports.md'))).toEqual(['02-wiki/docker/Bridge.md', 'board.canvas']);
    expect([...library.graph.unresolved(p('Ports.md')).keys()]).toEqual(['Nowhere']);
  });

  it('finds a note by its name although it holds no text', async () => {
    const { services } = await hostOf(aVault().note('Kubernetes', '').note('Other', 'text'));
    expect(await found(services.retriever, 'kubernetes')).toEqual(['Kubernetes.md']);
  });

  it('leaves templates out of notes, links and searches', async () => {
    const { library, services } = await hostOf(aVault().note('_templates/wiki', 'placeholder [[A]]').note('A', 'text'));
    expect([...library.notes.keys()]).toEqual(['A.md']);
    expect(library.graph.in(p('A.md'))).toEqual([]);
    expect(await found(services.retriever, 'placeholder')).toEqual([]);
  });

  it('keeps a note that is too large by its names, and says so', async () => {
    const { library, services } = await hostOf(aVault().note('Giant', 'needle '.repeat(400)), {
      settings: { index: { largestNote: 1024, largestAttachment: 1024 } },
    });
    expect(library.skipped()).toEqual([{ path: 'Giant.md', reason: 'too_large' }]);
    expect(await found(services.retriever, 'giant')).toEqual(['Giant.md']);
    expect(await found(services.retriever, 'needle')).toEqual([]);
  });

  it('says which notes cannot be read, and forgets that once they can', async () => {
    const { library, vault, settle } = await hostOf(
      aVault()
        .file('Bad.md', Uint8Array.of(0xff, 0xfe, 0x00))
        .note('Good', 'x'),
    );
    expect([...library.notes.keys()]).toEqual(['Good.md']);
    expect(library.skipped()).toEqual([{ path: 'Bad.md', reason: 'unreadable', detail: 'not_utf8' }]);
    vault.put('Bad.md', 'now text');
    await settle();
    expect(library.skipped()).toEqual([]);
    expect(library.notes.has(p('Bad.md'))).toBe(true);
  });

  it('goes on where the host has no metadata of a note', async () => {
    const metadata: Metadata = {
      of: (path) => {
        if (path === 'A.md') throw new Error('no cache entry');
        return {};
      },
    };
    const { library } = await hostOf(aVault().note('A', 'x').note('B', 'y'), { metadata });
    expect([...library.notes.keys()].sort()).toEqual(['A.md', 'B.md']);
  });
});

describe('a library while it is first indexed', () => {
  it('answers from what it has, says how far it is, and takes the newest notes first', async () => {
    const host = unindexedHost(aVault().filler(300));
    hosts.push(host);
    expect(host.library.progress()).toMatchObject({ indexed: 0, total: null, ready: false });
    host.library.start();
    const order: VaultPath[] = [];
    const seen: { indexed: number; behind: number }[] = [];
    let pending: Promise<unknown> = Promise.resolve();
    host.library.onChange(({ changed }) => {
      order.push(...changed);
      const { indexed } = host.library.progress();
      pending = pending.then(async () => {
        const { behind, hits } = await host.services.retriever.search(request('filler'));
        if (hits.length > 0) seen.push({ indexed, behind });
      });
    });
    await host.settle();
    await pending;
    expect(order[0]).toBe('Filler/0300.md');
    expect(order).toHaveLength(300);
    expect(seen[0]?.indexed).toBeLessThan(300);
    expect(host.library.progress()).toMatchObject({ indexed: 300, total: 300, ready: true });
  });

  it('says that notes are behind as long as it may not wait', async () => {
    const host = unindexedHost(aVault().filler(20));
    hosts.push(host);
    host.library.start();
    expect(await host.library.settled(0)).toBeGreaterThan(0);
    await host.settle();
    expect(await host.library.settled(0)).toBe(0);
  });

  it('opens a note that it has not reached yet', async () => {
    const host = unindexedHost(aVault().filler(50).note('Wanted', 'here'));
    hosts.push(host);
    host.library.start();
    expect((await host.library.open(p('Wanted.md')))?.text).toBe('here');
    await host.settle();
    expect(host.library.notes.size).toBe(51);
  });

  it('can be stopped in the middle, and does nothing after', async () => {
    const host = unindexedHost(aVault().filler(400));
    host.library.start();
    await host.library.settled(1);
    await host.close();
    const known = host.library.notes.size;
    host.vault.put('Late.md', 'x');
    expect(await host.library.settled(50)).toBe(0);
    expect(host.library.notes.size).toBe(known);
  });
});

describe('a library that follows its vault', () => {
  it('finds what was just written and not what was taken away', async () => {
    const { vault, services, settle } = await hostOf(aVault().note('A', 'ancient words'));
    vault.put('A.md', 'modern words');
    vault.put('B.md', 'ancient again');
    expect(await found(services.retriever, 'ancient')).toEqual(['B.md']);
    expect(await found(services.retriever, 'modern')).toEqual(['A.md']);
    vault.remove('B.md');
    await settle();
    expect(await found(services.retriever, 'ancient')).toEqual([]);
  });

  it('knows a renamed note at once, and its links once it has read it', async () => {
    const { vault, library, services, settle } = await hostOf(
      aVault().note('Old name', 'points to [[Target]]').note('Target', 'x').note('Source', '[[Old name]]'),
    );
    vault.rename('Old name.md', 'sub/New name.md');
    expect([...library.notes.keys()].sort()).toEqual(['Source.md', 'Target.md', 'sub/New name.md']);
    expect(library.notes.get(p('sub/New name.md'))?.title).toBe('New name');
    await settle();
    expect(library.graph.in(p('Target.md'))).toEqual(['sub/New name.md']);
    expect([...library.graph.unresolved(p('Source.md')).keys()]).toEqual(['Old name']);
    expect(await found(services.retriever, 'points')).toEqual(['sub/New name.md']);
    expect(await found(services.retriever, 'new name')).toContain('sub/New name.md');
  });

  it('tells its listeners which files it has brought in step', async () => {
    const { vault, library, settle } = await hostOf(aVault().note('A', 'x').note('B', 'x'));
    const told: string[] = [];
    const end = library.onChange(({ changed, removed }) => told.push(`+${changed.join()} -${removed.join()}`));
    vault.together(() => {
      vault.put('A.md', 'changed');
      vault.remove('B.md');
    });
    await settle();
    end();
    vault.put('C.md', 'x');
    await settle();
    expect(told).toEqual(['+A.md -B.md']);
  });

  it('does not read a file again that is as it was', async () => {
    let parses = 0;
    const metadata: Metadata = { of: () => (parses++, {}) };
    const { vault, library, settle } = await hostOf(aVault().note('A', 'x'), { metadata });
    const before = parses;
    const file = await vault.stat(p('A.md'));
    expect(file).toEqual(library.files.get(p('A.md')));
    await library.reconcile();
    await settle();
    expect(parses).toBe(before);
  });

  it('opens a note as it is on disk, and has indexed that when it answers', async () => {
    const builder = aVault().note('A', 'first').inMemory();
    // A vault whose events are late: the file changes, nobody is told yet.
    const mute = { ...builder, watch: () => () => undefined };
    const host = await memoryHost(mute);
    hosts.push(host);
    builder.put('A.md', '# Second');
    const note = await host.library.open(p('A.md'));
    expect(note).toMatchObject({ text: '# Second', revision: 'n-1ec2ecb953adcaacd4903cf935f22977' });
    expect(note?.metadata.headings?.[0]?.heading).toBe('Second');
    expect(host.library.notes.get(p('A.md'))?.title).toBe('Second');
    builder.remove('A.md');
    expect(await host.library.open(p('A.md'))).toBeNull();
    expect(host.library.notes.has(p('A.md'))).toBe(false);
    expect(await host.library.open(p('plan.png'))).toBeNull();
  });

  it('reads types anew when the conventions change', async () => {
    const { library, set } = await hostOf(aVault().note('A', '---', 'kind: recipe', '---'));
    expect(library.notes.get(p('A.md'))?.type).toBe('note');
    await set({ conventions: { keys: { type: 'kind' } } });
    expect(library.notes.get(p('A.md'))?.type).toBe('recipe');
  });

  it('recognises a folder of the conventions when it appears and when it goes', async () => {
    const { library, vault, settle } = await hostOf(aVault().note('A', 'x'));
    expect(library.conventions().folders.wiki).toBeNull();
    vault.put('02-wiki/docker/x.md', 'x');
    await settle();
    expect(library.conventions().folders.wiki).toBe('02-wiki');
    expect(library.notes.get(p('02-wiki/docker/x.md'))?.type).toBe('wiki');
    vault.remove('02-wiki/docker/x.md');
    await settle();
    expect(library.conventions().folders.wiki).toBeNull();
  });

  it('hides and shows folders as the user sets it', async () => {
    const { library, services, set } = await hostOf(aVault().note('Private/Diary', 'secret').note('Open', 'secret'));
    const access = { ...DEFAULT_SETTINGS.access, hidden: ['Private'] };
    await set({ access });
    expect([...library.files.keys()]).toEqual(['Open.md']);
    expect(await found(services.retriever, 'secret')).toEqual(['Open.md']);
    await set({ access: { ...access, hidden: [] } });
    expect((await found(services.retriever, 'secret')).sort()).toEqual(['Open.md', 'Private/Diary.md']);
  });

  it('ranks excluded files lower', async () => {
    const vault = aVault().note('Old/A', 'quasar and more words here').note('B', 'quasar and more words here');
    const { services, set } = await hostOf(vault);
    expect((await services.retriever.search(request('quasar'))).hits).toHaveLength(2);
    await set({}, { excluded: ['Old/'] });
    const { hits } = await services.retriever.search(request('quasar'));
    expect(hits.map(({ path }) => path)).toEqual(['B.md', 'Old/A.md']);
    expect(hits[1]?.score).toBeLessThan((hits[0]?.score ?? 0) * 0.6);
  });
});

describe('a library after any sequence of changes', () => {
  const name = fc.constantFrom('A.md', 'B.md', 'sub/A.md', 'sub/C.md', '02-wiki/D.md', 'x.canvas', 'pic.png');
  const text = fc.constantFrom(
    'alpha [[B]]',
    'beta [[sub/A]] ![[pic.png]]',
    '---\ntype: wiki\n---\ngamma',
    '',
    '# Title\n[[Nowhere]]',
  );
  const step = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), name, text }),
    fc.record({ kind: fc.constant('remove' as const), name }),
    fc.record({ kind: fc.constant('rename' as const), name, to: name }),
    fc.record({ kind: fc.constant('breathe' as const) }),
  );

  it('knows the same as one that was opened afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const host = await memoryHost(aVault().note('A', 'alpha').note('B', 'beta'));
        const here = new Set(['A.md', 'B.md']);
        for (const each of steps) {
          if (each.kind === 'put') {
            host.vault.put(each.name, each.text);
            here.add(each.name);
          } else if (each.kind === 'remove' && here.delete(each.name)) host.vault.remove(each.name);
          else if (each.kind === 'rename' && here.has(each.name) && !here.has(each.to)) {
            host.vault.rename(each.name, each.to);
            here.delete(each.name);
            here.add(each.to);
          } else if (each.kind === 'breathe') await host.library.settled(1);
        }
        await host.settle();
        const fresh = await memoryHost(host.vault);
        expect(await knowledgeOf(host)).toEqual(await knowledgeOf(fresh));
        await Promise.all([host.close(), fresh.close()]);
      }),
      { numRuns: 60 },
    );
  });

  async function knowledgeOf({ library, services }: MemoryHost): Promise<unknown> {
    const sources = [...library.files.keys()].sort();
    const hits = async (query: string): Promise<unknown> =>
      (await services.retriever.search(request(query))).hits.map(({ path, score }) => [path, score.toFixed(6)]);
    return {
      notes: [...library.notes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
      conventions: library.conventions(),
      links: sources.map((path) => [
        path,
        library.graph.out(path),
        library.graph.in(path),
        [...library.graph.unresolved(path)],
      ]),
      hits: [await hits('alpha'), await hits('beta'), await hits('gamma'), await hits('title')],
    };
  }
});
