import { describe, expect, it } from 'vitest';

import { codeTerms, proseTerms, queryTerms } from '../../../src/core/text/tokens.ts';
import type { StemLanguage } from '../../../src/core/text/tokens.ts';

/** Whether a question reaches a text: some term of each of its words is among the text's. */
function reaches(query: string, text: string, language?: StemLanguage): boolean {
  const held = new Set(proseTerms(text, language));
  return queryTerms(query).words.every(({ terms }) => terms.some((term) => held.has(term)));
}

describe('queryTerms', () => {
  it('reaches a word in the language of the note, with and without accents', () => {
    expect(reaches('configuracao', 'As configurações do servidor não são iguais', 'pt')).toBe(true);
    expect(reaches('configurações', 'a configuracao do servidor', 'pt')).toBe(true);
    expect(reaches('настройка', 'Где найти настройки?')).toBe(true);
    expect(reaches('indexes', 'We are indexing notes', 'en')).toBe(true);
    expect(reaches('fichiers', 'un fichier est là', 'fr')).toBe(true);
  });

  it('reaches text in scripts without spaces', () => {
    expect(reaches('绿茶', '我喝绿茶')).toBe(true);
    expect(reaches('東京タワー', '昨日東京タワーに行った')).toBe(true);
    expect(reaches('ภาษาไทย', 'เรียนภาษาไทยทุกวัน')).toBe(true);
    expect(reaches('고양', '고양이는 귀엽다')).toBe(true);
    expect(reaches('紅茶', '我喝绿茶')).toBe(false);
  });

  it('reaches an identifier by its parts and whole, in prose and in code', () => {
    for (const query of ['user name', 'getUserName', 'getusername', 'get_user_name']) {
      expect(reaches(query, 'call getUserName here', 'en')).toBe(true);
    }
    const code = new Set(codeTerms('const userNames = readAll();'));
    for (const { terms } of queryTerms('names').words) expect(terms.some((term) => code.has(term))).toBe(true);
  });

  it('takes C++ for cpp, either way', () => {
    expect(reaches('C++', 'written in cpp', 'en')).toBe(true);
    expect(reaches('cpp', 'written in C++', 'en')).toBe(true);
    expect(reaches('.net', 'dotnet rocks', 'en')).toBe(true);
    expect(reaches('nodejs', 'on Node.js', 'en')).toBe(true);
  });

  it('leaves stop words out and says which', () => {
    const { words, stopped } = queryTerms('how do I configure the server');
    expect(words.map(({ word }) => word)).toEqual(['configure', 'server']);
    expect(stopped).toEqual(['how', 'do', 'i', 'the']);
    expect(queryTerms('como configurar a rede').stopped).toEqual(['como', 'a']);
    expect(queryTerms('как настроить сервер').stopped).toEqual(['как']);
    expect(queryTerms('afficher les fichiers dans un dossier').stopped).toEqual(['les', 'dans', 'un']);
  });

  it('keeps stop words where nothing else is asked', () => {
    expect(queryTerms('the who').words.map(({ word }) => word)).toEqual(['the', 'who']);
    expect(queryTerms('the who').stopped).toEqual([]);
  });

  it('takes a word in capitals for a name, and a foreign article for a word', () => {
    expect(queryTerms('OS update').words.map(({ word }) => word)).toEqual(['os', 'update']);
    expect(queryTerms('die casting').words.map(({ word }) => word)).toEqual(['die', 'casting']);
  });

  it('names each term once', () => {
    const { terms } = queryTerms('note notes NOTE note');
    expect(new Set(terms).size).toBe(terms.length);
  });

  it('stems only in the languages it is given, and that of the question', () => {
    expect(queryTerms('files', ['en']).words[0]?.terms).toEqual(['file', 'files']);
    expect(queryTerms('files', ['en', 'pt']).words[0]?.terms).toEqual(['file', 'fil', 'files']);
  });

  it('has nothing to look up where no letter or digit was asked', () => {
    expect(queryTerms('?! … --').terms).toEqual([]);
    expect(queryTerms('').words).toEqual([]);
  });
});
