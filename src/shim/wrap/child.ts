import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { clearTimeout, setTimeout } from 'node:timers';

import { LineSplitter } from '../framing.ts';
import { Output } from '../output.ts';
import type { Probed } from '../probe-line.ts';

import { planSpawn } from './spawn-plan.ts';

/** After its end: what it has printed and nobody has read yet is waited for so long. */
const LAST_WORDS_MS = 200;
/** Leaving: from the end of its input to SIGTERM, and from there to SIGKILL. */
const STEP_MS = 250;

export interface ChildEvents {
  readonly line: (bytes: Uint8Array) => void;
  readonly tooLong: (probed: Probed, byteCount: number) => void;
  /** Once, after the last line. `started` is false where there was no such program. */
  readonly ended: (how: string, started: boolean) => void;
  readonly onDrain: () => void;
}

/**
 * A server as a process of ours: lines in and out by bytes, its stderr ours. It has a process group of its own, so that
 * what it starts (`npx` starts a shell, which starts a program) ends with it.
 */
export class Child {
  private readonly process: ChildProcess;
  private readonly input: Output | null;
  private readonly events: ChildEvents;
  private readonly killedHere = (): void => this.signal('SIGKILL');
  private over = false;
  private leaving = false;

  constructor(command: readonly string[], events: ChildEvents) {
    this.events = events;
    const isWindows = process.platform === 'win32';
    const { file, args, verbatim } = planSpawn(command, process.platform, process.env);
    this.process = spawn(file, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments: verbatim,
    });
    const { stdin, stdout } = this.process;
    this.input =
      stdin === null
        ? null
        : // One that does not read any more cannot be served by, whether it lives on or not.
          new Output(stdin, { onFull: () => undefined, onDrain: events.onDrain, onBroken: () => this.inputBroke() });
    this.listen(stdout);
    process.once('exit', this.killedHere);
  }

  get bufferedBytes(): number {
    return this.input?.pending ?? 0;
  }

  write(line: Uint8Array | string): void {
    this.input?.line(line);
  }

  pause(): void {
    this.process.stdout?.pause();
  }

  resume(): void {
    this.process.stdout?.resume();
  }

  /** Ends it and all that it has started. */
  kill(): void {
    this.signal('SIGKILL');
  }

  /** Lets it go in the way that servers expect: the end of its input, then SIGTERM, then SIGKILL. */
  async leave(): Promise<void> {
    this.leaving = true;
    this.process.stdin?.end();
    if (await this.endsWithin(STEP_MS)) return;
    this.signal('SIGTERM');
    if (await this.endsWithin(STEP_MS)) return;
    this.signal('SIGKILL');
    await this.endsWithin(STEP_MS);
  }

  private listen(stdout: ChildProcess['stdout']): void {
    const lines = new LineSplitter({ line: this.events.line, tooLong: this.events.tooLong });
    stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
    // Without it nothing can be answered any more.
    stdout?.on('end', () => {
      lines.end();
      if (!this.leaving) this.signal('SIGKILL');
    });
    stdout?.on('error', () => this.signal('SIGKILL'));
    this.process.on('error', (error) => this.end(`could not be started: ${error.message}`, false));
    this.process.on('exit', (code, signal) => {
      const how = signal === null ? `exit code ${code ?? 'unknown'}` : signal;
      // Whatever it has left behind in its group holds its output open.
      this.signalGroup('SIGKILL');
      const timer = setTimeout(() => this.end(how, true), LAST_WORDS_MS);
      this.process.once('close', () => {
        clearTimeout(timer);
        this.end(how, true);
      });
    });
  }

  private inputBroke(): void {
    if (!this.leaving) this.signal('SIGKILL');
  }

  private end(how: string, started: boolean): void {
    if (this.over) return;
    this.over = true;
    process.removeListener('exit', this.killedHere);
    this.events.ended(how, started);
  }

  private get isAlive(): boolean {
    return this.process.pid !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  private signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    if (this.isAlive) this.signalGroup(signal);
  }

  private signalGroup(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.process;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {
        this.process.kill();
      });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody is left in it.
    }
  }

  private endsWithin(ms: number): Promise<boolean> {
    if (this.over || !this.isAlive) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.process.once('exit', () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }
}
