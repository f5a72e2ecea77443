import { escapeQuoted } from '../core/text/invisible.ts';
import { clamp } from './budget.ts';

/**
 * Lines of a note as they stand in an answer: each behind `> `, so that a note cannot forge the server's own lines.
 * Whatever could start a new line or turn the text around is escaped; CR at a line's end is dropped.
 */
export function quote(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => `> ${escapeQuoted(line.replace(/\r$/, ''))}`);
}

/** One line of a note, at most so many UTF-16 units of it, without the space around it. */
export function quoteLine(line: string, units: number): string {
  return quote([clamp(line.trim(), units)]).join(' ');
}
