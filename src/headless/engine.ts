import { setImmediate } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../core/ports.ts';
import { publishEndpoint, withdrawEndpoint } from '../node/endpoint-file.ts';
import { hostLock } from '../node/host-lock.ts';
import type { HeldLock } from '../node/host-lock.ts';
import { probeHost } from '../node/link-dial.ts';
import { newToken } from '../node/link-proving.ts';
import { createLinkServer } from '../node/link-server.ts';
import type { LinkServer } from '../node/link-server.ts';
import type { HostFacts } from '../wire/handshake.ts';
import { openHeadlessHost } from './host.ts';
import type { HeadlessHost } from './host.ts';
import { CallsInProgress, languageOf, serveSession } from './sessions.ts';

export interface EngineOptions {
  /** Absolute. */
  readonly vaultPath: string;
  readonly vaultId: string;
  readonly stateFolder: string;
  /** Of the product. */
  readonly version: string;
  /** The wish of the agent's process; '' where it has none. */
  readonly lang: string;
  readonly log: Log;
  /** Tells shims whether the list of tools is the one they know. */
  readonly toolsHash: string;
  readonly readOnlyTools: readonly string[];
  /** Called once when the engine has let the vault go for another host. */
  readonly onLost: () => void;
}

export type EngineStart =
  | { readonly kind: 'serving'; readonly engine: RunningEngine }
  /** Another host has the vault: dial that one. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Calls that run when a host must leave may end within this time. */
export const DRAIN_MS = 1_000;
/** Before a hand-over there is more time: nobody waits for this process to end. */
const HAND_OVER_MS = 10_000;
/** A host that is about to publish where it listens is waited for, this often and so many times. */
const LOOK_AGAIN_MS = 100;
const LOOKS = 50;

/**
 * Takes the vault's lock and serves it over the link. It listens before the first note is read: answers given meanwhile
 * say how far indexing is.
 */
export async function startEngine(options: EngineOptions): Promise<EngineStart> {
  const taken = await takeLock(options);
  if (!('lock' in taken)) return taken;
  try {
    return { kind: 'serving', engine: await RunningEngine.start(options, taken.lock) };
  } catch (error) {
    await taken.lock.release();
    throw error;
  }
}

async function takeLock(options: EngineOptions): Promise<{ readonly lock: HeldLock } | EngineStart> {
  const { stateFolder, vaultId } = options;
  const probe = (generation: string) => probeHost(stateFolder, vaultId, generation);
  const lock = hostLock({ stateFolder, vaultId, kind: 'headless', probe, soleInProcess: true });
  for (let look = 0; look < LOOKS; look++) {
    const acquired = await lock.tryAcquire();
    if ('lock' in acquired) return acquired;
    if (acquired.why === 'elsewhere') return { kind: 'failed', reason: 'another machine serves this vault' };
    if (acquired.why !== 'starting') return { kind: 'taken' };
    await setTimeout(LOOK_AGAIN_MS);
  }
  return { kind: 'taken' };
}

/** A vault being served. */
export class RunningEngine {
  readonly url: string;
  readonly host: HeadlessHost;
  readonly #options: EngineOptions;
  readonly #lock: HeldLock;
  readonly #server: LinkServer;
  readonly #calls: CallsInProgress;
  #lettingGo: Promise<void> | null = null;

  private constructor(
    options: EngineOptions,
    parts: { lock: HeldLock; host: HeadlessHost; server: LinkServer; calls: CallsInProgress },
  ) {
    this.#options = options;
    this.#lock = parts.lock;
    this.host = parts.host;
    this.#server = parts.server;
    this.#calls = parts.calls;
    this.url = parts.server.url;
  }

  static async start(options: EngineOptions, lock: HeldLock): Promise<RunningEngine> {
    const { vaultPath, vaultId, stateFolder, version, log } = options;
    const host = await openHeadlessHost({ folder: vaultPath, version, log });
    const calls = new CallsInProgress();
    let engine: RunningEngine | null = null;
    try {
      const token = newToken();
      const server = await createLinkServer({
        token,
        generation: lock.generation,
        facts: () => factsOf(options, host),
        onSession: (session) => {
          log.info(`an agent connects: ${session.shim.client || 'unnamed'}`);
          const wish = session.shim.lang || options.lang;
          serveSession(session, host, calls, { version, language: languageOf(wish, host), log });
        },
        // Nothing that is served here changes the vault, so no call needs to be recognised.
        answerQuery: () => Promise.resolve({ state: 'absent' }),
        onHandOver: async () => {
          await engine?.letGo(HAND_OVER_MS);
          // The asker is told first: ending closes its connection too.
          setImmediate(options.onLost);
        },
        log,
      });
      engine = new RunningEngine(options, { lock, host, server, calls });
      await publishEndpoint(stateFolder, {
        vault: { id: vaultId, name: host.services.vault.name, path: host.root },
        host: 'headless',
        url: server.url,
        token,
        generation: lock.generation,
        pid: process.pid,
        started: Date.now(),
        version,
      });
      return engine;
    } catch (error) {
      await engine?.stop();
      await host.close();
      throw error;
    }
  }

  /**
   * Takes no new call, lets those in progress end within `patienceMs`, then gives up the vault: no endpoint names this host
   * any more and the lock is free. Connections stay open, so that the last answers get through.
   */
  letGo(patienceMs: number = DRAIN_MS): Promise<void> {
    this.#lettingGo ??= this.#letGo(patienceMs);
    return this.#lettingGo;
  }

  /** Lets the vault go and ends everything; nothing of the engine runs afterwards. */
  async stop(): Promise<void> {
    await this.letGo();
    await this.#server.close();
    await this.host.close();
  }

  async #letGo(patienceMs: number): Promise<void> {
    const { stateFolder, vaultId } = this.#options;
    this.#calls.refuseNew();
    const patience = new AbortController();
    const giveUp = setTimeout(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([this.#calls.idle(), giveUp]);
    patience.abort();
    await withdrawEndpoint(stateFolder, vaultId, this.#lock.generation);
    await this.#lock.release();
  }
}

function factsOf({ version, readOnlyTools, toolsHash }: EngineOptions, host: HeadlessHost): HostFacts {
  const vault = host.services.vault.name;
  return { kind: 'headless', version, pid: process.pid, vault, readOnlyTools, toolsHash };
}
