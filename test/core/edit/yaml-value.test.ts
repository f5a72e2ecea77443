import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readValue } from '../../../src/core/edit/read-value.ts';
import { writeData, writeFlowList, writeKey, writeScalar } from '../../../src/core/edit/yaml-value.ts';

/** The most widespread readers: YAML 1.2 (the app's), YAML 1.1 (front matter tools, site generators). */
const readers = ['1.2', '1.1'] as const;

/** Tags that readers of YAML 1.1 take for numbers, times and dates, and those that they leave alone. */
const misread = [
  ...['3.10', '007', '017', '0x10', '0b101', '1e3', '1_000', '1.', '+7', '.5', '.inf', '.nan', '1:30', '12:00'],
  ...['1:30.5', '0:30.5', '59:59.999', '2026-02-30', '2026-01-10T00:00:00Z', '2026-1-5T01:02:03Z'],
];
const wellRead = [
  ...['type:adr', 'a:b', 'v1:2', '1:60', '0:59', '2026-1-5', '2026-01-10', '2026', '0', '-5', 'true', 'null', '~'],
  ...['c++', 'v3.10', '009', '018', '1_', '007_', '0X1F', '0B11', '+.5', '0o17'],
];
const further = [
  ...['y', 'Y', 'n', 'yes', 'No', 'ON', 'off', 'TRUE', 'Null', 'NaN', 'INF', '.INF', '-.inf', '=', '<<', '---', '...'],
  ...['-', '- a', '?', '? a', ':', 'a:', 'a: b', 'a :b', '#a', 'a #b', 'a#b', '&a', '*a', '!a', '%a', '@a', '`a`'],
  ...['[[a]]', '{a}', 'auth]', 'a, b', 'a,b', "it's", '"a"', "'a'", ' a', 'a ', '', 'a\nb', 'a\r\nb', '\ttab', 'é'],
  ...[
    '日本',
    'тег',
    '😀',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    '\ufeffa',
    'a\u200db',
    'null null',
    '0.1',
    '-0',
    '1e400',
  ],
  ...['0x', '1,000', '1/2', '10%', '$5', '+1 234', '12e03', '685_230.15', '190:20:30', '2001-12-14t21:59:43.10-05:00'],
];

describe('writing a value', () => {
  it('writes every tag so that both YAML 1.1 and 1.2 read it back', () => {
    const tags = [...misread, ...wellRead, ...further];
    expect(tags.length).toBeGreaterThan(100);
    for (const version of readers) {
      expect(parse(writeFlowList(tags), { version })).toEqual(tags);
      for (const tag of tags) {
        expect(parse(`tags:\n  - ${writeScalar(tag, { flow: false, dates: 'quoted' })}\n`, { version })).toEqual({
          tags: [tag],
        });
      }
    }
  });

  it('quotes each tag of which a reader of YAML 1.1 would make something else', () => {
    for (const tag of misread) expect(writeFlowList([tag])).toBe(`["${tag}"]`);
    for (const tag of ['c++', 'v3.10', 'plain words', 'área/sub_a', 'тег'])
      expect(writeFlowList([tag])).toBe(`[${tag}]`);
  });

  it('writes any data so that both versions read it back', () => {
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.string(), fc.constantFrom(...misread, ...wellRead, ...further)),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc
            .oneof(fc.string(), fc.constantFrom(...misread, ...further))
            .filter((key) => key !== '__proto__' && key.length < 200),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(values, (value) => {
        const data = writeData(value, 12) ?? '';
        expect(data).not.toMatch(/[\n\r\u0085\u2028]/);
        for (const version of readers) {
          const read: unknown = parse(`k: ${data}\n`, { version, maxAliasCount: 0 });
          // A date may stand bare; a reader of YAML 1.1 that knows dates makes one of it, as is meant.
          if (typeof value !== 'string' || version === '1.2') expect(read).toEqual({ k: value });
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves dates bare and texts that only look like dates quoted', () => {
    const bare = (text: string) => writeScalar(text, { flow: false, dates: 'bare' });
    expect(bare('2026-01-10')).toBe('2026-01-10');
    expect(bare('2026-01-10T09:30')).toBe('2026-01-10T09:30');
    expect(bare('2026-02-30')).toBe('"2026-02-30"');
    expect(bare('2026-01-10T25:00')).toBe('"2026-01-10T25:00"');
  });

  it('quotes keys that are no plain words', () => {
    for (const key of [
      'a',
      'due date',
      'ação',
      'x.y',
      '2026-01-10',
      '0o17',
      'yes',
      'null',
      'a: b',
      '"',
      '? q',
      '- x',
      '#',
    ]) {
      for (const version of readers) {
        expect(Object.keys(parse(`${writeKey(key)}: 1\n`, { version }) as object)).toEqual([key]);
      }
    }
  });
});

describe('reading a caller’s value', () => {
  it.each([
    ['draft', 'draft'],
    ['a: b', 'a: b'],
    ['5', 5],
    ['-2.5', -2.5],
    ['3.10', '3.10'],
    ['007', '007'],
    ['true', true],
    ['yes', 'yes'],
    ['null', null],
    ['', null],
    ['""', ''],
    ["'5'", '5'],
    ['2026-01-10', '2026-01-10'],
    ['[[A note|alias]]', '[[A note|alias]]'],
    ['[]', []],
    ['[a, 5, "x, y", true]', ['a', 5, 'x, y', true]],
    ['["a","b"]', ['a', 'b']],
    ['[[[One]], two]', ['[[One]]', 'two']],
    ['[007, 2026-01-10]', ['007', '2026-01-10']],
    ['"a" and "b"', '"a" and "b"'],
  ])('takes %s for what every reader would', (text, value) => {
    expect(readValue(text)).toEqual({ value });
  });

  it('refuses what is no plain list', () => {
    for (const text of ['[a, {b: 1}]', '[a, [b]]', '[a]]', `${'['.repeat(100)}${']'.repeat(100)}`]) {
      expect(readValue(text)).toBeNull();
    }
  });
});
