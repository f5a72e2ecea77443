// What is done to the pipe. Each scenario gets a rig and gives its own counts.
import { setTimeout } from 'node:timers/promises';

import { Relay } from './relay.mjs';

/** Random cuts of connections: some early, in the handshake, most later. */
function cutting(random) {
  return () => {
    const at = () => (random() < 0.2 ? 200 + random() * 2000 : 2000 + random() * 60_000);
    return { up: Math.floor(at()), down: Math.floor(at()) };
  };
}

function marker(rig, part, n) {
  return `mark-${part}-${n}-${Math.floor(rig.random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`;
}

/** Writes by several clients at once, as many of them released as `release` has said. */
class Writers {
  released = 0;
  begun = 0;
  ended = 0;
  #write;
  #wakes = [];
  #all;

  constructor(count, write) {
    this.#write = write;
    this.#all = Array.from({ length: count }, (_, at) => this.#work(at));
  }

  release(target) {
    this.released = target;
    for (const wake of this.#wakes.splice(0)) wake();
  }

  /** Resolves when so many have ended, or after a while. */
  async progress(target, patienceMs) {
    const until = Date.now() + patienceMs;
    while (this.ended < target && Date.now() < until) await setTimeout(5);
  }

  /** Resolves when all that were released have ended. */
  async done() {
    this.finished = true;
    this.release(this.released);
    await Promise.all(this.#all);
  }

  async #work(at) {
    for (;;) {
      if (this.begun < this.released) {
        await this.#write(this.begun++, at);
        this.ended++;
      } else if (this.finished) return;
      else await new Promise((resolve) => this.#wakes.push(resolve));
    }
  }
}

/** A host of its own process is killed again and again, in the middle of its work, while sockets are cut as well. */
export async function kills(rig, { writes, kills: times, shims, progress }) {
  const relay = await Relay.start(cutting(rig.random));
  const clients = [];
  for (let n = 0; n < shims; n++) {
    clients.push(await rig.client(`k${n}`, { whenClosed: 'wait', relay: relay.port }));
  }
  const writers = new Writers(shims * 4, async (n, at) => {
    const client = clients[at % clients.length];
    if (n % 4 === 0) await rig.read(() => client);
    await rig.write(() => client, marker(rig, 'kill', n));
  });
  for (let killed = 0; killed < times; killed++) {
    const host = await rig.serve();
    const from = writers.ended;
    writers.release(Math.ceil(((killed + 1) / times) * writes));
    await writers.progress(from + Math.ceil(rig.random() * (writers.released - from)), 4000);
    await setTimeout(rig.random() * 20);
    host.kill('SIGKILL');
    progress(`${killed + 1} of ${times} kills, ${writers.ended} writes ended`);
    await setTimeout(rig.random() * 30);
  }
  const last = await rig.serve();
  await writers.done();
  last.kill('SIGTERM');
  const { cuts, connections } = relay;
  await Promise.all(clients.map((client) => client.end()));
  await relay.close();
  return { killed: times, cuts, connections };
}

/** Shims elect a host among themselves; the shim that hosts is killed, and its client starts it again with its keys. */
export async function election(rig, { writes, kills: times, shims }) {
  const relay = await Relay.start(cutting(rig.random));
  const clients = [];
  for (let n = 0; n < shims; n++) clients.push(await rig.client(`e${n}`, { relay: relay.port }));
  let begun = 0;
  let killed = 0;
  const running = [];
  const writeSome = (target) => {
    while (begun < target) {
      const n = begun++;
      const client = clients[n % clients.length];
      running.push(rig.write(() => client, marker(rig, 'elect', n), { key: `elect-${n}` }));
    }
  };
  while (killed < times) {
    writeSome(Math.ceil(((killed + 1) / times) * writes));
    await setTimeout(100 + rig.random() * 500);
    const pid = await rig.hostPid();
    const host = clients.find((client) => client.pid === pid);
    if (host === undefined) continue;
    await host.kill('SIGKILL');
    killed++;
    await host.start();
  }
  writeSome(writes);
  await Promise.all(running);
  const { cuts } = relay;
  await Promise.all(clients.map((client) => client.end()));
  await relay.close();
  return { killed, cuts };
}

const inFlight = 50;

/** Fifty calls, half of them writes, said at once by two clients. */
function fifty(rig, clients, part, round) {
  return Array.from({ length: inFlight }, (_, n) => {
    const client = clients[n % clients.length];
    return n % 4 < 2 ? rig.read(() => client) : rig.write(() => client, marker(rig, part, round * inFlight + n));
  });
}

/** The host reloads as a plugin does, with fifty calls on their way. */
export async function reload(rig, { rounds }) {
  const host = await rig.pluginHost();
  await host.obey('serve');
  const clients = [await rig.client('r0'), await rig.client('r1')];
  for (let round = 0; round < rounds; round++) {
    const calls = fifty(rig, clients, 'reload', round);
    await setTimeout(rig.random() * 25);
    await host.obey('reload');
    await Promise.all(calls);
  }
  await host.obey('stop');
  return { rounds };
}

/** A headless host hands its vault to the app's and takes it back, with fifty calls on their way each time. */
export async function handOver(rig, { rounds }) {
  const host = await rig.pluginHost();
  const clients = [await rig.client('h0'), await rig.client('h1')];
  // Later rounds find one of the shims in its place.
  const headless = await rig.serve();
  for (let round = 0; round < rounds; round++) {
    const calls = fifty(rig, clients, 'over', 2 * round);
    await setTimeout(rig.random() * 25);
    await host.obey('serve');
    await Promise.all(calls);
    const back = fifty(rig, clients, 'over', 2 * round + 1);
    await setTimeout(rig.random() * 25);
    await host.obey('stop');
    await Promise.all(back);
  }
  headless.kill('SIGKILL');
  return { rounds };
}

/** The host is frozen for a while, with fifty calls on their way. */
export async function frozen(rig, { seconds }) {
  const host = await rig.serve();
  const clients = [await rig.client('f0'), await rig.client('f1')];
  await rig.read(() => clients[0]);
  await rig.read(() => clients[1]);
  const calls = fifty(rig, clients, 'frozen', 0);
  await setTimeout(rig.random() * 10);
  host.kill('SIGSTOP');
  const later = fifty(rig, clients, 'frozen', 1);
  await setTimeout(seconds * 1000);
  host.kill('SIGCONT');
  await Promise.all([...calls, ...later]);
  return { seconds };
}
