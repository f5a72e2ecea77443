/** The day of a moment (ms since 1970) where this program runs, as `YYYY-MM-DD`. */
export function isoDay(now: number): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
