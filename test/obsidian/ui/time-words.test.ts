import { describe, expect, it } from 'vitest';
import { dayOf, hourOf, lengthOfTime, timeLeft } from '../../../src/obsidian/ui/time-words.ts';
import { wordsIn } from '../../../src/obsidian/ui/words/language.ts';

const en = wordsIn('en');

describe('times on the screen', () => {
  it('are told in their largest whole unit', () => {
    const told = [-5, 0, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000, 180_000_000].map((ms) =>
      lengthOfTime(ms, en),
    );
    expect(told).toEqual(['0 s', '0 s', '59 s', '1 min', '59 min', '1 h', '1 day', '2 days']);
    expect([-1, 1, 60_000, 245_001].map(timeLeft)).toEqual(['0:00', '0:01', '1:00', '4:06']);
  });

  it('name the days around midnight by the calendar, not by hours', () => {
    const now = new Date(2026, 2, 14, 0, 10).getTime();
    expect(dayOf(new Date(2026, 2, 14, 0, 1).getTime(), now, en)).toBe('Today');
    expect(dayOf(new Date(2026, 2, 13, 23, 59).getTime(), now, en)).toBe('Yesterday');
    expect(dayOf(new Date(2026, 2, 12, 23, 59).getTime(), now, en)).toContain('2026');
    expect(hourOf(new Date(2026, 2, 14, 9, 5).getTime(), wordsIn('ru'))).toBe('09:05');
  });
});
