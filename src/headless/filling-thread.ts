import { Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { IndexWorker } from '../core/index/index-port.ts';
import { serveIndex } from '../core/index/serve-index.ts';
import { systemClock } from '../node/clock.ts';

/** What the engine's file is given when it is started to fill an index and for nothing else. */
const FILLS_INDEX = 'fills-index';

/** Starts the engine's file once more, as a thread with an index in it that keeps no program alive. */
export function startFillingThread(engine: URL): IndexWorker {
  const worker = new Worker(engine, { workerData: FILLS_INDEX, name: 'vault-mcp-index' });
  worker.unref();
  let ended = false;
  return {
    post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    onMessage: (listener) => void worker.on('message', listener),
    onDeath: (listener) => {
      let reason = 'it was ended';
      worker.on('error', (error) => (reason = error.message));
      worker.on('exit', () => {
        if (!ended) listener(reason);
      });
    },
    end: () => {
      ended = true;
      void worker.terminate();
    },
  };
}

/** Whether this thread was started by `startFillingThread`, given what it was given. */
export function isFillingThread(data: unknown): boolean {
  return data === FILLS_INDEX;
}

/** Serves an index to the thread that started this one. */
export function serveFilling(port: MessagePort): void {
  serveIndex(
    {
      post: (message, transfer = []) => port.postMessage(message, [...transfer]),
      onMessage: (listener) => void port.on('message', listener),
    },
    systemClock,
  );
}
