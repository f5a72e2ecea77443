import type { Manifest } from '../../../src/wire/manifest.ts';

const capabilities = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: {} };
const serverInfo = { name: 'vault-mcp', version: '9.9.9' };
const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
const modern = { resultType: 'complete', ttlMs: 300_000, cacheScope: 'private', _meta };
const tools = [
  { name: 'echo', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'write', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } },
];

/** A manifest of two tools: `echo` reads, `write` writes. */
export const testManifest: Manifest = {
  name: 'vault-mcp',
  version: '9.9.9',
  supportedVersions: { legacy: ['2025-11-25', '2025-06-18', '2024-11-05'], modern: ['2026-07-28'] },
  initialize: Object.fromEntries(
    ['2025-11-25', '2025-06-18', '2024-11-05'].map((protocolVersion) => [
      protocolVersion,
      { protocolVersion, capabilities, serverInfo, instructions: 'Search first.' },
    ]),
  ),
  discover: { supportedVersions: ['2026-07-28'], capabilities, instructions: 'Search first.', ...modern },
  toolsList: { legacy: { tools }, modern: { tools, ...modern } },
  resourceTemplatesList: {
    legacy: { resourceTemplates: [] },
    modern: { resourceTemplates: [], ...modern },
  },
  promptsList: { legacy: { prompts: [] }, modern: { prompts: [], ...modern } },
  readOnlyTools: ['echo'],
  toolsHash: 'tools-1',
};
