import type { Edit } from '../change/change-set.ts';
import { applyEdits, sortedEdits } from '../change/edits.ts';
import { editsBetween } from '../change/merge.ts';
import type { LinkResolver } from '../graph/graph.ts';
import { frontmatterBlock } from '../note/frontmatter.ts';
import { isNote } from '../path.ts';
import type { Unsettled } from './settle-links.ts';
import { writtenLinks } from './written-links.ts';
import type { WrittenLink } from './written-link.ts';

/**
 * The spans of the text before a move that the move has changed, seen from the text of now: links, and what the plan wrote
 * beside them. What anybody else has written meanwhile is not among them, so that an undo leaves it. An app that writes a
 * property's link writes its whole frontmatter anew, and a canvas from end to end: there every difference counts.
 */
export function movedEdits(settled: Unsettled, resolve: LinkResolver['resolve']): readonly Edit[] {
  const { old, path, text, current, leads } = settled;
  if (!isNote(path)) return editsBetween(text, current);
  const before = writtenLinks(old, text);
  const links: Edit[] = [];
  for (const [was, is] of pairedLinks(before, writtenLinks(path, current), (at, link) => {
    const lead = leads[at] ?? null;
    return lead !== null && resolve(link.path, path) === lead;
  })) {
    if (was.raw !== is.raw) links.push({ from: was.from, to: was.from + was.raw.length, text: is.raw });
  }
  const planned = settled.edits.filter((edit) => !before.some((link) => lies(edit, link)));
  const free = links.filter((edit) => !planned.some((other) => edit.from < other.to && other.from < edit.to));
  return withFrontmatter(settled, sortedEdits([...planned, ...free]));
}

/** Links that somebody may have put in before one that is looked for. */
const LOOKED_AHEAD = 100;

/** In their order: one by one where none has come or gone, else by what is written or by where it leads. */
function pairedLinks(
  before: readonly WrittenLink[],
  now: readonly WrittenLink[],
  leadsRight: (at: number, link: WrittenLink) => boolean,
): readonly (readonly [WrittenLink, WrittenLink])[] {
  let next = 0;
  return before.flatMap((was, at) => {
    if (before.length === now.length) {
      const is = now[at];
      return is === undefined ? [] : [[was, is] as const];
    }
    const ahead = now.slice(next, next + LOOKED_AHEAD);
    const found = ahead.findIndex((is) => is.raw === was.raw || leadsRight(at, is));
    const is = ahead[found];
    if (is === undefined) return [];
    next += found + 1;
    return [[was, is] as const];
  });
}

function withFrontmatter({ text, current }: Unsettled, edits: readonly Edit[]): readonly Edit[] {
  const [was, is] = [frontmatterBlock(text), frontmatterBlock(current)];
  if (was === null || is === null) return edits;
  const inside = edits.filter(({ to }) => to <= was.end);
  const [block, written] = [text.slice(0, was.end), current.slice(0, is.end)];
  if (inside.length === 0 || applyEdits(block, inside) === written) return edits;
  return [...editsBetween(block, written), ...edits.filter(({ to }) => to > was.end)];
}

function lies(edit: Edit, link: WrittenLink): boolean {
  return link.from <= edit.from && edit.to <= link.from + link.raw.length;
}
