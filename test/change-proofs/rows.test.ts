import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROWS } from './rows.ts';

const here = join(import.meta.dirname, '..');
const texts = new Map<string, string>();

function textOf(file: string): string | null {
  if (!existsSync(join(here, file))) return null;
  const text = texts.get(file) ?? readFileSync(join(here, file), 'utf8');
  texts.set(file, text);
  return text;
}

/** Null: a test of that name is there and runs. Else what is wrong. */
function trouble(test: string): string | null {
  const [, file = '', name = ''] = /^(\S+?): (.+)$/s.exec(test) ?? [];
  const text = textOf(file);
  if (text === null) return `no file test/${file}`;
  const places = [`'${name}'`, `"${name}"`, `\`${name}\``]
    .flatMap((quoted) => text.indexOf(quoted))
    .filter((at) => at >= 0);
  const [at] = places;
  if (at === undefined) return `no test “${name}” in test/${file}`;
  // The call whose first word the name is: `it(`, `it.each(…)(` and the like, looked for upwards from the name.
  const call = /(?:^|\n)\s*(it|test)((?:\.\w+)?)(?:\(|<)(?![\s\S]*\n\s*(?:it|test)(?:\.\w+)?[(<])/.exec(
    text.slice(0, at),
  );
  if (call === null) return `“${name}” in test/${file} is no test`;
  return /\.(skip|todo|only|fails)$/.test(call[2] ?? '') ? `“${name}” in test/${file} does not run` : null;
}

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
