import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { App } from 'obsidian';
import { browser } from '@wdio/globals';
import { readEndpointFile } from '../../src/node/endpoint-file.ts';
import { identifyVault } from '../../src/node/state-folder.ts';

export const PLUGIN = 'vault-mcp';
export const state = process.env['VAULT_MCP_HOME'] ?? '';

type EndpointFile = NonNullable<Awaited<ReturnType<typeof readEndpointFile>>>;

/** What the declarations leave out, and the scenarios need. */
export interface UndeclaredApp {
  readonly vault: App['vault'] & { setConfig(name: string, value: unknown): void };
}

export function vaultPath(): string {
  return browser.getObsidianPage().getVaultPath();
}

export async function endpointOf(folder: string): Promise<EndpointFile | null> {
  return readEndpointFile(state, (await identifyVault(folder)).id);
}

/** Waits until the app itself serves the vault, other than in the time named `before`. */
export async function served(folder = vaultPath(), before = ''): Promise<EndpointFile> {
  let found: EndpointFile | null = null;
  await browser.waitUntil(
    async () => {
      found = await endpointOf(folder);
      return found?.host === 'obsidian' && found.generation !== before;
    },
    { timeout: 30_000, timeoutMsg: 'the app does not serve its vault' },
  );
  if (found === null) throw new Error('the endpoint is gone again');
  return found;
}

export async function isListening({ url }: Pick<EndpointFile, 'url'>): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = createConnection(Number(port), hostname);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

export interface Agent {
  readonly client: Client;
  /** The answer's text; a refusal begins with its code in brackets. */
  ask(tool: string, args: Readonly<Record<string, unknown>>): Promise<string>;
}

const agents: Client[] = [];

/** The real shim, started as an agent starts it. */
export async function anAgent(folder = vaultPath()): Promise<Agent> {
  const client = new Client({ name: 'e2e', version: '1' });
  const program = join(import.meta.dirname, '../../dist/vault-mcp.mjs');
  const env = { ...(process.env as Record<string, string>), VAULT_MCP_HOME: state };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, '--vault', folder], env }),
  );
  agents.push(client);
  return {
    client,
    ask: async (name, args) => {
      const { content } = await client.callTool({ name, arguments: { ...args } });
      return (content as { text: string }[]).map(({ text }) => text).join('\n');
    },
  };
}

export async function agentsGone(): Promise<void> {
  await Promise.all(agents.splice(0).map((client) => client.close()));
}
