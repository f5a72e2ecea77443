import type { Edit } from './change-set.ts';

/** In order of place; throws when two spans overlap, which is a bug of the planner. */
export function sortedEdits(edits: readonly Edit[]): readonly Edit[] {
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.from - b.edit.from || a.index - b.index);
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1];
    const here = sorted[i];
    if (before && here && here.edit.from < before.edit.to) throw new Error('edits of one text overlap');
  }
  return sorted.map(({ edit }) => edit);
}

/** The text with its spans replaced. `edits` are sorted and do not overlap. Linear. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: inserted } of edits) {
    if (from < at || to < from || to > text.length) throw new Error('an edit lies outside its text');
    parts.push(text.slice(at, from), inserted);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** The edits that take the new text back: spans counted in the text after `edits`. `text` is the one before. */
export function inverseEdits(text: string, edits: readonly Edit[]): readonly Edit[] {
  let shift = 0;
  return edits.map(({ from, to, text: inserted, soft }) => {
    const start = from + shift;
    shift += inserted.length - (to - from);
    return {
      from: start,
      to: start + inserted.length,
      text: text.slice(from, to),
      ...(soft === undefined ? {} : { soft }),
    };
  });
}

/**
 * One list of spans of the first text that does what `first` and then `second` do; `second` counts in the text after
 * `first`. Spans that touch are joined. Linear in the number of spans.
 */
export function composeEdits(first: readonly Edit[], second: readonly Edit[]): readonly Edit[] {
  const between = piecesOf(first);
  const pieces: Piece[] = [];
  let next = 0;
  let at = 0; // place in the text between the two lists
  let rest: Piece | undefined = between[next++];
  const take = (upTo: number, into: Piece[] | null): void => {
    while (rest !== undefined && at < upTo) {
      const length = pieceLength(rest);
      const taken = Math.min(length, upTo - at);
      into?.push(cut(rest, 0, taken));
      at += taken;
      rest = taken < length ? cut(rest, taken, length) : between[next++];
    }
  };
  for (const { from, to, text, soft } of second) {
    take(from, pieces);
    take(to, null);
    pieces.push({ text, soft: soft === true });
  }
  take(Infinity, pieces);
  return editsOf(pieces);
}

/** A text as a row of pieces: spans kept of an older text (the last one endless), and new text between them. */
type Piece = { readonly from: number; readonly to: number } | { readonly text: string; readonly soft: boolean };

function piecesOf(edits: readonly Edit[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, text, soft } of edits) {
    pieces.push({ from: at, to: from }, { text, soft: soft === true });
    at = to;
  }
  pieces.push({ from: at, to: Infinity });
  return pieces.filter((piece) => pieceLength(piece) > 0);
}

function pieceLength(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.to - piece.from;
}

function cut(piece: Piece, start: number, end: number): Piece {
  return 'text' in piece
    ? { text: piece.text.slice(start, end), soft: piece.soft }
    : { from: piece.from + start, to: piece.from + end };
}

/** What lies between kept spans is an edit; an edit that removes nothing and adds nothing is none. */
function editsOf(pieces: readonly Piece[]): readonly Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  let text = '';
  let soft = true;
  for (const piece of pieces) {
    if ('text' in piece) {
      text += piece.text;
      soft &&= piece.soft;
      continue;
    }
    if (text !== '' || piece.from > at) {
      edits.push({ from: at, to: piece.from, text, ...(soft && text !== '' ? { soft } : {}) });
    }
    at = piece.to;
    text = '';
    soft = true;
  }
  return edits;
}
