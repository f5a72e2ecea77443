import { describe, expect, it } from 'vitest';
import { formatDate } from '../../../src/core/learn/date-format.ts';

// 2026-03-04 is a Wednesday, the 63rd day, in week 10.
const time = { year: 2026, month: 3, day: 4, hour: 17, minute: 6 };

describe('a moment by a format of the app', () => {
  it.each([
    ['YYYY-MM-DD HH:mm', '2026-03-04 17:06'],
    ['YY M D H h m A a', '26 3 4 17 5 6 PM pm'],
    ['[Day] D [of] YYYY', 'Day 4 of 2026'],
    ['YYYY-MM-DDTHH:mm', '2026-03-04T17:06'],
    ['GGGG-[W]WW-E', '2026-W10-3'],
    ['DDDD DDD Q d', '063 63 1 3'],
    ['dddd, Do MMMM YYYY', 'Wednesday, 4th March 2026'],
    ['ddd D MMM', 'Wed 4 Mar'],
    ['4.', '4.'],
  ])('%s → %s', (format, text) => {
    expect(formatDate(format, time, 'en')).toBe(text);
  });

  it('names days and months in the words of the vault', () => {
    expect(formatDate('dddd, D [de] MMMM', time, 'pt-BR')).toBe('quarta-feira, 4 de março');
    expect(formatDate('Do MMM', time, 'pt-BR')).toBe('4º mar');
  });

  it.each(['dddd', 'MMM', 'Do'])('names nothing without words: %s', (format) => {
    expect(formatDate(format, time, null)).toBeNull();
  });

  it.each(['LL', 'ww', 'gggg', 'ss', 'Z', 'x', 'dd'])('does not guess what it does not know: %s', (format) => {
    expect(formatDate(format, time, 'en')).toBeNull();
  });

  it.each([
    [2026, 1, 1, '2026-W01-4'],
    [2027, 1, 1, '2026-W53-5'],
    [2024, 12, 30, '2025-W01-1'],
    [2000, 2, 29, '2000-W09-2'],
  ])('knows the week of %d-%d-%d: %s', (year, month, day, week) => {
    expect(formatDate('GGGG-[W]WW-E', { ...time, year, month, day }, null)).toBe(week);
  });

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [30, '30th'],
  ])('counts the days of a month: %d → %s', (day, text) => {
    expect(formatDate('Do', { ...time, day }, 'en')).toBe(text);
  });
});
