import { serveVault } from '../../src/serve/vault-server.ts';
import type { VaultServer } from '../../src/serve/vault-server.ts';
import { openServedFolder } from '../../src/headless/host.ts';

// A host that stands where the app's would: of its kind, so that it asks a headless one to hand the vault over, with the
// whole engine behind it. Its parent tells it to serve, to reload (as a plugin does) and to stop.

const [folder = '', vaultId = '', stateFolder = ''] = process.argv.slice(2);
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
let server: VaultServer | null = null;

async function serve(): Promise<void> {
  const started = await serveVault({
    kind: 'obsidian',
    vaultId,
    stateFolder,
    version: '0.1.0',
    lang: '',
    log,
    open: (lock) =>
      openServedFolder({
        folder,
        version: '0.1.0',
        log,
        writing: { stateFolder, vaultId, stillOwner: () => lock.stillOurs(), autoPush: false },
      }),
    onLost: quiet,
  });
  if (started.kind !== 'serving') throw new Error(`it does not serve: ${started.kind}`);
  server = started.server;
}

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

async function obey(order: unknown): Promise<void> {
  if (order === 'serve') await serve();
  if (order === 'reload') await stop().then(serve);
  if (order === 'stop') await stop();
  process.send?.({ done: order });
}

process.on('message', (order) => {
  obey(order).catch((error: unknown) => process.send?.({ failed: String(error) }));
});
process.on('disconnect', () => process.exit(0));
