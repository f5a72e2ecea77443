import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WORTH_A_THREAD } from '../../src/core/index/filled-index.ts';
import type { IndexWorker } from '../../src/core/index/index-port.ts';
import { startFillingThread } from '../../src/headless/filling-thread.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import type { HeadlessHost } from '../../src/headless/host.ts';
import { aVault } from '../support/a-vault.ts';

const ENGINE = new URL('../../dist/engine.mjs', import.meta.url);

interface Rig {
  readonly host: HeadlessHost;
  readonly warnings: string[];
  /** Resolves when the first notes are on their way to the thread. */
  readonly filling: Promise<void>;
  /** Threads that were started, and those that were told to end. */
  readonly started: IndexWorker[];
  readonly ended: IndexWorker[];
  /** Ends a thread without the host's knowing. */
  readonly kill: () => void;
}

/** A vault that is worth a thread, one note of which tells of tides, served with the engine's own file as the thread. */
async function rig(): Promise<Rig> {
  const vault = await aVault()
    .filler(WORTH_A_THREAD)
    .note('Tides', '# Tides', 'A spring tide comes twice a month.')
    .onDisk();
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const log = { debug: () => undefined, info: () => undefined, warn, error: warn };
  const started: IndexWorker[] = [];
  const ended: IndexWorker[] = [];
  let tell = (): void => undefined;
  const filling = new Promise<void>((resolve) => (tell = resolve));
  let kill = (): void => undefined;
  const fillingThread = (): IndexWorker => {
    const worker = startFillingThread(ENGINE);
    started.push(worker);
    return {
      ...worker,
      post: (message, transfer) => {
        worker.post(message, transfer);
        tell();
      },
      onDeath: (listener) => {
        worker.onDeath(listener);
        kill = () => {
          worker.end();
          listener('killed');
        };
      },
      end: () => {
        ended.push(worker);
        worker.end();
      },
    };
  };
  const host = await openHeadlessHost({ folder: vault.path, version: '1.2.3', log, fillingThread });
  onTestFinished(() => host.close());
  return { host, warnings, filling, started, ended, kill: () => kill() };
}

/** How many notes tell of tides once all are read. */
async function found({ host }: Rig): Promise<number> {
  while ((await host.library.settled(1_000)) > 0) continue;
  const request = { limit: 10, skip: 0, includeRaw: false, followLinks: false, windowChars: 280 };
  return (await host.services.retriever.search({ ...request, query: 'spring tide twice' })).found;
}

describe.skipIf(!existsSync(ENGINE))('the engine’s file as the thread that fills an index', () => {
  it('fills it and ends', async () => {
    const all = await rig();
    expect(await found(all)).toBe(1);
    await expect.poll(() => all.ended.length, { timeout: 20_000 }).toBe(1);
    expect(all.started).toHaveLength(1);
    expect(await found(all)).toBe(1);
    expect(all.host.library.progress()).toMatchObject({ indexed: WORTH_A_THREAD + 1, ready: true });
    expect(all.warnings).toEqual([]);
  });

  it('may die on the way: then the host reads all notes again by itself', async () => {
    const all = await rig();
    await all.filling;
    all.kill();
    expect(await found(all)).toBe(1);
    expect(all.started).toHaveLength(1);
    expect(all.warnings).toEqual([expect.stringContaining('built anew')]);
  });
});
