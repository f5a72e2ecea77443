import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Consent, Consents, ConsentRule } from '../core/change/approval.ts';
import type { Log } from '../core/ports.ts';
import { privateFolder } from './state-folder.ts';
import { writeWhole } from './write-whole.ts';

/**
 * What agents the user need not be asked about in a vault: one file in the state folder, for this device alone. It is
 * not in the vault's own settings, since those travel to other devices, and an agent that writes files could reach them.
 * A file that cannot be read remembers nothing.
 */
export async function openConsents(stateFolder: string, vaultId: string, log: Log): Promise<Consents> {
  const path = join(await privateFolder(stateFolder, 'consents'), `${vaultId}.json`);
  let kept = await read(path, log);
  // One write after another, each with all that is known by then.
  let writes: Promise<void> = Promise.resolve();
  const keep = (consents: readonly Consent[]): Promise<void> => {
    kept = consents.filter(({ rules }) => rules.length > 0).slice(-MOST_CLIENTS);
    writes = writes.catch(() => undefined).then(() => writeWhole(path, `${JSON.stringify(kept, null, 2)}\n`, 0o600));
    return writes.catch(() => log.warn('what an agent was allowed could not be kept for the next start'));
  };
  return {
    all: () => kept,
    add: (client, rules) => {
      const before = kept.find((consent) => consent.client === client)?.rules ?? [];
      const others = kept.filter((consent) => consent.client !== client);
      return keep([...others, { client, rules: [...new Set([...before, ...rules])] }]);
    },
    forget: (client) => keep(kept.filter((consent) => consent.client !== client)),
  };
}

const MOST_CLIENTS = 100;
const RULES: readonly ConsentRule[] = ['delete', 'move', 'overwrite', 'large', 'everything'];

async function read(path: string, log: Log): Promise<readonly Consent[]> {
  try {
    const data: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(data) ? data.flatMap(consentOf) : [];
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!absent) log.warn('what agents were allowed cannot be read: they are asked about again');
    return [];
  }
}

function consentOf(value: unknown): readonly Consent[] {
  if (typeof value !== 'object' || value === null || !('client' in value) || !('rules' in value)) return [];
  const { client, rules } = value;
  if (typeof client !== 'string' || client === '' || !Array.isArray(rules)) return [];
  return [{ client, rules: RULES.filter((rule) => rules.includes(rule)) }];
}
