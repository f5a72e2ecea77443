import { Buffer } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import type { LinkClock } from '../wire/clock.ts';
import { addressOf } from '../wire/endpoint.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import {
  hostProof,
  parseChallenge,
  parseWelcome,
  printHello,
  printProof,
  sameProof,
  shimProof,
} from '../wire/handshake.ts';
import type { Hello, Proving, ResumeRequest, ShimCard, Welcome } from '../wire/handshake.ts';
import { DIAL_MS, LINK_VERSIONS, SUBPROTOCOL, UNIT_LIMIT } from '../wire/limits.ts';
import { parseUnit } from '../wire/unit.ts';
import { readEndpoint } from './endpoint.ts';
import type { LinkTrouble, LinkTroubleCode } from './link-contract.ts';
import type { OpenSocket } from './link-socket.ts';

export interface DialOptions {
  readonly endpointFile: string;
  readonly card: () => ShimCard;
  readonly resume: ResumeRequest | null;
  readonly clock: LinkClock;
  /**
   * Called in the same turn in which the welcome arrived: take over `message` and `close` of the socket at once, more may
   * follow in the same packet.
   */
  readonly welcomed: (open: OpenSocket, welcome: Welcome, generation: string) => void;
  readonly failed: (trouble: LinkTrouble) => void;
}

/** Dials once. Exactly one of `welcomed` and `failed` follows, unless it is called off by the returned function. */
export function dial(options: DialOptions): () => void {
  const attempt = new Attempt(options);
  void attempt.start();
  return () => attempt.end(null);
}

const proving: Proving = {
  mac: (token, text) => createHmac('sha256', token).update(text).digest('base64url'),
  nonce: () => randomBytes(32).toString('base64url'),
};

class Attempt {
  readonly #options: DialOptions;
  readonly #callOffLimit: () => void;
  #socket: WebSocket | null = null;
  #over = false;

  constructor(options: DialOptions) {
    this.#options = options;
    this.#callOffLimit = options.clock.after(DIAL_MS, () => this.#fail('silent', 'the host did not answer in time'));
  }

  async start(): Promise<void> {
    const reading = await readEndpoint(this.#options.endpointFile);
    if (this.#over) return;
    if ('refused' in reading) return this.#fail(reading.refused, reading.detail);
    const { endpoint } = reading;
    const address = addressOf(endpoint.url);
    if (address === null) return this.#fail('endpoint_refused', 'no loopback address');
    const socket = new WebSocket(endpoint.url, SUBPROTOCOL, {
      perMessageDeflate: false,
      maxPayload: UNIT_LIMIT,
      followRedirects: false,
      // The mask keeps web caches from misreading frames; between two processes of one machine it only costs time.
      generateMask: (mask) => void mask.fill(0),
    });
    this.#socket = socket;
    socket.on('error', (error) => this.#fail(...troubleOf(error)));
    socket.on('close', () => this.#fail('broken', 'closed before the welcome'));
    socket.once('upgrade', ({ socket: connection }) => {
      socket.once('open', () => this.#greet({ socket, connection }, endpoint, address));
    });
  }

  /** Ends the attempt; with a trouble it is reported. */
  end(trouble: LinkTrouble | null): void {
    if (this.#over) return;
    this.#over = true;
    this.#callOffLimit();
    this.#socket?.removeAllListeners('message');
    this.#socket?.terminate();
    if (trouble !== null) this.#options.failed(trouble);
  }

  #fail(code: LinkTroubleCode, detail: string): void {
    this.end({ code, detail });
  }

  #greet(open: OpenSocket, endpoint: Endpoint, address: string): void {
    const { socket } = open;
    const hello: Hello = {
      nonce: proving.nonce(),
      versions: LINK_VERSIONS,
      shim: this.#options.card(),
      resume: this.#options.resume,
    };
    socket.send(Buffer.from(printHello(hello)));
    socket.once('message', (data: Buffer) => {
      const challenge = parseChallenge(data);
      if (challenge === null) return this.#refusedBy(data);
      const { version, generation, nonce: hostNonce } = challenge;
      const context = { hello, hostNonce, generation, version, address };
      if (!sameProof(challenge.proof, hostProof(proving, endpoint.token, context))) {
        return this.#fail('wrong_proof', 'what listens there does not know the token');
      }
      socket.send(Buffer.from(printProof(shimProof(proving, endpoint.token, context))));
      socket.once('message', (answer: Buffer) => this.#enter(open, answer, generation));
    });
  }

  #enter(open: OpenSocket, answer: Buffer, generation: string): void {
    const welcome = parseWelcome(answer);
    if (welcome === null) return this.#refusedBy(answer);
    this.#over = true;
    this.#callOffLimit();
    open.socket.removeAllListeners('close');
    this.#options.welcomed(open, welcome, generation);
  }

  #refusedBy(data: Buffer): void {
    const unit = parseUnit(data);
    if (unit?.kind !== 'close') return this.#fail('broken', 'an answer that is no part of the handshake');
    if (unit.code === 'version') {
      const { oldest, newest } = LINK_VERSIONS;
      const theirs = unit.versions === undefined ? 'others' : `${unit.versions.oldest} to ${unit.versions.newest}`;
      return this.#fail('version', `the host speaks link versions ${theirs}, this program ${oldest} to ${newest}`);
    }
    if (unit.code === 'proof') return this.#fail('wrong_proof', 'the host knows another token');
    this.#fail(unit.code === 'busy' ? 'busy' : 'broken', `refused: ${unit.code}`);
  }
}

function troubleOf(error: Error): [code: LinkTroubleCode, detail: string] {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return ['unreachable', 'nothing listens there'];
  if (error.message.startsWith('Unexpected server response')) return ['wrong_proof', 'another program listens there'];
  return ['broken', code === '' ? error.message : code];
}
