import { expect, it } from 'vitest';

import { StderrLog } from '../../src/shim/log.ts';

function aStream(): {
  text: string;
  writableLength: number;
  write(text: string): boolean;
  on(event: 'error', listener: (error: Error) => void): void;
  break(): void;
} {
  let fail: (error: Error) => void = () => undefined;
  return {
    text: '',
    writableLength: 0,
    write(text) {
      this.text += text;
      return true;
    },
    on: (_event, listener) => (fail = listener),
    break: () => fail(new Error('EPIPE')),
  };
}

it('writes one line a message with its time, from its level on, and opens stderr only then', () => {
  const stream = aStream();
  let opened = 0;
  const log = new StderrLog(
    () => (opened++, stream),
    'warn',
    () => 0,
  );
  log.write('info', 'unsaid');
  expect(opened).toBe(0);
  log.write('warn', 'two\nlines\u0007');
  expect(stream.text).toBe('[vault-mcp] 1970-01-01T00:00:00.000Z warn: two lines \n');
});

it('leaves lines out when they come too fast or nobody reads them, and says how many', () => {
  const stream = aStream();
  let now = 0;
  const log = new StderrLog(
    () => stream,
    'debug',
    () => now,
  );
  for (let n = 0; n < 60; n++) log.write('info', 'x');
  now = 1000;
  log.write('info', 'later');
  expect(stream.text.split('\n')).toHaveLength(52);
  expect(stream.text).toContain('later (10 lines left out before this)');
  stream.writableLength = 1_000_000;
  const before = stream.text;
  log.write('error', 'nobody reads');
  expect(stream.text).toBe(before);
});

it('is silent once stderr is broken', () => {
  const stream = aStream();
  const log = new StderrLog(
    () => stream,
    'debug',
    () => 0,
  );
  log.write('info', 'one');
  stream.break();
  log.write('info', 'two');
  expect(stream.text).not.toContain('two');
});
