import { chmod } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { nodeClock } from '../../src/node/link-clock.ts';
import { newToken } from '../../src/node/link-proving.ts';
import type { FreshSession, Link } from '../../src/shim/link.ts';
import type { CallState } from '../../src/wire/call.ts';
import type { LinkClock } from '../../src/wire/clock.ts';
import {
  BACKOFF_FIRST_MS,
  BACKOFF_LONGEST_MS,
  DIAL_MS,
  HEARTBEAT_BUSY_MS,
  HEARTBEAT_IDLE_MS,
  HIGH_WATER,
  PROBE_MS,
  SESSIONS_KEPT,
  SESSION_KEPT_MS,
  SILENT_SHIM_MS,
  WINDOW_UNITS,
} from '../../src/wire/limits.ts';
import { CuttingProxy } from '../node/cutting-proxy.ts';
import { LinkRig, SAFE, collect, nextFresh, nextTrouble, reached, until } from '../node/link-rig.ts';
import { ManualClock } from '../wire/manual-clock.ts';

let rig: LinkRig;
beforeEach(async () => {
  rig = await LinkRig.make();
});
afterEach(() => rig.close());

describe('a link whose host is replaced', () => {
  it('says how far the former host had come, and sends what the front replays before anything else', async () => {
    await rig.serve({ onSession: (session) => session.onLine(() => undefined) });
    const link = await ready();
    for (const text of ['a', 'b', 'c']) link.send(text, SAFE);
    await until(() => link.bufferedBytes === 0);
    const fresh: FreshSession[] = [];
    link.onFreshSession((session) => {
      fresh.push(session);
      expect(link.send('handshake', SAFE)).toBe(4);
    });
    const got = collect(2);
    await rig.serve({ onSession: (session) => session.onLine(got.take) });
    await reached(link, 'ready');
    expect(link.send('d', SAFE)).toBe(5);
    await got.all;
    expect(got.lines).toEqual(['handshake', 'd']);
    expect(fresh).toMatchObject([{ first: false, acknowledged: 3, leftInOrder: true }]);
  });

  it('does not claim that lines were received which the former host never acknowledged', async () => {
    // Nobody listens at the host, so it is held to have no room and acknowledges nothing.
    await rig.serve();
    const link = await ready();
    link.send('a', SAFE);
    link.send('b', { key: 'k', class: 'write', expiresAt: null });
    const fresh = nextFresh(link);
    await rig.serve();
    expect((await fresh).acknowledged).toBe(0);
    expect(link.bufferedBytes).toBe(0);
  });

  it('hands over the last lines of the former host first, even while it is paused', async () => {
    await rig.serve();
    const link = await ready();
    const order: string[] = [];
    link.onLine((line) => order.push(line.toString()));
    link.onFreshSession(() => order.push('fresh'));
    link.pause();
    await rig.sessions[0]?.send('last words');
    await until(() => rig.sessions[0]?.connected === true);
    const fresh = nextFresh(link);
    await rig.serve();
    await fresh;
    expect(order).toEqual(['last words', 'fresh']);
  });

  it('is told by a host that leaves and dials the next one', async () => {
    await rig.serve();
    const link = await ready();
    const lost = reached(link, 'lost');
    await rig.server.close();
    await lost;
    expect(rig.logged.join('\n')).toContain('the host closed: leaving');
  });
});

