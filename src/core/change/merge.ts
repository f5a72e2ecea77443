import { diffArrays, diffChars } from 'diff';
import type { Edit } from './change-set.ts';
import { applyEdits, inverseEdits } from './edits.ts';

/** Differences that are looked for before a region counts as replaced whole: keeps the work linear. */
const MOST_LINE_EDITS = 2_000;
const MOST_CHARACTER_EDITS = 400;
/** UTF-16 units of a changed region, both sides together, up to which it is compared character by character. */
const REFINED = 8_192;

/**
 * Lays `ours` (spans of `base`) over `current`, a later text that somebody else made of `base`. The answer counts in
 * `current`; null when a span of ours has since been changed. A soft span that was is left out instead.
 */
export function rebaseEdits(base: string, current: string, ours: readonly Edit[]): readonly Edit[] | null {
  if (base === current) return ours;
  const theirs = editsBetween(base, current);
  const result: Edit[] = [];
  let shift = 0;
  let next = 0;
  for (const our of ours) {
    let their = theirs[next];
    while (their !== undefined && their.to <= our.from && !(their.from === our.from && their.to === our.to)) {
      shift += their.text.length - (their.to - their.from);
      their = theirs[++next];
    }
    if (their !== undefined && collides(our, their)) {
      if (our.soft === true) continue;
      return null;
    }
    result.push({ ...our, from: our.from + shift, to: our.to + shift });
  }
  return result;
}

/**
 * Whether `current` came about from `base` with `ours` done, whatever else was changed: all that ours put in stands where
 * it belongs. Of edits that put in nothing it cannot be told.
 */
export function holdsEdits(base: string, ours: readonly Edit[], current: string): boolean {
  if (!ours.some(({ text, soft }) => text !== '' && soft !== true)) return false;
  return rebaseEdits(applyEdits(base, ours), current, inverseEdits(base, ours)) !== null;
}

/** Whether `current` is `base` with changes that leave at least half of it: the same note, written on. */
export function keepsMost(base: string, current: string): boolean {
  const gone = editsBetween(base, current).reduce((units, { from, to }) => units + to - from, 0);
  return base !== '' && gone * 2 <= base.length;
}

/** Two spans of one text: text put in at the edge of a span leaves the span itself as it was. */
function collides(our: Edit, their: Edit): boolean {
  if (our.from === our.to) return their.from < our.from && our.from < their.to;
  return their.from < our.to && our.from < their.to;
}

/** Spans of `before` that make `after` of it: whole lines first, then characters within what changed. */
export function editsBetween(before: string, after: string): readonly Edit[] {
  const old = linesOf(before);
  const young = linesOf(after);
  const parts = diffArrays(old, young, { maxEditLength: MOST_LINE_EDITS });
  if (parts === undefined) return refine(before, after, 0);
  const edits: Edit[] = [];
  let at = 0;
  let removed = '';
  let added = '';
  const close = (): void => {
    if (removed !== '' || added !== '') edits.push(...refine(removed, added, at - removed.length));
    removed = '';
    added = '';
  };
  for (const { value, added: isNew, removed: isOld } of parts) {
    const text = value.join('');
    if (isNew) added += text;
    else if (isOld) {
      removed += text;
      at += text.length;
    } else {
      close();
      at += text.length;
    }
  }
  close();
  return edits;
}

/** Lines with their line feeds, so that joining gives the text back. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function refine(before: string, after: string, offset: number): Edit[] {
  if (before !== '' && after !== '' && before.length + after.length <= REFINED) {
    const parts = diffChars(before, after, { maxEditLength: MOST_CHARACTER_EDITS });
    if (parts !== undefined) return characterEdits(parts, offset);
  }
  return [trimmed(before, after, offset)];
}

function characterEdits(
  parts: readonly { readonly value: string; readonly added?: boolean; readonly removed?: boolean }[],
  offset: number,
): Edit[] {
  const edits: Edit[] = [];
  let at = offset;
  let open: { from: number; to: number; text: string } | null = null;
  for (const { value, added, removed } of parts) {
    if (added !== true && removed !== true) {
      if (open !== null) edits.push(open);
      open = null;
      at += value.length;
      continue;
    }
    open ??= { from: at, to: at, text: '' };
    if (added === true) open.text += value;
    else {
      at += value.length;
      open.to = at;
    }
  }
  if (open !== null) edits.push(open);
  return edits;
}

/** One span, without the beginning and the end that both sides share. */
function trimmed(before: string, after: string, offset: number): Edit {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  return {
    from: offset + head,
    to: offset + before.length - tail,
    text: after.slice(head, after.length - tail),
  };
}
