import { linkPath } from '../core/note/link-text.ts';
import type { CacheItem } from '../core/note/metadata.ts';
import { noteLinks, placeLinks } from '../core/note/note-links.ts';
import type { LinkResolver } from '../core/graph/graph.ts';
import type { Note } from '../core/note/note.ts';
import { canvasWrittenLinks } from '../core/rewrite/canvas-written-links.ts';
import { baseName, type VaultPath } from '../core/path.ts';
import type { BacklinkKind } from './messages/messages.ts';

/** One place of a file that points at something: its 1-based line, and that line's text. */
export interface LinkLine {
  readonly kind: BacklinkKind;
  readonly line: number;
  readonly text: string;
  /** The property that holds the link, for those in the frontmatter. */
  readonly property?: string;
}

/** Every link, embed, definition and property of a note that resolves to `target`, in order of lines. */
export function linksTo(note: Note, target: VaultPath, resolver: LinkResolver): LinkLine[] {
  return linesWhere(note, (link) => resolver.resolve(link, note.path) === target);
}

/** Every link of a note that resolves to nothing and whose last part is `name`, in any case. */
export function unresolvedLinksTo(note: Note, name: string, resolver: LinkResolver): LinkLine[] {
  return linesWhere(note, isLostIn(note.path, name, resolver)).map((line) => ({ ...line, kind: 'unresolved' }));
}

/** The same of a canvas at `path`: cards that name the target, and the links in its text cards. */
export function canvasLinksTo(text: string, path: VaultPath, target: VaultPath, resolver: LinkResolver): LinkLine[] {
  return canvasLinesWhere(text, (link) => resolver.resolve(link, path) === target);
}

export function unresolvedCanvasLinksTo(
  text: string,
  path: VaultPath,
  name: string,
  resolver: LinkResolver,
): LinkLine[] {
  return canvasLinesWhere(text, isLostIn(path, name, resolver)).map((line) => ({ ...line, kind: 'unresolved' }));
}

function isLostIn(source: VaultPath, name: string, resolver: LinkResolver): (link: string) => boolean {
  const wanted = name.toLowerCase();
  return (link) => link !== '' && baseName(link).toLowerCase() === wanted && resolver.resolve(link, source) === null;
}

/** The app writes each card on a line of its own; of a canvas that is one long line only the link is worth showing. */
function canvasLinesWhere(text: string, points: (linkPath: string) => boolean): LinkLine[] {
  const links = canvasWrittenLinks(text)
    .map(({ path, raw, from }) => ({ link: path, raw, kind: 'canvas' as const, offset: from }))
    .sort((a, b) => a.offset - b.offset);
  return placeLinks(text, links, (link) => (points(link) ? 'here' : null)).flatMap(
    ({ target, line, text: whole, raw }) =>
      target === null ? [] : [{ kind: 'canvas', line, text: whole.length > LONGEST_CARD ? raw : whole }],
  );
}

/** UTF-16 units; the line of a card that the app wrote, however long its path. */
const LONGEST_CARD = 1_000;

/**
 * Lines of a note that mention one of the names outside links and frontmatter: whole words, in any case, one find a
 * line, at most `most`.
 */
export function mentionsOf(note: Note, names: readonly string[], most: number): LinkLine[] {
  const linked = [...(note.metadata.links ?? []), ...(note.metadata.embeds ?? [])].map(spanOf);
  const from = note.metadata.frontmatterPosition?.end.offset ?? 0;
  const wanted = names.map((name) => name.toLowerCase());
  const found: LinkLine[] = [];
  let offset = 0;
  for (const [at, text] of note.text.split('\n').entries()) {
    if (found.length === most) break;
    const start = offset;
    offset += text.length + 1;
    if (start < from) continue;
    const free = (begin: number, end: number) => !linked.some((span) => begin < span.end && end > span.start);
    if (mentions(text, wanted, (begin, end) => free(start + begin, start + end))) {
      found.push({ kind: 'mention', line: at + 1, text });
    }
  }
  return found;
}

function linesWhere(note: Note, points: (linkPath: string) => boolean): LinkLine[] {
  const inText = noteLinks(note.text, { ...note.metadata, frontmatterLinks: undefined });
  const placed = placeLinks(note.text, inText, (link) => (points(link) ? 'here' : null)).flatMap(
    ({ target, kind, line, text }): LinkLine[] => (target === null ? [] : [{ kind, line, text }]),
  );
  return [...propertyLines(note, points), ...placed].sort((a, b) => a.line - b.line);
}

/** The cache keeps no lines for properties, so each is looked for below the one before it. */
function propertyLines(note: Note, points: (linkPath: string) => boolean): LinkLine[] {
  const last = note.metadata.frontmatterPosition?.end.line ?? 0;
  const lines = last === 0 ? [] : note.text.split('\n', last + 1);
  const seen = new Map<string, number>();
  return (note.metadata.frontmatterLinks ?? []).flatMap(({ key, link, original }): LinkLine[] => {
    const from = seen.get(original) ?? 0;
    const at = lines.findIndex((line, index) => index > from && index < last && line.includes(original));
    if (at > 0) seen.set(original, at);
    if (!points(linkPath(link))) return [];
    return [{ kind: 'property', line: Math.max(at, 0) + 1, text: lines[at] ?? original, property: key }];
  });
}

function spanOf({ position }: CacheItem): { start: number; end: number } {
  return { start: position.start.offset, end: position.end.offset };
}

function mentions(line: string, wanted: readonly string[], isFree: (begin: number, end: number) => boolean): boolean {
  const lower = line.toLowerCase();
  // Lower-casing may change lengths (İ); then offsets would lie, and a mention in a link would look free.
  if (lower.length !== line.length) return false;
  return wanted.some((name) => {
    for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + name.length)) {
      const end = at + name.length;
      if (isEdge(lower, at) && isEdge(lower, end) && isFree(at, end)) return true;
    }
    return false;
  });
}

/** Whether a word may begin or end here: not between two letters, save in scripts that part no words. */
function isEdge(text: string, at: number): boolean {
  const pair = text.slice(at - 1, at + 1);
  return (
    at === 0 ||
    at === text.length ||
    !/^[\p{L}\p{N}_]{2}$/u.test(pair) ||
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(pair)
  );
}
