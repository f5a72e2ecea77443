import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CliData, CliFlags, Plugin } from 'obsidian';
import { languageOf } from '../serve/sessions.ts';
import { callTool } from '../mcp/tool-call.ts';
import { tools } from '../mcp/tools/index.ts';
import { readEndpointFile } from '../node/endpoint-file.ts';
import { probeHost } from '../node/link-dial.ts';
import { stateFolder } from '../node/state-folder.ts';
import type { VaultService } from './vault-service.ts';

/**
 * Commands of the app's own command line, which the user has to switch on: `obsidian vault-mcp:search query=…`. Each prints
 * what an agent would read.
 */
export function registerCli(plugin: Plugin, service: VaultService): void {
  const { id, version } = plugin.manifest;
  const searchFlags: CliFlags = {
    query: { value: '<words>', description: 'What to look for', required: true },
    folder: { value: '<folder>', description: 'Only notes in this folder' },
    limit: { value: '<count>', description: 'How many notes' },
  };
  plugin.registerCliHandler(`${id}:search`, 'Search the vault as an agent does', searchFlags, (given) =>
    ask(service, 'vault_search', searchArguments(given)),
  );
  plugin.registerCliHandler(`${id}:status`, 'What agents are told of this vault', null, () =>
    ask(service, 'vault_status', {}),
  );
  plugin.registerCliHandler(`${id}:doctor`, 'Look at each step from this window to an agent', null, () =>
    diagnose(service, version),
  );
}

function searchArguments({ query, folder, limit }: CliData): Readonly<Record<string, unknown>> {
  return {
    query: query ?? '',
    ...(folder === undefined ? {} : { folder }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

async function ask(service: VaultService, name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { host } = service;
  const tool = tools.find((each) => each.name === name);
  if (host === null || tool === undefined) return `This vault is not served from here: ${standingOf(service)}.`;
  await host.beforeCall?.();
  const { services, root } = host;
  const { text } = await callTool(
    tool,
    args,
    { services, language: languageOf('', host.language()), roots: [root] },
    {
      cancellation: { aborted: false },
      progress: () => undefined,
      caller: { session: 'command line', client: 'command line', callKey: null, expiresAt: null, isUser: true },
    },
  );
  return text;
}

/** One line a step, in the order in which an agent meets them; nothing of the notes, no token. */
async function diagnose(service: VaultService, version: string): Promise<string> {
  const folder = stateFolder();
  const { host, vaultId } = service;
  const endpoint = vaultId === null ? null : await readEndpointFile(folder, vaultId);
  const link = endpoint === null || vaultId === null ? 'nobody' : await probeHost(folder, vaultId, endpoint.generation);
  const progress = host?.library.progress();
  const steps: readonly (readonly [string, boolean, string])[] = [
    ['plugin', true, version],
    ['vault served from this window', host !== null, standingOf(service)],
    ['endpoint file', endpoint !== null, endpoint === null ? 'not there' : `of ${endpoint.host}, pid ${endpoint.pid}`],
    ['link', link === 'answers', link],
    ['connector', existsSync(join(folder, 'bin', 'vault-mcp.mjs')), 'bin/vault-mcp.mjs in the state folder'],
    ['engine of this version', existsSync(join(folder, 'bin', version, 'engine.mjs')), `bin/${version}/engine.mjs`],
    ['index', progress?.ready === true, progress === undefined ? 'none' : `${progress.indexed} notes`],
  ];
  return steps.map(([step, isWell, found]) => `${isWell ? 'ok  ' : 'FAIL'} ${step}: ${found}`).join('\n');
}

function standingOf({ standing }: VaultService): string {
  return standing.kind === 'failed' ? `failed (${standing.reason})` : standing.kind;
}
