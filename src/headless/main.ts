import { Console } from 'node:console';
import { parentPort, workerData } from 'node:worker_threads';
import { createLog, logLevels } from '../node/log.ts';
import type { LogLevel } from '../node/log.ts';
import { serveAsThread } from './engine-worker.ts';

/** The engine's file: a thread of the program that an agent started, which loads it when no other host serves a vault. */

// What a package prints must not come between two answers: standard output belongs to the pipe.
Object.assign(console, new Console(process.stderr, process.stderr));

if (parentPort === null) {
  process.stderr.write('This file is the engine of vault-mcp. Start vault-mcp instead: vault-mcp --vault <folder>\n');
  process.exitCode = 2;
} else {
  const { logLevel } = workerData as { readonly logLevel?: string };
  const level: LogLevel = logLevels.find((each) => each === logLevel) ?? 'info';
  await serveAsThread(parentPort, workerData, createLog({ level }));
}
