import { describe, expect, it } from 'vitest';

import { readOptions, wordsOf } from '../../src/shim/options.ts';

describe('the command line', () => {
  it.each([
    [['--vault', 'a b'], 'run', 'a b'],
    [['--log-level', 'info', '--vault=../x'], 'run', '../x'],
    [['serve', '--vault', 'x'], 'serve', 'x'],
    [['--vault', 'x', 'call', 'vault_status'], 'call', 'x'],
    [[], 'run', undefined],
    [['--version', 'serve'], 'version', undefined],
    [['-h'], 'help', undefined],
    [['unheard-of'], 'unknown', undefined],
  ] as const)('%j means %s of the vault %s', (words, command, vault) => {
    expect(readOptions(words, {})).toMatchObject({ command, vault });
  });

  it('takes the vault from VAULT_PATH where the line names none', () => {
    expect(readOptions([], { VAULT_PATH: '/v' }).vault).toBe('/v');
    expect(readOptions(['--vault', 'x'], { VAULT_PATH: '/v' }).vault).toBe('x');
    expect(readOptions([], { VAULT_PATH: '' }).vault).toBeUndefined();
  });

  it('runs in spite of what it does not understand, and says so', () => {
    const { command, whenClosed, logLevel, problems } = readOptions(
      ['--vault', '--when-closed', 'never', '--color'],
      {},
    );
    expect({ command, whenClosed, logLevel }).toEqual({ command: 'run', whenClosed: 'embedded', logLevel: 'warn' });
    expect(problems).toHaveLength(3);
  });

  it('finds its words in a program that was imported as well', () => {
    expect(wordsOf(['node', '/x/vault-mcp.mjs', '--vault', 'a'])).toEqual(['--vault', 'a']);
    expect(wordsOf(['node', '--vault', 'a'])).toEqual(['--vault', 'a']);
  });

  it('leaves what stands after -- as it is', () => {
    const { command, afterDashes, watchdog, restarts, logLevel } = readOptions(
      ['wrap', '--watchdog', '2m', '--restarts', '3', '--', 'npx', '-y', 'server', '--', '--vault', 'x'],
      {},
    );
    expect({ command, watchdog, restarts, logLevel }).toEqual({
      command: 'wrap',
      watchdog: 120_000,
      restarts: 3,
      logLevel: 'info',
    });
    expect(afterDashes).toEqual(['npx', '-y', 'server', '--', '--vault', 'x']);
  });

  it.each([
    ['5s', 5000],
    ['500ms', 500],
    ['off', null],
    ['0s', 5000],
    ['soon', 5000],
  ])('--watchdog %s is %s ms', (text, ms) => {
    const { watchdog, problems } = readOptions(['wrap', '--watchdog', text], {});
    expect(watchdog).toBe(ms);
    expect(problems).toHaveLength(text === '0s' || text === 'soon' ? 1 : 0);
  });
});
