import { jsonObject } from './ascii.ts';
import type { HexHash } from './call-key.ts';

/** Names inside the per-user state folder that shim and host must agree on. */

/** Under the home folder: sandboxed programs remap the XDG and AppData folders and would miss each other there. */
export const STATE_FOLDER = '.vault-mcp';
/** Names another folder, absolute. */
export const STATE_FOLDER_VARIABLE = 'VAULT_MCP_HOME';
export const ENDPOINTS_FOLDER = 'endpoints';
export const LOCKS_FOLDER = 'locks';
const APP = 'obsidian';
/**
 * Below a vault: the plugin's settings, which may hold the vault's id as `vaultId`. The app's default configuration
 * folder: which other one a user has chosen is known to the app alone.
 */
export const PLUGIN_SETTINGS = [`.${APP}`, 'plugins', 'vault-mcp', 'data.json'] as const;

export function endpointFileName(vaultId: string): string {
  return `${vaultId}.json`;
}

/** The id that a plugin's settings hold; null where there is none that may stand in a file name. */
export function vaultIdInSettings(settings: string): string | null {
  const id = jsonObject(settings)?.['vaultId'];
  return typeof id === 'string' && /^[A-Za-z0-9_-]{8,64}$/.test(id) ? id : null;
}

/** The id of a vault without one in its settings: from its real path, NFC, so that two spellings are one vault. */
export function vaultIdOfPath(hash: HexHash, realPath: string): string {
  return `p${hash(realPath.normalize('NFC')).slice(0, 24)}`;
}
