import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';

import type { LinkClock } from '../wire/clock.ts';

import { codeCacheFor } from './code-cache.ts';
import type { ChosenVault } from './vault-choice.ts';

/** Node that the engine needs; the pipe itself runs on older ones. */
export const ENGINE_NODE = 20;
/** Its own heap: what goes beyond ends the engine, not the pipe. Enough for far more than 50,000 notes. */
const HEAP_LIMIT_MB = 2048;
/** Another heap limit, in MiB, for machines with little memory. */
const HEAP_LIMIT_VARIABLE = 'VAULT_MCP_ENGINE_HEAP_MB';
/** An engine that is asked to stop finishes what it has begun within this time. */
const STOP_MS = 1500;
/** Pauses before an engine that fell over is started again, doubling. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** The other host that has the vault may itself be starting: no second try before this time. */
const OTHER_HOST_MS = 1000;
/** After so many failures in a row callers are told; a new call tries again. */
const MAX_FAILURES = 3;

/** What the engine is given. */
export interface EngineData {
  readonly vaultPath: string;
  readonly vaultId: string;
  readonly stateFolder: string;
  /** `VAULT_LANG` and `VAULT_AUTO_PUSH` of the agent's process; '' where unset. */
  readonly lang: string;
  readonly autoPush: string;
  readonly logLevel: string;
  readonly version: string;
  /** Files in which Obsidian keeps its list of vaults. */
  readonly appLists?: readonly string[];
  /** Whether it says how far its first reading is. */
  readonly tellsIndexing?: boolean;
}

/** How many notes are indexed; `total` is null while they are still being listed. `ready`: all are. */
export interface Indexing {
  readonly indexed: number;
  readonly total: number | null;
  readonly ready: boolean;
}

/** What the engine says: it serves at `ready`; it cannot, for that reason; another host has the vault; it is done. */
export type EngineMessage =
  | { readonly ready: string }
  | { readonly failed: string }
  | { readonly lost: true }
  | { readonly stopped: true }
  | { readonly indexing: Indexing };

export interface EngineEvents {
  /** It listens at this address. */
  readonly onReady: (url: string) => void;
  readonly onIndexing?: (indexing: Indexing) => void;
  /** Another host holds the vault: dial that one. */
  readonly onLost: () => void;
  /** It cannot serve, and trying again at once is useless. */
  readonly onFailed: (reason: string) => void;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
}

/**
 * Where the engine's file is: in a folder named by this program's version (as the plugin installs it), else beside this
 * program's file; `VAULT_MCP_ENGINE` names another.
 */
export function engineFile(env: Readonly<Record<string, string | undefined>>, version: string): string {
  const other = env['VAULT_MCP_ENGINE'] ?? '';
  if (other !== '') return other;
  const installed = fileURLToPath(new URL(`./${version}/engine.mjs`, import.meta.url));
  return existsSync(installed) ? installed : fileURLToPath(new URL('./engine.mjs', import.meta.url));
}

export function engineDataFor(vault: ChosenVault, rest: Omit<EngineData, 'vaultPath' | 'vaultId'>): EngineData {
  return { vaultPath: vault.path, vaultId: vault.id, ...rest };
}

/** The headless host in a thread of its own: what happens to it does not happen to the pipe. */
export class Engine {
  private readonly file: string;
  private readonly data: EngineData;
  private readonly clock: LinkClock;
  private readonly events: EngineEvents;
  private worker: Worker | null = null;
  private starting = false;
  private stopping = false;
  private failures = 0;

  constructor(file: string, data: EngineData, clock: LinkClock, events: EngineEvents) {
    this.file = file;
    this.data = data;
    this.clock = clock;
    this.events = events;
  }

  /** Starts it unless it runs, is about to, or was stopped. */
  start(): void {
    if (this.starting || this.stopping || this.worker !== null) return;
    this.starting = true;
    void this.spawn().catch((error: unknown) => this.fell(reasonOf(error)));
  }

  /** Lets it finish what it has begun, then ends it. Final. */
  async stop(): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (worker === null) return;
    await new Promise<void>((resolve) => {
      const giveUp = this.clock.after(STOP_MS, resolve);
      const done = (): void => {
        giveUp();
        resolve();
      };
      worker.once('exit', done);
      worker.on('message', (message: EngineMessage) => {
        if ('stopped' in message) done();
      });
      worker.postMessage({ stop: true });
    });
    await worker.terminate();
  }

  private async spawn(): Promise<void> {
    const { Worker } = await import('node:worker_threads');
    if (this.stopping) return;
    const { env, versions } = process;
    const worker = new Worker(this.file, {
      workerData: this.data,
      env: { ...env, ...codeCacheFor(this.data.stateFolder, env, versions.node) },
      resourceLimits: { maxOldGenerationSizeMb: heapLimit(env[HEAP_LIMIT_VARIABLE]) },
      // Options of the program that imported us are not the engine's.
      execArgv: [],
      // What it prints must never stand between two answers.
      stdout: true,
      stderr: true,
    });
    this.worker = worker;
    this.starting = false;
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => this.pass(String(chunk)));
    let reason = '';
    let ended = false;
    worker.on('message', (message: EngineMessage) => {
      if ('ready' in message) this.served(message.ready);
      else if ('indexing' in message) this.events.onIndexing?.(message.indexing);
      else if ('failed' in message) reason = message.failed;
      else if ('lost' in message) ended = true;
    });
    worker.on('error', (error: unknown) => (reason = reasonOf(error)));
    worker.on('exit', (code) => {
      this.worker = null;
      if (this.stopping) return;
      if (ended) this.leaveToOther();
      else this.fell(reason === '' ? `the engine ended with ${code}` : reason);
    });
  }

  /** What it logs keeps its level; whatever else it prints is of little interest. */
  private pass(printed: string): void {
    for (const line of printed.split('\n')) {
      const [, level, message] = /^\S+ (debug|info|warn|error)\b:? *(.*)$/.exec(line) ?? [];
      const isLoud = level === 'warn' || level === 'error';
      if (line !== '')
        this.events.log(isLoud ? 'warn' : level === 'info' ? 'info' : 'debug', `engine: ${message ?? line}`);
    }
  }

  private served(url: string): void {
    this.failures = 0;
    this.events.onReady(url);
  }

  private leaveToOther(): void {
    this.starting = true;
    this.clock.after(OTHER_HOST_MS, () => (this.starting = false));
    this.events.onLost();
  }

  private fell(reason: string): void {
    this.worker = null;
    this.failures++;
    this.events.log('warn', `the engine fell: ${reason}`);
    if (this.failures >= MAX_FAILURES) {
      this.failures = 0;
      this.starting = false;
      return this.events.onFailed(reason);
    }
    this.starting = true;
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.failures - 1));
    this.clock.after(pause, () => {
      this.starting = false;
      this.start();
    });
  }
}

function heapLimit(asked: string | undefined): number {
  const limit = Number(asked);
  return Number.isInteger(limit) && limit >= 32 ? limit : HEAP_LIMIT_MB;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