describe('a link that holds too much', () => {
  let proxy: CuttingProxy;
  beforeEach(async () => {
    proxy = await CuttingProxy.to(() => rig.server.port);
    await rig.serve({ dialledPort: () => proxy.port });
  });
  afterEach(() => proxy.close());

  it('begins anew when the host gave up a lost session that overflowed', async () => {
    const link = await ready();
    const session = rig.sessions[0];
    const ended = new Promise((resolve) => session?.onClose(resolve));
    proxy.refusing = true;
    proxy.cutAll();
    await until(() => session?.connected === false);
    for (let n = 0; n < WINDOW_UNITS; n++) await session?.send('x');
    await expect(session?.send('x')).rejects.toThrow('closed');
    expect(await ended).toBe('overflow');
    const fresh = nextFresh(link);
    proxy.refusing = false;
    expect(await fresh).toMatchObject({ first: false, host: { kind: 'headless' } });
    await reached(link, 'ready');
  });

  it('begins anew when it overflowed itself while it was lost', async () => {
    const link = await ready();
    proxy.refusing = true;
    proxy.cutAll();
    await reached(link, 'lost');
    for (let n = 0; n <= WINDOW_UNITS + 5; n++) link.send('x', SAFE);
    expect(link.bufferedBytes).toBe(0);
    const fresh = nextFresh(link);
    proxy.refusing = false;
    expect(await fresh).toMatchObject({ first: false, acknowledged: 0, leftInOrder: false });
    await reached(link, 'ready');
    const got = collect(1);
    rig.sessions[1]?.onLine(got.take);
    expect(link.send('after', SAFE)).toBe(WINDOW_UNITS + 7);
    await got.all;
  });

  it('begins anew when the host no longer remembers its session', async () => {
    const clock = new ManualClock();
    await rig.serve({ clock, dialledPort: () => proxy.port });
    const link = await ready();
    const ended = new Promise((resolve) => rig.sessions.at(-1)?.onClose(resolve));
    proxy.refusing = true;
    proxy.cutAll();
    await until(() => rig.sessions.at(-1)?.connected === false);
    clock.advance(SESSION_KEPT_MS);
    expect(await ended).toBe('expired');
    const fresh = nextFresh(link);
    proxy.refusing = false;
    expect((await fresh).first).toBe(false);
  });

  it('is one of at most sixteen lost sessions that a host remembers, the newest', async () => {
    const links: Link[] = [];
    for (let n = 0; n <= SESSIONS_KEPT; n++) links.push(await ready());
    proxy.refusing = true;
    proxy.cutAll();
    await until(() => rig.server.sessions().length === SESSIONS_KEPT && rig.sessions.every((each) => !each.connected));
  });
});

describe('back-pressure', () => {
  it('holds the host back while the shim is paused, heartbeats or not, and nothing is lost', async () => {
    await rig.serve();
    const got = collect(12);
    const link = await ready();
    link.onLine(got.take);
    link.pause();
    const session = rig.sessions[0];
    let settled = 0;
    const sends = Array.from({ length: 12 }, async (_, n) => {
      await session?.send(`${n}`.padEnd(HIGH_WATER / 2));
      settled++;
    });
    await until(() => settled === 2);
    expect(await link.query('k')).toEqual({ state: 'absent' });
    expect(got.lines).toHaveLength(0);
    expect(settled).toBe(2);
    link.resume();
    await Promise.all([...sends, got.all]);
    expect(got.lines.map((line) => line.trim())).toEqual(Array.from({ length: 12 }, (_, n) => `${n}`));
  });

  it('holds the shim back while the host is busy with what it took', async () => {
    let finish: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let taken = 0;
    await rig.serve({
      onSession: (session) =>
        session.onLine(() => {
          taken++;
          return work;
        }),
    });
    const link = await ready();
    const drained = new Promise<void>((resolve) => link.onDrain(resolve));
    for (let n = 0; n < 12; n++) link.send(new Uint8Array(HIGH_WATER / 2), SAFE);
    await until(() => taken >= 8);
    expect(await link.query('k')).toEqual({ state: 'absent' });
    expect(taken).toBeLessThan(12);
    expect(link.bufferedBytes).toBeGreaterThan(HIGH_WATER);
    finish();
    await drained;
    await until(() => taken === 12);
  });
});

