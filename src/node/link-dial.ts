import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
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
import type { Hello, ProofContext } from '../wire/handshake.ts';
import { DIAL_MS, LINK_VERSIONS, SUBPROTOCOL, WELCOME_LIMIT } from '../wire/limits.ts';
import { parseUnit, printUnit } from '../wire/unit.ts';
import { nodeClock } from './link-clock.ts';
import { readEndpointFile } from './endpoint-file.ts';
import { bytesOf } from './link-handshake.ts';
import { nodeProving } from './link-proving.ts';

/**
 * `answers`: a host that knows the token. `silent`: something accepts and stalls, as a frozen host does, or is too busy to
 * say. `nobody`: nothing listens there, or a stranger does. `unpublished`: no endpoint of that generation, so it is
 * starting or ending.
 */
export type ProbeResult = 'answers' | 'silent' | 'nobody' | 'unpublished';

/** Whether the host of a generation lives, asked at the place that its endpoint file names. */
export async function probeHost(
  stateFolder: string,
  vaultId: string,
  generation: string,
  clock: LinkClock = nodeClock,
): Promise<ProbeResult> {
  const endpoint = await readEndpointFile(stateFolder, vaultId);
  if (endpoint === null || endpoint.generation !== generation) return 'unpublished';
  return new Promise((resolve) => {
    const { end } = call(endpoint, 'probe', clock, (result) => {
      end();
      resolve(result === 'challenged' ? 'answers' : result === 'nobody' ? 'nobody' : 'silent');
    });
  });
}

/**
 * Asks the host at an endpoint to let go of its vault. `released`: it has. `gone`: it broke off or is not there; its lock
 * tells the rest. `refused`: it stays, and says why.
 * @param patienceMs how long it may take to finish what it is writing.
 */
export function askForHandOver(
  endpoint: Endpoint,
  asker: { readonly version: string; readonly name: string },
  patienceMs: number,
  clock: LinkClock = nodeClock,
): Promise<'released' | 'gone' | { readonly refused: string }> {
  return new Promise((resolve) => {
    const settle = (result: 'released' | 'gone' | { readonly refused: string }): void => {
      callOff();
      caller.end();
      resolve(result);
    };
    const caller = call(endpoint, asker, clock, (result, socket) => {
      if (result !== 'welcomed') return settle('gone');
      socket.on('message', (data) => {
        const unit = parseUnit(bytesOf(data));
        if (unit?.kind === 'released') settle('released');
        if (unit?.kind === 'refused') settle({ refused: unit.detail });
      });
      socket.once('close', () => settle('gone'));
      socket.send(Buffer.from(printUnit({ kind: 'handover' })));
    });
    const callOff = clock.after(patienceMs, () => settle({ refused: 'it took too long' }));
  });
}

/** How far a call got: the host proved itself, or (where that was wanted) took us in as well. */
type CallResult = 'challenged' | 'welcomed' | 'silent' | 'nobody';

/** Dials once and reports once: after the challenge for a probe, after the welcome for anybody with a name. */
function call(
  endpoint: Endpoint,
  asker: 'probe' | { readonly version: string; readonly name: string },
  clock: LinkClock,
  report: (result: CallResult, socket: WebSocket) => void,
): { end: () => void } {
  const address = addressOf(endpoint.url) ?? '';
  const socket = new WebSocket(endpoint.url, SUBPROTOCOL, { perMessageDeflate: false, maxPayload: 4 * WELCOME_LIMIT });
  let reported = false;
  const once = (result: CallResult): void => {
    if (reported) return;
    reported = true;
    callOff();
    report(result, socket);
  };
  const callOff = clock.after(DIAL_MS, () => once('silent'));
  socket.on('error', (error) => once(meansNobody(error) ? 'nobody' : 'silent'));
  socket.on('close', () => once('silent'));
  const { version, name } = asker === 'probe' ? { version: '', name: 'probe' } : asker;
  const hello: Hello = {
    nonce: nodeProving.nonce(),
    versions: LINK_VERSIONS,
    shim: { id: randomUUID(), version, pid: process.pid, lang: '', client: name },
    resume: null,
  };
  socket.once('open', () => socket.send(Buffer.from(printHello(hello))));
  socket.once('message', (data) => {
    const challenge = parseChallenge(bytesOf(data));
    // A host that speaks another version of the link says so before it proves anything: it is a host all the same.
    if (challenge === null) return once(parseUnit(bytesOf(data))?.kind === 'close' ? 'challenged' : 'nobody');
    const { nonce: hostNonce, generation, version: spoken, proof } = challenge;
    const context: ProofContext = { hello, hostNonce, generation, version: spoken, address };
    if (!sameProof(proof, hostProof(nodeProving, endpoint.token, context))) return once('nobody');
    if (asker === 'probe') return once('challenged');
    socket.once('message', (answer) => once(parseWelcome(bytesOf(answer)) === null ? 'silent' : 'welcomed'));
    socket.send(Buffer.from(printProof(shimProof(nodeProving, endpoint.token, context))));
  });
  return {
    end: () => {
      if (socket.readyState === socket.OPEN && asker !== 'probe') {
        socket.send(Buffer.from(printUnit({ kind: 'close', code: 'bye', detail: '' })));
      }
      socket.terminate();
    },
  };
}

function meansNobody(error: Error): boolean {
  const refused = 'code' in error && error.code === 'ECONNREFUSED';
  return refused || error.message.startsWith('Unexpected server response');
}
