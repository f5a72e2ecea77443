import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { jsonObject } from '../../wire/ascii.ts';
import { LOCKS_FOLDER } from '../../wire/state-folder.ts';

/** Who holds a vault, as far as a lock's file tells. */
export interface LockHolder {
  readonly kind: string;
  readonly pid: number;
  readonly hostName: string;
}

/** The owner named in the highest numbered folder of the vault's lock; null where nobody holds it. */
export async function lockHolder(stateFolder: string, vaultId: string): Promise<LockHolder | null> {
  const folder = join(stateFolder, LOCKS_FOLDER, vaultId);
  const names = await readdir(folder).catch(() => []);
  const highest = Math.max(0, ...names.filter((name) => /^[1-9][0-9]{0,14}$/.test(name)).map(Number));
  const text = await readFile(join(folder, String(highest), 'owner.json'), 'utf8').catch(() => '');
  const { kind, pid, hostName } = jsonObject(text) ?? {};
  const isWhole = typeof kind === 'string' && typeof pid === 'number' && typeof hostName === 'string';
  return isWhole ? { kind, pid, hostName } : null;
}
