import { clearTimeout, setTimeout } from 'node:timers';
import { randomUUID } from 'node:crypto';

import type { LinkTrouble } from '../link-contract.ts';
import { connectLink } from '../link.ts';
import type { HostFacts } from '../../wire/handshake.ts';
import { DIAL_MS } from '../../wire/limits.ts';
import { endpointFileOf, readEndpoint } from '../endpoint.ts';
import type { Manifest } from '../../wire/manifest.ts';
import { handshakeOf, oneClient } from '../one-client.ts';
import type { Options } from '../options.ts';
import { isAlive } from '../process-life.ts';
import type { ChosenVault } from '../vault-choice.ts';

import { lockHolder } from './lock-owner.ts';
import { failed, ok, skipped } from './report.ts';
import type { Step } from './report.ts';

/** The file that points to a host, and whether the host behind it lives and knows its token. */
export async function hostSteps(stateFolder: string, vault: ChosenVault, version: string): Promise<readonly Step[]> {
  const file = endpointFileOf(stateFolder, vault.id);
  const reading = await readEndpoint(file);
  if ('refused' in reading) {
    if (reading.refused === 'no_endpoint') {
      return [skipped('endpoint file', `${file}: no host serves this vault now`), skipped('host', 'none to ask')];
    }
    const cure = `Close Obsidian and all agents, then remove the file: ${file}`;
    return [failed('endpoint file', `${file}: refused, ${reading.detail}`, cure), skipped('host', 'not asked')];
  }
  const { host, pid, version: served } = reading.endpoint;
  const found = ok('endpoint file', `${file}: ${host}, process ${pid}, version ${served}`);
  const met = await meetHost(file, version);
  return [found, 'code' in met ? troubleStep(met) : ok('host', `${met.kind} ${met.version} has proved itself`)];
}

export async function lockStep(stateFolder: string, vault: ChosenVault): Promise<Step> {
  const holder = await lockHolder(stateFolder, vault.id);
  if (holder === null) return ok('lock', 'free');
  const { kind, pid, hostName } = holder;
  const state = isAlive(pid) ? 'running' : 'ended: the next host takes over';
  return ok('lock', `held by ${kind}, process ${pid} on ${hostName}: ${state}`);
}

/** What an agent does: initialize, the list of tools, one search; answered by a host that is started if there is none. */
export async function answersStep(options: Options, manifest: Manifest, process: NodeJS.Process): Promise<Step> {
  const logged: string[] = [];
  const client = oneClient(options, manifest, process, (level, message) => {
    if (level === 'warn') logged.push(message);
  });
  try {
    const start = performance.now();
    const hello = await client.ask('initialize', handshakeOf('doctor', manifest.version));
    const { result: list } = await client.ask('tools/list');
    const { result, error } = await client.ask('tools/call', { name: 'vault_search', arguments: { query: 'vault' } });
    const time = Math.round(performance.now() - start);
    const text = result?.content?.[0]?.text ?? '';
    if (error !== undefined || result?.isError === true) {
      const said = error?.message ?? text;
      return failed('answers', `the search was refused: ${said}`, logged.at(-1) ?? 'See the steps above.');
    }
    const tools = list?.tools?.length ?? 0;
    const spoken = hello.result?.protocolVersion ?? 'unknown';
    return ok('answers', `MCP ${spoken}, ${tools} tools, a search answered; ${time} ms in all`);
  } finally {
    await client.close();
  }
}

/** One dial with proof, as the pipe does it. */
function meetHost(endpointFile: string, version: string): Promise<HostFacts | LinkTrouble> {
  const link = connectLink({
    endpointFile,
    shim: { id: randomUUID(), version, pid: process.pid, lang: '', client: () => 'vault-mcp doctor' },
    callsInFlight: () => 0,
    log: () => undefined,
  });
  return new Promise((resolve) => {
    const end = (met: HostFacts | LinkTrouble): void => {
      clearTimeout(limit);
      void link.close().then(() => resolve(met));
    };
    const limit = setTimeout(() => end({ code: 'silent', detail: 'no answer in time' }), DIAL_MS + 1000);
    link.onFreshSession(({ host }) => end(host));
    link.onTrouble(end);
    link.open();
  });
}

function troubleStep({ code, detail }: LinkTrouble): Step {
  const found = `${code}: ${detail}`;
  switch (code) {
    case 'no_endpoint':
    case 'unreachable':
    case 'wrong_proof':
      return skipped('host', `${found}; the host of this file is gone, another takes its place`);
    case 'silent':
      return failed('host', found, 'It is frozen or busy: wake Obsidian’s window, or end that process.');
    case 'busy':
      return failed('host', found, 'Close agents that are no longer used.');
    case 'version':
      return failed('host', found, 'Update the plugin and this program to the same version.');
    case 'broken':
    case 'endpoint_refused':
      return failed('host', found, 'Restart Obsidian, or the agent that serves the vault.');
  }
}
