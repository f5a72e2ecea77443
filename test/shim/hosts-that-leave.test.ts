import { beforeEach, describe, expect, it } from 'vitest';

import { DEADLINE_MS } from '../../src/shim/deadlines.ts';

import { ASession } from './support/a-session.ts';
import { testHost } from './support/fake-link.ts';

let a: ASession;
beforeEach(() => {
  a = new ASession();
  a.initializes();
  a.link.meetHost();
});

/** How often a call was handed to a host. */
const sends = (): number => a.link.of('tools/call').length;

/** The host, which all lines had reached, falls or leaves, and another comes. */
async function anotherHost(times = 1, leftInOrder = false): Promise<void> {
  for (let each = 0; each < times; each++) {
    a.link.meetHost(1000, testHost, leftInOrder);
    await a.settled();
  }
}

async function pass(ms: number): Promise<void> {
  a.clock.advance(ms);
  await a.settled();
}

/** The host is asked what became of a write, and knows nothing of it. */
async function absent(): Promise<void> {
  a.link.asked.at(-1)?.answer({ state: 'absent' });
  await a.settled();
}

describe('a read whose hosts fall one after another', () => {
  beforeEach(() => a.calls(1, 'echo'));

  it('is sent again twice at once, then after a rest that grows, and answered by the host that stays', async () => {
    await anotherHost(3);
    expect(sends()).toBe(3);
    for (const [rest, sent] of [
      [1000, 4],
      [2000, 5],
      [4000, 6],
      [4000, 7],
    ] as const) {
      await pass(rest - 1);
      await anotherHost();
      expect(sends()).toBe(sent - 1);
      await pass(1);
      expect(sends()).toBe(sent);
      await anotherHost();
    }
    await pass(4000);
    a.link.says({ id: 1, result: { content: [{ type: 'text', text: 'read' }] } });
    expect(a.textOf(1)).toBe('read');
  });

  it('is refused only when its time is up, and told why', async () => {
    for (let second = 0; second < DEADLINE_MS / 1000 - 1; second++) {
      await anotherHost();
      await pass(1000);
      expect(a.answersTo(1)).toEqual([]);
    }
    // However many hosts came and fell, a call that brings its hosts down has met only a few of them.
    expect(sends()).toBe(14);
    await pass(1000);
    expect(a.textOf(1)).toMatch(/^\[vault_unavailable\].*left several times/);
  });

  it('does not rest where hosts leave in order, however often: it did not bring them down', async () => {
    await anotherHost(50, true);
    expect(sends()).toBe(51);
    expect(a.answersTo(1)).toEqual([]);
    a.clock.advance(DEADLINE_MS);
    expect(a.textOf(1)).toMatch(/^\[timed_out\]/);
  });

  it('waits after its rest for a host to stand', async () => {
    await anotherHost(3);
    a.link.become('lost');
    await pass(1000);
    expect(sends()).toBe(3);
    expect(a.wanted).toBe(1);
    a.link.become('ready');
    expect(sends()).toBe(4);
  });

  it('is told at once, resting too, when no host can be had', async () => {
    await anotherHost(3);
    a.session.refuseWaiting('[vault_unavailable] The vault could not be opened.');
    expect(a.textOf(1)).toMatch(/could not be opened/);
    await pass(DEADLINE_MS);
    expect(sends()).toBe(3);
  });

  it('is cancelled while it rests, and no host hears of it any more', async () => {
    await anotherHost(3);
    a.says({ method: 'notifications/cancelled', params: { requestId: 1 } });
    await pass(DEADLINE_MS);
    expect(sends()).toBe(3);
    expect(a.link.of('notifications/cancelled')).toEqual([]);
    expect(a.answersTo(1)).toEqual([]);
  });
});

describe('a write whose hosts fall one after another', () => {
  beforeEach(() => a.calls(1, 'write'));

  /** Hosts come and go until it rests, none having begun it. */
  async function untilItRests(): Promise<void> {
    for (let host = 0; host < 3; host++) {
      await anotherHost();
      await absent();
    }
  }

  it('is asked for at each host and sent again, after a rest, under its one key', async () => {
    await untilItRests();
    expect(sends()).toBe(3);
    await pass(1000);
    expect(sends()).toBe(4);
    const keys = new Set(a.link.of('tools/call').map(({ meta }) => meta.key));
    expect(keys.size).toBe(1);
    expect([...keys]).toEqual([...new Set(a.link.asked.map(({ key }) => key))]);
    a.link.says({ id: 1, result: { content: [{ type: 'text', text: 'written' }] } });
    expect(a.textOf(1)).toBe('written');
  });

  it('was provably not made when its time is up while it rests', async () => {
    await pass(DEADLINE_MS - 500);
    await untilItRests();
    a.link.become('lost');
    await pass(500);
    expect(a.textOf(1)).toMatch(/^\[not_applied\]/);
    a.link.become('ready');
    await pass(DEADLINE_MS);
    expect(sends()).toBe(3);
  });

  it('is not called unmade while a host may have it', async () => {
    await untilItRests();
    await pass(1000);
    a.link.become('lost');
    await pass(DEADLINE_MS);
    await pass(2000);
    expect(a.textOf(1)).toMatch(/^\[outcome_unknown\]/);
  });
});