describe('a question about a call', () => {
  it('is answered with what the host knows, any text included', async () => {
    const states: Record<string, CallState> = {
      a: { state: 'done' },
      b: { state: 'running', change: '2026-11-30-7' },
      c: { state: 'unknown', detail: '{"files":[]}' },
    };
    await rig.serve({ answerQuery: (key) => Promise.resolve(states[key] ?? { state: 'absent' }) });
    const link = await ready();
    expect(await Promise.all(['a', 'b', 'c', 'd', 'a'].map((key) => link.query(key)))).toEqual([
      states['a'],
      states['b'],
      states['c'],
      { state: 'absent' },
      states['a'],
    ]);
  });

  it('is asked again of the next host, and fails when the link is closed', async () => {
    await rig.serve({ answerQuery: () => new Promise(() => undefined) });
    const link = await ready();
    const answer = link.query('a');
    await rig.serve({ answerQuery: () => Promise.resolve({ state: 'done' }) });
    expect(await answer).toEqual({ state: 'done' });
    await rig.serve({ answerQuery: () => new Promise(() => undefined) });
    const unanswered = link.query('b');
    await Promise.all([expect(unanswered).rejects.toThrow('closed'), link.close()]);
  });

  it('needs a key that may travel in a header', async () => {
    await rig.serve();
    const link = await ready();
    await expect(link.query('two words')).rejects.toThrow('bad_key');
    expect(() => link.send('{}', { ...SAFE, key: '../x' })).toThrow('bad_key');
    expect(await link.query('a')).toEqual({ state: 'absent' });
  });

  it('is answered honestly when the host fails over it', async () => {
    await rig.serve({ answerQuery: () => Promise.reject(new Error('disk')) });
    expect(await (await ready()).query('a')).toEqual({ state: 'unknown', detail: '{}' });
  });
});

describe('a request to hand over', () => {
  it('ends when the host has let go, or says why it does not', async () => {
    await rig.serve();
    await (await ready()).requestHandOver();
    await rig.serve({ onHandOver: () => Promise.reject(new Error('still writing')) });
    await expect((await ready()).requestHandOver()).rejects.toThrow('still writing');
  });

  it('fails when the host breaks off', async () => {
    await rig.serve({ onHandOver: () => new Promise(() => undefined) });
    const link = await ready();
    await Promise.all([expect(link.requestHandOver()).rejects.toThrow('closed'), rig.server.close()]);
  });
});

describe('a link that finds no host', () => {
  it('says that there is no endpoint, and is there as soon as one is published', async () => {
    const link = rig.link();
    const trouble = nextTrouble(link);
    link.open();
    expect(await trouble).toMatchObject({ code: 'no_endpoint' });
    await rig.serve();
    await reached(link, 'ready');
    expect(link.trouble).toBeNull();
  });

  it.skipIf(process.getuid === undefined)('refuses an endpoint file that others may read', async () => {
    await rig.serve();
    await chmod(rig.endpointFile, 0o644);
    const link = rig.link();
    const trouble = nextTrouble(link);
    link.open();
    expect(await trouble).toMatchObject({ code: 'endpoint_refused' });
    expect(rig.sessions).toHaveLength(0);
    await chmod(rig.endpointFile, 0o600);
    await reached(link, 'ready');
  });

  it('says that nothing listens where a dead host was', async () => {
    await rig.serve();
    const { port } = rig.server;
    await rig.server.close();
    await rig.publish(port);
    const link = rig.link();
    const trouble = nextTrouble(link);
    link.open();
    expect(await trouble).toMatchObject({ code: 'unreachable' });
  });

  it('tells a squatter on a stale port nothing, not even when it passes the questions on to the real host', async () => {
    await rig.serve();
    for (const act of [bogusChallenge, passOn]) {
      const heard: Buffer[] = [];
      const squatter = await squat((socket) => {
        socket.on('message', (data: Buffer) => heard.push(data));
        act(socket, rig.server.port);
      });
      await rig.publish(squatter.port);
      const link = rig.link();
      const trouble = nextTrouble(link);
      link.open();
      expect(await trouble).toMatchObject({ code: 'wrong_proof' });
      expect(heard.map((data) => data.toString().split(' ')[0])).toEqual(['hello']);
      expect(Buffer.concat(heard).toString()).not.toContain(rig.token);
      await link.close();
      await squatter.close();
    }
  });

  it('calls a program that is no host by its name', async () => {
    const other = createHttpServer((_request, response) => response.writeHead(404).end());
    other.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'));
    await rig.publish(await listening(other), newToken());
    const link = rig.link();
    const trouble = nextTrouble(link);
    link.open();
    expect(await trouble).toMatchObject({ code: 'wrong_proof', detail: 'another program listens there' });
    await link.close();
    await new Promise((resolve) => other.close(resolve));
  });

  it('names both ranges when the host speaks no version of ours', async () => {
    const squatter = await squat((socket) =>
      socket.once('message', () =>
        socket.send(Buffer.from('close version {"detail":"","versions":{"oldest":7,"newest":9}}')),
      ),
    );
    await rig.publish(squatter.port, newToken());
    const link = rig.link();
    const trouble = nextTrouble(link);
    link.open();
    const { code, detail } = await trouble;
    expect([code, detail]).toEqual(['version', 'the host speaks link versions 7 to 9, this program 1 to 1']);
    await link.close();
    await squatter.close();
  });

  it('gives a frozen host its time, then says that it is silent and dials again', async () => {
    const frozen = createServer(() => undefined);
    const clock = new ManualClock();
    await rig.publish(await listening(frozen), newToken());
    const link = rig.link({}, { clock });
    const trouble = nextTrouble(link);
    link.open();
    const accepted = new Promise((resolve) => frozen.once('connection', resolve));
    await accepted;
    clock.advance(DIAL_MS);
    expect(await trouble).toMatchObject({ code: 'silent' });
    await rig.serve();
    clock.advance(BACKOFF_LONGEST_MS);
    await reached(link, 'ready');
    await link.close();
    await new Promise((resolve) => frozen.close(resolve));
  });
});

