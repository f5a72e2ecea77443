import { setImmediate } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '../core/ports.ts';
import type { Services } from '../core/services.ts';
import type { Language } from '../mcp/messages/language.ts';
import { tools } from '../mcp/tools/index.ts';
import { publishEndpoint, readEndpointFile, withdrawEndpoint } from '../node/endpoint-file.ts';
import { hostLock } from '../node/host-lock.ts';
import type { HeldLock } from '../node/host-lock.ts';
import { askForHandOver, probeHost } from '../node/link-dial.ts';
import { newToken } from '../node/link-proving.ts';
import { createLinkServer } from '../node/link-server.ts';
import type { LinkServer } from '../node/link-server.ts';
import type { CallState } from '../wire/call.ts';
import type { HostFacts } from '../wire/handshake.ts';
import { systemClock } from '../node/clock.ts';
import { Activity } from './activity.ts';
import { CallsInProgress, languageOf, serveSession } from './sessions.ts';
import { toolsHash } from './tools-hash.ts';

/** A vault opened by a host, to be served for as long as the host holds the lock. */
export interface ServedVault {
  readonly services: Services;
  /** The folder's real absolute path: for locks and redaction, never for an answer. */
  readonly root: string;
  /** The language that the user has set for this vault; null: none. */
  language(): Language | null;
  /** What writes: a hand-over waits for it, and a pipe that lost an answer asks it. Null where nothing is written. */
  readonly writing: Writing | null;
  /** What is looked at before each call is carried out. */
  beforeCall?(): Promise<void>;
  close(): Promise<void>;
}

export interface Writing {
  drained(): Promise<void>;
  stateOf(key: string): 'running' | 'done' | 'partial' | 'absent';
  /** The id that the change of a running call has, or will have when its user agrees. */
  idOf(key: string): string | null;
}

export interface ServerOptions {
  readonly kind: 'obsidian' | 'headless';
  readonly vaultId: string;
  readonly stateFolder: string;
  /** Of the product. */
  readonly version: string;
  /** The wish of the agent's process; '' where it has none. */
  readonly lang: string;
  readonly log: Log;
  /** Where it is to be seen who is connected; absent: nobody looks. */
  readonly activity?: Activity;
  /** Opens the vault once its lock is held; writes are right only while `stillOurs`. */
  readonly open: (lock: HeldLock) => Promise<ServedVault>;
  /** Called once when the vault has been let go for another host. */
  readonly onLost: () => void;
}

export type ServerStart =
  | { readonly kind: 'serving'; readonly server: VaultServer }
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
 * Takes the vault's lock and serves it over the link, the same way in every host. It listens before the first note is
 * read: answers given meanwhile say how far indexing is. The app's own host asks a headless one to hand the vault over.
 */
export async function serveVault(options: ServerOptions): Promise<ServerStart> {
  const taken = await takeLock(options);
  if (!('lock' in taken)) return taken;
  try {
    return { kind: 'serving', server: await VaultServer.start(options, taken.lock) };
  } catch (error) {
    await taken.lock.release();
    throw error;
  }
}

async function takeLock(options: ServerOptions): Promise<{ readonly lock: HeldLock } | ServerStart> {
  const { stateFolder, vaultId, kind } = options;
  const probe = (generation: string) => probeHost(stateFolder, vaultId, generation);
  const lock = hostLock({ stateFolder, vaultId, kind, probe, soleInProcess: true });
  for (let look = 0; look < LOOKS; look++) {
    const acquired = await lock.tryAcquire();
    if ('lock' in acquired) return acquired;
    if (acquired.why === 'elsewhere') return { kind: 'failed', reason: 'another machine serves this vault' };
    const yields = kind === 'obsidian' && acquired.heldBy.kind === 'headless' && acquired.why === 'answers';
    if (yields && (await handedOver(options))) continue;
    if (acquired.why !== 'starting') return { kind: 'taken' };
    await setTimeout(LOOK_AGAIN_MS);
  }
  return { kind: 'taken' };
}

