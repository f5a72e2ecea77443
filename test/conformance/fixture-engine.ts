import { parentPort, workerData } from 'node:worker_threads';
import { publishEndpoint, withdrawEndpoint } from '../../src/node/endpoint-file.ts';
import { newToken } from '../../src/node/link-proving.ts';
import { createLinkServer } from '../../src/node/link-server.ts';
import { serveFixtures } from './fixture-server.ts';
import { tools } from './fixture-tools.ts';

// Runs where the engine runs, and serves the suite's fixtures instead of a vault, over the real link.

const { vaultPath, vaultId, stateFolder } = workerData as Readonly<
  Record<'vaultPath' | 'vaultId' | 'stateFolder', string>
>;
const generation = crypto.randomUUID();
const token = newToken();
const log = (level: string) => (message: string) => void process.stderr.write(`${level} ${message}\n`);

const server = await createLinkServer({
  token,
  generation,
  facts: () => ({
    kind: 'headless',
    version: '1.0.0',
    pid: process.pid,
    vault: 'Fixtures',
    readOnlyTools: tools.map(({ name }) => name),
    toolsHash: '',
  }),
  onSession: (session) =>
    serveFixtures({
      send: (line) => session.send(line),
      onLine: (listener) => session.onLine((line) => listener(line)),
      onClose: (listener) => session.onClose(listener),
      close: () => session.close('leaving'),
    }),
  answerQuery: () => Promise.resolve({ state: 'absent' }),
  onHandOver: () => Promise.resolve(),
  log: { debug: () => undefined, info: () => undefined, warn: log('warn'), error: log('error') },
});
await publishEndpoint(stateFolder, {
  vault: { id: vaultId, name: 'Fixtures', path: vaultPath },
  host: 'headless',
  url: server.url,
  token,
  generation,
  pid: process.pid,
  started: Date.now(),
  version: '1.0.0',
});
parentPort?.postMessage({ ready: server.url });
parentPort?.on('message', () => {
  void (async () => {
    await server.close();
    await withdrawEndpoint(stateFolder, vaultId, generation);
    parentPort?.postMessage({ stopped: true });
    parentPort?.close();
  })();
});
