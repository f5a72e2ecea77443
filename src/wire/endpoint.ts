import { jsonObject } from './ascii.ts';
import { LINK_HOST, LINK_PATH } from './limits.ts';

/** Where a host listens, and the token by which both ends know each other: `endpoints/<vault id>.json`. */
export interface Endpoint {
  readonly vault: EndpointVault;
  readonly host: 'obsidian' | 'headless';
  /** `ws://127.0.0.1:<port>/link`. */
  readonly url: string;
  /** 256 random bits, base64url; new per start of a host. It is never sent. */
  readonly token: string;
  readonly generation: string;
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly started: number;
  /** Of the product that serves. */
  readonly version: string;
}

export interface EndpointVault {
  readonly id: string;
  readonly name: string;
  /** Absolute real path. */
  readonly path: string;
}

/** No endpoint file is larger; more is not read. */
export const ENDPOINT_LIMIT = 16 * 1024;

export function printEndpoint(endpoint: Endpoint): string {
  return `${JSON.stringify(endpoint, null, 2)}\n`;
}

/** Reads a file's text; null where it is not an endpoint, points anywhere but this machine, or its token is weak. */
export function parseEndpoint(text: string): Endpoint | null {
  const { vault, host, url, token, generation, pid, started, version } = jsonObject(text) ?? {};
  const place = vaultOf(vault);
  if (place === null || (host !== 'obsidian' && host !== 'headless')) return null;
  if (typeof url !== 'string' || addressOf(url) === null) return null;
  if (typeof token !== 'string' || !/^[A-Za-z0-9_-]{43,86}$/.test(token)) return null;
  if (typeof generation !== 'string' || typeof version !== 'string') return null;
  if (typeof pid !== 'number' || typeof started !== 'number') return null;
  return { vault: place, host, url, token, generation, pid, started, version };
}

export function urlOf(port: number): string {
  return `ws://${LINK_HOST}:${port}${LINK_PATH}`;
}

/** `127.0.0.1:<port>` of an endpoint's url; null for any other host, scheme or path. Judged as a whole, no prefix. */
export function addressOf(url: string): string | null {
  const match = /^ws:\/\/(127\.0\.0\.1:([1-9][0-9]{0,4}))\/link$/.exec(url);
  return match?.[1] !== undefined && Number(match[2]) <= 65535 ? match[1] : null;
}

function vaultOf(value: unknown): EndpointVault | null {
  const { id, name, path } = typeof value === 'object' && value !== null ? (value as Partial<EndpointVault>) : {};
  return typeof id === 'string' && typeof name === 'string' && typeof path === 'string' ? { id, name, path } : null;
}
