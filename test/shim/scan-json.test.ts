import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scanJson, textOf, valueOf } from '../../src/shim/scan-json.ts';

const wanted = { id: true, params: { name: true, _meta: { token: true } } } as const;

function scanText(text: string): ReturnType<typeof scanJson> {
  return scanJson(Buffer.from(text), wanted);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('scanJson', () => {
  it('agrees with JSON.parse on every member of any object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
        fc.constantFrom(undefined, 1),
        (value, indent) => {
          const bytes = Buffer.from(JSON.stringify(value, null, indent));
          const scanned = scanJson(bytes, wanted);
          if (!scanned.ok || scanned.kind !== 'object') throw new Error('valid JSON was refused');
          const members = scanned.members.map((member) => [
            member.name,
            JSON.parse(textOf(bytes, member.value)) as unknown,
          ]);
          expect(members).toEqual(Object.entries(JSON.parse(bytes.toString()) as object));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds the end of a long string wherever it stands in memory and whatever bytes it holds', () => {
    const odd = fc.constantFrom(
      '\u0000',
      '\u001f',
      ' ',
      '!',
      '#',
      '"',
      '\\',
      '\\n',
      '[',
      ']',
      '\u007f',
      'é',
      '語',
      '\ud83d\ude00',
    );
    fc.assert(
      fc.property(fc.nat(7), fc.nat(200), odd, fc.nat(60), (shift, before, put, after) => {
        const text = `{"id":"${'a'.repeat(before)}${put}${'z'.repeat(after)}"}`;
        const whole = Buffer.from(' '.repeat(shift) + text);
        expect(scanJson(new Uint8Array(whole).subarray(shift), wanted).ok).toBe(parses(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts and refuses the same texts as JSON.parse, whatever is cut from them or put into them', () => {
    const broken = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', '"', '}', ']', '\\', '\\u12', '0', '-', '.', 'e', 'nul', '\t', '\u0001', ' '),
      )
      .map(([text, at, cut, put]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + put + text.slice(from + cut);
      });
    fc.assert(
      fc.property(broken, (text) => {
        expect(scanText(text).ok).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('finds wanted values at their depth, and of a repeated name the last, as JSON.parse does', () => {
    const text =
      '{"params":{"name":"one","_meta":{"token":1}},"id":1,"params":{"_meta":{},"name":"\\u0074wo"},"\\u0069d":9007199254740993}';
    const bytes = Buffer.from(text);
    const scanned = scanText(text);
    if (!scanned.ok) throw new Error('refused');
    expect(valueOf(bytes, scanned.found.get('params.name'))).toBe('two');
    expect(scanned.found.has('params._meta.token')).toBe(false);
    const id = scanned.found.get('id');
    expect(id && textOf(bytes, id)).toBe('9007199254740993');
  });

  it('does not take members of nested or listed objects for wanted ones', () => {
    const scanned = scanText('{"params":[{"name":"x"}],"other":{"params":{"name":"y"},"id":5},"params.name":"z"}');
    if (!scanned.ok) throw new Error('refused');
    expect([...scanned.found.keys()]).toEqual(['params']);
  });

  it('gives the spans of a batch', () => {
    const text = ' [ {"id":1} , 2,[3] ] ';
    const scanned = scanText(text);
    if (!scanned.ok) throw new Error('refused');
    expect(scanned.elements.map((span) => text.slice(span.start, span.end))).toEqual(['{"id":1}', '2', '[3]']);
  });

  it('refuses nesting without end instead of growing with it', () => {
    expect(scanText('['.repeat(1_000_000)).ok).toBe(false);
    expect(scanText(`${'['.repeat(999)}${']'.repeat(999)}`).ok).toBe(true);
  });
});
