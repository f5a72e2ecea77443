import { parentPort, workerData } from 'node:worker_threads';
import { deserializeMessage, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { LineWire } from '../../src/mcp/line-wire.ts';
import { publishEndpoint, withdrawEndpoint } from '../../src/node/endpoint-file.ts';
import { newToken } from '../../src/node/link-proving.ts';
import { createLinkServer } from '../../src/node/link-server.ts';
import { echoServer } from './echo.ts';

// The echo where the engine runs: behind the shim and the link.

const { vaultPath, vaultId, stateFolder } = workerData as Readonly<
  Record<'vaultPath' | 'vaultId' | 'stateFolder', string>
>;
const generation = crypto.randomUUID();
const token = newToken();
const quiet = () => undefined;
const vault = { id: vaultId, name: 'Echo', path: vaultPath };

const server = await createLinkServer({
  token,
  generation,
  facts: () => ({
    kind: 'headless',
    version: '1.0.0',
    pid: process.pid,
    vault: vault.name,
    readOnlyTools: ['echo'],
    toolsHash: '',
  }),
  onSession: (session) => {
    const lines = {
      send: (line: string) => session.send(line),
      onLine: (listener: (line: string) => void) => session.onLine((line) => listener(line)),
      onClose: (listener: () => void) => session.onClose(listener),
      close: () => session.close('leaving'),
    };
    const wire = new LineWire<JSONRPCMessage>(lines, { parse: deserializeMessage, print: JSON.stringify });
    serveStdio(echoServer, { transport: wire });
  },
  answerQuery: () => Promise.resolve({ state: 'absent' }),
  onHandOver: () => Promise.resolve(),
  log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
});
const { url } = server;
const { pid } = process;
await publishEndpoint(stateFolder, {
  vault,
  host: 'headless',
  url,
  token,
  generation,
  pid,
  started: Date.now(),
  version: '1.0.0',
});
parentPort?.postMessage({ ready: url });
parentPort?.on('message', () => {
  void (async () => {
    await server.close();
    await withdrawEndpoint(stateFolder, vaultId, generation);
    parentPort?.postMessage({ stopped: true });
    parentPort?.close();
  })();
});
