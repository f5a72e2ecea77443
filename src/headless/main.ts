import { Console } from 'node:console';
import { parentPort, workerData } from 'node:worker_threads';
import type { IndexWorker } from '../core/index/index-port.ts';
import { createLog, logLevels } from '../node/log.ts';
import type { LogLevel } from '../node/log.ts';
import { isFillingThread, serveFilling, startFillingThread } from './filling-thread.ts';

/**
 * The engine's file: a thread of the program that an agent started, which loads it when no other host serves a vault; and,
 * where a large vault is read for the first time, one more thread that fills its index.
 */

// What a package prints must not come between two answers: standard output belongs to the pipe.
Object.assign(console, new Console(process.stderr, process.stderr));

if (parentPort === null) {
  process.stderr.write('This file is the engine of vault-mcp. Start vault-mcp instead: vault-mcp --vault <folder>\n');
  process.exitCode = 2;
} else if (isFillingThread(workerData)) {
  serveFilling(parentPort);
} else {
  const { logLevel, stateFolder = '' } = workerData as { readonly logLevel?: string; readonly stateFolder?: string };
  // Where this thread's own code is kept compiled; the hooks of git are none of it.
  if (process.env.NODE_COMPILE_CACHE?.startsWith(stateFolder)) delete process.env.NODE_COMPILE_CACHE;
  const level: LogLevel = logLevels.find((each) => each === logLevel) ?? 'info';
  // Loaded here, so that a thread that only fills an index runs none of it.
  const { serveAsThread } = await import('./engine-worker.ts');
  const fillingThread = (): IndexWorker => startFillingThread(new URL(import.meta.url));
  await serveAsThread(parentPort, workerData, { log: createLog({ level }), fillingThread });
}
