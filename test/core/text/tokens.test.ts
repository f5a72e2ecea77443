import { describe, expect, it } from 'vitest';

import { codeTerms, guessLanguage, proseTerms, proseTermsOf, tagTerms } from '../../../src/core/text/tokens.ts';

describe('proseTerms', () => {
  it('folds case, accents, width and ligatures', () => {
    expect(proseTerms('Café CAFÉ cafe\u0301 ｃａｆé', 'en')).toEqual(['cafe', 'cafe', 'cafe', 'cafe']);
    expect(proseTerms('ﬁle Straße Łódź Ærø', 'en')).toEqual(['file', 'strass', 'lodz', 'aero']);
    expect(proseTerms('Ａｂｃ１２', 'en')).toEqual(['abc12']);
  });

  it('gives a Portuguese word one term with and without its accents', () => {
    for (const [accented, plain] of [
      ['configuração', 'configuracao'],
      ['configurações', 'configuracoes'],
      ['frequência', 'frequencia'],
      ['possível', 'possivel'],
      ['não', 'nao'],
    ] as const) {
      expect(proseTerms(accented, 'pt')).toEqual(proseTerms(plain, 'pt'));
    }
    expect(proseTerms('configurações', 'pt')).toEqual(proseTerms('configuração', 'pt'));
  });

  it('stems Russian by its script, whatever the language of the note', () => {
    expect(proseTerms('настройка настройки настройку', 'pt')).toEqual(['настройк', 'настройк', 'настройк']);
    expect(proseTerms('Ёлка елка')).toEqual(['елк', 'елк']);
  });

  it('keeps the Cyrillic short i, composed or not', () => {
    expect(proseTerms('йод и\u0306од ЙОД')).toEqual(['йод', 'йод', 'йод']);
  });

  it('stems the words of each language it knows', () => {
    expect(proseTerms('indexing indexes', 'en')).toEqual(['index', 'index']);
    expect(proseTerms('configuraciones configuración', 'es')).toEqual(['configur', 'configur']);
    expect(proseTerms('chercher cherche', 'fr')).toEqual(['cherch', 'cherch']);
    expect(proseTerms('Häuser Hauses', 'de')).toEqual(['haus', 'haus']);
  });

  it('keeps stop words, since only a query leaves them out', () => {
    expect(proseTerms('to be or not to be', 'en')).toEqual(['to', 'be', 'or', 'not', 'to', 'be']);
  });

  it('reads scripts without spaces as pairs of characters, and one alone as itself', () => {
    expect(proseTerms('喝绿茶')).toEqual(['喝绿', '绿茶']);
    expect(proseTerms('猫')).toEqual(['猫']);
    expect(proseTerms('東京タワーに行く')).toEqual(['東京', '京タ', 'タワ', 'ワー', 'ーに', 'に行', '行く']);
    expect(proseTerms('ｶﾞｽ')).toEqual(['ガス']);
    expect(proseTerms('สวัสดี').length).toBe(5);
    expect(proseTerms('第3章')).toEqual(['第', '3', '章']);
  });

  it('reads a Hangul word whole and by pairs', () => {
    expect(proseTerms('고양이는')).toEqual(['고양이는', '고양', '양이', '이는']);
    expect(proseTerms('나무')).toEqual(['나무']);
    expect(proseTerms('나무'.normalize('NFD'))).toEqual(['나무']);
  });

  it('never splits a surrogate pair', () => {
    expect(proseTerms('𠀀𠀁𠀂')).toEqual(['𠀀𠀁', '𠀁𠀂']);
    expect(proseTerms('𐐀𐐁')).toEqual(['𐐨𐐩']);
    expect(proseTerms('a\ud800b \udc00')).toEqual(['a', 'b']);
  });

  it('drops the vowel points of Arabic and Hebrew and keeps the marks of Indic scripts', () => {
    expect(proseTerms('مُحَمَّد كِتَابٌ')).toEqual(['محمد', 'كتاب']);
    expect(proseTerms('שָׁלוֹם')).toEqual(['שלום']);
    expect(proseTerms('हिन्दी भाषा')).toEqual(['हिन्दी', 'भाषा']);
  });

  it('reads digits of other scripts as digits', () => {
    expect(proseTerms('٣٤ ۵ १२')).toEqual(['34', '5', '12']);
  });

  it('makes each emoji a term, without its modifiers', () => {
    expect(proseTerms('📅 done ✅👍🏽', 'en')).toContain('📅');
    expect(proseTerms('👍🏽')[0]).toBe('👍');
    expect(proseTerms('1️⃣')).toEqual(['1']);
  });

  it('finds identifiers whole and by part', () => {
    expect(proseTerms('getUserName', 'en')).toEqual(['getusername', 'get', 'user', 'name']);
    expect(proseTerms('HTMLParser', 'en')).toEqual(['htmlparser', 'html', 'parser']);
    expect(proseTerms('snake_case_name', 'en')).toEqual(['snake', 'case', 'name', 'snakecasename']);
    expect(proseTerms('kebab-case', 'en')).toEqual(['kebab', 'case', 'kebabcase']);
    expect(proseTerms('dotted.name', 'en')).toEqual(['dot', 'name', 'dottedname']);
    expect(proseTerms('ERR_FOO E0308', 'en')).toEqual(['err', 'foo', 'errfoo', 'e0308']);
    expect(proseTerms('src/core/path.ts', 'en')).toEqual(['src', 'core', 'path', 'ts', 'pathts', 'srccorepathts']);
    expect(proseTerms('__init__ a--b', 'en')).toEqual(['init', 'a', 'b']);
  });

  it('gives one joined form to every spelling of a compound', () => {
    const forms = ['userName', 'user_name', 'user-name', 'user.name', 'user\u2010name'].map((each) =>
      proseTerms(each, 'en'),
    );
    for (const terms of forms) expect(terms).toContain('username');
  });

  it('reads the symbols of programming languages', () => {
    expect(proseTerms('C++ c# F# .NET node.js', 'en')).toEqual([
      'cpp',
      'csharp',
      'fsharp',
      'dotnet',
      'node',
      'js',
      'nodejs',
    ]);
    expect(proseTerms('C/C++17', 'en')).toEqual(['c', 'cpp', '17']);
    expect(proseTerms('ASP.NET', 'en')).toEqual(['asp', 'net', 'aspnet']);
  });

  it('takes no alias from inside something else', () => {
    expect(proseTerms('abc++', 'en')).toEqual(['abc']);
    expect(proseTerms('c#sharp', 'en')).not.toContain('csharp');
    expect(proseTerms('.network', 'en')).not.toContain('dotnet');
    expect(proseTerms('+c++', 'en')).not.toContain('cpp');
  });

  it('keeps a date whole, its month, and its parts', () => {
    const terms = ['2024-05-01', '2024-05', '2024', '05', '01'];
    expect(proseTerms('2024-05-01')).toEqual(terms);
    expect(proseTerms('2024/05/01')).toEqual(terms);
    expect(proseTerms('2024-05-01T10')).toEqual([...terms, 't10']);
    expect(proseTerms('2024-13-01')).not.toContain('2024-13');
  });

  it('does not take a version for a number', () => {
    expect(proseTerms('1.2.3')).toEqual(['1', '2', '3', '1.2.3']);
    expect(proseTerms('v2.10')).toEqual(['v2', '10', 'v2.10']);
  });

  it('resolves apostrophes', () => {
    expect(proseTerms("user's don’t O'Brien", 'en')).toEqual(['user', 'dont', 'obrien']);
    expect(proseTerms("l'avion d’água", 'fr')).toEqual(['avion', 'agu']);
  });

  it('reads host and path of a URL, not its query', () => {
    const terms = proseTerms('see https://www.example.com/guide/first-steps?utm_source=spam#part now', 'en');
    expect(terms).toEqual(expect.arrayContaining(['www', 'com', 'guid', 'first', 'step', 'now']));
    expect(terms.join(' ')).not.toMatch(/utm|spam|part|http/);
    expect(proseTerms('https://x.org/%D0%BA%D0%BE%D1%82')).toContain('кот');
    expect(proseTerms('https://x.org/%zz')).toContain('zz');
  });

  it('drops tokens above 64 characters and what follows base64 in a data URL', () => {
    expect(proseTerms('a'.repeat(65) + ' short', 'en')).toEqual(['short']);
    expect(proseTerms('a'.repeat(64), 'en')).toHaveLength(1);
    expect(proseTerms('data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA/9T+xy== end', 'en')).toEqual([
      'data',
      'imag',
      'png',
      'imagepng',
      'end',
    ]);
  });

  it('keeps no term longer than the limit and none that is empty, whatever the text', () => {
    const text = "a'b_c.d/e-f " + "_-./\\'’+#".repeat(50) + ' \u0301\u0302 ' + 'x-'.repeat(200) + '\u00ad\u200d';
    for (const term of proseTerms(text)) {
      expect(term).not.toBe('');
      expect(term.length).toBeLessThanOrEqual(64);
    }
  });
});

