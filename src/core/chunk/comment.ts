/** Opening and closing marks of a comment. */
const COMMENTS: readonly (readonly [open: string, close: string])[] = [
  ['%%', '%%'],
  ['<!--', '-->'],
];

/** Where each closing mark stands last in a text; -1 where it does not. */
export function lastClosers(text: string): ReadonlyMap<string, number> {
  return new Map(COMMENTS.map(([, close]) => [close, text.lastIndexOf(close)]));
}

/**
 * The closing mark still awaited at the end of a line, given the one awaited at its begin. `closes` says whether a mark
 * stands in the text at or after a place in the line; one that does not opens no comment. Code spans hold no comment.
 */
export function commentAfter(
  line: string,
  awaited: string | null,
  closes: (mark: string, at: number) => boolean,
): string | null {
  let mark = awaited;
  let at = 0;
  while (at < line.length) {
    if (mark !== null) {
      const end = line.indexOf(mark, at);
      if (end < 0) return mark;
      at = end + mark.length;
      mark = null;
      continue;
    }
    SPECIAL.lastIndex = at;
    const special = SPECIAL.exec(line);
    if (special === null) return null;
    const found = special[0];
    at = special.index + found.length;
    if (found.charAt(0) === '`') at = pastCodeSpan(line, at, found.length);
    else {
      const close = COMMENTS.find(([open]) => open === found)?.[1] ?? null;
      if (close !== null && closes(close, at)) mark = close;
    }
  }
  return mark;
}

const SPECIAL = /`+|%%|<!--/g;

/** Past the run of as many backticks that closes the code span; where it is not closed in this line, `at` itself. */
function pastCodeSpan(line: string, at: number, length: number): number {
  let from = at;
  for (let tries = 0; tries < CODE_SPAN_TRIES; tries++) {
    const close = line.indexOf('`', from);
    if (close < 0) return at;
    let after = close;
    while (line.charCodeAt(after) === BACKTICK) after++;
    if (after - close === length) return after;
    from = after;
  }
  return at;
}

const BACKTICK = 96;
/** Runs of another length looked at before a code span is given up: keeps a line full of backticks linear. */
const CODE_SPAN_TRIES = 16;
