import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDailyName } from '../../../src/core/conventions/daily-name.ts';
import { dailyName } from '../../../src/core/learn/propagate.ts';

const day = { year: 2026, month: 3, day: 7, hour: 9, minute: 5 };

describe('daily names', () => {
  it.each([
    ['YYYY-MM-DD', '2026-03-07.md', true],
    ['YYYY-MM-DD', '2026-3-7.md', false],
    ['YYYY-MM-DD', '2026-03-07 notes.md', false],
    ['YYYY/MM/YYYY-MM-DD dddd', '2026-03-07 Saturday.md', true],
    ['YYYY-MM-DD dddd', '2026-03-07 terça-feira.md', true],
    ['[Day] YYYY.MM.DD', 'Day 2026.03.07.md', true],
    ['[Day] YYYY.MM.DD', 'Day 2026x03x07.md', false],
    ['[diary]', 'diary.md', false],
    ['', '.md', false],
  ])('under %s, %s: %s', (format, name, fits) => {
    expect(isDailyName(name, format)).toBe(fits);
  });

  it('are written by every format of numbers and literals', () => {
    expect(dailyName('YYYY-MM-DD', day)).toBe('2026-03-07.md');
    expect(dailyName('YYYY/M/D', day)).toBe('2026/3/7.md');
    expect(dailyName('[Day] DD.MM.YY', day)).toBe('Day 07.03.26.md');
    expect(dailyName('GGGG/[W]WW/YYYY-MM-DD', day)).toBe('2026/W10/2026-03-07.md');
    expect(dailyName('YYYY-DDDD E', day)).toBe('2026-066 6.md');
  });

  it('are not guessed where they need words of a language', () => {
    expect(dailyName('YYYY-MM-DD dddd', day)).toBeNull();
    expect(dailyName('Do MMMM', day)).toBeNull();
  });

  it('are not guessed where a letter means something to the app that is not known here', () => {
    expect(dailyName('gggg-[W]ww', day)).toBeNull();
    expect(dailyName('YYYY-MM-DD note', day)).toBeNull();
    expect(dailyName('', day)).toBeNull();
  });

  it('written under a format are recognised under it', () => {
    const token = fc.constantFrom(
      'YYYY',
      'YY',
      'MM',
      'M',
      'DD',
      'D',
      'Q',
      'DDDD',
      'DDD',
      'GGGG',
      'WW',
      'W',
      'E',
      'd',
      '[on]',
    );
    const format = fc.array(token, { minLength: 1, maxLength: 7 }).map((tokens) => [...tokens, 'DD'].join('-'));
    fc.assert(
      fc.property(format, (text) => {
        const name = dailyName(text, day);
        expect(name !== null && isDailyName(name, text)).toBe(true);
      }),
    );
  });

  it('refuse a format of many elastic parts instead of matching it for ever', () => {
    const hostile = 'ddddddddddddddddddddddddddddddddDDDDDDD';
    expect(isDailyName(`${'a'.repeat(200)}!.md`, hostile)).toBe(false);
  });
});
