import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  deserializeMessage,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type JSONRPCMessage,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { LineTransport } from '../../src/mcp/line-transport.ts';
import { LineWire } from '../../src/mcp/line-wire.ts';
import { prompts } from './fixture-prompts.ts';
import { resourceOf, resources, template } from './fixture-resources.ts';
import type { Surroundings } from './fixture-tool.ts';
import { tools } from './fixture-tools.ts';

const connected = new Set<McpServer>();
const listsKeep = { ttlMs: 300_000, cacheScope: 'private' } as const;
const nothingKept = { ttlMs: 0, cacheScope: 'private' } as const;
const key = crypto.getRandomValues(new Uint8Array(32));

/** Serves the fixtures of the conformance suite over lines, by the same library and wiring as the product's server. */
export function serveFixtures(lines: LineTransport): void {
  const wire = new LineWire<JSONRPCMessage>(lines, { parse: deserializeMessage, print: JSON.stringify });
  let server: McpServer | null = null;
  serveStdio(() => (server = newServer()), { transport: wire });
  void wire.closed.then(() => server !== null && connected.delete(server));
}

function newServer(): McpServer {
  const codec = createRequestStateCodec({ key });
  const mcp = new McpServer(
    { name: 'conformance-fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: codec.verify },
      cacheHints: {
        'tools/list': listsKeep,
        'prompts/list': listsKeep,
        'resources/templates/list': listsKeep,
        'server/discover': listsKeep,
        'resources/list': nothingKept,
        'resources/read': nothingKept,
      },
    },
  );
  connected.add(mcp);
  const { server } = mcp;
  const around = (context: ServerContext): Surroundings => {
    // Modern requests each say what their client can do; older clients said it once.
    const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope };
    return {
      clientCapabilities: { ...(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()) },
      mintState: (payload) => codec.mint(payload, context),
      announce,
    };
  };

  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return tool.run(params.arguments ?? {}, context, around(context));
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, description, arguments: parameters }) => ({
      name,
      description,
      arguments: parameters.map((each) => ({ name: each, required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return prompt.get(params.arguments ?? {}, context);
  });
  server.setRequestHandler('resources/list', () => ({ resources: resources.map((each) => ({ ...each })) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [{ ...template }] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const contents = resourceOf(uri);
    if (contents === null) throw new ResourceNotFoundError(uri);
    return { contents: [contents] };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('completion/complete', ({ params }) => {
    const { value } = params.argument;
    const values = ['paris', 'park', 'party', 'test'].filter((word) => word.startsWith(value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  return mcp;
}

function announce(list: 'tools' | 'prompts'): void {
  for (const mcp of connected) {
    if (list === 'tools') mcp.sendToolListChanged();
    else mcp.sendPromptListChanged();
  }
}
