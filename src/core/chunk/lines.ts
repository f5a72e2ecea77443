/** A line of a text: UTF-16 offsets, the end before its line break (LF or CRLF; a lone CR breaks no line). */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text in order; a text that ends with a line break has no empty line after it. Linear. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const stop = feed < 0 ? text.length : feed;
    const end = feed > start && text.charCodeAt(feed - 1) === 13 ? feed - 1 : stop;
    lines.push({ start, end });
    start = stop + 1;
  }
  return lines;
}
