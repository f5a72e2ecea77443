import type { Request } from './client-message.ts';

/**
 * What a new host must be told again of this client's session: the handshake, the log level and the notes it
 * follows. Each line goes out under an id of the shim's own, and its answer is swallowed.
 */
export class HandshakeMemory {
  private readonly prefix: string;
  private initializeParams: Uint8Array | null = null;
  private logLevel: Uint8Array | null = null;
  private readonly followed = new Map<string, Uint8Array>();
  private readonly pending = new Set<string>();
  private ids = 0;

  /** `prefix` starts the shim's own ids; random enough that no client's id starts so. */
  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** Whether the client has said `initialize`. */
  get done(): boolean {
    return this.initializeParams !== null;
  }

  initialized(request: Request): void {
    this.initializeParams ??= request.params;
  }

  /** Remembers what a request changes in the session, whatever the host says to it. */
  note(request: Request): void {
    if (request.method === 'logging/setLevel') this.logLevel = request.params;
    else if (request.uri === null) return;
    else if (request.method === 'resources/subscribe') this.followed.set(request.uri, request.params);
    else if (request.method === 'resources/unsubscribe') this.followed.delete(request.uri);
  }

  /** The host has refused it: as if it had not been said. */
  forget(): void {
    this.initializeParams = null;
  }

  /** The params of the client's `initialize`; null until it has said it. */
  get params(): Uint8Array | null {
    return this.initializeParams;
  }

  /** The lines for a new host, in order; without the handshake for one that was greeted. Empty where there was none. */
  replay(isGreeted: boolean): readonly Uint8Array[] {
    this.pending.clear();
    if (this.initializeParams === null) return [];
    const lines: Uint8Array[] = [];
    if (!isGreeted) lines.push(this.line('initialize', this.initializeParams), INITIALIZED);
    if (this.logLevel !== null) lines.push(this.line('logging/setLevel', this.logLevel));
    for (const params of this.followed.values()) lines.push(this.line('resources/subscribe', params));
    return lines;
  }

  /** Whether an answer is to one of these lines; it is then nobody else's. */
  swallows(idKey: string): boolean {
    return this.pending.delete(idKey);
  }

  private line(method: string, params: Uint8Array): Uint8Array {
    this.ids++;
    const id = JSON.stringify(`${this.prefix}${this.ids}`);
    this.pending.add(id);
    const parts = [Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"${method}"`)];
    if (params.length > 0) parts.push(Buffer.from(',"params":'), Buffer.from(params));
    parts.push(Buffer.from('}'));
    return Buffer.concat(parts);
  }
}

const INITIALIZED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}');
