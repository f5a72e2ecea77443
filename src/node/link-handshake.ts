import { Buffer } from 'node:buffer';
import type { WebSocket } from 'ws';
import {
  commonVersion,
  hostProof,
  parseHello,
  parseProof,
  printChallenge,
  sameProof,
  shimProof,
} from '../wire/handshake.ts';
import type { Hello, ProofContext, Proving } from '../wire/handshake.ts';
import { LINK_VERSIONS } from '../wire/limits.ts';
import { printUnit } from '../wire/unit.ts';
import type { CloseCode } from '../wire/unit.ts';

export interface HostHandshake {
  readonly token: string;
  readonly generation: string;
  /** `127.0.0.1:<port>` on which this host listens. */
  readonly address: string;
  readonly proving: Proving;
}

/**
 * The host's side of the proof over a fresh socket. Calls `proven` with the shim's hello once it has shown that it knows
 * the token, or `refused` once (a wrong proof, a malformed unit, no common version); a peer that just leaves or stalls
 * causes neither. Listens to no more than the two messages of the handshake.
 */
export function proveShim(
  socket: WebSocket,
  host: HostHandshake,
  proven: (hello: Hello) => void,
  refused: (code: CloseCode) => void,
): void {
  const refuse = (code: CloseCode): void => {
    socket.removeAllListeners('message');
    refused(code);
  };
  socket.once('message', (helloData, helloBinary) => {
    const hello = helloBinary ? parseHello(bytesOf(helloData)) : null;
    if (hello === null) return refuse('malformed');
    const version = commonVersion(hello.versions);
    if (version === null) return refuse('version');
    const context: ProofContext = {
      hello,
      hostNonce: host.proving.nonce(),
      generation: host.generation,
      version,
      address: host.address,
    };
    const challenge = { nonce: context.hostNonce, generation: context.generation, version };
    const proof = hostProof(host.proving, host.token, context);
    socket.send(Buffer.from(printChallenge({ ...challenge, proof })));
    socket.once('message', (proofData, proofBinary) => {
      const shown = proofBinary ? parseProof(bytesOf(proofData)) : null;
      if (shown === null) return refuse('malformed');
      if (!sameProof(shown, shimProof(host.proving, host.token, context))) return refuse('proof');
      proven(hello);
    });
  });
}

/** Says why and closes; the socket is gone at once or when the peer has read it. */
export function closeSocket(socket: WebSocket, code: CloseCode, detail = ''): void {
  if (socket.readyState !== socket.OPEN) return socket.terminate();
  const versions = code === 'version' ? { versions: LINK_VERSIONS } : {};
  socket.send(Buffer.from(printUnit({ kind: 'close', code, detail, ...versions })));
  socket.close(code === 'leaving' || code === 'bye' ? 1001 : 1008);
}

/** A message as ws hands it over with its default settings: one Buffer. */
export function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
