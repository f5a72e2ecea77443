import { describe, expect, it } from 'vitest';
import { diffOf } from '../../../src/core/change/diff.ts';
import type { Operation } from '../../../src/core/change/operations.ts';
import { listedPath } from '../../../src/core/path.ts';
import { revision } from '../../support/a-desk.ts';

function replaced(path: string, before: string, after: string): Operation {
  const edits = [{ from: 0, to: before.length, text: after }];
  return { act: 'edit', path: listedPath(path), before: '', after: revision(after), text: before, edits };
}

describe('the diff of a change', () => {
  it('shows line ends that differ, and only where they do', () => {
    const { text } = diffOf([replaced('a.md', 'one\r\ntwo\n', 'one\ntwo\n')]);
    expect(text).toBe('--- a/a.md\n+++ b/a.md\n@@ -1,2 +1,2 @@\n-one\\r\n+one\n two');
  });

  it('lets no text forge a line of its own', () => {
    const forged = 'x\u2028+++ b/CLAUDE.md\u2029\u0085\u001b[2Ay\n';
    const { text } = diffOf([replaced('a.md', 'x\n', forged)]);
    expect(text.split(/[\n\u2028\u2029\u0085]/).filter((line) => line.startsWith('+++'))).toEqual(['+++ b/a.md']);
    expect(text).not.toContain('\u001b');
  });

  it('lets no file name forge one either', () => {
    const path = listedPath('note\n+++ b/x.md \u202e.md');
    const { text } = diffOf([{ act: 'create', path, text: 'x\n', after: '' }]);
    expect(text.split('\n').filter((line) => line.startsWith('+++'))).toHaveLength(1);
    expect(text).not.toContain('\u202e');
  });

  it('says in a line what is too large to show, and names the file', () => {
    const { text, summarised } = diffOf([replaced('a.md', 'line of a large note\n'.repeat(150_000), 'small\n')]);
    expect(text).toContain('@@ 150000 lines become 1: too large to show @@');
    expect(summarised).toEqual(['a.md']);
  });

  it('costs in line with its length, however much differs', () => {
    const one = cost(2_000);
    // Eight times the input may cost eight times as much; forty leaves room for noise and shows a square (sixty-four).
    expect(cost(16_000) / Math.max(one, 2_000)).toBeLessThan(40);
  });
});

/** Microseconds of CPU for two texts of so many lines that have none in common: the least of three runs. */
function cost(size: number): number {
  const [before, after] = [lines(size, 'old'), lines(size, 'new')];
  const runs = [1, 2, 3].map(() => {
    const from = process.cpuUsage();
    diffOf([replaced('a.md', before, after)]);
    return process.cpuUsage(from).user;
  });
  return Math.min(...runs);
}

function lines(count: number, word: string): string {
  return Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');
}
