import { describe, expect, it } from 'vitest';
import { CLIENT_NAMES, installLink } from '../../../src/obsidian/ui/client-names.ts';
import { CLIENTS, type ClientFacts } from '../../../src/wire/client-config.ts';

const facts: ClientFacts = {
  system: 'linux',
  node: '/usr/bin/node',
  program: '/home/ana/.vault-mcp/bin/vault-mcp.mjs',
  vault: '/home/ana/Anotações & más',
  name: 'vault',
  home: '/srv/state',
};

describe('one click', () => {
  it('gives Cursor and VS Code what their own files would hold, whatever letters the path has', () => {
    const entry = {
      command: '/usr/bin/node',
      args: [facts.program, '--vault', facts.vault],
      env: { VAULT_MCP_HOME: '/srv/state' },
    };
    const cursor = new URL(installLink('cursor', facts) ?? '');
    expect(cursor.searchParams.get('name')).toBe('vault');
    const packed = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString('utf8');
    expect(JSON.parse(packed)).toEqual(entry);
    const [scheme, query = ''] = (installLink('vscode', facts) ?? '').split('?');
    expect(scheme).toBe('vscode:mcp/install');
    expect(JSON.parse(decodeURIComponent(query))).toEqual({ name: 'vault', type: 'stdio', ...entry });
  });

  it('is offered for no other client, and every client has a name', () => {
    const others = CLIENTS.filter((client) => client !== 'cursor' && client !== 'vscode');
    expect(others.map((client) => installLink(client, facts))).toEqual(others.map(() => null));
    expect(Object.keys(CLIENT_NAMES).sort()).toEqual([...CLIENTS].sort());
  });
});
