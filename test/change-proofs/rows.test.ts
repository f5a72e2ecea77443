import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ROWS } from './rows.ts';

const here = join(import.meta.dirname, '..');
const known = new Map<string, ReadonlyMap<string, boolean> | null>();

/** The tests that a file declares, and whether each runs; null where there is no such file. */
function testsIn(file: string): ReadonlyMap<string, boolean> | null {
  const before = known.get(file);
  if (before !== undefined) return before;
  const path = join(here, file);
  const found = existsSync(path) ? declaredTests(readFileSync(path, 'utf8')) : null;
  known.set(file, found);
  return found;
}

/** By what the compiler reads, not by the text: a name in a comment, or of something else, is no test. */
function declaredTests(text: string): ReadonlyMap<string, boolean> {
  const tests = new Map<string, boolean>();
  const visit = (part: ts.Node, isOff: boolean): void => {
    let off = isOff;
    if (ts.isCallExpression(part)) {
      const words = wordsOf(part.expression);
      off ||= words.some((word) => NOT_RUN.has(word));
      const [name] = part.arguments;
      const isTest = words[0] === 'it' || words[0] === 'test';
      if (isTest && name !== undefined && ts.isStringLiteralLike(name)) {
        tests.set(name.text, !off || tests.get(name.text) === true);
      }
    }
    ts.forEachChild(part, (child) => visit(child, off));
  };
  visit(ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest), false);
  return tests;
}

/** `it.each(…)` → it, each. */
function wordsOf(called: ts.Node): readonly string[] {
  if (ts.isIdentifier(called)) return [called.text];
  if (ts.isPropertyAccessExpression(called)) return [...wordsOf(called.expression), called.name.text];
  if (ts.isCallExpression(called) || ts.isTaggedTemplateExpression(called)) {
    return wordsOf(ts.isCallExpression(called) ? called.expression : called.tag);
  }
  return [];
}

const NOT_RUN = new Set(['skip', 'todo', 'only', 'fails']);

/** Null: a test of that name is there and runs. Else what is wrong. */
function trouble(test: string): string | null {
  const [, file = '', name = ''] = /^(\S+?): (.+)$/s.exec(test) ?? [];
  const tests = testsIn(file);
  if (tests === null) return `no file test/${file}`;
  const runs = tests.get(name);
  if (runs === undefined) return `no test “${name}” in test/${file}`;
  return runs ? null : `“${name}” in test/${file} does not run`;
}

describe('the look for tests', () => {
  it('takes only what the compiler reads as a test that runs', () => {
    const text = `// it('in a comment', () => {});
      const name = 'a mere text';
      it('plain', () => { run('inside') });
      it.each([1, 2])('each', () => {});
      it.skipIf(windows)('elsewhere', () => {});
      test(\`ticks\`, { timeout: 5 }, () => {});
      it.skip('skipped', () => {});
      describe.skip('all', () => { it('below a skipped part', () => {}); });`;
    expect([...declaredTests(text)]).toEqual([
      ['plain', true],
      ['each', true],
      ['elsewhere', true],
      ['ticks', true],
      ['skipped', false],
      ['below a skipped part', false],
    ]);
  });
});

describe('what once went wrong', () => {
  it.each(Object.entries(ROWS))('%s: every row has its test, and each of them is there', (part, rows) => {
    const lines = rows.map(
      ([behaviour, ...tests]) => `  ${behaviour}\n${tests.map((test) => `    → ${test}`).join('\n')}`,
    );
    console.log(`${part}: ${rows.length} rows\n${lines.join('\n')}`);
    expect(rows.filter(([, ...tests]) => tests.length === 0)).toEqual([]);
    expect(rows.flatMap(([, ...tests]) => tests.flatMap((test) => trouble(test) ?? []))).toEqual([]);
  });

  it('is told once: no behaviour stands twice', () => {
    const all = Object.values(ROWS).flatMap((rows) => rows.map(([behaviour]) => behaviour));
    expect(all.filter((behaviour, at) => all.indexOf(behaviour) !== at)).toEqual([]);
  });

  it('is looked for where types are checked too: the tests belong to a project of the compiler', () => {
    const project = readFileSync(join(here, '..', 'tsconfig.node.json'), 'utf8');
    expect(project).toMatch(/"include":[^\]]*"test/);
  });
});
