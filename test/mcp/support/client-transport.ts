import type { LineTransport } from '../../../src/mcp/line-transport.ts';

interface Message {
  readonly jsonrpc: '2.0';
}

/** The transport that both client libraries ask for, over lines. */
export class ClientTransport<M extends Message> {
  onmessage?: (message: M) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #lines: LineTransport;

  constructor(lines: LineTransport) {
    this.#lines = lines;
  }

  start(): Promise<void> {
    this.#lines.onLine((line) => this.onmessage?.(JSON.parse(line) as M));
    this.#lines.onClose(() => this.onclose?.());
    return Promise.resolve();
  }

  async send(message: M): Promise<void> {
    await this.#lines.send(JSON.stringify(message));
  }

  close(): Promise<void> {
    this.#lines.close();
    return Promise.resolve();
  }
}
