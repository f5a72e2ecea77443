import { describe, expect, it } from 'vitest';

import { splitPassages } from '../../../src/core/chunk/split-passages.ts';
import { proseTerms } from '../../../src/core/text/tokens.ts';

const texts: Record<string, (n: number) => string> = {
  'a run of hyphens between two letters': (n) => `a${'-'.repeat(n)}b`,
  'one word again and again': (n) => 'palavra '.repeat(n),
  'one endless word': (n) => 'palavra'.repeat(n),
  'an endless compound': (n) => 'a-'.repeat(n),
  'an endless chain of apostrophes': (n) => "a'".repeat(n),
  'URLs within URLs': (n) => 'http://'.repeat(n),
  'encoded URLs': (n) => `http://a/${'%41'.repeat(n)}`,
  'alternating capitals': (n) => 'aB'.repeat(n),
  'Chinese without a stop': (n) => '猫犬'.repeat(n),
  'marks upon marks': (n) => `e${'\u0301'.repeat(n)}`,
  dots: (n) => `${'.'.repeat(n)}net`,
  'encoded data': (n) => 'aB3+/'.repeat(n),
  'comment marks': (n) => '%%<!--`'.repeat(n),
  'backticks of growing length': (n) =>
    Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, at) => '`'.repeat(at + 1)).join(' '),
  'a long fence': (n) => `\`\`\`\n${'x = 1;\n'.repeat(n)}`,
  'blank lines': (n) => `a\n${'\n'.repeat(n)}b`,
};

/** CPU microseconds, the least of three runs. */
function cost(work: () => void): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    }),
  );
}

describe('the cost of reading a text', () => {
  // Eight times the text: about 8 times the work where it is linear, 64 where it is quadratic. Below five milliseconds all is noise.
  it.each(Object.entries(texts))('grows with the length of %s, not faster', (_, make) => {
    for (const read of [proseTerms, splitPassages]) {
      const small = make(5_000);
      const large = make(40_000);
      expect(cost(() => read(large))).toBeLessThan(
        Math.max(
          5_000,
          cost(() => read(small)),
        ) * 32,
      );
    }
  });

  it('bounds the terms by the characters', () => {
    for (const make of Object.values(texts)) {
      const text = make(2_000);
      expect(proseTerms(text).length).toBeLessThanOrEqual(text.length * 2);
    }
  });
});
