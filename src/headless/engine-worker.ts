import type { MessagePort } from 'node:worker_threads';
import { VaultError } from '../core/errors.ts';
import type { IndexWorker } from '../core/index/index-port.ts';
import type { Log } from '../core/ports.ts';
import { serveVault } from '../serve/vault-server.ts';
import type { VaultServer } from '../serve/vault-server.ts';
import { tellIndexing } from '../mcp/indexing-progress.ts';
import { openServedFolder } from './host.ts';

/** What the program that started this thread gives it. */
export interface EngineData {
  readonly vaultPath: string;
  readonly vaultId: string;
  readonly stateFolder: string;
  readonly version: string;
  /** `VAULT_LANG` of the agent's process; '' where unset. */
  readonly lang: string;
  /** `VAULT_AUTO_PUSH` of the agent's process; '' where unset. */
  readonly autoPush: string;
  /** Files in which Obsidian keeps its list of vaults. */
  readonly appLists: readonly string[];
  /** Whether to say `indexing` until the first reading is over: for somebody who watches. */
  readonly tellsIndexing: boolean;
}

/**
 * Runs the engine as a thread: says `ready` with where it listens, `lost` when another host has the vault, `failed`
 * with the reason; leaves when it is told to `stop`, and says `stopped`. The thread ends by itself after that.
 */
export async function serveAsThread(
  port: MessagePort,
  data: unknown,
  { log, fillingThread }: { readonly log: Log; readonly fillingThread: () => IndexWorker },
): Promise<void> {
  let engine: VaultServer | null = null;
  let ending: Promise<void> | null = null;
  const end = (message: { lost: true } | { stopped: true } | { failed: string }): Promise<void> => {
    ending ??= (async () => {
      await engine?.stop().catch((error: unknown) => log.warn(`the engine did not end well: ${describe(error)}`));
      port.postMessage(message);
      port.close();
    })();
    return ending;
  };
  port.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'stop' in message) void end({ stopped: true });
  });
  const given = engineData(data);
  if (given === null) return end({ failed: 'the engine was given nothing to serve' });
  try {
    const started = await serveVault({
      kind: 'headless',
      vaultId: given.vaultId,
      stateFolder: given.stateFolder,
      version: given.version,
      lang: given.lang,
      log,
      open: (lock) =>
        openServedFolder({
          folder: given.vaultPath,
          version: given.version,
          log,
          fillingThread,
          appLists: given.appLists,
          writing: {
            stateFolder: given.stateFolder,
            vaultId: given.vaultId,
            stillOwner: () => lock.stillOurs(),
            autoPush: wishOf(given.autoPush),
          },
        }),
      onLost: () => void end({ lost: true }),
    });
    if (started.kind === 'taken') return await end({ lost: true });
    if (started.kind === 'failed') return await end({ failed: started.reason });
    engine = started.server;
    // Told to stop while it started: then nobody waits for it any more.
    if (ending !== null) return await engine.stop();
    port.postMessage({ ready: engine.url });
    if (given.tellsIndexing) await sayIndexing(port, engine);
  } catch (error) {
    await end({ failed: describe(error) });
  }
}

/** Says how far the first reading is, and at last that it is over. */
async function sayIndexing(port: MessagePort, { vault: { services } }: VaultServer): Promise<void> {
  const never = new Promise<never>(() => undefined);
  const say = (indexed: number, total: number | null, ready: boolean): void =>
    port.postMessage({ indexing: { indexed, total, ready } });
  await tellIndexing(services, (indexed, total) => say(indexed, total, false), never);
  const { size } = services.library.notes;
  say(size, size, true);
}

function engineData(data: unknown): EngineData | null {
  if (typeof data !== 'object' || data === null) return null;
  const { vaultPath, vaultId, stateFolder, version, lang, autoPush, appLists, tellsIndexing } = data as Partial<
    Record<keyof EngineData, unknown>
  >;
  const texts = [vaultPath, vaultId, stateFolder, version].every((text) => typeof text === 'string' && text !== '');
  return texts
    ? ({
        ...{ vaultPath, vaultId, stateFolder, version },
        ...{ lang: asText(lang), autoPush: asText(autoPush), tellsIndexing: tellsIndexing === true },
        appLists: Array.isArray(appLists) ? appLists.filter((each) => typeof each === 'string') : [],
      } as EngineData)
    : null;
}

/** `1` and `true`, in any case, switch pushing on; any other text switches it off; none leaves it to the setting. */
function wishOf(text: string): boolean | null {
  const wish = text.trim().toLowerCase();
  return wish === '' ? null : wish === '1' || wish === 'true';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Without the machine's paths: the reason may reach an agent. */
function describe(error: unknown): string {
  if (error instanceof VaultError) {
    const { reason } = error.params as { readonly reason?: unknown };
    return typeof reason === 'string' ? `${String(error.code)}: ${reason}` : String(error.code);
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.message : 'unknown';
}
