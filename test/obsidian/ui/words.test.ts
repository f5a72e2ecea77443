import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../../src/obsidian/ui/words/language.ts';
import type { Words } from '../../../src/obsidian/ui/words/words.ts';
import { CLIENTS, clientConfig, type ClientFacts } from '../../../src/wire/client-config.ts';

const facts: ClientFacts = {
  system: 'darwin',
  node: '/usr/bin/node',
  program: '/home/ana/.vault-mcp/bin/vault-mcp.mjs',
  vault: '/home/ana/Notes',
  name: 'vault',
  home: null,
};

/** Every plain sentence of a catalogue with its place in it. */
function sentences(words: object, place = ''): readonly (readonly [string, string])[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[`${place}${name}`, value] as const];
    return typeof value === 'object' && value !== null ? sentences(value, `${place}${name}.`) : [];
  });
}

describe('the words of the screens', () => {
  it('are in the language of the app, and English for every other', () => {
    expect(['pt', 'pt-BR', 'pt-PT', 'ru', 'en', 'de', '', 'zh-TW'].map((tag) => wordsIn(tag).language)).toEqual([
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'ru',
      'en',
      'en',
      'en',
      'en',
    ]);
  });

  it('begin with a capital, as the app writes its own, and are no longer than a row takes', () => {
    for (const language of ['en', 'pt-BR', 'ru']) {
      for (const [place, text] of sentences(wordsIn(language).settings)) {
        if (place.includes('clientNotes') || place === 'status.desc') continue;
        expect(text, place).toMatch(/^[\p{Lu}\d"]/u);
        expect(text.length, place).toBeLessThan(320);
      }
    }
  });

  it('have every remark on a client in each language', () => {
    for (const system of ['darwin', 'linux', 'win32'] as const) {
      for (const client of CLIENTS) {
        for (const vault of ['C:\\Notes', 'C:\\100%', 'C:\\a$b']) {
          const { notes } = clientConfig(client, { ...facts, system, vault });
          const fixed = notes.filter((note) => !note.startsWith('Mind:'));
          for (const language of ['pt-BR', 'ru']) {
            const { clientNotes } = wordsIn(language).settings.connect;
            expect(fixed.filter((note) => clientNotes[note] === undefined)).toEqual([]);
          }
        }
      }
    }
  });

  it('count in Russian as Russians do', () => {
    const { common }: Words = wordsIn('ru');
    expect([1, 2, 5, 11, 12, 21, 104].map((n) => common.files(n))).toEqual([
      '1 файл',
      '2 файла',
      '5 файлов',
      '11 файлов',
      '12 файлов',
      '21 файл',
      '104 файла',
    ]);
  });
});
