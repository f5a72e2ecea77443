import type { LinkClock } from '../wire/clock.ts';
import type { ResumeRequest, Welcome } from '../wire/handshake.ts';
import type { LinkOptions, LinkTrouble } from './link-contract.ts';
import { dial } from './link-dial.ts';
import { Redial } from './link-redial.ts';
import type { OpenSocket } from './link-socket.ts';

export interface DialingOptions extends Pick<LinkOptions, 'endpointFile' | 'shim' | 'log'> {
  readonly clock: LinkClock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly resume: () => ResumeRequest | null;
  /** As `DialOptions.welcomed`. */
  readonly welcomed: (open: OpenSocket, welcome: Welcome, generation: string) => void;
  readonly failed: (trouble: LinkTrouble) => void;
}

/** Dials until a host welcomes us, with pauses between, and again when told that the socket is lost. */
export class Dialing {
  readonly #options: DialingOptions;
  readonly #redial: Redial;
  #trouble: LinkTrouble | null = null;
  #callOff: (() => void) | null = null;

  constructor(options: DialingOptions) {
    this.#options = options;
    this.#redial = new Redial({ ...options, dial: () => this.dial() });
  }

  /** Of the last dial; null where it was welcomed. */
  get trouble(): LinkTrouble | null {
    return this.#trouble;
  }

  dial(): void {
    const { endpointFile, shim, clock, resume, welcomed } = this.#options;
    this.#callOff = dial({
      endpointFile,
      card: () => ({ ...shim, client: shim.client() }),
      resume: resume(),
      clock,
      welcomed: (open, welcome, generation) => {
        this.#callOff = null;
        this.#redial.rest();
        this.#trouble = null;
        welcomed(open, welcome, generation);
      },
      failed: (trouble) => this.#failed(trouble),
    });
  }

  /** The socket is lost: dials again after a short pause. */
  again(): void {
    this.#redial.later(false);
  }

  /** Something has changed: see `Redial.now`. */
  now(): void {
    this.#redial.now();
  }

  /** Somebody waits: see `Redial.hurry`. */
  hurry(): void {
    this.#redial.hurry();
  }

  /** Final: calls off the dial and the pause. */
  stop(): void {
    this.#callOff?.();
    this.#redial.stop();
  }

  #failed(trouble: LinkTrouble): void {
    this.#callOff = null;
    const { log, failed } = this.#options;
    if (this.#trouble?.code !== trouble.code) log('info', `link: ${trouble.code}: ${trouble.detail}`);
    this.#trouble = trouble;
    this.#redial.later(trouble.code === 'no_endpoint' || trouble.code === 'endpoint_refused');
    failed(trouble);
  }
}
