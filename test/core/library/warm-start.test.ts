import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { listedPath } from '../../../src/core/path.ts';
import type { Vault } from '../../../src/core/ports.ts';
import { aVault } from '../../support/a-vault.ts';
import { memoryHost, silent, unindexedHost } from '../../support/memory-host.ts';
import type { MemoryHost, MemoryHostOptions } from '../../support/memory-host.ts';
import { memorySnapshots } from '../../support/memory-snapshots.ts';
import type { MemorySnapshots } from '../../support/memory-snapshots.ts';
import { memoryVault } from '../../support/memory-vault.ts';
import type { MemoryVault } from '../../support/memory-vault.ts';
import { systemClock } from '../../../src/node/clock.ts';
import { DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';

const p = listedPath;
const hosts: MemoryHost[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

/** One life of a host over the vault, to its end. */
async function live(vault: MemoryVault, snapshots: MemorySnapshots, options: MemoryHostOptions = {}): Promise<void> {
  const host = await memoryHost(vault, { snapshots, ...options });
  await host.close();
}

/** A life that goes on until the test ends, with what it reads of the vault. */
async function nextLife(
  vault: MemoryVault,
  snapshots: MemorySnapshots,
  options: MemoryHostOptions = {},
): Promise<{ host: MemoryHost; read: string[]; logged: string[] }> {
  const read: string[] = [];
  const logged: string[] = [];
  const watched: MemoryVault = {
    ...vault,
    read: (path) => {
      read.push(path);
      return vault.read(path);
    },
  };
  const log = {
    ...silent,
    info: (message: string) => logged.push(message),
    warn: (message: string) => logged.push(message),
  };
  const host = await memoryHost(watched, { snapshots, log, ...options });
  hosts.push(host);
  return { host, read, logged };
}

function someVault(): MemoryVault {
  return aVault()
    .note(
      '02-wiki/docker/Bridge',
      '---',
      'type: wiki',
      'tags: [net]',
      'aliases: [Brücke]',
      '---',
      '# Bridge',
      'alpha [[Host]] [[Nowhere]]',
    )
    .note('Host', 'beta links to ![[plan.png]]')
    .note('Plain', 'gamma without links')
    .attachment('plan.png')
    .inMemory();
}

const question = (query: string) => ({
  query,
  limit: 10,
  skip: 0,
  includeRaw: true,
  followLinks: false,
  windowChars: 200,
});

async function found(host: MemoryHost, query: string): Promise<readonly string[]> {
  return (await host.services.retriever.search(question(query))).hits.map(({ path }) => path);
}

async function knowledgeOf({ library, services }: MemoryHost): Promise<unknown> {
  const sources = [...library.files.keys()].sort();
  const hits = async (query: string): Promise<unknown> =>
    (await services.retriever.search(question(query))).hits.map(({ path, score, firstLine, lines }) => [
      path,
      score.toFixed(6),
      firstLine,
      lines,
    ]);
  return {
    files: sources,
    notes: [...library.notes.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    conventions: library.conventions(),
    links: sources.map((path) => [
      path,
      library.graph.out(path),
      library.graph.in(path),
      [...library.graph.unresolved(path)],
      library.graph.count(path, p('Host.md')),
    ]),
    broken: [...library.graph.withUnresolved()].sort(),
    naming: [...library.graph.naming('Host.md')]
      .map(({ source, linkPath, target }) => [source, linkPath, target])
      .sort(),
    hits: [await hits('alpha'), await hits('beta'), await hits('gamma'), await hits('title')],
  };
}

describe('a host that starts where another has left off', () => {
  it('knows all that the other knew, and reads nothing for it', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    const { host, read, logged } = await nextLife(vault, snapshots);
    expect(read).toEqual([]);
    expect(logged[0]).toContain('opened with 3 notes known before');
    const fresh = await memoryHost(vault);
    hosts.push(fresh);
    expect(await knowledgeOf(host)).toEqual(await knowledgeOf(fresh));
  });

  it('reads only what has changed since', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    vault.put('Plain.md', 'delta instead');
    vault.put('New.md', 'epsilon');
    vault.remove('Host.md');
    const { host, read } = await nextLife(vault, snapshots);
    expect(read.sort()).toEqual(['New.md', 'Plain.md']);
    expect(await found(host, 'delta')).toEqual(['Plain.md']);
    expect(await found(host, 'epsilon')).toEqual(['New.md']);
    expect(await found(host, 'beta')).toEqual([]);
    expect(await found(host, 'gamma')).toEqual([]);
    expect(host.library.files.has(p('Host.md'))).toBe(false);
    expect([...host.library.graph.unresolved(p('02-wiki/docker/Bridge.md')).keys()]).toEqual(['Host', 'Nowhere']);
  });

  it('never shows an old text under a new time: a hit is looked at on disk', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    vault.put('Plain.md', 'something else by now');
    // A vault whose listing hangs: nothing is compared for as long as the test runs.
    const end = { now: (): void => undefined };
    const hanging = new Promise<void>((resolve) => (end.now = resolve));
    const slow: MemoryVault = {
      ...vault,
      async *list() {
        await hanging;
        yield* vault.list();
      },
    };
    const host = unindexedHost(slow, { snapshots });
    hosts.push(host);
    host.library.start();
    await host.library.opened(10_000);
    expect(host.library.progress()).toMatchObject({ ready: true, compared: false });
    const answer = await host.services.retriever.search(question('gamma'));
    expect(answer.hits).toEqual([]);
    expect(answer.behind).toBeGreaterThan(0);
    expect(await found(host, 'alpha')).toEqual(['02-wiki/docker/Bridge.md', 'Host.md']);
    end.now();
    await host.settle();
    expect(host.library.progress()).toMatchObject({ ready: true, compared: true });
    expect((await host.services.retriever.search(question('alpha'))).behind).toBe(0);
  });

  it('says so and tries again where the vault cannot be listed, and forgets nothing', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    const closed: MemoryVault = {
      ...vault,
      async *list() {
        throw await Promise.resolve(new Error('unplugged'));
      },
    };
    const logged: string[] = [];
    const host = unindexedHost(closed, { snapshots, log: { ...silent, error: (message) => logged.push(message) } });
    hosts.push(host);
    host.library.start();
    await host.library.opened(10_000);
    await host.library.settled(1);
    expect(logged.join()).toContain('unplugged');
    expect(host.library.notes.size).toBe(3);
    expect((await host.services.retriever.search(question('alpha'))).behind).toBeGreaterThan(0);
    const before = snapshots.kept;
    await host.close();
    expect(snapshots.kept).toBe(before);
  });

  it('keeps nothing of a vault that could not be listed at its first start', async () => {
    const snapshots = memorySnapshots();
    const closed: Vault = {
      ...someVault(),
      list: () => {
        throw new Error('unplugged');
      },
    };
    const host = unindexedHost(closed as MemoryVault, { snapshots });
    host.library.start();
    await host.settle();
    await host.close();
    expect(snapshots.kept).toBeNull();
  });

  it('takes up what is told while it remembers', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    const host = unindexedHost(vault, { snapshots });
    hosts.push(host);
    host.library.start();
    vault.put('Plain.md', 'zeta');
    vault.remove('Host.md');
    vault.rename('02-wiki/docker/Bridge.md', 'Bridge.md');
    await host.settle();
    const fresh = await memoryHost(vault);
    hosts.push(fresh);
    expect(await knowledgeOf(host)).toEqual(await knowledgeOf(fresh));
  });

  it('reads a note again whose file was written in the last moment before it was kept', async () => {
    const snapshots = memorySnapshots();
    const vault = memoryVault({ 'Old.md': 'alpha' }, { startMs: Date.now() + 60_000 });
    await live(vault, snapshots);
    const { read } = await nextLife(vault, snapshots);
    expect(read).toEqual(['Old.md']);
  });

  it('takes whole milliseconds for the fractions that the other host counts', async () => {
    const snapshots = memorySnapshots();
    const vault = memoryVault({ 'A.md': 'alpha', 'B.md': 'beta' });
    const inFractions: MemoryVault = {
      ...vault,
      async *list() {
        for await (const files of vault.list()) yield files.map((file) => ({ ...file, mtimeMs: file.mtimeMs + 0.4 }));
      },
    };
    await live(inFractions, snapshots);
    const { read } = await nextLife(vault, snapshots);
    expect(read).toEqual([]);
  });
});

