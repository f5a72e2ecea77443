import type { LinkClock } from '../wire/clock.ts';

/** How often it is looked whether the process that started us is still there: macOS tells nobody, pipes may stay open. */
const PARENT_POLL_MS = 5000;
/** Clients that close stdin send SIGTERM about 2 s later: calls in flight have until shortly before. */
const GRACE_MS = 1500;
/** When nothing is in flight, what holds us up after this time is not waited for. */
const IDLE_LIMIT_MS = 800;
/** With calls in flight the same, after the grace. */
const BUSY_LIMIT_MS = 1850;
/** Between two looks at what is still on its way out. */
const LOOK_MS = 10;

export interface LifePorts {
  readonly clock: LinkClock;
  /** Requests without an answer. */
  readonly waiting: () => number;
  /** Bytes that stdout has not taken. */
  readonly pendingOutput: () => number;
  /** Lets go of the host and the link; may take a moment. */
  readonly release: () => Promise<void>;
  readonly exit: (code: number) => void;
  readonly log: (level: 'debug' | 'info', message: string) => void;
  readonly process: LifeProcess;
}

/** What of `process` is needed. */
export interface LifeProcess {
  readonly ppid: number;
  readonly platform: string;
  on(event: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: () => void): unknown;
  kill(pid: number, signal: 0): boolean;
}

/** Ends this process with its client, by whatever sign the client's end is noticed, and soon. */
export class Life {
  private readonly ports: LifePorts;
  private leaving = false;

  constructor(ports: LifePorts) {
    this.ports = ports;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      ports.process.on(signal, () => this.leave(signal));
    }
    this.watchParent(ports.process.ppid);
  }

  /**
   * Leaves in order: calls in flight get their grace, the host is let go. Asked a second time it still takes no
   * longer; what must not be cut is safe on disk.
   */
  leave(reason: string): void {
    if (this.leaving) return;
    this.leaving = true;
    this.ports.log('info', `leaving: ${reason}`);
    void this.leaveInOrder();
  }

  /** Nobody reads our answers any more: nothing to wait for but the host. */
  leaveAtOnce(reason: string): void {
    if (this.leaving) return;
    this.leaving = true;
    this.ports.log('info', `leaving: ${reason}`);
    void this.release(IDLE_LIMIT_MS);
  }

  private async leaveInOrder(): Promise<void> {
    const { clock, waiting } = this.ports;
    const start = clock.now();
    if (waiting() === 0) return this.release(IDLE_LIMIT_MS);
    while (waiting() > 0 && clock.now() - start < GRACE_MS) await this.pause();
    await this.release(Math.max(LOOK_MS, BUSY_LIMIT_MS - (clock.now() - start)));
  }

  private async release(limit: number): Promise<void> {
    const { clock, exit } = this.ports;
    const stop = clock.after(limit, () => exit(0));
    const start = clock.now();
    await this.ports.release().catch(() => undefined);
    while (this.ports.pendingOutput() > 0 && clock.now() - start < limit) await this.pause();
    stop();
    exit(0);
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => this.ports.clock.after(LOOK_MS, resolve));
  }

  private watchParent(parent: number): void {
    this.ports.clock.after(PARENT_POLL_MS, () => {
      if (this.leaving) return;
      if (this.parentIsGone(parent)) this.leave('the parent process is gone');
      else this.watchParent(parent);
    });
  }

  private parentIsGone(parent: number): boolean {
    const { process } = this.ports;
    if (process.ppid !== parent) return true;
    if (process.platform !== 'win32') return false;
    // Windows keeps the number of a parent that is gone.
    try {
      process.kill(parent, 0);
      return false;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ESRCH';
    }
  }
}
