import type { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { WebSocket } from 'ws';
import type { LinkClock } from '../wire/clock.ts';
import { UnitWriter } from '../wire/frame.ts';
import type { WriteUnit } from '../wire/stream.ts';
import { parseUnit, printUnit } from '../wire/unit.ts';
import type { CloseCode, DataUnit, Unit } from '../wire/unit.ts';

/** A host that does not say goodbye is left after this time. */
const CLOSE_GRACE_MS = 250;

export interface LinkSocketEvents {
  /** Null for what is no unit. */
  readonly unit: (unit: Unit | null) => void;
  readonly closed: () => void;
}

/** A websocket that is open, and the connection that it stands on. */
export interface OpenSocket {
  readonly socket: WebSocket;
  readonly connection: Socket;
}

/** A proven socket: units in and out. After `leave` or `terminate` nothing more is heard of it. */
export class LinkSocket {
  readonly #socket: WebSocket;
  readonly #writer: UnitWriter;
  #isOver = false;

  constructor({ socket, connection }: OpenSocket, events: LinkSocketEvents) {
    this.#socket = socket;
    this.#writer = new UnitWriter(connection, true, nextTick);
    socket.on('message', (data: Buffer) => {
      if (!this.#isOver) events.unit(parseUnit(data));
    });
    socket.on('close', () => {
      if (!this.#isOver) events.closed();
    });
  }

  /** A data unit's header and its line. */
  readonly write: WriteUnit = (header, line) => {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return; // its close event follows, and a resume sends again
    this.#writer.write(header, line);
  };

  say(unit: Exclude<Unit, DataUnit>): void {
    this.write(printUnit(unit), null);
  }

  bid(code: CloseCode, detail: string): void {
    this.say({ kind: 'close', code, detail });
  }

  /** Ends it at once. */
  terminate(): void {
    this.#isOver = true;
    this.#writer.flush();
    this.#socket.terminate();
  }

  /** Says goodbye and resolves when the host has closed it, or after a grace. */
  async leave(clock: LinkClock): Promise<void> {
    this.#isOver = true;
    const socket = this.#socket;
    await new Promise<void>((resolve) => {
      const callOff = clock.after(CLOSE_GRACE_MS, () => socket.terminate());
      socket.once('close', () => {
        callOff();
        resolve();
      });
      this.bid('bye', '');
      socket.close(1000);
    });
  }
}