describe('a snapshot that does not fit', () => {
  it('is passed over when other settings hide, read or file notes otherwise', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    const access = { ...DEFAULT_SETTINGS.access, hidden: ['02-wiki'] };
    const { host, read } = await nextLife(vault, snapshots, { settings: { access } });
    expect(read.sort()).toEqual(['Host.md', 'Host.md', 'Plain.md', 'Plain.md']);
    expect([...host.library.files.keys()].sort()).toEqual(['Host.md', 'Plain.md', 'plan.png']);
    await host.close();
    const texts = snapshots.kept?.parts.filter((part) => typeof part === 'string').join('') ?? '';
    expect(texts).not.toContain('02-wiki/docker');
  });

  it('keeps nothing among its words of what the settings have come to hide', async () => {
    const [vault, snapshots] = [
      aVault().note('Private/Diary', 'xylophone').note('Open', 'plain').inMemory(),
      memorySnapshots(),
    ];
    const host = await memoryHost(vault, { snapshots });
    await host.set({ access: { ...DEFAULT_SETTINGS.access, hidden: ['Private'] } });
    await host.close();
    const kept = snapshots.kept?.parts
      .map((part) => (typeof part === 'string' ? part : Buffer.from(part).toString('latin1')))
      .join('');
    expect(kept).toContain('plain');
    expect(kept).not.toContain('xyloph');
    expect(kept).not.toContain('Diary');
  });

  it('is built anew whatever part of it is missing, doubled, another or half there', async () => {
    const [vault, snapshots] = [someVault(), memorySnapshots()];
    await live(vault, snapshots);
    const { kept } = snapshots;
    if (kept === null) throw new Error('nothing was kept');
    const fresh = await memoryHost(vault);
    hosts.push(fresh);
    const wanted = JSON.stringify(await knowledgeOf(fresh));
    for (let at = 0; at < kept.parts.length; at++) {
      const part = kept.parts[at] ?? '';
      const others = [
        [],
        [part, part],
        [part.slice(0, part.length >> 1)],
        typeof part === 'string' ? [new Uint8Array(4)] : ['[1]'],
      ];
      for (const instead of others) {
        snapshots.kept = { ...kept, parts: [...kept.parts.slice(0, at), ...instead, ...kept.parts.slice(at + 1)] };
        const host = await memoryHost(vault, { snapshots });
        // Some changes leave a snapshot that still fits together: it must then say the same.
        expect(JSON.stringify(await knowledgeOf(host)), `part ${at} of ${kept.parts.length}`).toBe(wanted);
        await host.close();
      }
    }
  });

  it('goes on from a life that ended in its first pass', async () => {
    const [vault, snapshots] = [aVault().filler(300).inMemory(), memorySnapshots()];
    const first = unindexedHost(vault, { snapshots });
    first.library.start();
    while (first.library.progress().indexed < 60) await first.library.settled(1);
    await first.close();
    const { host, read } = await nextLife(vault, snapshots);
    expect(host.library.notes.size).toBe(300);
    expect(host.library.progress()).toMatchObject({ ready: true, compared: true });
    expect(new Set(read).size).toBeLessThan(300);
    const fresh = await memoryHost(vault);
    hosts.push(fresh);
    expect(await knowledgeOf(host)).toEqual(await knowledgeOf(fresh));
  });
});

