/**
 * A host for tests of the pipe: the real link, and tools whose answers are told by their arguments. It runs where the
 * engine runs, and keeps its lines in the file that STUB_LOG names.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import { publishEndpoint, withdrawEndpoint } from '../../../src/node/endpoint-file.ts';
import { newToken } from '../../../src/node/link-proving.ts';
import { createLinkServer } from '../../../src/node/link-server.ts';
import type { LinkSession } from '../../../src/node/link-session.ts';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly arguments?: Arguments;
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

interface Arguments {
  readonly say?: string;
  /** Milliseconds before the answer. */
  readonly after?: number;
  readonly then?: 'nothing' | 'throw' | 'exhaust' | 'print' | 'nobody' | 'list-changed' | 'late-progress';
}

const { vaultPath, vaultId, stateFolder } = workerData as Readonly<
  Record<'vaultPath' | 'vaultId' | 'stateFolder', string>
>;
const generation = `${Date.now()}-${Math.random()}`;
const token = newToken();
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function note(event: string): void {
  if (process.env['STUB_LOG'] !== undefined) appendFileSync(process.env['STUB_LOG'], `${event}\n`);
}

/** Whether no stub of this test has said so before. */
function isFirst(event: string): boolean {
  const isNew = !readFileSync(process.env['STUB_LOG'] ?? '', 'utf8').includes(`${event}\n`);
  note(event);
  return isNew;
}

function answer(session: LinkSession, text: string): void {
  const message = JSON.parse(text) as Message;
  note(text);
  const reply = (result: object): void => void session.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  if (message.id === undefined) return;
  if (message.method !== 'tools/call') return reply({ method: message.method });
  const { say = 'done', after = 0, then } = message.params?.arguments ?? {};
  const progressToken = message.params?._meta?.progressToken;
  if (progressToken !== undefined) {
    const params = { progressToken, progress: 1 };
    void session.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  }
  if (then === 'nothing') return;
  const says = (line: object): void => void session.send(JSON.stringify({ jsonrpc: '2.0', ...line }));
  if (then === 'nobody') says({ id: null, error: { code: -32603, message: 'to nobody' } });
  if (then === 'list-changed') says({ method: 'notifications/tools/list_changed' });
  if (then === 'throw' && isFirst('threw')) throw new Error('the stub was told to fall');
  if (then === 'print') console.log('{"this":"must not stand on stdout"}');
  if (then === 'exhaust') {
    const held: number[][] = [];
    for (;;) held.push(new Array<number>(1_000_000).fill(held.length));
  }
  setTimeout(() => {
    reply({ content: [{ type: 'text', text: say }] });
    if (then === 'late-progress') says({ method: 'notifications/progress', params: { progressToken, progress: 2 } });
  }, after);
}

const server = await createLinkServer({
  token,
  generation,
  facts: () => ({
    kind: 'headless',
    version: '0.0.0',
    pid: process.pid,
    vault: 'Stub',
    readOnlyTools: ['vault_search'],
    toolsHash: '',
  }),
  onSession: (session) =>
    session.onLine((line) => {
      try {
        answer(session, line);
      } catch (error) {
        setImmediate(() => {
          throw error;
        });
      }
    }),
  answerQuery: () => Promise.resolve({ state: 'absent' }),
  onHandOver: () => Promise.resolve(),
  log: quiet,
});
note('started');
await publishEndpoint(stateFolder, {
  vault: { id: vaultId, name: 'Stub', path: vaultPath },
  host: 'headless',
  url: server.url,
  token,
  generation,
  pid: process.pid,
  started: Date.now(),
  version: '0.0.0',
});
parentPort?.postMessage({ ready: server.url });
parentPort?.on('message', () => {
  void (async () => {
    await server.close();
    await withdrawEndpoint(stateFolder, vaultId, generation);
    note('stopped');
    parentPort?.postMessage({ stopped: true });
    parentPort?.close();
  })();
});
