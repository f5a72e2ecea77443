import type { Services } from '../../../src/core/services.ts';
import { serveConnection, type Connection, type ConnectionOptions } from '../../../src/mcp/server.ts';
import { linePair } from './line-pair.ts';

export type Json = { readonly [key: string]: unknown };

/** A client that speaks raw JSON lines and remembers everything it is told. */
export class RawClient {
  readonly seen: Json[] = [];
  readonly connection: Connection;
  readonly #send: (line: string) => void;
  readonly #close: () => void;
  #wake: () => void = () => undefined;
  #lastId = 0;

  constructor(services: Services, options: Partial<ConnectionOptions> = {}) {
    const [near, far] = linePair();
    near.onLine((line) => {
      this.seen.push(JSON.parse(line) as Json);
      this.#wake();
    });
    this.connection = serveConnection(far, services, { version: '0.1.0', language: 'en', ...options });
    this.#send = (line) => void near.send(line);
    this.#close = () => near.close();
  }

  line(text: string): void {
    this.#send(text);
  }

  notify(method: string, params: Json = {}): void {
    this.line(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Sends a request and returns its id. */
  request(method: string, params: Json = {}): number {
    const id = ++this.#lastId;
    this.line(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return id;
  }

  async ask(method: string, params: Json = {}): Promise<Json> {
    const id = this.request(method, params);
    return this.until((message) => message['id'] === id && !('method' in message));
  }

  async initialize(protocolVersion = '2025-11-25'): Promise<Json> {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.ask('initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.notify('notifications/initialized');
    return answer['result'] as Json;
  }

  /** The first message, seen already or yet to come, that fits. */
  async until(fits: (message: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = this.seen.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  close(): void {
    this.#close();
  }
}

export function modernMeta(version = '2026-07-28'): Json {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  };
}
