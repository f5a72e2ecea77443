import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escapeLine,
  escapeQuoted,
  foldToLine,
  hasControl,
  hasInvisible,
  stripInvisible,
  unescapeName,
} from '../../../src/core/text/invisible.ts';

describe('the invisible set', () => {
  it.each([0x00, 0x09, 0x1b, 0x7f, 0x85, 0xad, 0x61c, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x2069, 0xfeff, 0xe0041])(
    'holds U+%s',
    (code) => {
      expect(hasInvisible(`a${String.fromCodePoint(code)}b`)).toBe(true);
    },
  );

  it('leaves letters, accents, emoji and spaces of every script alone', () => {
    expect(hasInvisible('Café Übung Привет 日本語 ไทย עברית 🏝 a b\u00a0c')).toBe(false);
  });

  it('counts half of a surrogate pair as unprintable, and a whole pair not', () => {
    expect(hasInvisible('a\ud83c')).toBe(true);
    expect(hasControl('\udf34b')).toBe(true);
    expect(hasControl('🌴')).toBe(false);
  });

  it('knows which of its members are controls', () => {
    expect(hasControl('a\u200db')).toBe(false);
    expect(hasControl('a\u0000b')).toBe(true);
    expect(hasControl('a\u2028b')).toBe(true);
  });
});

describe('escaping a structural line', () => {
  it('uses short names, two hex digits, four, and braces beyond', () => {
    expect(escapeLine('a\nb\rc\td\u0007e\u202ef\u{e0041}g')).toBe('a\\nb\\rc\\td\\x07e\\u202ef\\u{e0041}g');
  });

  it('leaves nothing invisible behind, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hasInvisible(escapeLine(text))).toBe(false);
        expect(escapeLine(text).split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(1);
      }),
    );
  });

  it('is undone for names that a file may have, and for nothing else', () => {
    const family = '👨\u200d👩\u200d👧 co\u00adop \u{e0067}.md';
    expect(unescapeName(escapeLine(family))).toBe(family);
    expect(unescapeName('notes\\new\\x41\\u0041\\u{ffffff}\\u0000.md')).toBe(
      'notes\\new\\x41\\u0041\\u{ffffff}\\u0000.md',
    );
  });
});

describe('escaping a quote', () => {
  it('keeps line feeds, tabs and what honest prose holds', () => {
    const prose = 'می\u200cخواهم\n\tco\u00adop 👨\u200d👩\ufeff';
    expect(escapeQuoted(prose)).toBe(prose);
  });

  it('shows what could forge or reorder a line', () => {
    expect(escapeQuoted('a\rb\u2028c\u202ed\u001b[2Ke\u000bf')).toBe('a\\rb\\u2028c\\u202ed\\x1b[2Ke\\x0bf');
  });
});

describe('folding to one line', () => {
  it('turns members of the set into single spaces and trims', () => {
    expect(foldToLine(' a\n\n\u202eb\u0000 c\t')).toBe('a b c');
  });

  it('strips them where names are only compared', () => {
    expect(stripInvisible('.g\u200cit')).toBe('.git');
  });

  it('takes time in line with the length', () => {
    expect(foldToLine(' '.repeat(200_000) + 'x' + '\u200b'.repeat(200_000))).toBe('x');
  });
});
