import { describe, expect, it } from 'vitest';

import {
  cutAtCodePoint,
  LONGEST_QUERY,
  MOST_WORDS,
  parseQuery,
  phraseFinder,
} from '../../../src/core/retrieve/query.ts';

function words(query: string): string[] {
  return parseQuery(query).wanted.words.map(({ word }) => word);
}

describe('parseQuery', () => {
  it('reads words, phrases and exclusions', () => {
    const query = parseQuery('sync "exact phrase" -draft -"not this one"');
    expect(query.wanted.words.map(({ word }) => word)).toEqual(['sync', 'exact', 'phrase']);
    expect(query.phrases).toEqual(['exact phrase']);
    expect(query.unwanted).toEqual([
      { text: 'draft', terms: ['draft'] },
      { text: 'not this one', terms: [] },
    ]);
  });

  it('knows quotes of several languages', () => {
    expect(parseQuery('“one two” «три четыре» 「五六」').phrases).toEqual(['one two', 'три четыре', '五六']);
  });

  it('takes a quote that is not closed for none', () => {
    expect(parseQuery('a "broken phrase').phrases).toEqual([]);
    expect(words('the "broken phrase')).toEqual(['broken', 'phrase']);
    expect(words('"" " ')).toEqual([]);
  });

  it('excludes only by a hyphen at the begin of a word', () => {
    for (const query of ['well-known', 'ls --all', 'a - b']) expect(parseQuery(query).unwanted).toEqual([]);
    expect(words('git --amend')).toEqual(['git', 'amend']);
    expect(parseQuery('x -c++').unwanted).toEqual([{ text: 'c++', terms: ['cpp'] }]);
  });

  it('leaves a hyphen that belongs to the sentence', () => {
    for (const query of ['the ins and -outs of it', 'a list in -Dateien', 'git commit -m', 'les notes et -idées']) {
      expect(parseQuery(query).unwanted, query).toEqual([]);
    }
    expect(words('notes in -Dateien')).toEqual(['notes', 'dateien']);
    expect(parseQuery('plans but not -draft').unwanted).toEqual([{ text: 'draft', terms: ['draft'] }]);
    expect(parseQuery('plans for -"a draft"').unwanted).toEqual([{ text: 'a draft', terms: [] }]);
    expect(parseQuery('plans -draft -old').unwanted.map(({ text }) => text)).toEqual(['draft', 'old']);
  });

  it('excludes a compound by its text, since its parts say too little', () => {
    expect(parseQuery('x -well-known').unwanted).toEqual([{ text: 'well-known', terms: [] }]);
  });

  it('wants nothing where nothing but exclusions or marks was asked', () => {
    for (const query of ['-draft', '?!', '', '"..."', '-']) expect(parseQuery(query).wanted.words).toEqual([]);
  });

  it('keeps stop words where nothing else is left', () => {
    expect(words('the who')).toEqual(['the', 'who']);
    expect(words('"to be or not to be"')).toEqual(['to', 'be', 'or', 'not']);
    expect(parseQuery('the notes').wanted.stopped).toEqual(['the']);
  });

  it('reads the first 1,024 units and 64 words', () => {
    expect(words(`${'a'.repeat(60)} ${'b '.repeat(LONGEST_QUERY)}late`)).not.toContain('late');
    const many = parseQuery(Array.from({ length: 100 }, (_, at) => `w${at}`).join(' '));
    expect(many.wanted.words).toHaveLength(MOST_WORDS);
    expect(many.wanted.terms).toHaveLength(MOST_WORDS);
    expect(many.wanted.terms).not.toContain('w64');
  });
});

describe('cutAtCodePoint', () => {
  it('never leaves half of a pair', () => {
    expect(cutAtCodePoint('ab😀', 3)).toBe('ab');
    expect(cutAtCodePoint('ab😀', 4)).toBe('ab😀');
    expect(cutAtCodePoint('abc', 2)).toBe('ab');
  });
});

describe('phraseFinder', () => {
  const holds = (phrase: string, text: string): boolean => phraseFinder(phrase)(text);

  it('looks past case, accents, markup, punctuation and line breaks', () => {
    expect(holds('acao final', 'A **Ação**\nfinal.')).toBe(true);
    expect(holds('Exact  phrase', 'an exact, phrase')).toBe(true);
    expect(holds("don't stop", 'Don’t stop!')).toBe(true);
  });

  it('finds whole words only', () => {
    expect(holds('exact phrase', 'exact phrases')).toBe(false);
    expect(holds('art', 'start party')).toBe(false);
  });

  it('finds a phrase anywhere in scripts without spaces', () => {
    expect(holds('京タ', '東京タワー')).toBe(true);
    expect(holds('ภาษา', 'เรียนภาษาไทย')).toBe(true);
    expect(holds('茶杯', '绿茶')).toBe(false);
  });

  it('tells C++ from C', () => {
    expect(holds('C++', 'I write C++.')).toBe(true);
    expect(holds('C++', 'I write C.')).toBe(false);
  });

  it('finds nothing for a phrase of nothing', () => {
    expect(holds('...', 'a ... b')).toBe(false);
  });
});
