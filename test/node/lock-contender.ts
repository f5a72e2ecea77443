import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { publishEndpoint } from '../../src/node/endpoint-file.ts';
import { hostLock } from '../../src/node/host-lock.ts';
import type { HeldLock } from '../../src/node/host-lock.ts';
import { probeHost } from '../../src/node/link-dial.ts';
import { newToken } from '../../src/node/link-proving.ts';
import { createLinkServer } from '../../src/node/link-server.ts';

/**
 * A process of the lock's tests: on `acquire` it tries once and, if it wins, serves; on `ours` it says whether it still
 * holds the lock; `thread` runs the same in a worker thread, `end-thread` ends that thread without a word.
 */
const stateFolder = isMainThread ? String(process.argv[2]) : String((workerData as { folder: string }).folder);
const say = (message: unknown): void =>
  void (isMainThread ? process.send?.(message) : parentPort?.postMessage(message));
const silentLog = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const vault = { id: 'vault-0001', name: 'v', path: '/v' };
let lock: HeldLock | null = null;
let thread: Worker | null = null;

const contender = hostLock({
  stateFolder,
  vaultId: vault.id,
  kind: 'headless',
  soleInProcess: true,
  probe: (generation) => probeHost(stateFolder, vault.id, generation),
});

async function act(order: unknown): Promise<void> {
  if (order === 'acquire') say(await acquire());
  if (order === 'ours') say({ ours: (await lock?.stillOurs()) ?? false });
  if (order === 'thread') {
    thread = new Worker(new URL(import.meta.url), { workerData: { folder: stateFolder } });
    thread.on('message', say);
    thread.postMessage('acquire');
  }
  if (order === 'end-thread') {
    await thread?.terminate();
    say({ ended: true });
  }
}

async function acquire(): Promise<unknown> {
  const acquisition = await contender.tryAcquire();
  if (!('lock' in acquisition)) return { heldBy: acquisition.heldBy.pid, why: acquisition.why };
  lock = acquisition.lock;
  const { generation } = lock;
  const token = newToken();
  const server = await createLinkServer({
    token,
    generation,
    facts: () => ({ kind: 'headless', version: '0', pid: process.pid, vault: 'v', readOnlyTools: [], toolsHash: '' }),
    onSession: ignore,
    answerQuery: () => Promise.resolve({ state: 'absent' }),
    onHandOver: async () => {
      await lock?.release();
    },
    log: silentLog,
  });
  const { url } = server;
  const started = Date.now();
  await publishEndpoint(stateFolder, {
    vault,
    host: 'headless',
    url,
    token,
    generation,
    pid: process.pid,
    started,
    version: '0',
  });
  return { acquired: generation };
}

function ignore(): void {
  // Nothing to do in a contender.
}

if (isMainThread) {
  process.on('message', (order) => void act(order));
  process.on('disconnect', () => process.exit(0));
} else {
  parentPort?.on('message', (order) => void act(order));
}
say({ up: true });
