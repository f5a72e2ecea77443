import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LINK_PATH, SUBPROTOCOL } from '../wire/limits.ts';

/** Why an upgrade is refused; for the log only, the peer learns nothing but the refusal. */
export type GateVerdict = 'origin' | 'host' | 'path' | 'subprotocol';

/**
 * Judges an upgrade before a websocket exists; null lets it pass.
 * Web pages always send an Origin and are refused by it; a name that was rebound to this machine shows in Host.
 */
export function judgeUpgrade(request: IncomingMessage, address: string): GateVerdict | null {
  if (valuesOf(request, 'origin').length > 0) return 'origin';
  const hosts = valuesOf(request, 'host');
  if (hosts.length !== 1 || hosts[0] !== address) return 'host';
  if (request.url !== LINK_PATH) return 'path';
  const protocols = valuesOf(request, 'sec-websocket-protocol');
  return protocols.length === 1 && protocols[0] === SUBPROTOCOL ? null : 'subprotocol';
}

/** Refuses an upgrade without a word about who listens here. */
export function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}

/** Plain HTTP has no business here: 426 and an end of the connection, whatever was asked. */
export function refusePlainHttp(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(426, { Connection: 'close', Upgrade: 'websocket', 'Content-Length': 0 });
  response.end(() => request.socket.destroy());
}

/** Every value that was sent under a name: Node would show the first one only of a doubled Host. */
function valuesOf(request: IncomingMessage, name: string): string[] {
  const { rawHeaders } = request;
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
