import type { Log } from '../core/ports.ts';

/** The developer console: what users need not see stays below its default level. */
export const appLog: Log = {
  debug: (message) => console.debug(`Vault MCP: ${message}`),
  info: (message) => console.debug(`Vault MCP: ${message}`),
  warn: (message) => console.warn(`Vault MCP: ${message}`),
  error: (message) => console.error(`Vault MCP: ${message}`),
};
