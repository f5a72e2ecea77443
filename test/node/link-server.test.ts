import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, Server } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { nodeProving } from '../../src/node/link-proving.ts';
import { parseChallenge, printHello, printProof, shimProof } from '../../src/wire/handshake.ts';
import type { Hello } from '../../src/wire/handshake.ts';
import { HANDSHAKE_LIMIT, HANDSHAKE_MS, LINK_VERSIONS, SUBPROTOCOL, UNPROVEN_SOCKETS } from '../../src/wire/limits.ts';
import { parseUnit } from '../../src/wire/unit.ts';
import { ManualClock } from '../wire/manual-clock.ts';
import { LinkRig, reached, until } from './link-rig.ts';

const HELLO: Hello = {
  nonce: 'n'.repeat(43),
  versions: LINK_VERSIONS,
  shim: { id: 'stranger', version: '0.1.0', pid: 1, lang: '', client: '' },
  resume: null,
};

let rig: LinkRig;
let clock: ManualClock;
beforeEach(async () => {
  rig = await LinkRig.make();
  clock = new ManualClock();
  await rig.serve({ clock });
});
afterEach(async () => {
  // Whatever was done to it: the host lives, and takes in a shim that knows the token.
  const link = rig.link();
  link.open();
  await reached(link, 'ready');
  await rig.close();
});

describe('before a websocket exists', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/link'],
    ['POST', '/link'],
    ['OPTIONS', '/link'],
  ])('plain HTTP (%s %s) is answered with 426 and an end of the connection', async (method, path) => {
    const answer = await knock(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${rig.server.port}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 426 /);
    expect(answer).not.toMatch(/access-control|server:/i);
  });

  const own = (): string => `127.0.0.1:${rig.server.port}`;
  it.each<[string, () => Partial<Upgrade>]>([
    ['an Origin, even its own', () => ({ more: `Origin: http://${own()}\r\n` })],
    ['the Origin null', () => ({ more: 'Origin: null\r\n' })],
    ['an empty Origin', () => ({ more: 'Origin:\r\n' })],
    ['localhost as Host', () => ({ host: `localhost:${rig.server.port}` })],
    ['a Host that begins like ours', () => ({ host: `127.0.0.1.example.com:${rig.server.port}` })],
    ['a Host without port', () => ({ host: '127.0.0.1' })],
    ['another port', () => ({ host: '127.0.0.1:1' })],
    ['two Hosts', () => ({ more: 'Host: example.com\r\n' })],
    ['another path', () => ({ path: '/' })],
    ['a query', () => ({ path: '/link?x' })],
    ['no subprotocol', () => ({ protocol: '' })],
    ['another subprotocol', () => ({ protocol: 'Sec-WebSocket-Protocol: mcp\r\n' })],
    ['more subprotocols', () => ({ protocol: `Sec-WebSocket-Protocol: ${SUBPROTOCOL}, mcp\r\n` })],
  ])('an upgrade with %s is refused without a word', async (_what, change) => {
    const answer = await knock(upgrade(change()));
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n$/);
  });

  it('a connection that could not be taken in does not end the host', async () => {
    const server = await listeningServer();
    // What Node does when accept fails; without a listener, emit throws what it is given.
    const failed = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' });
    expect(server.emit('error', failed)).toBe(true);
    expect(server.emit('error', failed)).toBe(true);
    expect(server.listening).toBe(true);
  });

  it('the upgrade that a shim sends is accepted', async () => {
    const socket = connect(rig.server.port, '127.0.0.1');
    socket.write(upgrade({}));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 /);
    socket.destroy();
  });

  it('headers beyond the limit end the connection', async () => {
    const answer = await knock(upgrade({ more: `X: ${'x'.repeat(2 * HANDSHAKE_LIMIT)}\r\n` }));
    expect(answer).not.toMatch(/101/);
  });
});

