import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scanTerms } from '../../../src/core/text/scan.ts';
import { stemmedText } from '../../../src/core/text/term.ts';
import { TermBook } from '../../../src/core/text/term-book.ts';

/** Pieces on whose neighbours the meaning of a word may depend. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'word',
      'Words',
      'getUserName',
      'snake_case',
      '__init__',
      'a',
      'c',
      'C++',
      'c#',
      'F#',
      '.NET',
      '.net',
      'node.js',
    ],
    ...['http://a.b/c?d=e#f', 'HTTPS://X.org/%C3%A9-b', 'ftp://', 'http', '://', 'base64,', 'aGVsbG8=', '64,', 'x64'],
    ...[
      '2024-05-01',
      '1.2.3',
      'v2',
      '10',
      "l'avion",
      "user's",
      'don’t',
      'naïve',
      'Água',
      'AÇÃO',
      'informAção',
      'x²',
      'Straße',
      'İstanbul',
      'ŀ',
      'Ǆ',
      'configurações-gerais',
      'twelve-units',
      'thirteen-unit',
      'e\u0301',
      'ﬁle',
      'ß',
      'ж',
      'й',
      'и\u0306',
    ],
    ...[
      '漢',
      '漢字',
      '々',
      'ガ',
      'カ\u3099',
      'ー',
      '한',
      '한국',
      '\u1112\u1161',
      'ไทย',
      'हिन्दी',
      '𠀀',
      '𐐀',
      '👍🏽',
      '1️⃣',
      '\u00ad',
      '\ud800',
    ],
    ...[' ', '\n', '.', '..', '-', '+', '#', '/', '\\', "'", '’', ':', ',', '_', '(', ')', '|', '\t', '‑'],
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.integer({ min: 60, max: 70 }).map((length) => 'ab'.repeat(length / 2)),
);
const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

describe('a term book', () => {
  it('reads any text as the plain scanner does, when it is new and when it has read it before', () => {
    const worn = new TermBook();
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'pt', 'ru'), (written, language) => {
        const terms = scanTerms(written);
        const prose = terms.map((term) => stemmedText(term, language));
        for (const book of [worn, worn, new TermBook()]) {
          expect(book.prose(written, language).list()).toEqual(prose);
          expect(book.code(written).list()).toEqual(terms.map((term) => term.text));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads the beginning of a note once, for its language and as prose', () => {
    const texts = ['O relatório de vendas não está pronto', 'as notas da reunião', 'configurações'];
    const book = new TermBook();
    const sample = book.sample(texts);
    expect(sample.language).toBe('pt');
    texts.forEach((each, place) => {
      expect(book.sampled(sample, place)?.list()).toEqual(new TermBook().prose(each, 'pt').list());
    });
    expect(book.sampled(sample, 3)).toBeNull();
    book.forget();
    expect(book.sampled(sample, 0)).toBeNull();
  });

  it('keeps no more of a text for its language than it takes', () => {
    const book = new TermBook();
    const sample = book.sample(Array.from({ length: 100 }, () => 'twenty words '.repeat(10)));
    expect(sample.ends.length).toBe(20);
  });

  it('begins anew when it has grown too large, with other numbers', () => {
    const book = new TermBook();
    const before = book.generation;
    const words = (from: number): string => Array.from({ length: 50_000 }, (_, at) => `w${from + at}x`).join(' ');
    for (let round = 0; round < 7; round++) {
      const [first, last] = [book.prose(words(round * 50_000), 'en').list()[0], book.list().at(-1)];
      expect([first, last]).toEqual([`w${round * 50_000}x`, `w${round * 50_000 + 49_999}x`]);
    }
    expect(book.generation).toBeGreaterThan(before);
  });
});
