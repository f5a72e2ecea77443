import type { IncomingHttpHeaders } from 'node:http';

/** A JSON-RPC message, as far as the front looks at it. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly progressToken?: unknown;
  };
  readonly error?: { readonly code: number };
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const FIRST_MODERN = '2026-07-28';

/** Whether it waits for an answer. */
export function asked(message: Message): boolean {
  return message.method !== undefined && message.id !== undefined && message.id !== null;
}

/** A page of another site may not speak to a server of this machine. */
export function isLocal({ host, origin }: IncomingHttpHeaders): boolean {
  const local = (name: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(name);
  return local(host ?? '') && (origin === undefined || local(origin.replace(/^https?:\/\//, '')));
}

export function isModern(headers: IncomingHttpHeaders, message: Message): boolean {
  const header = headers['mcp-protocol-version'];
  return message.params?._meta?.[VERSION] !== undefined || (typeof header === 'string' && header >= FIRST_MODERN);
}

export function lackingMeta({ params }: Message): boolean {
  const meta = params?._meta;
  return meta?.[VERSION] === undefined || meta[CAPABILITIES] === undefined;
}

/** Why the headers do not say what the body says; null where they do. */
export function headerProblem(headers: IncomingHttpHeaders, message: Message): string | null {
  const version = message.params?._meta?.[VERSION];
  if (version !== undefined && headers['mcp-protocol-version'] !== version) return 'MCP-Protocol-Version differs';
  if (message.method !== undefined && headers['mcp-method'] !== message.method) return 'Mcp-Method differs';
  const named = message.method === 'tools/call' || message.method === 'prompts/get';
  const name = named ? message.params?.name : message.method === 'resources/read' ? message.params?.uri : undefined;
  return name !== undefined && headers['mcp-name'] !== name ? 'Mcp-Name differs' : null;
}

/** The HTTP status of an answer in the modern era. */
export function statusOf({ error }: Message, lacksMeta: boolean): number {
  if (error === undefined) return 200;
  if (error.code === -32601) return 404;
  if (error.code <= -32020 && error.code >= -32099) return 400;
  return error.code === -32602 && lacksMeta ? 400 : 200;
}
