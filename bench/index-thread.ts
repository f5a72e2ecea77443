import { Worker } from 'node:worker_threads';
import type { IndexWorker } from '../src/core/index/index-port.ts';

/** A thread whose end can be brought about from outside, as the system does when memory runs out. */
export interface IndexThread extends IndexWorker {
  /** Ends the thread without its owner's knowing; resolves when it has ended. */
  kill(): Promise<void>;
}

/** What of a web worker's scope the plugin's worker uses, over Node's port to the parent. */
const SCOPE = `
const { parentPort } = require('node:worker_threads');
globalThis.self = {
  postMessage: (message, { transfer }) => parentPort.postMessage(message, transfer),
  set onmessage(listener) { parentPort.on('message', (data) => listener({ data })); },
};
`;

/** Runs the text of a web worker with an index in it (`dist/index-worker.js`, or one like it) in a thread of Node's. */
export function startIndexThread(text: string): IndexThread {
  const worker = new Worker(SCOPE + text, { eval: true });
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
    kill: async () => void (await worker.terminate()),
  };
}
