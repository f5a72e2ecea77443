import type { Passage } from './passage.ts';
import { cutSection } from './cut-section.ts';
import { readRows } from './rows.ts';
import type { Row } from './rows.ts';
import { extendTrail } from './split-heading.ts';

/**
 * The passages of a note's text, in order: one for each `##` or `###` section outside fences and comments, the text
 * before the first with an empty trail; a long section in parts of about 2,400 UTF-16 units. Frontmatter and blank
 * lines at the ends of a passage are left out; every other line stands in exactly one passage. Linear.
 *
 * One line that is too long stays one passage: an address is made of lines, so two passages of one line would be one
 * place to a reader, and the window shown of it is short in any case.
 */
export function splitPassages(text: string): Passage[] {
  const rows = readRows(text);
  const passages: Passage[] = [];
  let trail = { second: '', third: '' };
  let start = 0;
  for (let at = 0; at <= rows.length; at++) {
    const heading = rows[at]?.heading ?? null;
    if (at < rows.length && heading === null) continue;
    const headings = [trail.second, trail.third].filter((each) => each !== '');
    for (const part of cutSection(rows.slice(start, at))) addPassage(text, part, headings, passages);
    if (heading !== null) trail = extendTrail(trail, heading);
    start = at;
  }
  return passages;
}

/** Adds the passage that these rows make, unless they are blank. */
function addPassage(text: string, rows: readonly Row[], headings: readonly string[], into: Passage[]): void {
  const first = rows.find((row) => !row.blank);
  let end = rows.length - 1;
  while (end > 0 && rows[end]?.blank === true) end--;
  const last = rows[end];
  if (first === undefined || last === undefined) return;
  const raw = text.slice(first.start, last.end);
  const passage = {
    firstLine: first.line,
    lastLine: last.line,
    headings,
    text: raw.includes('\r') ? raw.replaceAll('\r\n', '\n') : raw,
  };
  into.push(first.fence === '' ? passage : { ...passage, fence: first.fence });
}
