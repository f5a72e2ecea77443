import type { Sha256 } from '../core/ports.ts';
import type { Services } from '../core/services.ts';
import type { ByEra, JsonObject, Manifest } from '../wire/manifest.ts';
import type { LineTransport } from './line-transport.ts';
import { legacyVersions, serveConnection, serverName } from './server.ts';
import { tools } from './tools/index.ts';

/**
 * Runs the real server in memory and writes down what it says of itself. The same program gives the same manifest.
 * Throws when the server touches the vault for any of it: a shim must be able to answer without one.
 */
export async function recordManifest(version: string, sha256: Sha256): Promise<Manifest> {
  const initialize: Record<string, JsonObject> = {};
  for (const offered of legacyVersions.filter((each) => each < modernVersion)) {
    const result = await new Recording(version).ask('initialize', legacyOffer(offered));
    if (result['protocolVersion'] === offered) initialize[offered] = result;
  }
  const legacy = Object.keys(initialize);
  const discover = await new Recording(version).ask('server/discover', modernParams);
  const [toolsList, resourceTemplatesList, promptsList] = [
    await inEachEra('tools/list', version, legacy),
    await inEachEra('resources/templates/list', version, legacy),
    await inEachEra('prompts/list', version, legacy),
  ];
  return {
    name: serverName,
    version,
    supportedVersions: { legacy, modern: textsOf(discover['supportedVersions']) },
    initialize,
    discover,
    toolsList,
    resourceTemplatesList,
    promptsList,
    readOnlyTools: tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name),
    toolsHash: sha256(JSON.stringify(toolsList.legacy)).slice(0, 16),
  };
}

const modernVersion = '2026-07-28';
const client = { name: 'manifest', version: '0' };

const modernParams = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': client,
  },
};

function legacyOffer(protocolVersion: string): JsonObject {
  return { protocolVersion, capabilities: {}, clientInfo: client };
}

async function inEachEra(method: string, version: string, legacy: readonly string[]): Promise<ByEra> {
  const answers: JsonObject[] = [];
  for (const offered of legacy) {
    const recording = new Recording(version);
    await recording.ask('initialize', legacyOffer(offered));
    answers.push(await recording.ask(method, {}));
  }
  const [first, ...others] = answers;
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
    throw new Error(`${method} differs between legacy versions: the manifest needs a result for each`);
  }
  return { legacy: first, modern: await new Recording(version).ask(method, modernParams) };
}

/** One connection to the real server, whose every part of the vault refuses to be touched. */
class Recording {
  readonly #waiting = new Map<number, (answer: JsonObject) => void>();
  #toServer: (line: string) => void = () => undefined;
  #lastId = 0;

  constructor(version: string) {
    const lines: LineTransport = {
      send: (line) => this.#answered(JSON.parse(line) as JsonObject),
      onLine: (listener) => (this.#toServer = listener),
      onClose: () => undefined,
      close: () => undefined,
    };
    serveConnection(lines, untouchable, { version, language: 'en' });
  }

  async ask(method: string, params: JsonObject): Promise<JsonObject> {
    const id = ++this.#lastId;
    const answer = await new Promise<JsonObject>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#toServer(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
    const { result } = answer;
    if (typeof result === 'object' && result !== null) return result as JsonObject;
    throw new Error(`${method} was answered with ${JSON.stringify(answer['error'])}`);
  }

  #answered(message: JsonObject): void {
    const { id } = message;
    if (typeof id === 'number') this.#waiting.get(id)?.(message);
  }
}

const untouchable = new Proxy({} as Services, {
  get: (_services, part) => {
    // Without a vault there are no prompts of its own; what a host offers is told once it is there.
    if (part === 'host') return { promptsFolder: () => null };
    throw new Error(`the manifest must not need the vault's ${String(part)}`);
  },
});

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
