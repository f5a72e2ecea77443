import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { asked, headerProblem, isLocal, isModern, lackingMeta, statusOf } from './http-rules.ts';
import type { Message } from './http-rules.ts';
import { Exchange } from './stdio-server.ts';
import type { StdioServer } from './stdio-server.ts';

/**
 * Streamable HTTP before a server that speaks stdio, for a suite that speaks only HTTP. Lines pass as they are, both
 * ways; the front adds what belongs to HTTP: sessions (one process each, as an agent would start one), header rules and
 * status codes. Clients without a handshake share processes, so long as their ids differ.
 */
export class HttpFront {
  readonly #command: () => StdioServer;
  readonly #http: Server;
  readonly #sessions = new Map<string, StdioServer>();
  readonly #shared: StdioServer[] = [];

  constructor(command: () => StdioServer) {
    this.#command = command;
    this.#http = createServer((request, response) => {
      this.#take(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(String(error));
      });
    });
  }

  /** Resolves to the address to test. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  /** Ends every process; resolves when all are gone. */
  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await Promise.all([...this.#sessions.values(), ...this.#shared].map((server) => server.end()));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocal(request.headers)) return void response.writeHead(403).end();
    const session = this.#sessions.get(String(request.headers['mcp-session-id']));
    switch (request.method) {
      case 'POST':
        return this.#post(request, response, session);
      case 'GET':
        if (session === undefined) return void response.writeHead(405).end();
        return session.listenFor(response);
      case 'DELETE':
        if (session === undefined) return void response.writeHead(404).end();
        this.#sessions.delete(String(request.headers['mcp-session-id']));
        await session.end();
        return void response.writeHead(200).end();
      default:
        response.writeHead(405).end();
    }
  }

  async #post(request: IncomingMessage, response: ServerResponse, session: StdioServer | undefined): Promise<void> {
    const line = Buffer.concat((await request.toArray()) as Buffer[]).toString('utf8');
    const message = JSON.parse(line) as Message;
    const modern = isModern(request.headers, message);
    if (modern) {
      const problem = headerProblem(request.headers, message);
      if (problem !== null) {
        const error = { code: -32020, message: problem };
        response.writeHead(400, { 'content-type': 'application/json' });
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id ?? null, error }));
      }
    }
    const server = modern ? this.#freeFor(message) : this.#sessionOf(message, response, session);
    if (server === null) return void response.writeHead(404).end();
    if (!asked(message)) {
      server.say(line);
      return void response.writeHead(202).end();
    }
    const exchange = new Exchange(message, response, (answer) =>
      modern ? statusOf(answer, lackingMeta(message)) : 200,
    );
    // In the modern era a caller cancels by hanging up.
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: message.id } };
    server.ask(exchange, line, modern ? JSON.stringify(cancel) : null);
  }

  /** A process in which neither the id nor the progress token of this message is in use. */
  #freeFor(message: Message): StdioServer {
    const free = this.#shared.find((server) => server.isFreeFor(message));
    if (free !== undefined) return free;
    const server = this.#command();
    this.#shared.push(server);
    return server;
  }

  #sessionOf(message: Message, response: ServerResponse, session: StdioServer | undefined): StdioServer | null {
    if (message.method !== 'initialize') return session ?? null;
    const server = this.#command();
    const id = randomUUID();
    this.#sessions.set(id, server);
    response.setHeader('mcp-session-id', id);
    return server;
  }
}
