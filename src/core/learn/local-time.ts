/** A moment on the wall clock of the machine that writes. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** The wall clock at a moment (milliseconds since 1970), in the time zone of the machine: a day is the user's day. */
export function localTime(now: number): LocalTime {
  const date = new Date(now);
  return {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
  };
}

/** `YYYY-MM-DD`. */
export function dayOf({ year, month, day }: LocalTime): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** `HH:mm`. */
export function minuteOf({ hour, minute }: LocalTime): string {
  return `${two(hour)}:${two(minute)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
