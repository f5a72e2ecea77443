import { clearTimeout, setTimeout } from 'node:timers';

import type { LinkClock } from '../wire/clock.ts';

import { LineSplitter } from './framing.ts';
import { Life } from './life.ts';
import { shimClock } from './link-clock.ts';
import { Output } from './output.ts';
import { Session } from './session.ts';
import type { SessionPorts } from './session-ports.ts';

/** What stands behind a front: whatever answers what the session cannot. */
export interface Back extends Pick<SessionPorts, 'knowledge' | 'sentences' | 'want' | 'whyNoHost' | 'watch'> {
  /** The client reads slower than we write. */
  readonly pauseLines: () => void;
  readonly resumeLines: () => void;
  /** Lets go of everything; the process ends after it. */
  readonly release: () => Promise<void>;
}

export interface FrontSurroundings {
  readonly process: NodeJS.Process;
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
}

/** A session on this process's standard streams, which ends with its client. */
export function runFront(
  { process, log }: FrontSurroundings,
  back: Back,
): { readonly session: Session; readonly shimId: string } {
  const { stdin } = process;
  const shimId = newShimId();
  const { knowledge, sentences, want, whyNoHost, watch } = back;
  const output = new Output(process.stdout, {
    onFull: () => back.pauseLines(),
    onDrain: () => back.resumeLines(),
    onBroken: () => life.leaveAtOnce('nobody reads stdout'),
  });
  const session = new Session({
    knowledge,
    sentences,
    shimId,
    clock: shimClock,
    out: (line) => output.line(line),
    log,
    want,
    whyNoHost,
    onRelief: () => stdin.resume(),
    ...(watch === undefined ? {} : { watch }),
  });
  const life = new Life({
    clock: waitingClock,
    waiting: () => session.waiting,
    pendingOutput: () => output.pending,
    release: () => back.release(),
    exit: (code) => process.exit(code),
    log,
    process,
  });
  const lines = new LineSplitter({
    line: (bytes) => session.fromClient(bytes),
    tooLong: (probed, byteCount) => session.tooLong(probed, byteCount),
  });
  stdin.on('data', (chunk: Buffer) => {
    lines.push(chunk);
    if (session.pressed) stdin.pause();
  });
  stdin.on('end', () => {
    lines.end();
    life.leave('stdin ended');
  });
  stdin.on('close', () => life.leave('stdin closed'));
  stdin.on('error', () => life.leave('stdin broke'));
  return { session, shimId };
}

/** Timers that keep the process alive: leaving in order must not be cut short by an empty event loop. */
const waitingClock: LinkClock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Random enough that no client's id starts so; no secret, and cheaper than loading crypto before the first answer. */
function newShimId(): string {
  const part = (): string => Math.random().toString(36).slice(2, 12).padEnd(10, '0');
  return `vault-mcp:${Date.now().toString(36)}${part()}${part()}`;
}
