import { escapeLine } from '../core/text/invisible.ts';
import type { Log } from '../core/ports.ts';

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  /** Messages below it are dropped; default `info`. */
  readonly level?: LogLevel;
  /** Takes one whole line with its line end; default standard error, since standard output belongs to MCP. */
  readonly write?: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Lines a period of `PERIOD_MS` may hold; what is beyond is counted, and said when the next period begins. */
const LINES_A_PERIOD = 100;
const PERIOD_MS = 10_000;
/** UTF-16 units of one message; a log is read by people. */
const LONGEST_MESSAGE = 2_000;

/**
 * A log on standard error: `2026-11-30T12:00:00.000Z warn message`, one line a message whatever the message holds.
 * It never throws: a closed terminal must not end a host.
 */
export function createLog(options: LogOptions = {}): Log {
  const { level = 'info', write = toStandardError, now = Date.now } = options;
  const least = logLevels.indexOf(level);
  let periodStart = now();
  let lines = 0;
  let dropped = 0;

  const print = (kind: LogLevel, message: string): void => {
    try {
      write(`${new Date(now()).toISOString()} ${kind} ${escapeLine(cut(message))}\n`);
    } catch {
      // Nobody is left to read it.
    }
  };
  const log =
    (kind: LogLevel) =>
    (message: string): void => {
      if (logLevels.indexOf(kind) < least) return;
      // A clock set back must not silence the log.
      if (Math.abs(now() - periodStart) >= PERIOD_MS) {
        if (dropped > 0) print('warn', `${dropped} messages were left out: too many at once`);
        [periodStart, lines, dropped] = [now(), 0, 0];
      }
      if (lines++ < LINES_A_PERIOD) print(kind, message);
      else dropped++;
    };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}

function cut(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

function toStandardError(line: string): void {
  process.stderr.write(line);
}
