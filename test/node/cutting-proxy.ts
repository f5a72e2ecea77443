import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Which way bytes go: to the host, or to the shim. */
export type Direction = 'up' | 'down';

export interface Budget {
  readonly up: number;
  readonly down: number;
}

/**
 * A relay between shim and host that listens on a port of its own and cuts connections. The budget says, per new
 * connection, after how many bytes of either direction both sides are cut; null never.
 */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** New connections are ended at once. */
  refusing = false;
  #budget: () => Budget | null = () => null;
  connections = 0;
  cuts = 0;
  /** Bytes relayed over the newest connection. */
  relayed: Record<Direction, number> = { up: 0, down: 0 };

  private constructor(target: () => number) {
    this.#server = createServer((near) => {
      if (this.refusing) return void near.destroy();
      this.connections++;
      const counts = { up: 0, down: 0 };
      this.relayed = counts;
      const far = connect(target(), '127.0.0.1');
      const budget = this.#budget();
      this.#relay(near, far, 'up', budget, counts);
      this.#relay(far, near, 'down', budget, counts);
    });
  }

  static async to(target: () => number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cutAfter(budget: () => Budget | null): void {
    this.#budget = budget;
  }

  /** Cuts every open connection now. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Open connections stay open, but nothing passes any more. */
  stall(): void {
    for (const socket of this.#sockets) socket.pause().removeAllListeners('data');
  }

  async close(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #relay(
    from: Socket,
    to: Socket,
    direction: Direction,
    budget: Budget | null,
    counts: Record<Direction, number>,
  ): void {
    this.#sockets.add(from);
    let left = budget?.[direction] ?? Infinity;
    from.on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on('data', (chunk) => {
      counts[direction] += chunk.length;
      to.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left > 0) return;
      this.cuts++;
      // The last bytes still leave, so that the frame really ends in the middle at the other side.
      to.end(() => to.destroy());
      from.destroy();
    });
  }
}
