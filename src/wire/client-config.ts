import { PLACES } from './client-places.ts';
import type { Client, FileClient, System } from './client-places.ts';

export { CLIENTS } from './client-places.ts';
export type { Client, System } from './client-places.ts';

/** What each client must be told so that it starts the pipe: a snippet of its own file, or a command of its own. */

export interface ClientFacts {
  readonly system: System;
  /** Absolute path of Node: clients with a window do not have the PATH of a terminal. */
  readonly node: string;
  /** Absolute path of the pipe's file. */
  readonly program: string;
  /** The vault's absolute path, id or name; null leaves the choice to the pipe. */
  readonly vault: string | null;
  /** The server's name at the client: see `problemOfName`. */
  readonly name: string;
  /** Another state folder (`VAULT_MCP_HOME`); null for the usual one. */
  readonly home: string | null;
}

export interface ClientConfig {
  readonly kind: 'json' | 'toml' | 'yaml' | 'sh' | 'cmd' | 'powershell';
  /** The snippet or command, without a line end at its end. */
  readonly text: string;
  /** Where a snippet goes, with `~` or `%VARIABLE%` for the user's folders; null for a command. */
  readonly file: string | null;
  /** Sentences on what else is to be done or minded. */
  readonly notes: readonly string[];
}

/** Why this cannot be the server's name at this client; null if it can. */
export function problemOfName(client: Client, name: string): string | null {
  // Clients join it with the names of tools and cut, or drop, what is longer than about 60 characters.
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,23}$/.test(name)) {
    return 'a name is a letter, then up to 23 letters, digits, "-" or "_"';
  }
  // Its policy reader takes what stands before the first "_" for the server.
  return client === 'gemini' && name.includes('_') ? 'Gemini CLI takes no "_" in a name' : null;
}

export function clientConfig(client: Client, facts: ClientFacts): ClientConfig {
  switch (client) {
    case 'claude-code':
      return claudeCode(facts);
    case 'codex':
      return { kind: 'toml', text: codex(facts), ...place(client, facts) };
    case 'hermes':
      return { kind: 'yaml', text: hermes(facts), ...place(client, facts) };
    case 'vscode':
      return json(client, facts, 'servers', { type: 'stdio', ...entry(facts) });
    case 'zed':
      return json(client, facts, 'context_servers', { ...entry(facts), env: envOf(facts) });
    case 'claude-desktop':
    case 'cursor':
    case 'gemini':
    case 'windsurf':
      return json(client, facts, 'mcpServers', entry(facts));
  }
}

/**
 * A string between double quotes as JSON, TOML (1.0) and YAML (1.1 and 1.2) all read it: what one of them would take for
 * a line's end or refuse in its raw form is escaped.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function argsOf({ program, vault }: ClientFacts): readonly string[] {
  return vault === null ? [program] : [program, '--vault', vault];
}

function envOf({ home }: ClientFacts): Readonly<Record<string, string>> {
  return home === null ? {} : { VAULT_MCP_HOME: home };
}

function entry(facts: ClientFacts): object {
  const env = facts.home === null ? {} : { env: envOf(facts) };
  return { command: facts.node, args: argsOf(facts), ...env };
}

function json(client: FileClient, facts: ClientFacts, key: string, server: object): ClientConfig {
  const text = JSON.stringify({ [key]: { [facts.name]: server } }, null, 2);
  return { kind: 'json', text, ...place(client, facts) };
}

function codex(facts: ClientFacts): string {
  const { name, node, home } = facts;
  const lines = [
    `[mcp_servers.${name}]`,
    `command = ${quoted(node)}`,
    `args = [${argsOf(facts).map(quoted).join(', ')}]`,
    'startup_timeout_sec = 20',
    'tool_timeout_sec = 120',
  ];
  if (home !== null) lines.push(`env = { VAULT_MCP_HOME = ${quoted(home)} }`);
  return lines.join('\n');
}

function hermes(facts: ClientFacts): string {
  const { name, node, home } = facts;
  const lines = [
    'mcp_servers:',
    // Quoted, since YAML has its own idea of names such as "on" and "no".
    `  ${quoted(name)}:`,
    `    command: ${quoted(node)}`,
    '    args:',
    ...argsOf(facts).map((word) => `      - ${quoted(word)}`),
    '    timeout: 120',
    '    connect_timeout: 30',
    '    supports_parallel_tool_calls: true',
  ];
  if (home !== null) lines.push('    env:', `      VAULT_MCP_HOME: ${quoted(home)}`);
  return lines.join('\n');
}

function claudeCode(facts: ClientFacts): ClientConfig {
  const { name, node, home, system } = facts;
  // The variable comes first: an option of several values would take the name for one more.
  const variable = home === null ? [] : ['--env', `VAULT_MCP_HOME=${home}`];
  const head = ['claude', 'mcp', 'add', ...variable, '--transport', 'stdio', '--scope', 'user', name];
  const words = [...head, '--', node, ...argsOf(facts)];
  const notes = ['Check it with: claude mcp list', ...expansionNotes('claude-code', facts)];
  if (system !== 'win32') return { kind: 'sh', text: words.map(forShell).join(' '), file: null, notes };
  const spoken = words.join(' ');
  if (!spoken.includes('%')) {
    const clash = /[$`]/.test(spoken);
    const where = clash
      ? 'For the Command Prompt (in PowerShell "$" and "`" mean something else).'
      : 'For the Command Prompt and for PowerShell.';
    return { kind: 'cmd', text: words.map(forWindows).join(' '), file: null, notes: [where, ...notes] };
  }
  const where = 'For PowerShell (the Command Prompt would read "%" as a variable).';
  return { kind: 'powershell', text: words.map(forPowerShell).join(' '), file: null, notes: [where, ...notes] };
}

/** One word for a POSIX shell. */
function forShell(word: string): string {
  return /^[A-Za-z0-9_/.:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * One word for cmd.exe and PowerShell, as the C runtime reads it. "--" is quoted as well: PowerShell would keep a bare one
 * for itself.
 */
function forWindows(word: string): string {
  if (/^[A-Za-z0-9_./:\\=-]+$/.test(word) && word !== '--') return word;
  return `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
}

function forPowerShell(word: string): string {
  if (/^[A-Za-z0-9_./:\\=-]+$/.test(word) && word !== '--') return word;
  return `'${word.replaceAll("'", "''")}'`;
}

function place(client: FileClient, facts: ClientFacts): { file: string; notes: readonly string[] } {
  const { files, notes } = PLACES[client];
  return { file: files[facts.system], notes: [...notes, ...expansionNotes(client, facts)] };
}

/** What a client puts in place of a variable before it starts a program; there is no way to write it otherwise. */
const EXPANSIONS: Readonly<Partial<Record<Client, RegExp>>> = {
  'claude-code': /\$\{[^}]*\}/,
  cursor: /\$\{[^}]*\}/,
  vscode: /\$\{[^}]*\}/,
  windsurf: /\$\{[^}]*\}/,
  gemini: /\$(\w|\{)/,
  hermes: /\$\{[^}]*\}/,
};

function expansionNotes(client: Client, facts: ClientFacts): readonly string[] {
  const found = [facts.node, ...argsOf(facts), facts.home ?? ''].find((word) => EXPANSIONS[client]?.test(word));
  if (found === undefined) return [];
  return [
    `Mind: this client reads "$" in ${found} as a variable. Name the vault by its id, or use a path without "$".`,
  ];
}
