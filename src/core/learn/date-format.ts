import type { Conventions } from '../conventions/conventions.ts';
import type { LocalTime } from './local-time.ts';

/**
 * A moment by a format in the letters that the app's templates use (`YYYY-MM-DD`, `[Day] D`, `dddd, D MMMM YYYY`); names of
 * days and months in the words of the vault. Null where the format has a part that nobody knows here: a locale's own forms,
 * weeks that begin where a country has them begin, seconds, time zones; or names without words for them. Linear.
 */
export function formatDate(format: string, time: LocalTime, words: Conventions['preset'] | null): string | null {
  let text = '';
  for (const [part = ''] of format.matchAll(PARTS)) {
    const value = part.startsWith('[') && part.length > 1 ? part.slice(1, -1) : valueOf(part, time, words);
    if (value === null) return null;
    text += value;
  }
  return text;
}

const PARTS = /\[[^[\]]*\]|YYYY|YY|Q|MMMM|MMM|MM|M|DDDD|DDD|DD|Do|D|dddd|ddd|dd|d|E|GGGG|WW|W|HH|H|hh|h|mm|m|A|a|[^]/gu;

/** Letters that mean something else to the app; all others mean themselves. */
const UNKNOWN = /^(?:dd|[NywgGekSsxXzZLlY])$/;

function valueOf(part: string, time: LocalTime, words: Conventions['preset'] | null): string | null {
  const numbers = NUMBERS[part];
  if (numbers !== undefined) return numbers(time);
  const names = NAMES[part];
  if (names !== undefined) return words === null ? null : names(time, words);
  return UNKNOWN.test(part) ? null : part;
}

const two = (number: number): string => String(number).padStart(2, '0');
const twelve = (hour: number): number => hour % 12 || 12;

const NUMBERS: Readonly<Partial<Record<string, (time: LocalTime) => string>>> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  YY: ({ year }) => two(year % 100),
  Q: ({ month }) => String(Math.ceil(month / 3)),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  DDDD: (time) => String(dayOfYear(time)).padStart(3, '0'),
  DDD: (time) => String(dayOfYear(time)),
  DD: ({ day }) => two(day),
  D: ({ day }) => String(day),
  d: (time) => String(weekday(time)),
  E: (time) => String(weekday(time) || 7),
  GGGG: (time) => String(isoWeek(time).year),
  WW: (time) => two(isoWeek(time).week),
  W: (time) => String(isoWeek(time).week),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => two(twelve(hour)),
  h: ({ hour }) => String(twelve(hour)),
  mm: ({ minute }) => two(minute),
  m: ({ minute }) => String(minute),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
};

const NAMES: Readonly<Partial<Record<string, (time: LocalTime, words: Conventions['preset']) => string>>> = {
  MMMM: ({ month }, words) => WORDS[words].months[month - 1] ?? '',
  MMM: ({ month }, words) => (WORDS[words].months[month - 1] ?? '').slice(0, 3),
  dddd: (time, words) => WORDS[words].days[weekday(time)] ?? '',
  ddd: (time, words) => (WORDS[words].days[weekday(time)] ?? '').slice(0, 3),
  Do: ({ day }, words) => `${day}${words === 'pt-BR' ? 'º' : ordinal(day)}`,
};

const WORDS = {
  en: {
    days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    months: [
      ...['January', 'February', 'March', 'April', 'May', 'June'],
      ...['July', 'August', 'September', 'October', 'November', 'December'],
    ],
  },
  'pt-BR': {
    days: ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'],
    months: [
      ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
      ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
    ],
  },
} as const;

const DAY_MS = 86_400_000;

/** Days since 1970, of the calendar alone. */
function dayNumber({ year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY_MS);
}

/** 0 is Sunday; the first day of 1970 was a Thursday. */
function weekday(time: LocalTime): number {
  return (((dayNumber(time) + 4) % 7) + 7) % 7;
}

function dayOfYear(time: LocalTime): number {
  return dayNumber(time) - dayNumber({ year: time.year, month: 1, day: 1 }) + 1;
}

/** By ISO 8601 a week begins on Monday and belongs to the year that its Thursday is in. */
function isoWeek(time: LocalTime): { readonly year: number; readonly week: number } {
  const thursday = dayNumber(time) + 4 - (weekday(time) || 7);
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return { year, week: Math.floor((thursday - dayNumber({ year, month: 1, day: 1 })) / 7) + 1 };
}

function ordinal(day: number): string {
  if (day > 10 && day < 14) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
