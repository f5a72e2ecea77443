// A relay between shims and hosts that cuts connections at random bytes. It learns from the request's Host header which
// port was meant, so that both ends prove the address that they know.
import { connect, createServer } from 'node:net';

export class Relay {
  #server;
  #budget;
  #sockets = new Set();
  connections = 0;
  cuts = 0;

  /** `budget()` gives, for a new connection, after how many bytes of either direction it is cut; null for never. */
  static async start(budget) {
    const relay = new Relay();
    relay.#budget = budget;
    relay.#server = createServer((near) => relay.#take(near));
    await new Promise((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get port() {
    return this.#server.address().port;
  }

  async close() {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(near) {
    this.connections++;
    this.#keep(near);
    near.once('data', (request) => {
      const port = Number(/\r\nHost: 127\.0\.0\.1:(\d+)\r\n/i.exec(request.toString('latin1'))?.[1]);
      if (!(port > 0)) return near.destroy();
      const far = connect(port, '127.0.0.1');
      this.#keep(far);
      const { up, down } = this.#budget() ?? { up: Infinity, down: Infinity };
      this.#pass(near, far, up);
      this.#pass(far, near, down);
      near.emit('data', request);
    });
  }

  #keep(socket) {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #pass(from, to, bytes) {
    let left = bytes;
    from.on('close', () => to.destroy());
    from.on('data', (chunk) => {
      if (left <= 0) return;
      to.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      this.cuts++;
      // The last bytes still leave, so that a frame really ends in the middle at the other side.
      to.end(() => to.destroy());
      from.destroy();
    });
  }
}
