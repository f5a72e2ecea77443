import { indentOf } from './fence.ts';

/** A heading that begins a passage: its level, and its text without closing hashes. */
export interface SplitHeading {
  readonly level: 2 | 3;
  readonly text: string;
}

/** The `##` or `###` heading that a line (without its break) is; null for any other line, headings of other levels included. */
export function splitHeading(line: string): SplitHeading | null {
  if (line.charCodeAt(indentOf(line)) !== HASH) return null;
  const found = HEADING.exec(line);
  if (found === null) return null;
  const level = (found[1] ?? '').length === 2 ? 2 : 3;
  return { level, text: withoutClosingHashes(line.slice(found[0].length).trim()) };
}

/** The trail below which the text after `heading` stands. A heading without text adds nothing to it. */
export function extendTrail(trail: Trail, heading: SplitHeading): Trail {
  if (heading.level === 2) return { second: heading.text, third: '' };
  return { second: trail.second, third: heading.text };
}

/** The `##` and `###` in force; '' where there is none. */
export interface Trail {
  readonly second: string;
  readonly third: string;
}

const HASH = 35;
const HEADING = /^ {0,3}(#{2,3})(?=[ \t]|$)/;

function withoutClosingHashes(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 35) end--;
  const standsApart = end === 0 || text.charAt(end - 1) === ' ' || text.charAt(end - 1) === '\t';
  return end < text.length && standsApart ? text.slice(0, end).trimEnd() : text;
}
