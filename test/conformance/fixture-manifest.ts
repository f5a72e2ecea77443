import type { LineTransport } from '../../src/mcp/line-transport.ts';
import type { Manifest, JsonObject } from '../../src/wire/manifest.ts';
import { serveFixtures } from './fixture-server.ts';
import { tools } from './fixture-tools.ts';

const modernVersion = '2026-07-28';
const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const clientInfo = { name: 'manifest', version: '0' };
const _meta = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': clientInfo,
};

/** What the shim may answer for the fixtures' server before it is attached, written down as for the real one. */
export async function fixtureManifest(): Promise<Manifest> {
  const initialize: Record<string, JsonObject> = {};
  for (const version of legacyVersions) initialize[version] = await opened(version, 'initialize');
  const byEra = async (method: string) => ({
    legacy: await opened('2025-11-25', method),
    modern: await asked(listener(), method, { _meta }),
  });
  return {
    name: 'conformance-fixtures',
    version: '1.0.0',
    supportedVersions: { legacy: legacyVersions, modern: [modernVersion] },
    initialize,
    discover: await asked(listener(), 'server/discover', { _meta }),
    toolsList: await byEra('tools/list'),
    resourceTemplatesList: await byEra('resources/templates/list'),
    promptsList: await byEra('prompts/list'),
    readOnlyTools: tools.map(({ name }) => name),
    toolsHash: '',
  };
}

interface Ear {
  say: (line: string) => void;
  heard: (line: string) => void;
}

function listener(): Ear {
  const ear: Ear = { say: () => undefined, heard: () => undefined };
  const lines: LineTransport = {
    send: (line) => ear.heard(line),
    onLine: (take) => (ear.say = take),
    onClose: () => undefined,
    close: () => undefined,
  };
  serveFixtures(lines);
  return ear;
}

function asked(ear: Ear, method: string, params: object): Promise<JsonObject> {
  return new Promise((resolve) => {
    ear.heard = (line) => {
      const answer = JSON.parse(line) as { id?: unknown; result?: JsonObject };
      if (answer.id === method) resolve(answer.result ?? {});
    };
    ear.say(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }));
  });
}

async function opened(protocolVersion: string, method: string): Promise<JsonObject> {
  const ear = listener();
  const result = await asked(ear, 'initialize', { protocolVersion, capabilities: {}, clientInfo });
  return method === 'initialize' ? result : asked(ear, method, {});
}
