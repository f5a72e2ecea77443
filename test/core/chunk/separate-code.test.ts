import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { separateCode } from '../../../src/core/chunk/separate-code.ts';
import { splitPassages } from '../../../src/core/chunk/split-passages.ts';

function separated(...lines: string[]): { prose: string; code: string }[] {
  return splitPassages(lines.join('\n')).map(separateCode);
}

describe('separateCode', () => {
  it('puts the content of fences apart, without their marks', () => {
    expect(separated('before', '```js', 'code();', '```', 'after')).toEqual([
      { prose: 'before\nafter', code: 'code();' },
    ]);
  });

  it('takes the own heading out of the prose, and no other', () => {
    expect(separated('## A', 'text', '#### B')).toEqual([{ prose: 'text\n#### B', code: '' }]);
    expect(separated('# Title', 'text')).toEqual([{ prose: '# Title\ntext', code: '' }]);
  });

  it('knows the rest of a long fence for code', () => {
    const code = Array.from({ length: 120 }, (_, at) => `## call(${at}) ${'x'.repeat(40)}`);
    const parts = separated('```', ...code, '```', 'prose');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ prose }) => prose).join('')).toBe('prose');
    expect(
      parts
        .map((part) => part.code)
        .join('\n')
        .trim()
        .split('\n'),
    ).toEqual(code);
  });

  it('leaves out the drawing of an Excalidraw note and keeps its texts', () => {
    const drawing = [
      '```compressed-json',
      'N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBmbQA2bQA',
      '```',
    ];
    const [part] = separated('# Text Elements', 'Coffee ^abc', '', '%%', '## Drawing', ...drawing, '%%');
    expect(part?.prose).toContain('Coffee');
    expect(JSON.stringify(part)).not.toContain('N4KAk');
  });

  it('leaves out lines of encoded data, not long words or paths', () => {
    const encoded = 'MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ';
    const path = 'home/someone/documents/' + 'folder/'.repeat(10) + 'note';
    expect(separated('```', encoded, '```', encoded, path)).toEqual([{ prose: path, code: '' }]);
  });

  it('reads a passage without fences as it reads the same lines above a fence', () => {
    const line = fc.constantFrom(
      ...['words', '', '## A', '%% a comment %%', '<!--', '-->', '> quoted', 'a `code` span', '\ttab', '#### deep'],
      ...[
        'MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ',
        `> ${'a1+/'.repeat(20)}==`,
        'x'.repeat(80),
      ],
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (lines, headed) => {
        const place = { firstLine: 1, lastLine: 1, headings: headed ? ['A'] : [] };
        const alone = separateCode({ ...place, text: lines.join('\n') });
        const above = separateCode({ ...place, text: [...lines, '```', 'code', '```'].join('\n') });
        expect(alone).toEqual({ prose: above.prose, code: '' });
      }),
      { numRuns: 500 },
    );
  });
});
