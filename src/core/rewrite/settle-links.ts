import type { Edit } from '../change/change-set.ts';
import { applyEdits, sortedEdits } from '../change/edits.ts';
import { editsBetween } from '../change/merge.ts';
import type { LinkResolver } from '../graph/graph.ts';
import type { VaultPath } from '../path.ts';
import { leadTo } from './repair-links.ts';
import { writtenLinks } from './written-links.ts';
import type { WrittenLink } from './written-link.ts';

/** A text before a move that the app made, what stands there now, and what was meant to be written. */
export interface Unsettled {
  readonly old: VaultPath;
  readonly path: VaultPath;
  /** The text before, the plan's spans of it, and where each of its links has to lead (null: nowhere). */
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly leads: readonly (VaultPath | null)[];
  /** The text now: the app may have written links in it, and anybody anything else. */
  readonly current: string;
}

export interface Settled {
  /** Spans of the current text. */
  readonly edits: readonly Edit[];
  /** Links that do not lead where they have to; `edits` mend them but for the lost ones. */
  readonly left: number;
  /** With their lines, from 1, as they are once the edits are written. */
  readonly lost: readonly { readonly line: number; readonly raw: string }[];
}

/**
 * What is still to be written into a note after the app has moved files and written links its own way. A link that leads
 * where it has to stays as the app wrote it; one that does not gets the form that the plan would give it. The rest of the
 * plan is laid over: whole lines that it takes out go with whatever was written into them meanwhile.
 */
export function settleLinks(
  unsettled: Unsettled,
  resolve: LinkResolver['resolve'],
  oldOf: (path: VaultPath) => VaultPath,
): Settled {
  const { text, current, path, old } = unsettled;
  const planned = carried(text, current, unsettled.edits, spansOf(writtenLinks(old, text)));
  const before = writtenLinks(old, text);
  const mended: Edit[] = [];
  const lost: WrittenLink[] = [];
  let left = 0;
  for (const { link, was, lead } of paired(before, writtenLinks(path, current), unsettled.leads)) {
    const leads = link.exact ? link.path.normalize('NFC') : resolve(link.path, path);
    if (leads === lead) continue;
    left++;
    const wanted = { link: was.path, source: { old, new: path }, target: { old: oldOf(lead), new: lead } };
    const edits = leadTo(link, wanted, { resolve });
    if (edits === null) lost.push(link);
    else mended.push(...edits);
  }
  const free = mended.filter((edit) => !planned.some((other) => overlap(edit, other)));
  const edits = sortedEdits([...planned, ...free]);
  return { edits, left, lost: lost.map(({ from, raw }) => ({ line: lineAfter(current, edits, from), raw })) };
}

/** The line, from 1, on which a place of the text comes to lie. */
function lineAfter(text: string, edits: readonly Edit[], place: number): number {
  const before = edits.filter(({ to }) => to <= place);
  return applyEdits(text.slice(0, place), before).split('\n').length;
}

/** Each link of now with the one that it was: by its place where none has come or gone, else by what is written. */
function paired(
  before: readonly WrittenLink[],
  now: readonly WrittenLink[],
  leads: readonly (VaultPath | null)[],
): readonly { readonly link: WrittenLink; readonly was: WrittenLink; readonly lead: VaultPath }[] {
  const byRaw = new Map<string, number[]>();
  if (before.length !== now.length) before.forEach(({ raw }, at) => byRaw.set(raw, [...(byRaw.get(raw) ?? []), at]));
  return now.flatMap((link, at) => {
    const index = before.length === now.length ? at : byRaw.get(link.raw)?.shift();
    const was = index === undefined ? undefined : before[index];
    const lead = index === undefined ? null : (leads[index] ?? null);
    return was === undefined || lead === null ? [] : [{ link, was, lead }];
  });
}

/** The plan's spans in the text of now. Where both wrote: a link is the app's, and what is more than a link is the plan's. */
function carried(
  text: string,
  current: string,
  ours: readonly Edit[],
  links: readonly { readonly from: number; readonly to: number }[],
): readonly Edit[] {
  if (text === current) return ours;
  const theirs = editsBetween(text, current);
  const result: Edit[] = [];
  for (const our of ours) {
    const hit = theirs.filter((their) => overlap(our, their));
    const isLink = links.some(({ from, to }) => from <= our.from && our.to <= to);
    if (hit.length > 0 && isLink) continue;
    const from = Math.min(our.from, ...hit.map((their) => their.from));
    const to = Math.max(our.to, ...hit.map((their) => their.to));
    const kept = { ...our, from: from + shift(theirs, from), to: to + shift(theirs, to) };
    if (!result.some((other) => overlap(kept, other))) result.push(kept);
  }
  return result;
}

function spansOf(links: readonly WrittenLink[]): readonly { readonly from: number; readonly to: number }[] {
  return links.map(({ from, raw }) => ({ from, to: from + raw.length }));
}

function overlap(a: Edit, b: Edit): boolean {
  if (a.from === a.to) return b.from < a.from && a.from < b.to;
  return b.from < a.to && a.from < b.to;
}

/** How far a place has moved: what is written at it comes behind it. */
function shift(edits: readonly Edit[], place: number): number {
  return edits.filter(({ from, to }) => to <= place && from < place).reduce(grown, 0);
}

function grown(sum: number, { from, to, text }: Edit): number {
  return sum + text.length - (to - from);
}
