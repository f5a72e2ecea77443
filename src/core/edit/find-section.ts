import { VaultError } from '../errors.ts';
import type { NoteMetadata } from '../note/metadata.ts';
import { outline, resolveSubpath, type NotePlace } from '../note/subpath.ts';
import type { VaultPath } from '../path.ts';

/** A heading with all below it: UTF-16 offsets, line breaks included. */
export interface Section {
  readonly start: number;
  /** Where the line after the heading begins (below the rule of a heading that is underlined). */
  readonly bodyStart: number;
  /** Where the next heading of the same level or above begins; the text's end where there is none. */
  readonly end: number;
  readonly level: number;
  readonly name: string;
  /** 1-based line of the heading. */
  readonly line: number;
}

/**
 * The section that a caller names: by its heading's text, by a trail (`A > B`), by a link's subpath (`#A#B`); with or
 * without the marks before it, in any case, headings above left out as one likes. An exact match goes before one in
 * another case. Headings in fences and comments are none.
 * Throws VaultError 'heading_not_found', or 'heading_ambiguous' with the candidates and their lines.
 */
export function findSection(text: string, metadata: NoteMetadata, asked: string, path: VaultPath): Section {
  const total = text.split('\n').length;
  const all = outline(metadata, total);
  const found = candidates(all, metadata, asked, total);
  const [place] = found;
  if (place === undefined) {
    const names = all.slice(0, MOST_NAMED).map(({ trail }) => trail.join(' > '));
    throw new VaultError('heading_not_found', { path, heading: asked, outline: names });
  }
  if (found.length > 1) {
    const named = found.slice(0, MOST_NAMED).map(({ trail, firstLine }) => `${firstLine}: ${trail.join(' > ')}`);
    throw new VaultError('heading_ambiguous', { path, heading: asked, candidates: named });
  }
  return sectionAt(text, metadata, place);
}

const MOST_NAMED = 40;

function sectionAt(text: string, metadata: NoteMetadata, place: NotePlace): Section {
  const headings = metadata.headings ?? [];
  const index = headings.findIndex(({ position }) => position.start.line + 1 === place.firstLine);
  const heading = headings[index];
  const level = heading?.level ?? 1;
  const next = headings.slice(index + 1).find((each) => each.level <= level);
  const start = lineStart(text, heading?.position.start.offset ?? 0);
  const feed = text.indexOf('\n', heading?.position.end.offset ?? start);
  return {
    start,
    bodyStart: feed < 0 ? text.length : feed + 1,
    end: next === undefined ? text.length : lineStart(text, next.position.start.offset),
    level,
    name: place.name,
    line: place.firstLine,
  };
}

function candidates(
  all: readonly (NotePlace & { readonly level: number })[],
  metadata: NoteMetadata,
  asked: string,
  total: number,
): readonly NotePlace[] {
  const marked = /^\s*(#{1,6})[ \t]+(.*)$/s.exec(asked);
  const level = marked?.[1]?.length;
  const name = marked?.[2] ?? asked;
  const exact = all.filter((one) => one.name.trim() === name.trim() && (level === undefined || one.level === level));
  if (exact.length > 0) return exact;
  const alike = all.filter((one) => fold(one.name) === fold(name) && (level === undefined || one.level === level));
  if (alike.length > 0) return alike;
  const names = name.split(/\s*>\s*/).map(fold);
  const trailed = names.length < 2 ? [] : all.filter(({ trail }) => endsTrail(trail.map(fold), names));
  if (trailed.length > 0) return trailed;
  if (asked.includes('^')) return [];
  return resolveSubpath(metadata, asked, total).filter(({ kind }) => kind === 'heading');
}

/** Whether the last name is the heading's own and those before it are headings above, in order. */
function endsTrail(trail: readonly string[], names: readonly string[]): boolean {
  if (trail.at(-1) !== names.at(-1)) return false;
  let left = names.length - 2;
  for (let above = trail.length - 2; above >= 0 && left >= 0; above--) if (trail[above] === names[left]) left--;
  return left < 0;
}

function fold(heading: string): string {
  return heading
    .replace(/^\s*#{1,6}[ \t]+/, '')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}
