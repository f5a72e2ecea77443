import type { Log } from '../core/ports.ts';

/** Lines that are remembered: enough for a report of trouble, and a few tens of kilobytes at most. */
const LINES_KEPT = 500;

/** A log that is also remembered, for the settings' own page and for diagnostics. */
export interface KeptLog extends Log {
  /** Oldest first: `14:02:10 warn  what happened`. */
  lines(): readonly string[];
}

/** `isDetailed` is asked at each line: the finest level is remembered only where the user wants it. */
export function keptLog(to: Log, isDetailed: () => boolean): KeptLog {
  const kept: string[] = [];
  const keep = (level: keyof Log, message: string): void => {
    to[level](message);
    if (level === 'debug' && !isDetailed()) return;
    const time = new Date().toTimeString().slice(0, 8);
    kept.push(`${time} ${level.padEnd(5)} ${message.slice(0, 500)}`);
    if (kept.length > LINES_KEPT) kept.shift();
  };
  return {
    debug: (message) => keep('debug', message),
    info: (message) => keep('info', message),
    warn: (message) => keep('warn', message),
    error: (message) => keep('error', message),
    lines: () => [...kept],
  };
}
