import { clientConfig, type Client, type ClientFacts } from '../../wire/client-config.ts';

/** Names of the clients' own, the same in every language. */
export const CLIENT_NAMES: Readonly<Record<Client, string>> = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  windsurf: 'Windsurf',
  zed: 'Zed',
  hermes: 'Hermes',
};

/** A link by which a client takes the server into its list with one click, after asking; null: it knows none. */
export function installLink(client: Client, facts: ClientFacts): string | null {
  if (client !== 'cursor' && client !== 'vscode') return null;
  const config = JSON.parse(clientConfig(client, facts).text) as Readonly<
    Record<string, Readonly<Record<string, object>>>
  >;
  const server = config[client === 'cursor' ? 'mcpServers' : 'servers']?.[facts.name] ?? {};
  if (client === 'vscode') {
    return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: facts.name, ...server }))}`;
  }
  const packed = encodeURIComponent(base64(JSON.stringify(server)));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(facts.name)}&config=${packed}`;
}

/** Of the text's UTF-8: a path may hold any letter. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
