import { splitPassages } from '../../../src/core/chunk/split-passages.ts';
import { separateCode } from '../../../src/core/chunk/separate-code.ts';
import { canvasLinks } from '../../../src/core/note/canvas.ts';
import { parseNote } from '../../../src/core/note/parse-metadata.ts';
import { parseQuery, phraseFinder } from '../../../src/core/retrieve/query.ts';
import { proseTerms } from '../../../src/core/text/tokens.ts';
import { readClientLine } from '../../../src/shim/read-line.ts';
import type { Row } from '../row.ts';

/** Eight times the input may cost eight times as much; forty leaves room for noise and still shows a square (sixty-four). */
const TIMES = 8;
const MOST = 40;

const SHAPES: readonly (readonly [name: string, shape: (n: number) => string])[] = [
  ['words', (n) => 'word '.repeat(n)],
  ['one word', (n) => 'w'.repeat(n)],
  ['lines', (n) => 'a line\n'.repeat(n)],
  ['blank lines', (n) => '\n'.repeat(n)],
  ['headings', (n) => '# H\n'.repeat(n)],
  ['wikilinks', (n) => '[[a|b]] '.repeat(n)],
  ['open wikilinks', (n) => '[['.repeat(n)],
  ['Markdown links', (n) => '[a](b) '.repeat(n)],
  ['open link targets', (n) => '[a]('.repeat(n)],
  ['open brackets', (n) => '['.repeat(n)],
  ['closing brackets', (n) => ']'.repeat(n)],
  ['images in links', (n) => '[!['.repeat(n)],
  ['stars', (n) => '*a_'.repeat(n)],
  ['many stars', (n) => '*'.repeat(n)],
  ['star words', (n) => '**a '.repeat(n)],
  ['backticks apart', (n) => '` '.repeat(n)],
  ['growing backticks', (n) => Array.from({ length: Math.sqrt(n) * 2 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
  ['fences', (n) => '```\n'.repeat(n)],
  ['fence lengths', (n) => Array.from({ length: Math.sqrt(n) * 2 }, (_, at) => '`'.repeat(at + 3)).join('\n')],
  ['quotes', (n) => '> a\n'.repeat(n)],
  ['deep quotes', (n) => `${'>'.repeat(n)} a`],
  ['deep lists', (n) => Array.from({ length: Math.sqrt(n) }, (_, at) => `${' '.repeat(2 * at)}- a\n`).join('')],
  ['list items', (n) => '- a\n'.repeat(n)],
  ['tasks', (n) => '- [ ] a\n'.repeat(n)],
  ['open tags', (n) => '<a '.repeat(n)],
  ['open comments', (n) => '<!--'.repeat(n)],
  ['note comments', (n) => '%%a'.repeat(n)],
  ['math', (n) => '$$a'.repeat(n)],
  ['single dollars', (n) => '$a '.repeat(n)],
  ['entities', (n) => '&amp'.repeat(n)],
  ['backslashes', (n) => '\\'.repeat(n)],
  ['tags', (n) => '#a/b '.repeat(n)],
  ['one nested tag', (n) => `#a${'/a'.repeat(n)}`],
  ['footnotes', (n) => '[^1] '.repeat(n)],
  ['footnote texts', (n) => '[^1]: a\n'.repeat(n)],
  ['definitions', (n) => '[a]: b\n'.repeat(n)],
  ['tables', (n) => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(n)}`],
  ['wide tables', (n) => `${'|a'.repeat(n)}\n${'|-'.repeat(n)}\n`],
  ['block ids', (n) => 'a ^id\n\n'.repeat(n)],
  ['setext', (n) => 'a\n===\n'.repeat(n)],
  ['rules', (n) => '---\n'.repeat(n)],
  ['YAML keys', (n) => `---\n${Array.from({ length: n }, (_, at) => `k${at}: v`).join('\n')}\n---\n`],
  ['a YAML list', (n) => `---\ntags:\n${'  - a\n'.repeat(n)}---\n`],
  ['deep YAML', (n) => `---\na: ${'['.repeat(n)}\n---\n`],
  ['a YAML line', (n) => `---\na: "${'b '.repeat(n)}"\n---\n`],
  ['Han', (n) => '海山'.repeat(n)],
  ['Thai', (n) => 'ภาษา'.repeat(n)],
  ['Hangul', (n) => '바다'.repeat(n)],
  ['marks', (n) => `a${'\u0301'.repeat(n)}`],
  ['joined names', (n) => 'aB_c-'.repeat(n)],
  ['a path', (n) => 'a/'.repeat(n)],
  ['addresses', (n) => 'http://a.b/c '.repeat(n)],
  ['an address', (n) => `http://${'a.'.repeat(n)}`],
  ['apostrophes', (n) => "l'a's".repeat(n)],
  ['digits', (n) => '2026-01-02 '.repeat(n)],
  ['pictures', (n) => '🧑‍🚀'.repeat(n)],
  ['data', (n) => `base64,${'QUJD'.repeat(n)}`],
];

const READERS: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ['metadata', (text) => parseNote(text)],
  ['passages', (text) => splitPassages(text).map((passage) => separateCode(passage))],
  ['terms', (text) => proseTerms(text)],
  ['a phrase', (text) => phraseFinder('a b')(text)],
  ['a canvas', (text) => canvasLinks(text)],
  ['a query', (text) => parseQuery(text)],
  [
    'a line of JSON',
    (text) =>
      readClientLine(Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${JSON.stringify(text)}}}`)),
  ],
  ['a broken line', (text) => readClientLine(Buffer.from(`{"id":1,"x":${JSON.stringify(text)}`))],
];

export const growth: Row = {
  name: 'growth',
  promise: 'Reading costs grow with the length of the input and no faster, whatever the input is made of',
  run: (proof) => {
    const small = proof.size(4_000, 500);
    let worst = 0;
    let worstWhat = '';
    for (const [shapeName, shape] of SHAPES) {
      const [one, eight] = [shape(small), shape(small * TIMES)];
      for (const [readerName, read] of READERS) {
        const ratio = ratioOf(
          () => read(one),
          () => read(eight),
        );
        const fails =
          ratio > MOST &&
          ratioOf(
            () => read(one),
            () => read(eight),
          ) > MOST;
        proof.check(
          !fails,
          `${readerName} of ${shapeName}: ${TIMES} times the input cost ${ratio.toFixed(0)} times as much`,
        );
        if (ratio > worst) [worst, worstWhat] = [ratio, `${readerName} of ${shapeName}`];
      }
    }
    proof.note(`steepest: ${TIMES} times the input cost ${worst.toFixed(1)} times as much (${worstWhat})`);
    return Promise.resolve();
  },
};

/** What takes less than two milliseconds is too short to be measured, and harmless. */
function ratioOf(one: () => unknown, eight: () => unknown): number {
  return cost(eight) / Math.max(2, cost(one));
}

/** Milliseconds of this process at work, those of the cheapest of three runs: others on the machine do not count. */
function cost(act: () => unknown): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    const begun = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
