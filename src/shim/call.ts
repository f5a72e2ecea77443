import { clickable } from './clickable.ts';
import { stateFolder } from './endpoint.ts';
import type { Manifest } from '../wire/manifest.ts';
import { handshakeOf, oneClient } from './one-client.ts';
import type { Answer } from './one-client.ts';
import type { Options } from './options.ts';
import { isAlive } from './process-life.ts';
import { chooseVault, obsidianLists } from './vault-choice.ts';

/**
 * `vault-mcp call <tool> [json]` and `vault-mcp search <words>`: one call by the same session as an agent's, its text on
 * stdout, citations as links where a terminal shows it. Resolves to the exit code: 0, 1 where the tool refused, 2 where the command line is wrong.
 */
export async function callTool(options: Options, manifest: Manifest, process: NodeJS.Process): Promise<number> {
  const asked = readCall(options);
  if (typeof asked === 'string') {
    process.stderr.write(`vault-mcp: ${asked}\n`);
    return 2;
  }
  const client = oneClient(options, manifest, process, (level, message) => {
    if (level === 'warn') process.stderr.write(`vault-mcp: ${message}\n`);
  });
  await client.ask('initialize', handshakeOf('call', manifest.version));
  const answer = await client.ask('tools/call', asked);
  const code = print(answer, process, await vaultToLink(options, process));
  await client.close();
  return code;
}

/** The vault's path where the answer goes to a terminal that shows more than text; else null. */
async function vaultToLink(options: Options, process: NodeJS.Process): Promise<string | null> {
  const { env, stdout } = process;
  if (!stdout.isTTY || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return null;
  const verdict = await chooseVault({
    asked: options.vault,
    cwd: process.cwd(),
    stateFolder: stateFolder(env),
    isAlive,
    appLists: obsidianLists(env, process.platform),
  });
  return verdict.kind === 'chosen' ? verdict.vault.path : null;
}

/** The params of the call, or what the command line should have been. */
function readCall({ command, words }: Options): { readonly name: string; readonly arguments: object } | string {
  if (command === 'search') {
    const query = words.join(' ').trim();
    return query === '' ? 'search "words"' : { name: 'vault_search', arguments: { query } };
  }
  const [name, json = '{}', ...more] = words;
  const args = objectIn(json);
  if (name === undefined || args === null || more.length > 0) {
    return `call <tool> '{"argument": "value"}'  (the arguments are one JSON object)`;
  }
  return { name, arguments: args };
}

function print({ error, result }: Answer, process: NodeJS.Process, vault: string | null): number {
  if (error !== undefined) {
    process.stderr.write(`vault-mcp: ${error.message ?? 'the call was refused'}\n`);
    return 1;
  }
  const texts = (result?.content ?? []).map((part) => part.text ?? `[${part.type}]`);
  const text = texts.join('\n');
  process.stdout.write(`${vault === null ? text : clickable(text, vault)}\n`);
  return result?.isError === true ? 1 : 0;
}

function objectIn(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
