import type { LineMeta, LineTransport } from './line-transport.ts';

/** How messages are written. */
export interface Words<Message> {
  /** Throws for what is no message. */
  parse(line: string, meta?: LineMeta): Message;
  print(message: Message): string;
}

/** JSON-RPC's code for a message that is no proper request. */
const invalidRequest = -32600;

/**
 * A connection of lines as one of messages. It has the shape that the protocol library asks of a transport.
 */
export class LineWire<Message> {
  onmessage?: (message: Message) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Settles once either side has ended the connection. */
  readonly closed: Promise<void>;
  readonly #lines: LineTransport;
  readonly #words: Words<Message>;
  #end: () => void = () => undefined;
  #isClosed = false;

  constructor(lines: LineTransport, words: Words<Message>) {
    this.#lines = lines;
    this.#words = words;
    this.closed = new Promise((resolve) => (this.#end = resolve));
  }

  start(): Promise<void> {
    this.#lines.onLine((line, meta) => this.#take(line, meta));
    this.#lines.onClose(() => this.#ended());
    return Promise.resolve();
  }

  async send(message: Message): Promise<void> {
    if (this.#isClosed) throw new Error('the connection is closed');
    await this.#lines.send(this.#words.print(message));
  }

  close(): Promise<void> {
    if (!this.#isClosed) this.#lines.close();
    this.#ended();
    return Promise.resolve();
  }

  #take(line: string, meta?: LineMeta): void {
    if (this.#isClosed) return;
    let message: Message;
    try {
      message = this.#words.parse(line, meta);
    } catch (error) {
      this.onerror?.(asError(error));
      this.#refuse(line);
      return;
    }
    this.onmessage?.(message);
  }

  /** A request that would be dropped in silence still gets an answer, if it can be told whose it is. */
  #refuse(line: string): void {
    const id = requestIdOf(line);
    if (id === null) return;
    const answer = { jsonrpc: '2.0', id, error: { code: invalidRequest, message: 'Invalid Request' } };
    Promise.resolve(this.#lines.send(JSON.stringify(answer))).catch((error: unknown) => this.onerror?.(asError(error)));
  }

  #ended(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#end();
  }
}

function requestIdOf(line: string): string | number | null {
  try {
    const message: unknown = JSON.parse(line);
    if (typeof message !== 'object' || message === null || !('id' in message) || !('method' in message)) return null;
    return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
  } catch {
    return null;
  }
}

function asError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value));
}
