import { readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import { PLUGIN_SETTINGS } from '../wire/state-folder.ts';

import { listEndpoints, vaultIdOf } from './endpoint.ts';
import type { VaultChoice } from './sentences.ts';

/** What marks a folder as a vault. */
const [configFolder] = PLUGIN_SETTINGS;

/** The vault to serve. */
export interface ChosenVault {
  readonly id: string;
  readonly name: string;
  /** Absolute real path. */
  readonly path: string;
}

export type VaultVerdict =
  | { readonly kind: 'chosen'; readonly vault: ChosenVault }
  | { readonly kind: 'none' | 'not_found' | 'ambiguous'; readonly choices: readonly VaultChoice[] }
  | { readonly kind: 'not_a_folder' };

export interface VaultQuestion {
  /** `--vault`, else `VAULT_PATH`: a path, a name or an id. */
  readonly asked: string | undefined;
  readonly cwd: string;
  readonly stateFolder: string;
  /** Whether the process that wrote an endpoint file still lives. */
  readonly isAlive: (pid: number) => boolean;
  /** Files in which Obsidian keeps its list of vaults; none of them need exist. */
  readonly appLists?: readonly string[];
}

/**
 * Which vault is meant. Said: a path (relative ones from the working directory), or the id or name of a vault that
 * is served or that Obsidian knows. Unsaid: the only vault with a host, else the one around the working directory.
 */
export async function chooseVault(question: VaultQuestion): Promise<VaultVerdict> {
  const asked = question.asked?.trim() ?? '';
  return asked === '' ? chooseUnasked(question) : chooseAsked(question, asked);
}

/** Where Obsidian keeps its list of vaults on this system. */
export function obsidianLists(env: Readonly<Record<string, string | undefined>>, platform: string): readonly string[] {
  const home = homedir();
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'obsidian', 'obsidian.json')];
  if (platform === 'win32')
    return [join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'obsidian', 'obsidian.json')];
  return [
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'obsidian', 'obsidian.json'),
    join(home, '.var', 'app', 'md.obsidian.Obsidian', 'config', 'obsidian', 'obsidian.json'),
    join(home, 'snap', 'obsidian', 'current', '.config', 'obsidian', 'obsidian.json'),
  ];
}

async function chooseUnasked(question: VaultQuestion): Promise<VaultVerdict> {
  const known = await knownVaults(question);
  const served = known.filter((vault) => vault.served);
  const [only] = served;
  if (only !== undefined && served.length === 1) return chosen(only.path);
  const around = await vaultAround(question.cwd);
  if (around !== null) return chosen(around);
  return { kind: 'none', choices: known };
}

async function chooseAsked(question: VaultQuestion, asked: string): Promise<VaultVerdict> {
  const known = await knownVaults(question);
  const byId = known.find((vault) => vault.id === asked);
  if (byId !== undefined) return chosen(byId.path);
  const path = resolve(question.cwd, asked.startsWith('~/') ? join(homedir(), asked.slice(2)) : asked);
  const found = await stat(path).catch(() => null);
  if (found !== null) return found.isDirectory() ? chosen(path) : { kind: 'not_a_folder' };
  const name = folded(asked);
  const named = known.filter((vault) => folded(vault.name) === name);
  const [first] = named;
  if (first === undefined) return { kind: 'not_found', choices: known };
  return named.length === 1 ? chosen(first.path) : { kind: 'ambiguous', choices: named };
}

interface KnownVault extends VaultChoice {
  readonly path: string;
}

/** Vaults that are served now, then those that Obsidian knows, each once. */
async function knownVaults(question: VaultQuestion): Promise<readonly KnownVault[]> {
  const endpoints = await listEndpoints(question.stateFolder);
  const served = endpoints
    .filter(({ pid }) => question.isAlive(pid))
    .map(({ vault }): KnownVault => ({ ...vault, served: true }));
  const paths = (await Promise.all((question.appLists ?? []).map(listedPaths))).flat();
  const listed = (await Promise.all(paths.map(asKnown))).flatMap((vault) => vault ?? []);
  const seen = new Set(served.map((vault) => vault.id));
  return [...served, ...listed.filter(({ id }) => !seen.has(id) && seen.add(id))];
}

async function asKnown(path: string): Promise<KnownVault | null> {
  try {
    return { id: await vaultIdOf(path), name: basename(path), path, served: false };
  } catch {
    return null;
  }
}

async function listedPaths(file: string): Promise<readonly string[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    const vaults: unknown = isRecord(value) ? value['vaults'] : null;
    if (!isRecord(vaults)) return [];
    return Object.values(vaults).flatMap((vault) =>
      isRecord(vault) && typeof vault['path'] === 'string' ? vault['path'] : [],
    );
  } catch {
    return [];
  }
}

async function vaultAround(folder: string): Promise<string | null> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const mark = await stat(join(at, configFolder)).catch(() => null);
    if (mark?.isDirectory() === true) return at;
    if (dirname(at) === at) return null;
  }
}

async function chosen(path: string): Promise<VaultVerdict> {
  try {
    const real = await realpath(path);
    return { kind: 'chosen', vault: { id: await vaultIdOf(real), name: basename(real), path: real } };
  } catch {
    return { kind: 'not_found', choices: [] };
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
