import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import type { Message } from './http-rules.ts';

/** One request over HTTP, and what is answered: plain JSON, or a stream once anything comes before the answer. */
export class Exchange {
  readonly id: string | number | null | undefined;
  readonly progressToken: unknown;
  readonly response: ServerResponse;
  readonly #statusOf: (answer: Message) => number;

  constructor(request: Message, response: ServerResponse, statusOf: (answer: Message) => number) {
    this.id = request.id;
    this.progressToken = request.params?._meta?.['progressToken'];
    this.response = response;
    this.#statusOf = statusOf;
  }

  tell(line: string): void {
    if (!this.response.headersSent) startStream(this.response);
    this.response.write(event(line));
  }

  answer(line: string, message: Message): void {
    if (this.response.headersSent) return void this.response.end(event(line));
    this.response.writeHead(this.#statusOf(message), { 'content-type': 'application/json' });
    this.response.end(line);
  }
}

/** A server over stdio, started as an agent starts it. */
export class StdioServer {
  readonly #child: ChildProcess;
  readonly #exit: Promise<void>;
  readonly #exchanges = new Set<Exchange>();
  /** Streams for what belongs to no request. */
  readonly #listeners = new Set<ServerResponse>();

  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
    this.#child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#exit = new Promise((resolve) => this.#child.once('close', () => resolve()));
    let rest = '';
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') this.#route(line);
    });
  }

  say(line: string): void {
    this.#child.stdin?.write(`${line.replaceAll('\n', ' ')}\n`);
  }

  ask(exchange: Exchange, line: string, onHangUp: string | null): void {
    this.#exchanges.add(exchange);
    exchange.response.once('close', () => {
      if (this.#exchanges.delete(exchange) && onHangUp !== null) this.say(onHangUp);
    });
    this.say(line);
  }

  isFreeFor({ id, params }: Message): boolean {
    const token = params?._meta?.['progressToken'];
    return [...this.#exchanges].every(
      (each) => each.id !== id && (token === undefined || each.progressToken !== token),
    );
  }

  listenFor(response: ServerResponse): void {
    startStream(response);
    this.#listeners.add(response);
    response.once('close', () => this.#listeners.delete(response));
  }

  /** By the end of its input; resolves when it has gone. */
  async end(): Promise<void> {
    for (const listener of this.#listeners) listener.end();
    this.#child.stdin?.end();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await this.#exit;
    clearTimeout(late);
  }

  #route(line: string): void {
    const message = JSON.parse(line) as Message;
    if (message.method === undefined) {
      const exchange = this.#of((each) => each.id === message.id);
      if (exchange === undefined) return;
      this.#exchanges.delete(exchange);
      return exchange.answer(line, message);
    }
    const stream = message.params?._meta?.['io.modelcontextprotocol/subscriptionId'];
    const token = message.params?.progressToken;
    const exchange =
      stream !== undefined
        ? this.#of((each) => String(each.id) === String(stream))
        : token !== undefined
          ? this.#of((each) => each.progressToken === token)
          : [...this.#exchanges].at(-1);
    if (exchange !== undefined) return exchange.tell(line);
    for (const listener of this.#listeners) listener.write(event(line));
  }

  #of(isIt: (exchange: Exchange) => boolean): Exchange | undefined {
    return [...this.#exchanges].find(isIt);
  }
}

function event(line: string): string {
  return `event: message\ndata: ${line}\n\n`;
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
}
