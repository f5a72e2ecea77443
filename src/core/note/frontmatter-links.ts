import type { Frontmatter } from './frontmatter.ts';
import { internalLink, wikilinkText } from './link-text.ts';
import type { FrontmatterLinkCache } from './metadata.ts';

/**
 * The links among a note's properties: values that are one link and nothing else, with the path to them (`related.0`).
 * Looks at no more than {@link MAX_VALUES} values and {@link MAX_DEPTH} levels, since aliases in YAML may make a small
 * block unfold into an enormous value.
 */
export function frontmatterLinks(frontmatter: Frontmatter): FrontmatterLinkCache[] {
  const found: FrontmatterLinkCache[] = [];
  let left = MAX_VALUES;
  const visit = (value: unknown, key: string, depth: number): void => {
    if (left-- <= 0) return;
    if (typeof value === 'string') {
      const link = propertyLink(value);
      if (link !== null) found.push({ key, ...link, original: value });
    } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const [name, inner] of Object.entries(value)) visit(inner, `${key}.${name}`, depth + 1);
    }
  };
  for (const [key, value] of Object.entries(frontmatter)) visit(value, key, 1);
  return found;
}

function propertyLink(value: string): { link: string; displayText: string } | null {
  if (value.charCodeAt(0) !== 91 || value.length > MAX_LINK) return null;
  const inside = WIKILINK.exec(value)?.[1];
  if (inside !== undefined) return wikilinkText(inside);
  const markdown = MARKDOWN_LINK.exec(value);
  const link = markdown === null ? null : internalLink(markdown[2] ?? '');
  return link === null ? null : { link, displayText: markdown?.[1] ?? '' };
}

const MAX_VALUES = 20_000;
const MAX_DEPTH = 16;
const MAX_LINK = 2_000;
const WIKILINK = /^\[\[([^[\]\n]+)\]\]$/;
const MARKDOWN_LINK = /^\[([^[\]\n]*)\]\(([^()\s]+)\)$/;
