/** The line break that a text uses: that of its first line; LF where it has none. */
export function lineBreakOf(text: string): '\n' | '\r\n' {
  const feed = text.indexOf('\n');
  return feed > 0 && text.charCodeAt(feed - 1) === 13 ? '\r\n' : '\n';
}

/** Where the line that `offset` lies in starts. */
export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line that `offset` lies in ends, its line break (LF or CRLF) not counted. */
export function endOfLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  if (feed < 0) return text.length;
  return feed > offset && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
}

/** Behind the line break of the line that `offset` lies in; the text's end for its last line. */
export function nextLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}
