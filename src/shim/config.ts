import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CLIENTS, clientConfig, problemOfName } from '../wire/client-config.ts';
import type { Client, ClientConfig, System } from '../wire/client-config.ts';
import { STATE_FOLDER_VARIABLE } from '../wire/state-folder.ts';

import type { Options } from './options.ts';

/**
 * `vault-mcp config <client>`: the snippet or command alone on stdout, so that it can be piped; on stderr where it goes.
 * Resolves to the exit code.
 */
export async function config(options: Options, process: NodeJS.Process): Promise<number> {
  const { words, vault, name } = options;
  const client = CLIENTS.find((known) => known === words[0]);
  const say = (text: string): void => void process.stderr.write(`${text}\n`);
  if (client === undefined || words.length > 1) {
    say(`vault-mcp: config <client> [--vault V] [--name ${name}]\nClients: ${CLIENTS.join(', ')}`);
    return 2;
  }
  const problem = problemOfName(client, name);
  if (problem !== null) {
    say(`vault-mcp: --name: ${problem}`);
    return 2;
  }
  const chosen = vault === undefined ? null : await absolute(vault, process.cwd());
  const made = clientConfig(client, {
    system: systemOf(process.platform),
    node: process.execPath,
    program: fileURLToPath(import.meta.url),
    vault: chosen,
    name,
    home: homeOf(process.env),
  });
  for (const line of explain(client, made, chosen)) say(line);
  if (isPassing(import.meta.url)) say(PASSING);
  process.stdout.write(`${made.text}\n`);
  return 0;
}

/** What `npx` unpacks into its cache is gone when the cache is cleared, and with it what the client was told to start. */
const PASSING =
  'Mind: this copy lies in the cache of npx. Install it to stay: npm install --global obsidian-vault-mcp\n';

function isPassing(program: string): boolean {
  return program.includes('/_npx/');
}

function explain(client: Client, made: ClientConfig, vault: string | null): readonly string[] {
  const where = made.file === null ? `Run this to add the vault to ${client}:` : `Put this into ${made.file}:`;
  const choice =
    vault === null ? ['No --vault was given: the only vault that is served, or the one around, will be used.'] : [];
  return [where, ...made.notes, ...choice, ''];
}

/** A folder by its absolute path, since a client starts the program elsewhere; names and ids as they are. */
async function absolute(vault: string, cwd: string): Promise<string> {
  const path = resolve(cwd, vault.startsWith('~/') ? join(homedir(), vault.slice(2)) : vault);
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? path : vault;
}

function homeOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const home = env[STATE_FOLDER_VARIABLE] ?? '';
  return isAbsolute(home) ? home : null;
}

function systemOf(platform: string): System {
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}
