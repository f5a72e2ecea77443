import type { Words } from './words/words.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time (ms) in its largest whole unit: `8 s`, `12 min`, `3 h`, `2 days`. */
export function lengthOfTime(ms: number, { common }: Words): string {
  if (ms < MINUTE) return common.seconds(Math.max(0, Math.floor(ms / SECOND)));
  if (ms < HOUR) return common.minutes(Math.floor(ms / MINUTE));
  return ms < DAY ? common.hours(Math.floor(ms / HOUR)) : common.days(Math.floor(ms / DAY));
}

/** What is left of a deadline as `4:05`, never below zero. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The hour of a moment on this device's clock: `14:02`. */
export function hourOf(at: number, { language }: Words): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** The day of a moment: today, yesterday, else its date. */
export function dayOf(at: number, now: number, words: Words): string {
  const midnight = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);
  // A day has 23 to 25 hours where clocks are put forward and back.
  const daysAgo = Math.round((midnight(now) - midnight(at)) / DAY);
  if (daysAgo === 0) return words.activity.today;
  if (daysAgo === 1) return words.activity.yesterday;
  return new Intl.DateTimeFormat(words.language, { dateStyle: 'medium' }).format(at);
}
