/** An open code fence of CommonMark. */
export interface Fence {
  readonly char: string;
  readonly length: number;
}

/** The fence that a line opens: at most three spaces, three or more backticks or tildes; no backtick in the info of a backtick fence. */
export function opensFence(line: string): Fence | null {
  const first = line.charCodeAt(indentOf(line));
  if (first !== BACKTICK && first !== TILDE) return null;
  const found = OPENING.exec(line);
  if (found === null) return null;
  const marks = found[1] ?? '';
  const char = marks.charAt(0);
  if (char === '`' && line.includes('`', found[0].length)) return null;
  return { char, length: marks.length };
}

/** Whether a line closes the fence: the same character, at least as long, then only spaces and tabs. */
export function closesFence(line: string, fence: Fence): boolean {
  const found = CLOSING.exec(line);
  return found !== null && (found[1] ?? '').charAt(0) === fence.char && (found[1] ?? '').length >= fence.length;
}

/** How many spaces a line begins with; looked at first, since most lines of a vault begin with a letter. */
export function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 32) at++;
  return at;
}

const BACKTICK = 96;
const TILDE = 126;
const OPENING = /^ {0,3}(`{3,}|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?$/;