describe('a large vault known from a life before', () => {
  const large = (): MemoryVault => aVault().filler(1_001).inMemory();
  /** Its waits end only where what they wait for has come: no head start runs out. */
  const patient = {
    ...systemClock,
    after: (ms: number, until?: Promise<unknown>) =>
      ms === 500 && until ? until.then(() => undefined) : systemClock.after(ms, until),
  };

  /** The next life over a vault to which a note was added meanwhile; `lists` counts how often it is listed. */
  async function afterwards(): Promise<{ host: MemoryHost; lists: () => number }> {
    const [vault, snapshots] = [large(), memorySnapshots()];
    await live(vault, snapshots);
    vault.put(p('Late.md'), 'a zebra');
    let lists = 0;
    const watched = { ...vault, list: () => (lists++, vault.list()) };
    const host = unindexedHost(watched, { snapshots, clock: patient });
    hosts.push(host);
    host.library.start();
    await host.library.opened(60_000);
    return { host, lists: () => lists };
  }

  it('answers the first questions before it is listed again, and says how much may have changed', async () => {
    const { host, lists } = await afterwards();
    const { hits, behind } = await host.services.retriever.search(question('filler'));
    expect(hits.length).toBeGreaterThan(0);
    expect(behind).toBe(1_001);
    expect(lists()).toBe(0);
  });

  it('is listed at once for whoever needs to know it as it is', async () => {
    const { host, lists } = await afterwards();
    await host.library.settled(60_000);
    expect(lists()).toBe(1);
    expect(host.library.progress().compared).toBe(true);
    expect(await found(host, 'zebra')).toEqual(['Late.md']);
  });

  it('may be closed before it was ever listed', async () => {
    const { host, lists } = await afterwards();
    await host.close();
    expect(lists()).toBe(0);
  });
});

describe('any sequence of lives', () => {
  const name = fc.constantFrom('A.md', 'B.md', 'sub/A.md', 'Host.md', '02-wiki/D.md', 'x.canvas', 'pic.png');
  const text = fc.constantFrom(
    'alpha [[B]]',
    'beta [[sub/A]] ![[pic.png]]',
    '---\ntype: wiki\n---\ngamma',
    '',
    '# Title\n[[Nowhere]]',
  );
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), name, text }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('die' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), settled: fc.boolean() }) },
  );

  it('knows the same as one that was opened afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const snapshots = memorySnapshots();
        const vault = memoryVault({ 'A.md': 'alpha', 'B.md': 'beta' });
        const here = new Set(['A.md', 'B.md']);
        let host: MemoryHost | null = null;
        for (const each of steps) {
          if (each.kind === 'put') {
            vault.put(each.name, each.text);
            here.add(each.name);
          } else if (each.kind === 'remove' && here.delete(each.name)) vault.remove(each.name);
          else if (each.kind === 'rename' && here.has(each.name) && !here.has(each.to)) {
            vault.rename(each.name, each.to);
            here.delete(each.name);
            here.add(each.to);
          } else if (each.kind === 'die') {
            await host?.close();
            host = null;
          } else if (each.kind === 'start') {
            await host?.close();
            host = unindexedHost(vault, { snapshots });
            host.library.start();
            if (each.settled) await host.settle();
          }
        }
        await host?.close();
        const last = await memoryHost(vault, { snapshots });
        const fresh = await memoryHost(vault);
        expect(await knowledgeOf(last)).toEqual(await knowledgeOf(fresh));
        await Promise.all([last.close(), fresh.close()]);
      }),
      { numRuns: 60 },
    );
  });
});
