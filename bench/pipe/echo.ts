import { McpServer } from '@modelcontextprotocol/server';

/** The server that both ends of the comparison run: one tool that gives back the text that it is given. */
export function echoServer(): McpServer {
  const mcp = new McpServer({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } } } }],
  }));
  mcp.server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: String(params.arguments?.['text']) }],
  }));
  return mcp;
}
