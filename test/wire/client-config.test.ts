import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';

import { CLIENTS, clientConfig, problemOfName, quoted } from '../../src/wire/client-config.ts';
import type { Client, ClientConfig, ClientFacts } from '../../src/wire/client-config.ts';

interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const KEYS: Readonly<Record<string, string>> = {
  codex: 'mcp_servers',
  hermes: 'mcp_servers',
  vscode: 'servers',
  zed: 'context_servers',
};

/** The server as the client's own format has it. */
function read(client: Client, { kind, text }: ClientConfig, name = 'vault', yaml: '1.1' | '1.2' = '1.2'): Server {
  const value: unknown =
    kind === 'toml' ? parseToml(text) : kind === 'yaml' ? parseYaml(text, { version: yaml }) : JSON.parse(text);
  return (value as Record<string, Record<string, Server>>)[KEYS[client] ?? 'mcpServers']?.[name] as Server;
}

const FILED = CLIENTS.filter((client) => client !== 'claude-code');

const SYSTEMS: readonly ClientFacts[] = [
  {
    system: 'darwin',
    node: '/opt/homebrew/bin/node',
    program: '/Users/Ana Lúcia/.vault-mcp/bin/vault-mcp.mjs',
    vault: '/Users/Ana Lúcia/Мои "заметки" и $идеи’',
    name: 'vault',
    home: null,
  },
  {
    system: 'win32',
    node: 'C:\\Program Files\\nodejs\\node.exe',
    program: 'C:\\Users\\João\\.vault-mcp\\bin\\vault-mcp.mjs',
    vault: 'D:\\new\\table\\100% мои заметки\\',
    name: 'my-notes',
    home: 'C:\\Users\\João\\state folder',
  },
  {
    system: 'linux',
    node: "/home/o'neil/.nvm/versions/node/v22/bin/node",
    program: '/home/o\'neil/a "b" \\ c/vault-mcp.mjs',
    vault: '/srv/笔记\t🙂 #1: {yes} & `no`',
    name: 'on',
    home: '/tmp/зона $HOME',
  },
];

describe('a client that is told by a file', () => {
  const cases = FILED.flatMap((client) => SYSTEMS.map((facts) => [client, facts.system, facts] as const));

  it.each(cases)(
    '%s on %s: its own parser finds the program, its words and the state folder',
    (client, _system, facts) => {
      const made = clientConfig(client, facts);
      const { command, args, env } = read(client, made, facts.name);
      expect(command).toBe(facts.node);
      expect(args).toEqual([facts.program, '--vault', facts.vault]);
      if (facts.home === null) expect(env ?? {}).toEqual({});
      else expect(env).toEqual({ VAULT_MCP_HOME: facts.home });
      expect(made.file).toMatch(facts.system === 'win32' ? /^%[A-Z]+%\\/ : /^~\//);
      expect(made.file).not.toMatch(facts.system === 'win32' ? /\// : /\\/);
    },
  );

  it.each(FILED)('%s: without a vault none is named', (client) => {
    const [facts] = SYSTEMS;
    if (facts === undefined) throw new Error('no facts');
    expect(read(client, clientConfig(client, { ...facts, vault: null })).args).toEqual([facts.program]);
  });

  it('whatever the path is, TOML, YAML 1.1 and 1.2 and JSON read it back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', '\u0085', '\u2028', '\u007f', '\ufeff', '\u009b'),
        (text, odd) => {
          const vault = `/v/${text}${odd}${text}`;
          const facts: ClientFacts = { system: 'linux', node: '/n', program: '/p', vault, name: 'vault', home: null };
          for (const client of ['codex', 'hermes', 'cursor'] as const) {
            expect(read(client, clientConfig(client, facts)).args[2]).toBe(vault);
          }
          expect(read('hermes', clientConfig('hermes', facts), 'vault', '1.1').args[2]).toBe(vault);
          expect(JSON.parse(quoted(vault))).toBe(vault);
        },
      ),
    );
  });

  it('VS Code says of what type it is, Codex and Hermes how long a call may take', () => {
    const [facts] = SYSTEMS;
    if (facts === undefined) throw new Error('no facts');
    expect(read('vscode', clientConfig('vscode', facts))).toMatchObject({ type: 'stdio' });
    expect(read('codex', clientConfig('codex', facts))).toMatchObject({
      tool_timeout_sec: 120,
      startup_timeout_sec: 20,
    });
    expect(read('hermes', clientConfig('hermes', facts))).toMatchObject({ timeout: 120, connect_timeout: 30 });
  });
});

