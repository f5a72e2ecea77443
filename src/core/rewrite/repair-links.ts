import type { Edit } from '../change/change-set.ts';
import type { LinkResolver } from '../graph/graph.ts';
import type { VaultPath } from '../path.ts';
import { linkForms, shownAfter, type LinkToRepair } from './link-forms.ts';
import type { NewFiles } from './new-files.ts';
import { writtenLinks } from './written-links.ts';
import type { WrittenLink } from './written-link.ts';

/** The vault before and after: what links lead to. */
export interface Resolving {
  readonly now: LinkResolver;
  /** Whether a file stands under exactly this path now. */
  readonly holds: (path: string) => boolean;
  readonly then: NewFiles;
}

export interface RepairedLinks {
  readonly edits: readonly Edit[];
  /** How many links got another path. */
  readonly repaired: number;
  /** Links that no path can save, with their lines (from 1). */
  readonly lost: readonly { readonly line: number; readonly raw: string }[];
}

/**
 * Edits after which every link of a text that led somewhere leads to the same file, in the form that its author gave it.
 * Links that led nowhere, and those that still lead to the right file, keep every byte. `source` is the text's own path
 * now and then.
 */
export function repairLinks(text: string, source: LinkToRepair['source'], resolving: Resolving): RepairedLinks {
  const links = writtenLinks(source.old, text);
  const edits: Edit[] = [];
  const lost: { line: number; raw: string }[] = [];
  let repaired = 0;
  for (const link of links) {
    const target = brokenTarget(link, source, resolving);
    if (target === null) continue;
    const change = leadTo(link, { link: link.path, source, target }, resolving.then);
    if (change === null) lost.push({ line: lineOf(text, link.from), raw: link.raw });
    else {
      edits.push(...change);
      repaired++;
    }
  }
  return { edits, repaired, lost };
}

/** What the link led to and has to lead to; null where it needs no change. */
function brokenTarget(
  link: WrittenLink,
  source: LinkToRepair['source'],
  { now, holds, then }: Resolving,
): LinkToRepair['target'] | null {
  if (link.exact) {
    const path = link.path.normalize('NFC') as VaultPath;
    const place = then.placeOf(path);
    return holds(path) && place !== path ? { old: path, new: place } : null;
  }
  if (source.old === source.new && !then.touches(link.path)) return null;
  const old = now.resolve(link.path, source.old);
  if (old === null) return null;
  const place = then.placeOf(old);
  return then.resolve(link.path, source.new) === place ? null : { old, new: place };
}

/** Edits after which a link leads where it is wanted to, in the form that its author gave it; null where none can. */
export function leadTo(
  link: WrittenLink,
  wanted: LinkToRepair,
  then: Pick<NewFiles, 'resolve'>,
): readonly Edit[] | null {
  if (link.exact) return link.write(wanted.target.new, null);
  const isLabel = !link.raw.startsWith('[[') && !link.raw.startsWith('![[');
  for (const form of linkForms(wanted)) {
    if (then.resolve(form, wanted.source.new) !== wanted.target.new) continue;
    const edits = link.write(form, shownAfter(link.shown, wanted, form, isLabel));
    if (edits !== null) return edits;
  }
  return null;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < offset; feed = text.indexOf('\n', feed + 1)) line++;
  return line;
}
