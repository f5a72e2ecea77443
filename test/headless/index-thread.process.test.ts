import { describe, expect, it, onTestFinished } from 'vitest';
import { startIndexThread, type IndexThread } from '../../bench/index-thread.ts';
import type { IndexWorker } from '../../src/core/index/index-port.ts';
import type { SearchRequest } from '../../src/core/retrieve/retriever.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import type { HeadlessHost } from '../../src/headless/host.ts';
import { workerText } from '../core/index/index-threads.ts';
import { aVault } from '../support/a-vault.ts';

const text = await workerText();
const NOTES = 150;

interface Served {
  readonly host: HeadlessHost;
  readonly threads: IndexThread[];
  readonly warnings: string[];
}

/** A vault of notes that all tell of owls, with its index in threads that this test can kill. */
async function serve(start: () => IndexWorker): Promise<Omit<Served, 'threads'>> {
  const vault = aVault();
  for (let at = 0; at < NOTES; at++) vault.note(`Note ${at}`, `# Note ${at}`, `An owl of the number${at} kind.`);
  const dir = await vault.onDisk();
  const warnings: string[] = [];
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: (message: string) => void warnings.push(message),
  };
  const host = await openHeadlessHost({ folder: dir.path, version: '1.2.3', log, indexWorker: start });
  onTestFinished(() => host.close());
  return { host, warnings };
}

async function serveInThreads(): Promise<Served> {
  const threads: IndexThread[] = [];
  const start = (): IndexThread => {
    const thread = startIndexThread(text);
    threads.push(thread);
    return thread;
  };
  return { ...(await serve(start)), threads };
}

const request = (query: string): SearchRequest => ({
  query,
  limit: 10,
  skip: 0,
  includeRaw: false,
  followLinks: false,
  windowChars: 280,
});

async function ready({ library }: HeadlessHost): Promise<void> {
  while ((await library.settled(1_000)) > 0) continue;
}

/** Asks for owls; an answer that is not whole has to say so. */
async function ask({ services }: HeadlessHost): Promise<{ readonly found: number; readonly behind: number }> {
  const { found, behind } = await services.retriever.search(request('owl'));
  if (behind === 0) expect(found).toBe(NOTES);
  return { found, behind };
}

async function expectWhole(host: HeadlessHost): Promise<void> {
  await ready(host);
  expect(await ask(host)).toEqual({ found: NOTES, behind: 0 });
  const { hits } = await host.services.retriever.search(request('number42'));
  expect(hits.map(({ path }) => path)).toEqual(['Note 42.md']);
}

describe('a host whose index runs in a thread of its own', () => {
  it('answers from it', async () => {
    const { host, threads, warnings } = await serveInThreads();
    await expectWhole(host);
    expect(threads).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it('fills another when it dies, and answers say meanwhile that they are partial', async () => {
    const { host, threads, warnings } = await serveInThreads();
    await expectWhole(host);
    const asked = Array.from({ length: 6 }, () => ask(host));
    await threads[0]?.kill();
    await Promise.all(asked);
    for (let answer = await ask(host); answer.behind > 0;) answer = await ask(host);
    await expectWhole(host);
    expect(threads).toHaveLength(2);
    expect(warnings).toEqual([expect.stringContaining('built anew')]);
  });

  it('goes on when it dies in the first pass', async () => {
    const { host, threads } = await serveInThreads();
    await threads[0]?.kill();
    await expectWhole(host);
  });

  it('goes on in its own thread when threads go on dying, and says so', async () => {
    const { host, threads, warnings } = await serveInThreads();
    for (let life = 0; life < 3; life++) {
      await expectWhole(host);
      await threads[life]?.kill();
    }
    await expectWhole(host);
    expect(threads).toHaveLength(3);
    expect(warnings.at(-1)).toContain('no thread of its own');
  });

  it('works in its own thread where none can be started, and says so', async () => {
    const { host, warnings } = await serve(() => {
      throw new Error('not allowed here');
    });
    await expectWhole(host);
    expect(warnings).toEqual([expect.stringContaining('not allowed here')]);
    expect(warnings[0]).toContain('slices of 4 ms');
  });

  it('works in its own thread where one never begins', async () => {
    const { host, warnings } = await serve(() => startIndexThread('this is no program'));
    await expectWhole(host);
    expect(warnings).toEqual([expect.stringContaining('slices of 4 ms')]);
  });
});
