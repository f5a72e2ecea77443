import { describe, expect, it } from 'vitest';
import { VaultError } from '../../src/core/errors.ts';
import type { Clock } from '../../src/core/ports.ts';
import type { Answer, Tool, ToolContext } from '../../src/mcp/tool.ts';
import type { LinkSession } from '../../src/node/link-session.ts';
import { Activity } from '../../src/serve/activity.ts';
import { systemClock } from '../../src/node/clock.ts';

/** A session that only comes and goes. */
function aSession(id: string, client = 'Claude Code'): LinkSession & { end(): void } {
  const listeners: ((reason: 'expired') => void)[] = [];
  return {
    id,
    shim: { version: '0', client, lang: '' } as LinkSession['shim'],
    connected: true,
    send: () => Promise.resolve(),
    onLine: () => undefined,
    onClose: (listener) => void listeners.push(listener),
    close: () => undefined,
    end: () => listeners.forEach((listener) => listener('expired')),
  };
}

/** A tool whose answer is given by hand. */
function aTool(): { tool: Tool; answer(): void; refuse(): void } {
  let settle: { resolve: (answer: Answer) => void; reject: (error: unknown) => void } | null = null;
  return {
    tool: {
      name: 'vault_search',
      call: () => new Promise<Answer>((resolve, reject) => (settle = { resolve, reject })),
    } as unknown as Tool,
    answer: () => settle?.resolve({ text: 'found' }),
    refuse: () => settle?.reject(new VaultError('empty_query', { query: '' })),
  };
}

function aClock(): { clock: Clock; pass(ms: number): void } {
  let now = 1_000;
  return { clock: { ...systemClock, now: () => now }, pass: (ms) => (now += ms) };
}

const nowhere = {} as ToolContext;

describe('what agents are doing', () => {
  it('tells who is connected, until a session ends for good', () => {
    const { clock } = aClock();
    const activity = new Activity(clock);
    const session = aSession('s1');
    let told = 0;
    const stop = activity.onChange(() => told++);
    activity.arrived(session);
    expect(activity.agents()).toEqual([
      { session: 's1', client: 'Claude Code', since: 1_000, reachable: true, answered: 0 },
    ]);
    session.end();
    expect(activity.agents()).toEqual([]);
    expect(told).toBe(2);
    stop();
    activity.arrived(aSession('s2'));
    expect(told).toBe(2);
  });

  it('tells what each call is about, how long it took and whether it was refused', async () => {
    const { clock, pass } = aClock();
    const activity = new Activity(clock);
    const session = aSession('s1');
    activity.arrived(session);
    const { tool, answer, refuse } = aTool();
    const [watched] = activity.watched([tool], session);
    const first = watched?.call({ limit: 3, query: 'why\nlogged out' }, nowhere);
    expect(activity.calls()).toEqual([
      {
        id: 1,
        session: 's1',
        client: 'Claude Code',
        tool: 'vault_search',
        about: 'why\\nlogged out',
        startedAt: 1_000,
      },
    ]);
    pass(40);
    answer();
    await first;
    const second = watched?.call({}, nowhere);
    pass(2);
    refuse();
    await expect(second).rejects.toThrow('empty_query');
    expect(activity.calls()).toEqual([]);
    expect(activity.answers().map(({ id, took, refused }) => [id, took, refused])).toEqual([
      [2, 2, true],
      [1, 40, false],
    ]);
    expect(activity.agents()[0]?.answered).toBe(2);
  });

  it('takes any arguments, and remembers no more than the newest fifty answers', async () => {
    const activity = new Activity(systemClock);
    const session = aSession('s1');
    const tool = { name: 'vault_list', call: () => Promise.resolve({ text: 'x' }) } as unknown as Tool;
    const [watched] = activity.watched([tool], session);
    const oddities: unknown[] = [null, 7, 'text', [], { query: 4 }, { path: '  ' }, { title: 'x'.repeat(500) }];
    for (let round = 0; round < 10; round++) {
      for (const given of oddities) await watched?.call(given, nowhere);
    }
    const answers = activity.answers();
    expect(answers).toHaveLength(50);
    expect(answers[0]?.about).toHaveLength(80);
    expect(new Set(answers.map(({ about }) => about.length))).toEqual(new Set([0, 80]));
  });
});
