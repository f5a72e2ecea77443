import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSelf, printOwner } from '../../src/node/host-lock-owner.ts';
import type { LockOwner } from '../../src/node/host-lock-owner.ts';
import { hostLock } from '../../src/node/host-lock.ts';
import type { Acquisition, HeldLock, HostLockOptions } from '../../src/node/host-lock.ts';
import type { ProbeResult } from '../../src/node/link-dial.ts';
import { ManualClock } from '../wire/manual-clock.ts';
import { until } from './link-rig.ts';

let folder: string;
let locks: string;
let probed: ProbeResult;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-mcp-lock-'));
  locks = join(folder, 'locks', 'vault-0001');
  probed = 'answers';
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the lock of a vault', () => {
  it('goes to one of many contenders at once, each time that it is let go', async () => {
    for (let round = 0; round < 20; round++) {
      const results = await Promise.all(Array.from({ length: 8 }, () => contender().tryAcquire()));
      const won = results.flatMap((result) => ('lock' in result ? [result.lock] : []));
      expect(won).toHaveLength(1);
      expect(await won[0]?.stillOurs()).toBe(true);
      await won[0]?.release();
      expect(await won[0]?.stillOurs()).toBe(false);
    }
    expect((await readdir(locks)).length).toBeLessThanOrEqual(4);
  });

  it('counts its generations up and never gives one twice', async () => {
    const first = await win();
    await first.release();
    const second = await win();
    expect([first, second].map(({ generation }) => generation)).toEqual([
      expect.stringMatching(/^1-[0-9a-f]{32}$/),
      expect.stringMatching(/^2-[0-9a-f]{32}$/),
    ]);
  });

  it('is not let go by an owner that has lost it', async () => {
    const loser = await win();
    probed = 'nobody';
    const winner = await win();
    expect(await loser.stillOurs()).toBe(false);
    await loser.release();
    expect(await winner.stillOurs()).toBe(true);
    probed = 'answers';
    expect(await contender().tryAcquire()).toMatchObject({ why: 'answers' });
  });

  it('survives a contender that died with its draft half made, and clears the draft away', async () => {
    await mkdir(join(locks, '.claim-dead'), { recursive: true });
    await writeFile(join(locks, '.claim-dead', 'owner.json'), printOwner(await someone({ pid: 2 ** 22 + 1 })));
    await win();
    expect(await readdir(locks)).toEqual(['1']);
  });

  it('is free where the power went while its owner was written', async () => {
    await mkdir(join(locks, '3'), { recursive: true });
    await writeFile(join(locks, '3', 'owner.json'), '');
    expect((await win()).generation).toMatch(/^4-/);
  });

  it('is lost with its folder, so that nobody writes on under it', async () => {
    const lock = await win();
    await rm(locks, { recursive: true });
    expect(await lock.stillOurs()).toBe(false);
    await lock.release();
  });
});

describe('an owner', () => {
  const rows: [string, Partial<LockOwner>, ProbeResult, string][] = [
    ['that answers keeps the lock', {}, 'answers', 'answers'],
    ['that is frozen keeps it', {}, 'silent', 'silent'],
    ['that has no endpoint yet keeps it', {}, 'unpublished', 'starting'],
    ['of a process that is gone loses it', { pid: 2 ** 22 + 1 }, 'nobody', 'won'],
    ['of a process that is gone loses it though a stranger has its port', { pid: 2 ** 22 + 1 }, 'silent', 'won'],
    ['of a process that is gone before it published loses it', { pid: 2 ** 22 + 1 }, 'unpublished', 'won'],
    ['whose number another process has now loses it', { processStart: '1' }, 'silent', 'won'],
    ['of before the machine started anew loses it', { bootId: 'former' }, 'silent', 'won'],
    ['that answers keeps it whatever the process table says', { pid: 2 ** 22 + 1 }, 'answers', 'answers'],
    ['in another sandbox keeps it while it is silent', { pidSpace: 'pid:[1]', pid: 2 ** 22 + 1 }, 'silent', 'silent'],
    ['in another sandbox loses it when nobody listens', { pidSpace: 'pid:[1]', pid: 2 ** 22 + 1 }, 'nobody', 'won'],
    ['on another machine keeps it', { bootId: 'theirs', machine: 'theirs', pid: 2 ** 22 + 1 }, 'nobody', 'elsewhere'],
    ['without a listener in a process that lives loses it', {}, 'nobody', 'won'],
  ];
  it.runIf(process.platform === 'linux').each(rows)('%s', async (_what, change, result, expected) => {
    await write(await someone(change));
    probed = result;
    const acquisition = await contender().tryAcquire();
    expect('lock' in acquisition ? 'won' : acquisition.why).toBe(expected);
  });

  it('in the name of this very process is a leftover where the process runs one host at a time', async () => {
    await win();
    probed = 'unpublished';
    expect(await contender().tryAcquire()).toMatchObject({ why: 'starting' });
    expect(await contender({ soleInProcess: true }).tryAcquire()).toHaveProperty('lock');
  });

  it('that stays without an endpoint for as long as one watches is no host that starts', async () => {
    await write(await someone({}));
    probed = 'unpublished';
    const clock = new ManualClock();
    const watcher = contender({ clock });
    expect(await watcher.tryAcquire()).toMatchObject({ why: 'starting' });
    clock.advance(19_999);
    expect(await watcher.tryAcquire()).toMatchObject({ why: 'starting' });
    clock.advance(1);
    expect(await watcher.tryAcquire()).toHaveProperty('lock');
  });

  it('that is just closing is looked at twice before it counts as gone', async () => {
    await write(await someone({}));
    probed = 'nobody';
    const clock = new ManualClock();
    const trial = contender({ clock }).tryAcquire();
    await until(() => clock.waiting === 1);
    probed = 'answers';
    clock.advance(250);
    expect(await trial).toMatchObject({ why: 'starting' });
  });

  it('is named in full, and null where there is none', async () => {
    expect(await contender().owner()).toBeNull();
    const { generation } = await win();
    expect(await contender().owner()).toEqual({ generation, ...(await describeSelf('headless')) });
    expect(await readFile(join(locks, '1', 'owner.json'), 'utf8')).toContain(generation);
  });
});

function contender(options: Partial<HostLockOptions> = {}): ReturnType<typeof hostLock> {
  return hostLock({
    stateFolder: folder,
    vaultId: 'vault-0001',
    kind: 'headless',
    soleInProcess: false,
    probe: () => Promise.resolve(probed),
    ...options,
  });
}

async function win(): Promise<HeldLock> {
  const acquisition: Acquisition = await contender().tryAcquire();
  if (!('lock' in acquisition)) throw new Error(`held: ${acquisition.why}`);
  return acquisition.lock;
}

async function someone(change: Partial<LockOwner>): Promise<LockOwner> {
  return { generation: '5-former', ...(await describeSelf('obsidian')), ...change };
}

async function write(owner: LockOwner): Promise<void> {
  await mkdir(join(locks, '5'), { recursive: true });
  await writeFile(join(locks, '5', 'owner.json'), printOwner(owner));
}
