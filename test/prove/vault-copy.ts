import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Settings } from './row.ts';

/** The example, a vault of real people where it is at hand, and the one given. Looked for from the project's folder. */
export function vaultsToTry({ vault }: Settings): { readonly name: string; readonly folder: string }[] {
  const known = [
    { name: 'the example vault', folder: resolve('examples/vault') },
    { name: 'the vault of the Tasks documentation', folder: resolve('../shared/vaults/obsidian-tasks-docs/vault') },
  ];
  const given = vault === null ? [] : [{ name: 'the vault given', folder: vault }];
  return [...known.filter(({ folder }) => existsSync(folder)), ...given];
}

/** A copy to be worked on, with the settings of a user who lets agents change as many notes as they like. */
export async function copyVault(from: string, to: string): Promise<string> {
  await cp(from, to, {
    recursive: true,
    filter: (path) => !/[\\/]\.(git|obsidian|trash)([\\/]|$)/.test(path.slice(from.length)),
  });
  await letAgentsWork(to);
  return to;
}

/** The brake for many changes in a minute is tried elsewhere: here it would only slow the trial down. */
export async function letAgentsWork(vault: string): Promise<void> {
  const folder = join(vault, '.obsidian/plugins/vault-mcp');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'data.json'), JSON.stringify({ access: { changesPerMinute: 0 } }));
}

/** Every note under a folder, as paths of the vault, in order. */
export async function notesUnder(folder: string, under = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) found.push(...(await notesUnder(folder, path)));
    else if (/\.md$/i.test(entry.name)) found.push(path);
  }
  return found.sort();
}
