import { linkPath } from './link-text.ts';
import { noteLinks, placeFinder, type LinkOccurrence } from './note-links.ts';
import { parseMetadata } from './parse-metadata.ts';

/**
 * The links of a `.canvas` file (JSON Canvas 1.0): its file cards with their subpaths, the pictures behind its groups,
 * and the links and embeds in the Markdown of its text cards. Text that is no canvas has none. An offset is where the
 * link is written in the JSON (0 where it is not found as written).
 */
export function canvasLinks(text: string): LinkOccurrence[] {
  const find = placeFinder(text);
  const place = (written: string): number => find(JSON.stringify(written).slice(1, -1));
  return canvasCards(text).flatMap((card) => {
    const { type, subpath, text: markdown } = card;
    const file = fileOf(card);
    if (type === 'text' && typeof markdown === 'string') return textCardLinks(markdown, place);
    if (file === null) return [];
    const suffix = typeof subpath === 'string' && subpath.startsWith('#') ? subpath : '';
    return [{ link: file + suffix, raw: file + suffix, kind: 'canvas', offset: place(file) }];
  });
}

/** The paths that the links of a canvas lead to, with repetition: a file card's path is exact, `#` and all. */
export function canvasLinkPaths(text: string): string[] {
  return canvasCards(text).flatMap((card) => {
    const { type, text: markdown } = card;
    const file = fileOf(card);
    if (file !== null) return [file];
    if (type !== 'text' || typeof markdown !== 'string') return [];
    return textCardLinks(markdown, () => 0).map(({ link }) => linkPath(link));
  });
}

/** The file that a card shows, or that lies behind a group: a path from the vault's root. */
function fileOf({ type, file, background }: Readonly<Record<string, unknown>>): string | null {
  const path = type === 'file' ? file : type === 'group' ? background : null;
  return typeof path === 'string' && path !== '' ? path : null;
}

function textCardLinks(markdown: string, place: (written: string) => number): LinkOccurrence[] {
  if (!markdown.includes('[')) return [];
  const body = noteLinks(markdown, { ...parseMetadata(markdown), frontmatterLinks: undefined });
  return body.map(({ link, raw }) => ({ link, raw, kind: 'canvas', offset: place(raw) }));
}

/** The canvas's cards; none where the text is no such JSON. */
function canvasCards(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const canvas: unknown = JSON.parse(text);
    if (typeof canvas !== 'object' || canvas === null || !('nodes' in canvas) || !Array.isArray(canvas.nodes))
      return [];
    return canvas.nodes.filter(
      (card: unknown): card is Record<string, unknown> => typeof card === 'object' && card !== null,
    );
  } catch {
    return [];
  }
}
