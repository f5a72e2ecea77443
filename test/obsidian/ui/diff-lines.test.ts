import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffOf } from '../../../src/core/change/diff.ts';
import { listedPath } from '../../../src/core/path.ts';
import { differenceOf, readDiff } from '../../../src/obsidian/ui/diff-lines.ts';

/** The diff of one note that is replaced as a whole. */
function replaced(before: string, after: string): string {
  return diffOf([
    {
      act: 'edit',
      path: listedPath('a.md'),
      text: before,
      edits: [{ from: 0, to: before.length, text: after }],
      before: '',
      after: '',
    } as never,
  ]).text;
}

describe('a diff on the screen', () => {
  it('takes a note line that looks like a file head for what it is', () => {
    const [file, ...others] = readDiff(replaced('one\n-- a/b.md\n++ c\nend\n', 'one\nend\n'));
    expect(others).toEqual([]);
    expect(file).toMatchObject({ from: 'a.md', to: 'a.md' });
    expect(file?.lines.map(({ kind, text, old }) => [kind, text, old])).toEqual([
      ['same', 'one', 1],
      ['removed', '-- a/b.md', 2],
      ['removed', '++ c', 3],
      ['same', 'end', 4],
    ]);
  });

  it('numbers lines on both sides and marks the gap between two places', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const after = lines.map((line, index) => (index === 3 || index === 25 ? `${line}!` : line));
    const [file] = readDiff(replaced(`${lines.join('\n')}\n`, `${after.join('\n')}\n`));
    expect(file?.lines.filter(({ kind }) => kind === 'gap')).toHaveLength(1);
    expect(file?.lines.find(({ kind, text }) => kind === 'added' && text === 'line 25!')?.new).toBe(26);
  });

  it('tells new, trashed and moved files, and shows what it does not understand', () => {
    const files = readDiff(
      '--- /dev/null\n+++ b/new.md\n@@ -0,0 +1,1 @@\n+x\n--- a/old.md\n+++ /dev/null\n@@ 9 lines become 0: too large to show @@',
    );
    expect(files.map(({ from, to }) => [from, to])).toEqual([
      [null, 'new.md'],
      ['old.md', null],
    ]);
    expect(files[1]?.lines).toEqual([
      { kind: 'remark', text: '9 lines become 0: too large to show', old: null, new: null },
    ]);
    expect(readDiff('')).toEqual([]);
    expect(readDiff('nonsense')[0]?.lines[0]?.text).toBe('nonsense');
  });

  it('holds every added and removed line, whatever the texts', () => {
    const text = fc.array(fc.constantFrom('', 'a', '-- x', '+++ b/x', '@@ -1 +1 @@', '\\ no'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before.join('\n') !== after.join('\n'));
        const diff = replaced(before.join('\n'), after.join('\n'));
        const shown = readDiff(diff).flatMap(({ lines }) => lines);
        const rebuilt = (kind: 'added' | 'removed'): string[] =>
          shown.filter((line) => line.kind === kind || line.kind === 'same').map((line) => line.text);
        if (shown.some(({ kind }) => kind === 'gap')) return;
        const linesOf = (given: string[]): string[] => {
          const whole = given.join('\n').split('\n');
          return whole.at(-1) === '' ? whole.slice(0, -1) : whole;
        };
        const from = shown.find(({ old }) => old !== null)?.old ?? 1;
        expect(linesOf(before).slice(from - 1, from - 1 + rebuilt('removed').length)).toEqual(rebuilt('removed'));
      }),
    );
  });

  it('finds where two lines differ, and never cuts a character in two', () => {
    expect(differenceOf('due on Monday', 'due on Friday')).toEqual({ start: 7, endA: 10, endB: 10 });
    expect(differenceOf('a😀b', 'a😁b')).toEqual({ start: 1, endA: 3, endB: 3 });
    expect(differenceOf('same', 'same')).toEqual({ start: 4, endA: 4, endB: 4 });
  });
});
