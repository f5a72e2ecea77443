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

/** A host of its own process is killed again and again, while shims write and their sockets are cut. */
export async function kills(rig, { writes, kills: times, shims }) {
  const relay = await Relay.start(cutting(rig.random));
  const clients = [];
  for (let n = 0; n < shims; n++) {
    clients.push(await rig.client(`k${n}`, { whenClosed: 'wait', relay: relay.port }));
  }
  let begun = 0;
  let killed = 0;
  const running = [];
  while (killed < times || begun < writes) {
    const host = await rig.serve();
    const target = Math.min(writes, Math.ceil(((killed + 1) / times) * writes));
    while (begun < target) {
      const n = begun++;
      const client = clients[n % clients.length];
      running.push(rig.write(() => client, marker(rig, 'kill', n)));
      if (n % 4 === 0) running.push(rig.read(() => client));
      if (rig.random() < 0.3) await setTimeout(rig.random() * 15);
    }
    await setTimeout(rig.random() * 150);
    if (killed >= times) continue;
    host.kill('SIGKILL');
    killed++;
    await setTimeout(rig.random() * 30);
  }
  const last = await rig.serve();
  await Promise.all(running);
  last.kill('SIGTERM');
  const { cuts, connections } = relay;
  await Promise.all(clients.map((client) => client.end()));
  await relay.close();
  return { killed, cuts, connections };
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
