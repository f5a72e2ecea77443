import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/node/log.ts';
import type { LogLevel } from '../../src/node/log.ts';

function logAt(level: LogLevel) {
  const lines: string[] = [];
  const time = { ms: Date.UTC(2026, 10, 30, 12) };
  const log = createLog({ level, write: (line) => void lines.push(line), now: () => time.ms });
  return { log, lines, time };
}

describe('the log', () => {
  it('prints time, level and message on one line', () => {
    const { log, lines } = logAt('info');
    log.warn('disk\nis\u001b[31m full');
    expect(lines).toEqual(['2026-11-30T12:00:00.000Z warn disk\\nis\\x1b[31m full\n']);
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = logAt('warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['warn', 'error']);
    const silent = logAt('silent');
    silent.log.error('e');
    expect(silent.lines).toEqual([]);
  });

  it('says how many messages a flood cost, and goes on', () => {
    const { log, lines, time } = logAt('info');
    for (let at = 0; at < 250; at++) log.info(`message ${at}`);
    expect(lines).toHaveLength(100);
    time.ms += 10_000;
    log.info('calm again');
    expect(lines[100]).toContain('warn 150 messages were left out');
    expect(lines[101]).toContain('calm again');
  });

  it('cuts a message that no person would read', () => {
    const { log, lines } = logAt('info');
    log.info('x'.repeat(50_000));
    expect(lines[0]?.length).toBeLessThan(2_100);
  });

  it('does not throw when the terminal is gone', () => {
    const log = createLog({
      write: () => {
        throw new Error('EPIPE');
      },
    });
    expect(() => log.error('anybody there?')).not.toThrow();
  });
});