describe('what cannot be written otherwise is said', () => {
  const facts: ClientFacts = {
    system: 'linux',
    node: '/n',
    program: '/p',
    vault: '/v/${HOME}',
    name: 'vault',
    home: null,
  };

  it.each(['claude-code', 'cursor', 'vscode', 'windsurf', 'gemini', 'hermes'] as const)(
    '%s reads variables',
    (client) => {
      expect(clientConfig(client, facts).notes.join()).toContain('as a variable');
      expect(clientConfig(client, { ...facts, vault: '/v/5$' }).notes.join()).not.toContain('as a variable');
    },
  );

  it.each(['zed', 'codex', 'claude-desktop'] as const)('%s does not', (client) => {
    expect(clientConfig(client, facts).notes.join()).not.toContain('as a variable');
  });
});

describe('the command for Windows', () => {
  const facts = (vault: string): ClientFacts => ({
    system: 'win32',
    node: 'C:\\Program Files\\nodejs\\node.exe',
    program: 'C:\\p\\vault-mcp.mjs',
    vault,
    name: 'vault',
    home: null,
  });

  it('is read by the C runtime as it was meant, a backslash before a quote included', () => {
    const { kind, text } = clientConfig('claude-code', facts('D:\\my notes\\'));
    expect(kind).toBe('cmd');
    expect(wordsOfWindows(text)).toEqual([
      ...['claude', 'mcp', 'add', '--transport', 'stdio', '--scope', 'user', 'vault', '--'],
      'C:\\Program Files\\nodejs\\node.exe',
      ...['C:\\p\\vault-mcp.mjs', '--vault', 'D:\\my notes\\'],
    ]);
  });

  it('quotes "--", which PowerShell would keep for itself', () => {
    expect(clientConfig('claude-code', facts('D:\\v')).text).toContain(' "--" ');
    expect(clientConfig('claude-code', facts('D:\\100%')).text).toContain(" '--' ");
  });

  it('is for PowerShell where the Command Prompt would put in a variable, and for it where PowerShell would', () => {
    const percent = clientConfig('claude-code', facts("D:\\it's %TEMP%"));
    expect(percent.kind).toBe('powershell');
    expect(percent.text).toMatch(/'D:\\it''s %TEMP%'$/);
    const dollar = clientConfig('claude-code', facts('D:\\$HOME'));
    expect(dollar.kind).toBe('cmd');
    expect(dollar.notes[0]).toContain('PowerShell');
  });
});

describe('the server’s name', () => {
  it.each(['vault', 'my-notes', 'v2'])('%s will do everywhere', (name) => {
    for (const client of CLIENTS) expect(problemOfName(client, name)).toBeNull();
  });

  it.each(['', '2nd', 'a b', 'ü', 'a.b', '--vault', 'x'.repeat(25), '$(id)'])('"%s" will not', (name) => {
    for (const client of CLIENTS) expect(problemOfName(client, name)).not.toBeNull();
  });

  it('Gemini CLI takes no underscore', () => {
    expect(problemOfName('gemini', 'my_notes')).not.toBeNull();
    expect(problemOfName('cursor', 'my_notes')).toBeNull();
  });
});

/** Words of a command line by the rules of the C runtime of Windows. */
function wordsOfWindows(line: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let inQuotes = false;
  let started = false;
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    if (slashes > 0 && line[at + slashes] === '"') {
      word += '\\'.repeat(Math.floor(slashes / 2));
      at += slashes;
      if (slashes % 2 === 1) word += '"';
      else inQuotes = !inQuotes;
    } else if (line[at] === '"') {
      inQuotes = !inQuotes;
      started = true;
    } else if (line[at] === ' ' && !inQuotes) {
      if (word !== '' || started) words.push(word);
      word = '';
      started = false;
    } else word += line[at] ?? '';
  }
  return [...words, word];
}
