import { describe, expect, it } from 'vitest';
import { parseNote } from '../../../src/core/note/parse-metadata.ts';

// Sixteen times the input may cost sixteen times the work; a quadratic parser would need 256 times as long. What is
// compared is the ratio of two times of one run, each the best of three, so that a busy machine does not matter.
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  'unclosed wikilinks': (n) => '[[a'.repeat(n * 8),
  'links on one line': (n) => 'abc [[x|y]] #tag `code` $m$ <b> '.repeat(n),
  'nested brackets': (n) => '['.repeat(n * 8) + ']'.repeat(n * 8),
  'nested quotes': (n) => `${'>'.repeat(n)} a\n`.repeat(3),
  'quotes and blank quoted lines': (n) => `${'> - '.repeat(n / 4)}a\n${'>\n'.repeat(n)}`,
  'items on one line, then blank lines': (n) => `${'- '.repeat(n)}a\n${'\n'.repeat(n)}`,
  'a stair of list items': (n) =>
    Array.from({ length: Math.sqrt(n) * 8 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
  'unclosed Markdown links': (n) => '[a]('.repeat(n * 2) + '[b](<c '.repeat(n * 2) + '[d](e "'.repeat(n * 2),
  'backtick runs of every length': (n) =>
    Array.from({ length: Math.sqrt(n) * 8 }, (_, i) => '`'.repeat(i + 1)).join('a'),
  'unclosed HTML': (n) => `<a b='`.repeat(n) + '<a b="'.repeat(n) + '<a b '.repeat(n),
  'comments that never close': (n) => 'x <!-- y\n\n'.repeat(n * 4) + '%% z\n'.repeat(n),
  dollars: (n) => '$a $$b '.repeat(n * 4),
  'footnotes and carets': (n) => '[^a ^[b '.repeat(n * 2) + 'c^d\n\n'.repeat(n * 2),
  'a table': (n) => `|a|b|\n|-|-|\n${'|[[x\\|y]]|`z|\n'.repeat(n * 2)}`,
  'properties without end': (n) => `---\n${'a: [\n'.repeat(n * 4)}`,
};

describe('the work of reading a note grows as its text does', () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(name, () => {
      const small = shape(500);
      const large = shape(8_000);
      bestTime(small);
      expect(bestTime(large)).toBeLessThan(96 * Math.max(bestTime(small), 1));
    });
  }

  it('a small block of aliases does not unfold, and says so', () => {
    const wide = `---\na: &a [${'x,'.repeat(50)}x]\nb: &b [${'*a,'.repeat(40)}*a]\nc: [${'*b,'.repeat(40)}*b]\n---\nbody [[x]]\n`;
    const { metadata, frontmatterError } = parseNote(wide);
    expect(frontmatterError).toMatch(/alias/i);
    expect(metadata.frontmatter).toBeUndefined();
    expect(metadata.links?.length).toBe(1);
  });

  it('a property block that nests without end is refused, not followed', () => {
    const { frontmatterError } = parseNote(`---\na: ${'['.repeat(50_000)}\n---\n`);
    expect(frontmatterError).toBeTypeOf('string');
  });
});

function bestTime(text: string): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    parseNote(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
