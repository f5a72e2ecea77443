/** Lines that the shim itself writes to the agent. `rawId` is the id as the client wrote it. */

/**
 * Error codes of ours: outside the range that JSON-RPC keeps for itself, as the protocol asks.
 */
export const HOST_UNAVAILABLE = 1001;
export const TIMED_OUT = 1002;
export const BUSY = 1003;

/** `error` as the JSON text that it already is. */
export function rawErrorLine(rawId: string, error: string): string {
  return `{"jsonrpc":"2.0","id":${rawId},"error":${error}}`;
}

export function errorLine(rawId: string, code: number, message: string, data?: unknown): string {
  return `{"jsonrpc":"2.0","id":${rawId},"error":${JSON.stringify({ code, message, data })}}`;
}

/** `result` as a value, or as the JSON text that it already is. */
export function resultLine(rawId: string, result: object | string): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return `{"jsonrpc":"2.0","id":${rawId},"result":${text}}`;
}

/** A tool's answer of one text. `extras` are the members that the client's protocol era adds. */
export function toolResultLine(rawId: string, text: string, isError: boolean, extras: object): string {
  return resultLine(rawId, { content: [{ type: 'text', text }], isError, ...extras });
}

export function notificationLine(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}
