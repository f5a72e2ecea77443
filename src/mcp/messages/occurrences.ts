import { MOST_COUNTED, MOST_LINES_SAID } from '../../core/edit/match-text.ts';

/** How often a text was found: counted up to a limit, which a plus says. */
export function times(found: number): string {
  return found < MOST_COUNTED ? String(found) : `${found}+`;
}

/** The lines of the first places; an ellipsis says that there are more. */
export function places(found: number, lines: readonly number[]): string {
  return [...lines, ...(found > MOST_LINES_SAID ? ['…'] : [])].join(', ');
}
