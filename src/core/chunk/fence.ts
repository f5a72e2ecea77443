/** An open code fence of CommonMark. */
export interface Fence {
  readonly char: string;
  readonly length: number;
}

/** The fence that a line opens: at most three spaces, three or more backticks or tildes; no backtick in the info of a backtick fence. */
export function opensFence(line: string): Fence | null {
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

const OPENING = /^ {0,3}(`{3,}|~{3,})/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?$/;
