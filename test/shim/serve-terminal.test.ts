import { describe, expect, it } from 'vitest';
import { ServeTerminal } from '../../src/shim/serve-terminal.ts';

/** A terminal of so many columns, or a file where there are none, and a clock in the test's hand. */
function watched(columns: number | null, env: Readonly<Record<string, string>> = {}) {
  const clock = { ms: 0 };
  let written = '';
  const stream = {
    ...(columns === null ? {} : { isTTY: true, columns }),
    write: (text: string): void => void (written += text),
  };
  const terminal = new ServeTerminal(stream, { env, now: () => clock.ms });
  return { terminal, clock, written: () => written };
}

/** What a terminal shows in the end: a carriage return and the code to erase begin the line anew. */
function screen(written: string): string[] {
  return written.split('\n').map((line) => line.slice(line.lastIndexOf('\r\u001b[K') + 1).replace(/^\u001b\[K/, ''));
}

describe('serve on a terminal', () => {
  it('draws one line over, no longer than the terminal is wide, and takes it away at the end', () => {
    for (const [columns, width] of [
      [20, 20],
      [40, 40],
      [80, 80],
      [200, 200],
      [0, 80],
    ] as const) {
      const { terminal, clock, written } = watched(columns, { NO_COLOR: '1' });
      for (let done = 0; done <= 10_000; done += 1000) {
        clock.ms += 200;
        terminal.show({ indexed: done, total: 10_000, ready: false });
        expect(screen(written()).at(-1)?.length).toBeLessThan(width);
      }
      expect(written()).not.toContain('\n');
      if (width >= 40) expect(screen(written()).at(-1)).toContain('10,000 of 10,000 notes');
      terminal.show({ indexed: 10_000, total: 10_000, ready: true });
      terminal.say('ready');
      expect(screen(written())).toEqual(['vault-mcp: ready', '']);
    }
  });

  it('lets what is said stand above the line, and draws the line again', () => {
    const { terminal, clock, written } = watched(80);
    clock.ms = 1000;
    terminal.show({ indexed: 5, total: 10, ready: false });
    terminal.say('an agent connects');
    const [first, second] = screen(written());
    expect(first).toBe('vault-mcp: an agent connects');
    expect(second).toContain('indexing: 5 of 10 notes');
  });

  it('draws no oftener than eyes can follow', () => {
    const { terminal, clock, written } = watched(80);
    for (let ms = 0; ms < 1000; ms++) {
      clock.ms = ms;
      terminal.show({ indexed: ms, total: 1000, ready: false });
    }
    expect(written().split('\r').length - 1).toBe(10);
  });

  it('says that it lists while no total is known', () => {
    const { terminal, written } = watched(80);
    terminal.show({ indexed: 0, total: null, ready: false });
    expect(screen(written()).at(-1)).toBe('listing the vault');
  });

  it('colours nothing with NO_COLOR', () => {
    const coloured = watched(80);
    coloured.terminal.show({ indexed: 1, total: 4, ready: false });
    expect(coloured.written()).toContain('\u001b[2m');
    const plain = watched(80, { NO_COLOR: '1' });
    plain.terminal.show({ indexed: 1, total: 4, ready: false });
    expect(plain.written().replaceAll('\r\u001b[K', '')).not.toContain('\u001b');
  });
});

describe('serve into a file, or on a terminal that cannot draw', () => {
  it.each([
    ['a file', null, {}],
    ['a dumb terminal', 80, { TERM: 'dumb' }],
  ] as const)('%s gets plain lines, few of them', (_name, columns, env) => {
    const { terminal, clock, written } = watched(columns, env);
    for (let second = 0; second <= 60; second++) {
      clock.ms = second * 1000;
      terminal.show({ indexed: second, total: 60, ready: false });
    }
    terminal.show({ indexed: 60, total: 60, ready: true });
    expect(written()).not.toMatch(/[\r\u001b]/);
    expect(written().split('\n').slice(0, 2)).toEqual([
      'vault-mcp: indexing: 0 of 60 notes',
      'vault-mcp: indexing: 10 of 60 notes',
    ]);
    expect(written().trim().split('\n')).toHaveLength(7);
  });
});
