import { describe, expect, it } from 'vitest';

import { planSpawn } from '../../../src/shim/wrap/spawn-plan.ts';

const env = { Path: 'C:\\Windows;C:\\Program Files\\nodejs', ComSpec: 'C:\\Windows\\cmd.exe' };
const files = ['C:\\Program Files\\nodejs\\node.exe', 'C:\\Program Files\\nodejs\\npx.cmd', 'D:\\my server\\run.bat'];
const plan = (...command: readonly string[]): ReturnType<typeof planSpawn> =>
  planSpawn(command, 'win32', env, (path) => files.includes(path));

describe('how a command is started', () => {
  it('as it is, where it is a program, and on every other system', () => {
    expect(plan('node', 'a b')).toEqual({ file: 'node', args: ['a b'], verbatim: false });
    expect(planSpawn(['npx', '-y', 'x'], 'linux', {}, () => true)).toEqual({
      file: 'npx',
      args: ['-y', 'x'],
      verbatim: false,
    });
    expect(plan('not-there')).toEqual({ file: 'not-there', args: [], verbatim: false });
  });

  it('through the command processor, where it is a batch file of Windows', () => {
    const { file, args, verbatim } = plan('npx', '-y', 'server');
    expect({ file, verbatim }).toEqual({ file: 'C:\\Windows\\cmd.exe', verbatim: true });
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    expect(unmarked(args[3] ?? '')).toBe('""C:\\Program Files\\nodejs\\npx.cmd" "-y" "server""');
  });

  it('without a way for a word to become a command', () => {
    const [, , , line = ''] = plan('D:\\my server\\run.bat', 'a" & calc.exe & "', '%PATH%', 'x\\').args;
    const bare = line.slice(1, -1).replaceAll(/\^./g, '');
    expect(bare).not.toMatch(/[&|<>%"^!]/);
    expect(unmarked(line)).toContain('"a\\" & calc.exe & \\""');
    expect(unmarked(line)).toContain('"x\\\\"');
  });
});

/** As it is after the command processor has taken its marks off twice. */
function unmarked(line: string): string {
  const once = (text: string): string => text.replaceAll(/\^(.)/g, '$1');
  return `"${once(once(line.slice(1, -1)))}"`;
}
