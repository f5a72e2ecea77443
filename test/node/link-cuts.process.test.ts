import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FreshSession, Link } from '../../src/shim/link.ts';
import type { LinkClock } from '../../src/wire/clock.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { LinkRig, SAFE, collect, reached } from './link-rig.ts';

let rig: LinkRig;
beforeEach(async () => {
  rig = await LinkRig.make();
});
afterEach(() => rig.close());

describe('a link whose socket breaks', () => {
  let proxy: CuttingProxy;
  beforeEach(async () => {
    proxy = await CuttingProxy.to(() => rig.server.port);
  });
  afterEach(() => proxy.close());

  /** A host that answers each line, and a link to it through the proxy; quick to dial again. */
  async function through(total: number): Promise<Run> {
    const atHost = collect(total);
    const atShim = collect(total);
    await rig.serve({
      dialledPort: () => proxy.port,
      onSession: (session) => {
        session.onLine((line) => {
          atHost.take(line);
          void session.send(`answer ${line}`);
        });
      },
    });
    const link = rig.link({}, { random: () => 0, clock: quickClock });
    link.onLine(atShim.take);
    return { link, atHost, atShim };
  }

  it('resumes and loses, doubles and reorders none of 1,000 lines over random cuts in both directions', async () => {
    const random = seeded(20261130);
    const total = 1000;
    const run = await through(total);
    proxy.cutAfter(() => ({ up: 300 + Math.floor(random() * 8000), down: 300 + Math.floor(random() * 8000) }));
    const freshSessions: FreshSession[] = [];
    run.link.onFreshSession((fresh) => freshSessions.push(fresh));
    run.link.open();
    await reached(run.link, 'ready');
    const lines = Array.from({ length: total }, (_, at) => `${at} ${'é'.repeat(Math.floor(random() * 200))}`);
    for (const line of lines) {
      run.link.send(line, SAFE);
      if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([run.atHost.all, run.atShim.all]);
    expect(run.atHost.lines).toEqual(lines);
    expect(run.atShim.lines).toEqual(lines.map((line) => `answer ${line}`));
    expect(freshSessions).toHaveLength(1);
    expect(proxy.cuts).toBeGreaterThan(30);
  });

  it.each(['up', 'down'] as const)(
    'resumes when cut at each single byte of the frames that go %s',
    async (direction) => {
      const { link: whole, atShim } = await through(1);
      whole.open();
      await reached(whole, 'ready');
      const handshake = proxy.relayed[direction];
      whole.send('a', SAFE);
      await atShim.all;
      // Every byte of three data frames and the acknowledgements between them; the handshake in steps.
      const end = handshake + 3 * (proxy.relayed[direction] - handshake);
      expect(end - handshake).toBeGreaterThan(60);
      for (let bytes = 1; bytes <= end; bytes += bytes < handshake - 7 ? 7 : 1) {
        const echoed = collect(3);
        const sent = [`a${bytes}`, `b${bytes}`, `c${bytes}`];
        let cutOnce = false;
        proxy.cutAfter(() => {
          if (cutOnce) return null;
          cutOnce = true;
          return { up: Infinity, down: Infinity, [direction]: bytes };
        });
        const link = rig.link({}, { random: () => 0, clock: quickClock });
        link.onLine(echoed.take);
        link.open();
        await reached(link, 'ready');
        for (const line of sent) link.send(line, SAFE);
        await echoed.all;
        expect(echoed.lines).toEqual(sent.map((line) => `answer ${line}`));
        await link.close();
      }
    },
  );
});

interface Run {
  readonly link: Link;
  readonly atHost: ReturnType<typeof collect>;
  readonly atShim: ReturnType<typeof collect>;
}

/** Real time, a hundred times as fast, so that pauses between dials cost nothing. */
const quickClock: LinkClock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms >= 1000 ? ms : ms / 100);
    return () => clearTimeout(timer);
  },
};

/** A small linear congruential generator: the same cuts on every run. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
