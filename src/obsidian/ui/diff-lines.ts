/** A unified diff as it is shown: files, each with its lines. */
export interface DiffFile {
  /** Null: the file is new, or came back. */
  readonly from: string | null;
  /** Null: the file went to the trash. */
  readonly to: string | null;
  readonly lines: readonly DiffLine[];
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'gap' | 'remark';
  readonly text: string;
  /** The 1-based line in the old text, for lines that are in it; likewise in the new one. */
  readonly old: number | null;
  readonly new: number | null;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads a unified diff of several files. A hunk's own counts say how many lines it has, so that a note's line that begins
 * with `--- ` is not taken for a file's head. Whatever is not understood is shown as a remark: nothing is left out.
 */
export function readDiff(diff: string): readonly DiffFile[] {
  const rows = diff === '' ? [] : diff.split('\n');
  const files: { from: string | null; to: string | null; lines: DiffLine[] }[] = [];
  for (let at = 0; at < rows.length;) {
    const row = rows[at] ?? '';
    const next = rows[at + 1] ?? '';
    if (row.startsWith('--- ') && next.startsWith('+++ ')) {
      files.push({ from: pathIn(row), to: pathIn(next), lines: [] });
      at += 2;
      continue;
    }
    let lines = files.at(-1)?.lines;
    if (lines === undefined) files.push({ from: null, to: null, lines: (lines = []) });
    const hunk = HUNK.exec(row);
    if (hunk === null) {
      lines.push({ kind: 'remark', text: row.replace(/^\\ |^@@ | @@$/g, ''), old: null, new: null });
      at++;
      continue;
    }
    if (lines.length > 0) lines.push({ kind: 'gap', text: '', old: null, new: null });
    at = readHunk(rows, at + 1, hunk, lines);
  }
  return files;
}

/** The part of two lines in which they differ: what they have in common at both ends is left out. UTF-16 units. */
export function differenceOf(
  a: string,
  b: string,
): { readonly start: number; readonly endA: number; readonly endB: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  if (isHighSurrogate(a, start - 1)) start--;
  let tail = 0;
  while (tail < shorter - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  if (tail > 0 && isHighSurrogate(a, a.length - 1 - tail)) tail--;
  return { start, endA: a.length - tail, endB: b.length - tail };
}

function readHunk(rows: readonly string[], from: number, hunk: RegExpExecArray, lines: DiffLine[]): number {
  let [old, young] = [Number(hunk[1]), Number(hunk[3])];
  let [oldLeft, youngLeft] = [Number(hunk[2] ?? 1), Number(hunk[4] ?? 1)];
  let at = from;
  while (at < rows.length && (oldLeft > 0 || youngLeft > 0)) {
    const row = rows[at] ?? '';
    const text = row.slice(1);
    if (row.startsWith('-')) {
      lines.push({ kind: 'removed', text, old: old++, new: null });
      oldLeft--;
    } else if (row.startsWith('+')) {
      lines.push({ kind: 'added', text, old: null, new: young++ });
      youngLeft--;
    } else if (row.startsWith('\\')) {
      lines.push({ kind: 'remark', text: text.trim(), old: null, new: null });
    } else {
      // The end of the diff may have lost the blank of an empty line.
      lines.push({ kind: 'same', text, old: old++, new: young++ });
      oldLeft--;
      youngLeft--;
    }
    at++;
  }
  return at;
}

function pathIn(head: string): string | null {
  const path = head.slice(4);
  return path === '/dev/null' ? null : path.replace(/^[ab]\//, '');
}

function isHighSurrogate(text: string, at: number): boolean {
  return at >= 0 && /^[\uD800-\uDBFF]/.test(text.slice(at, at + 1));
}
