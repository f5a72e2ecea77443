import type { Services } from '../core/services.ts';
import { legacyVersions, serveConnection } from '../mcp/server.ts';
import { sha256 } from '../node/sha256.ts';

/**
 * What tells a shim whether this host offers the tools that it knows: the same digest of the list, as clients of the
 * legacy era get it, that the shim's own manifest holds. The build has written it down, since the list takes a start
 * longer to make than all else that the first question needs of the tools.
 */
export function toolsHash(version: string): Promise<string> {
  const built = process.env.VAULT_MCP_TOOLS_HASH;
  return built === undefined ? askedToolsHash(version) : Promise.resolve(built);
}

/** The same, asked of the real server, which needs no vault for it. */
export async function askedToolsHash(version: string): Promise<string> {
  let toServer: (line: string) => void = () => undefined;
  let answered: (line: string) => void = () => undefined;
  const connection = serveConnection(
    {
      send: (line) => answered(line),
      onLine: (listener) => (toServer = listener),
      onClose: () => undefined,
      close: () => undefined,
    },
    {} as Services,
    { version, language: 'en' },
  );
  const ask = (id: number, method: string, params: object): Promise<string> =>
    new Promise((resolve) => {
      answered = resolve;
      toServer(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  const clientInfo = { name: 'host', version };
  await ask(1, 'initialize', { protocolVersion: legacyVersions[0], capabilities: {}, clientInfo });
  const answer = JSON.parse(await ask(2, 'tools/list', {})) as { readonly result: unknown };
  await connection.close();
  return sha256(JSON.stringify(answer.result)).slice(0, 16);
}
