import { realpath } from 'node:fs/promises';
import type { AppSettings, VaultSettings } from '../core/conventions/settings.ts';
import { snapshotIdentity } from '../core/library/snapshot-identity.ts';
import type { Keeping } from '../core/library/snapshot-keeper.ts';
import type { Log } from '../core/ports.ts';
import { snapshotFile } from '../node/snapshot-file.ts';
import { privateFolder } from '../node/state-folder.ts';

export interface KeepingOptions {
  readonly stateFolder: string;
  readonly vaultId: string;
  /** The vault's absolute path: two vaults may carry one id, since copies of a folder do. */
  readonly root: string;
  /** Of the product. */
  readonly version: string;
  /** As they stand now; asked anew each time. */
  readonly settings: () => { readonly settings: VaultSettings; readonly app: AppSettings };
  readonly log: Log;
}

/**
 * Where a host keeps what it knows of a vault for the next start of either host: `index/<vault id>` of the state folder.
 * Undefined, and logged, where there is no such place: the vault is then read anew each time.
 */
export async function openKeeping(options: KeepingOptions): Promise<Keeping | undefined> {
  const { stateFolder, vaultId, root, version, settings, log } = options;
  try {
    const folder = await privateFolder(stateFolder, 'index', vaultId);
    const vault = await realpath(root);
    return {
      store: snapshotFile(folder, log),
      identity: () => snapshotIdentity({ engine: `${version} ${INDEX_CODE}`, vault, ...settings() }),
    };
  } catch (error) {
    log.warn(`the index is not kept: ${error instanceof Error && 'code' in error ? String(error.code) : 'no place'}`);
    return undefined;
  }
}

/** Names the code that reads and indexes notes: the build puts a digest of it here, the same in both hosts. */
const INDEX_CODE = process.env.VAULT_MCP_INDEX_CODE ?? 'unbuilt';
