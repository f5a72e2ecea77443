import { clearTimeout, setTimeout } from 'node:timers';

import type { LinkClock } from '../wire/clock.ts';

import { LineSplitter } from './framing.ts';
import type { HostFinder } from './host-finder.ts';
import { Life } from './life.ts';
import { shimClock } from './link-clock.ts';
import type { StderrLog } from './log.ts';
import type { Manifest } from './manifest.ts';
import type { Options } from './options.ts';
import { Output } from './output.ts';
import { sentencesFor } from './sentences.ts';
import { Session } from './session.ts';

/** The process around a session: standard streams, signals, time. */
export interface Surroundings {
  readonly process: NodeJS.Process;
  readonly manifest: Manifest;
  readonly log: StderrLog;
}

/**
 * The pipe. What finds and runs hosts is loaded when a request first needs one, so that the handshake costs no more than
 * the start of Node.
 */
export function run(options: Options, { process, manifest, log }: Surroundings): void {
  const write = (level: 'debug' | 'info' | 'warn', message: string): void => log.write(level, message);
  const { stdin } = process;
  const sentences = sentencesFor(process.env['VAULT_LANG']);
  let finder: HostFinder | null = null;
  let loading: Promise<HostFinder> | null = null;

  const load = async (): Promise<HostFinder> => {
    const { HostFinder: Finder } = await import('./host-finder.ts');
    const asked = options.vault;
    const { whenClosed, logLevel } = options;
    const { version } = manifest;
    const { env } = process;
    finder = new Finder(
      { asked, whenClosed, version, logLevel, env, cwd: process.cwd(), clock: shimClock, sentences, log: write },
      session,
    );
    return finder;
  };
  const want = (): void => {
    if (finder !== null) return finder.want();
    if (loading !== null) return;
    loading = load();
    loading.then(
      (found) => found.want(),
      (error: unknown) => {
        loading = null;
        session.refuseWaiting(sentences.engineFailed(error instanceof Error ? error.message : String(error)));
      },
    );
  };

  const output = new Output(process.stdout, {
    onFull: () => finder?.pauseLines(),
    onDrain: () => finder?.resumeLines(),
    onBroken: () => life.leaveAtOnce('nobody reads stdout'),
  });
  const session = new Session({
    manifest,
    sentences,
    shimId: newShimId(),
    clock: shimClock,
    out: (line) => output.line(line),
    log: write,
    want,
    whyNoHost: () => finder?.whyNoHost() ?? '',
    onRelief: () => stdin.resume(),
  });
  const life = new Life({
    clock: waitingClock,
    waiting: () => session.waiting,
    pendingOutput: () => output.pending,
    release: async () => finder?.release(),
    exit: (code) => process.exit(code),
    log: write,
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