describe('the heartbeat', () => {
  let proxy: CuttingProxy;
  let clock: ManualClock;
  let busy = 0;
  beforeEach(async () => {
    busy = 0;
    clock = new ManualClock();
    proxy = await CuttingProxy.to(() => rig.server.port);
    await rig.serve({ dialledPort: () => proxy.port });
  });
  afterEach(() => proxy.close());
  const beating = async (): Promise<Link> => {
    const link = rig.link({ callsInFlight: () => busy }, { clock });
    link.open();
    await reached(link, 'ready');
    return link;
  };
  const back = (link: Link): Promise<void> => {
    clock.advance(BACKOFF_FIRST_MS);
    return reached(link, 'ready');
  };

  it('keeps a slow call and a quiet host, as long as pings are answered', async () => {
    const link = await beating();
    busy = 1;
    for (let beat = 0; beat < 10; beat++) {
      clock.advance(HEARTBEAT_BUSY_MS);
      await link.query('round-trip'); // behind the pong
    }
    expect(proxy.connections).toBe(1);
    expect(link.state).toBe('ready');
  });

  it.each([
    ['with calls in flight', 1, HEARTBEAT_BUSY_MS],
    ['when idle', 0, HEARTBEAT_IDLE_MS],
  ])('redials a dead socket after two misses %s and resumes', async (_when, calls, period) => {
    const link = await beating();
    busy = calls;
    const got = collect(1);
    proxy.stall();
    link.send('sent into the dark', SAFE);
    clock.advance(period + HEARTBEAT_BUSY_MS);
    expect(link.state).toBe('ready');
    clock.advance(HEARTBEAT_BUSY_MS);
    expect(link.state).toBe('lost');
    await back(link);
    rig.sessions[0]?.onLine(got.take);
    await got.all;
    expect(rig.sessions).toHaveLength(1);
    expect(rig.sessions[0]?.connected).toBe(true);
  });

  it('probes at once after a sleep, keeps a socket that survived and gives up one that did not', async () => {
    const link = await beating();
    clock.sleep(3_600_000);
    await link.query('round-trip'); // behind the pong
    clock.advance(PROBE_MS);
    expect(link.state).toBe('ready');
    expect(proxy.connections).toBe(1);
    proxy.stall();
    clock.sleep(3_600_000);
    clock.advance(PROBE_MS);
    expect(link.state).toBe('lost');
    await back(link);
    expect(rig.sessions).toHaveLength(1);
  });

  it('is missed by the host, which frees itself of a silent socket and keeps the session', async () => {
    const hostClock = new ManualClock();
    await rig.serve({ clock: hostClock, dialledPort: () => proxy.port });
    const link = await beating();
    const session = rig.sessions.at(-1);
    proxy.stall();
    hostClock.advance(SILENT_SHIM_MS);
    expect(session?.connected).toBe(true);
    hostClock.advance(SILENT_SHIM_MS);
    expect(session?.connected).toBe(false);
    proxy.cutAll();
    await reached(link, 'lost');
    await back(link);
    expect(session?.connected).toBe(true);
  });
});

