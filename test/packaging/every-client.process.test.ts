import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseToml } from 'smol-toml';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

import { CLIENTS } from '../../src/wire/client-config.ts';
import type { Client } from '../../src/wire/client-config.ts';
import { tempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';

// What `config` prints for each client, read as that client reads its file, and started as it stands there: with the
// words and the environment of the entry and nothing else of ours. Each must answer with a citation.

const dist = join(import.meta.dirname, '..', '..', 'dist');

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A place with the installed program, a vault and a state folder, in names that every quoting rule minds. */
async function place(): Promise<{ dir: TempDir; program: string; vault: string; state: string }> {
  const dir = await tempDir();
  const [bin, vault, state] = [dir.at("o'neil & co", 'bin'), dir.at('Мои "заметки" $HOME'), dir.at('state of Ana')];
  await mkdir(bin, { recursive: true });
  await mkdir(vault);
  for (const file of ['vault-mcp.mjs', 'engine.mjs']) await cp(join(dist, file), join(bin, file));
  await writeFile(join(vault, 'tides.md'), '# Tides\n\nSpring tides come after the full moon.\n');
  return { dir, program: join(bin, 'vault-mcp.mjs'), vault, state };
}

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, [...args], { env: { PATH: process.env['PATH'], ...env } }, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });
}

/** JSON with comments, as editors read their settings. */
function parseJsonc(text: string): unknown {
  const { config, error } = ts.parseConfigFileTextToJson('settings.json', text);
  expect(error).toBeUndefined();
  return config as unknown;
}

/** Each client's own format, what an own file of the user looks like around the snippet, and the key of its servers. */
const FORMATS: Readonly<
  Record<Exclude<Client, 'claude-code'>, { readonly parse: (text: string) => unknown; readonly key: string }>
> = {
  'claude-desktop': { parse: JSON.parse, key: 'mcpServers' },
  cursor: { parse: JSON.parse, key: 'mcpServers' },
  vscode: { parse: parseJsonc, key: 'servers' },
  codex: { parse: parseToml, key: 'mcp_servers' },
  gemini: { parse: parseJsonc, key: 'mcpServers' },
  windsurf: { parse: JSON.parse, key: 'mcpServers' },
  zed: { parse: parseJsonc, key: 'context_servers' },
  hermes: { parse: (text) => parseYaml(text, { version: '1.1' }) as unknown, key: 'mcp_servers' },
};

async function entryOf(client: Client, printed: string, dir: TempDir): Promise<Entry> {
  if (client !== 'claude-code') {
    const { parse, key } = FORMATS[client];
    const entry = (parse(printed) as Record<string, Record<string, Entry>>)[key]?.['vault'];
    if (entry === undefined) throw new Error(`${client}: no entry under ${key}`);
    return entry;
  }
  // The client's command is run by a shell; in its place stands one that notes the words it is given.
  const told = dir.at('told');
  await writeFile(dir.at('claude'), `#!/bin/sh\nprintf '%s\\0' "$@" > "$TOLD"\n`);
  await chmod(dir.at('claude'), 0o755);
  await run('/bin/sh', ['-c', printed], { PATH: `${dir.path}:${process.env['PATH'] ?? ''}`, TOLD: told });
  const words = (await readFile(told, 'utf8')).split('\0').slice(0, -1);
  const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
  const variables = words.flatMap((word, at) => (words[at - 1] === '--env' ? [word] : []));
  const env = Object.fromEntries(
    variables.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  return { command, args, env };
}

describe('config', () => {
  it.each(CLIENTS)('%s: what it prints starts as it is written, and answers with a citation', async (client) => {
    const { dir, program, vault, state } = await place();
    const home = { HOME: dir.path, VAULT_MCP_HOME: state };
    const printed = await run(process.execPath, [program, 'config', client, '--vault', vault], home);
    const { command, args, env } = await entryOf(client, printed, dir);
    expect([command, ...args]).toEqual([process.execPath, program, '--vault', vault]);
    expect(env).toEqual({ VAULT_MCP_HOME: state });
    const agent = new McpClient({ name: client, version: '1.0.0' });
    try {
      await agent.connect(
        new StdioClientTransport({ command, args: [...args], env: { HOME: dir.path, ...env }, stderr: 'ignore' }),
      );
      const answer = await agent.callTool({ name: 'vault_search', arguments: { query: 'full moon' } });
      expect(JSON.stringify(answer.content)).toContain('tides.md:1-3 ');
    } finally {
      await agent.close();
    }
  });
});