describe('before proof', () => {
  it('a connection that says nothing is ended after two seconds', async () => {
    const socket = connect(rig.server.port, '127.0.0.1');
    await Promise.all([once(socket, 'connect'), until(() => clock.waiting === 1)]);
    const closed = once(socket, 'close');
    clock.advance(HANDSHAKE_MS - 1);
    expect(socket.destroyed).toBe(false);
    clock.advance(1);
    await closed;
    await until(() => clock.waiting === 0);
  });

  it('a websocket that dallies with its hello or its proof is ended after two seconds', async () => {
    for (const last of ['nothing', 'hello']) {
      const stranger = await dialled();
      if (last === 'hello') {
        stranger.send(Buffer.from(printHello(HELLO)));
        await once(stranger, 'message');
      }
      const closed = once(stranger, 'close');
      clock.advance(HANDSHAKE_MS);
      await closed;
    }
  });

  it('no more than eight strangers are borne at once, and room comes back', async () => {
    const strangers = Array.from({ length: UNPROVEN_SOCKETS }, () => connect(rig.server.port, '127.0.0.1'));
    await until(() => clock.waiting === UNPROVEN_SOCKETS);
    const ninth = connect(rig.server.port, '127.0.0.1').on('error', () => undefined);
    await once(ninth, 'close');
    for (const stranger of strangers) stranger.destroy();
    await until(() => clock.waiting === 0);
  });

  it.each<[string, (stranger: WebSocket) => void]>([
    ['more than the limit in one message', (stranger) => stranger.send(Buffer.alloc(HANDSHAKE_LIMIT + 1, 'x'))],
    ['more than the limit in pings', (stranger) => repeat(60, () => stranger.ping('x'.repeat(100)))],
    ['more than the limit in pieces', (stranger) => repeat(90, () => stranger.send(Buffer.alloc(60), { fin: false }))],
    ['a hello as text', (stranger) => stranger.send(printHello(HELLO))],
    ['no hello', (stranger) => stranger.send(Buffer.from('data 1 0 - safe - {}'))],
    ['noise', (stranger) => stranger.send(Buffer.from([0, 255, 1, 254]))],
    [
      'a hello that names a broken resume',
      (s) => s.send(Buffer.from(printHello(HELLO).replace('null', '{"session":1}'))),
    ],
  ])('a peer that sends %s is put out', async (_what, act) => {
    const stranger = await dialled();
    const closed = once(stranger, 'close');
    act(stranger);
    await closed;
    expect(rig.sessions).toHaveLength(0);
  });

  it('a peer that does not know the token gets no session, and guessing gets slow', async () => {
    for (let guess = 0; guess < 5; guess++) expect(await guessOnce()).toBe('proof');
    const stranger = await challenged();
    stranger.send(Buffer.from(printProof('guess')));
    const closed = once(stranger, 'close');
    stranger.ping();
    await once(stranger, 'pong');
    expect(stranger.readyState).toBe(WebSocket.OPEN);
    clock.advance(HANDSHAKE_MS);
    await closed;
    expect(rig.sessions).toHaveLength(0);
  });

  it('a peer that speaks no common version is told which ones there are', async () => {
    const stranger = await dialled();
    stranger.send(Buffer.from(printHello({ ...HELLO, versions: { oldest: 8, newest: 9 } })));
    const [answer] = (await once(stranger, 'message')) as [Buffer];
    expect(parseUnit(answer)).toMatchObject({ kind: 'close', code: 'version', versions: LINK_VERSIONS });
  });

  it('a proof made for another address is worth nothing', async () => {
    const stranger = await dialled();
    stranger.send(Buffer.from(printHello(HELLO)));
    const [bytes] = (await once(stranger, 'message')) as [Buffer];
    const challenge = parseChallenge(bytes);
    if (challenge === null) throw new Error('no challenge');
    const { nonce: hostNonce, generation, version } = challenge;
    const elsewhere = { hello: HELLO, hostNonce, generation, version, address: '127.0.0.1:1' };
    stranger.send(Buffer.from(printProof(shimProof(nodeProving, rig.token, elsewhere))));
    const [answer] = (await once(stranger, 'message')) as [Buffer];
    expect(parseUnit(answer)).toMatchObject({ kind: 'close', code: 'proof' });
  });
});

interface Upgrade {
  readonly path: string;
  readonly host: string;
  readonly protocol: string;
  readonly more: string;
}

function upgrade(change: Partial<Upgrade>): string {
  const host = change.host ?? `127.0.0.1:${rig.server.port}`;
  const protocol = change.protocol ?? `Sec-WebSocket-Protocol: ${SUBPROTOCOL}\r\n`;
  return (
    `GET ${change.path ?? '/link'} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${protocol}${change.more ?? ''}\r\n`
  );
}

/** Sends a request and resolves with all that comes back until the host ends the connection. */
async function knock(request: string): Promise<string> {
  const socket: Socket = connect(rig.server.port, '127.0.0.1').on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(request);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

async function dialled(): Promise<WebSocket> {
  const stranger = new WebSocket(rig.server.url, SUBPROTOCOL, { perMessageDeflate: false });
  stranger.on('error', () => undefined);
  await once(stranger, 'open');
  return stranger;
}

async function challenged(): Promise<WebSocket> {
  const stranger = await dialled();
  stranger.send(Buffer.from(printHello(HELLO)));
  await once(stranger, 'message');
  return stranger;
}

async function guessOnce(): Promise<string> {
  const stranger = await challenged();
  stranger.send(Buffer.from(printProof('guess')));
  const [answer] = (await once(stranger, 'message')) as [Buffer];
  const unit = parseUnit(answer);
  await once(stranger, 'close');
  return unit?.kind === 'close' ? unit.code : 'no close';
}

function repeat(times: number, act: () => void): void {
  for (let n = 0; n < times; n++) act();
}

/** The server inside the link, as Node tells of it to whoever watches what it takes in. */
async function listeningServer(): Promise<Server> {
  const found = new Promise<Server>((resolve) => {
    const heard = (message: unknown): void => {
      const { socket } = message as { socket: Socket & { server?: unknown } };
      if (!(socket.server instanceof Server) || socket.localPort !== rig.server.port) return;
      unsubscribe('net.server.socket', heard);
      resolve(socket.server);
    };
    subscribe('net.server.socket', heard);
  });
  const knocking = connect(rig.server.port, '127.0.0.1');
  const server = await found;
  knocking.destroy();
  return server;
}