describe('closing', () => {
  it('leaves no timer, socket or watcher behind at either end, whatever state it is in', async () => {
    const before = resources();
    const clock = new CountingClock();
    const [cold, waiting, frozen] = [rig.link({}, { clock }), rig.link({}, { clock }), rig.link({}, { clock })];
    waiting.open();
    await nextTrouble(waiting);
    await rig.serve({ clock });
    const [open, lost] = [rig.link({}, { clock }), rig.link({}, { clock })];
    for (const link of [open, lost, frozen]) link.open();
    await Promise.all([reached(open, 'ready'), reached(lost, 'ready'), frozen.close()]);
    await rig.server.close();
    await reached(lost, 'lost');
    await rig.serve({ clock });
    await reached(open, 'ready');
    await Promise.all([cold, waiting, open, lost].map((link) => link.close()));
    await rig.server.close();
    expect(clock.waiting).toBe(0);
    await until(() => resources() <= before);
  });

  it('of a host ends every socket though a peer never answers', async () => {
    const clock = new ManualClock();
    await rig.serve({ clock });
    await ready();
    const mute = connect(rig.server.port, '127.0.0.1').on('error', () => undefined);
    await until(() => clock.waiting >= 2);
    const muted = new Promise((resolve) => mute.once('close', resolve));
    const closed = rig.server.close();
    clock.advance(250);
    await Promise.all([closed, muted]);
    expect(clock.waiting).toBe(0);
    expect(rig.server.sessions()).toHaveLength(0);
  });
});

async function ready(): Promise<Link> {
  const link = rig.link();
  link.open();
  await reached(link, 'ready');
  return link;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A stranger that accepts websockets. */
async function squat(act: (socket: WebSocket) => void): Promise<{ port: number; close: () => Promise<void> }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', act);
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function bogusChallenge(socket: WebSocket): void {
  socket.once('message', () =>
    socket.send(Buffer.from('challenge {"nonce":"n","generation":"g","version":1,"proof":"guess"}')),
  );
}

/** Opens a websocket of its own to the real host and relays. */
function passOn(socket: WebSocket, port: number): void {
  socket.once('message', (hello: Buffer) => {
    void import('ws').then(({ WebSocket: Client }) => {
      const real = new Client(`ws://127.0.0.1:${port}/link`, 'vault-mcp.link.v1');
      real.on('open', () => real.send(hello));
      real.on('message', (challenge: Buffer) => socket.send(challenge));
      real.on('error', () => undefined);
      socket.on('close', () => real.terminate());
    });
  });
}

/** How many sockets, listeners and watchers keep this process busy. */
function resources(): number {
  return process.getActiveResourcesInfo().filter((kind) => /^(TCP|FSEvent)/.test(kind)).length;
}

/** Real time that knows what still waits. */
class CountingClock implements LinkClock {
  waiting = 0;

  now(): number {
    return nodeClock.now();
  }

  after(ms: number, task: () => void): () => void {
    this.waiting++;
    let waits = true;
    const done = (): void => {
      if (waits) this.waiting--;
      waits = false;
    };
    const callOff = nodeClock.after(ms, () => {
      done();
      task();
    });
    return () => {
      done();
      callOff();
    };
  }
}
