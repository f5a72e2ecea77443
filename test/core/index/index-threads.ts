import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import type { IndexPort, IndexWorker } from '../../../src/core/index/index-port.ts';
import type { CompactIndexOptions } from '../../../src/core/index/compact-index.ts';
import { serveIndex } from '../../../src/core/index/serve-index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The text of a web worker with an index in it, bundled as the plugin ships it. */
export async function workerText(entry = 'src/obsidian/index-worker.ts'): Promise<string> {
  const built = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return built.outputFiles[0]?.text ?? '';
}

/** An index at the other end of a line within this thread: messages are copied as between two threads. */
export function memoryWorker(options: CompactIndexOptions): IndexWorker {
  const { port1, port2 } = new MessageChannel();
  const end = (port: typeof port1): IndexPort => ({
    post: (message, transfer = []) => port.postMessage(message, [...transfer]),
    onMessage: (listener) => {
      port.on('message', listener);
      port.unref();
    },
  });
  const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  serveIndex(end(port2), { tick: () => performance.now(), breathe }, options);
  return { ...end(port1), onDeath: () => undefined, end: () => port1.close() };
}