/** The headless host lets go as soon as it writes nothing; one that is gone by now has let go too. */
async function handedOver({ stateFolder, vaultId, version, log }: ServerOptions): Promise<boolean> {
  const endpoint = await readEndpointFile(stateFolder, vaultId);
  if (endpoint === null) return true;
  const answer = await askForHandOver(endpoint, { version, name: 'obsidian' }, HAND_OVER_MS);
  if (typeof answer === 'string') return true;
  log.warn(`the headless host keeps the vault: ${answer.refused}`);
  return false;
}

/** A vault being served. */
export class VaultServer {
  readonly url: string;
  readonly vault: ServedVault;
  readonly #options: ServerOptions;
  readonly #lock: HeldLock;
  readonly #server: LinkServer;
  readonly #calls: CallsInProgress;
  #lettingGo: Promise<void> | null = null;

  private constructor(
    options: ServerOptions,
    parts: { lock: HeldLock; vault: ServedVault; server: LinkServer; calls: CallsInProgress },
  ) {
    this.#options = options;
    this.#lock = parts.lock;
    this.vault = parts.vault;
    this.#server = parts.server;
    this.#calls = parts.calls;
    this.url = parts.server.url;
  }

  static async start(options: ServerOptions, lock: HeldLock): Promise<VaultServer> {
    const { kind, vaultId, stateFolder, version, log } = options;
    const vault = await options.open(lock);
    const calls = new CallsInProgress();
    const activity = options.activity ?? new Activity(systemClock);
    let running: VaultServer | null = null;
    try {
      const token = newToken();
      const facts = await factsOf(options, vault);
      const server = await createLinkServer({
        token,
        generation: lock.generation,
        facts: () => facts,
        onSession: (session) => {
          log.info(`an agent connects: ${session.shim.client || 'unnamed'}`);
          const language = languageOf(session.shim.lang || options.lang, vault.language());
          serveSession(session, vault, calls, { version, language, log, activity });
        },
        answerQuery: (key) => Promise.resolve(callStateOf(key, vault.writing)),
        onHandOver: async () => {
          await running?.letGo(HAND_OVER_MS);
          // Only when the word of it has gone out: what follows ends the link.
          setImmediate(options.onLost);
        },
        log,
      });
      running = new VaultServer(options, { lock, vault, server, calls });
      await publishEndpoint(stateFolder, {
        vault: { id: vaultId, name: vault.services.vault.name, path: vault.root },
        host: kind,
        url: server.url,
        token,
        generation: lock.generation,
        pid: process.pid,
        started: Date.now(),
        version,
      });
      return running;
    } catch (error) {
      await running?.stop();
      await vault.close();
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
    await this.vault.close();
  }

  async #letGo(patienceMs: number): Promise<void> {
    const { stateFolder, vaultId } = this.#options;
    this.#calls.refuseNew();
    const patience = new AbortController();
    const giveUp = setTimeout(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([this.#calls.idle(), giveUp]);
    patience.abort();
    // A change that has begun is never left in the middle, however long it takes.
    await this.vault.writing?.drained();
    await withdrawEndpoint(stateFolder, vaultId, this.#lock.generation);
    await this.#lock.release();
  }
}

/** A change left half done has ended as well: whoever sends its call again is told so. */
function callStateOf(key: string, writing: Writing | null): CallState {
  const state = writing?.stateOf(key) ?? 'absent';
  if (state === 'running') return { state, change: writing?.idOf(key) ?? null };
  return { state: state === 'absent' ? 'absent' : 'done' };
}

async function factsOf({ kind, version }: ServerOptions, vault: ServedVault): Promise<HostFacts> {
  return {
    kind,
    version,
    pid: process.pid,
    vault: vault.services.vault.name,
    readOnlyTools: tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name),
    toolsHash: await toolsHash(version),
  };
}