describe('proseTermsOf', () => {
  it.each([
    [[]],
    [['Die Prüfungen der Häuser waren', 'und die Läufe']],
    [['', 'Notes about running', 'C++ and getUserName', '日本語の文']],
    [Array.from({ length: 400 }, (_, at) => `os gatos correndo pela casa ${at}`)],
  ])('reads each part in the language of the whole: %#', (parts) => {
    const language = guessLanguage(parts.join('\n'));
    expect(proseTermsOf(parts)).toEqual(parts.map((part) => proseTerms(part, language)));
  });
});

describe('codeTerms', () => {
  it('leaves words as they stand', () => {
    expect(codeTerms('const indexes = getItems();')).toEqual(['const', 'indexes', 'getitems', 'get', 'items']);
  });
});

describe('tagTerms', () => {
  it('gives every prefix of a nested tag in joined form, and its words', () => {
    expect(tagTerms('#Project/Alpha-X')).toEqual(['project', 'projectalphax', 'alpha', 'x', 'alphax']);
  });

  it('gives words as they stand and stemmed', () => {
    expect(tagTerms('área/finanças', 'pt')).toEqual(expect.arrayContaining(['area', 'financas', 'areafinancas']));
    expect(tagTerms('notes')).toEqual(['notes', 'note']);
  });
});

describe('guessLanguage', () => {
  it('knows a language by its stop words', () => {
    expect(guessLanguage('The cat sat on the mat, and it was not amused by that.')).toBe('en');
    expect(guessLanguage('O gato não estava em casa quando eles chegaram com a chave.')).toBe('pt');
    expect(guessLanguage('El gato no estaba en la casa cuando ellos llegaron con las llaves.')).toBe('es');
    expect(guessLanguage("Le chat n'était pas dans la maison quand ils sont arrivés avec les clés.")).toBe('fr');
    expect(guessLanguage('Die Katze war nicht im Haus, als sie mit dem Schlüssel kamen.')).toBe('de');
  });

  it('says English where there is nothing to go by', () => {
    expect(guessLanguage('')).toBe('en');
    expect(guessLanguage('猫 кот 고양이')).toBe('en');
  });
});
