import { visit, parseDocument, type Scalar } from 'yaml';
import type { Edit } from '../change/change-set.ts';
import { frontmatterBlock } from '../note/frontmatter.ts';
import type { NoteMetadata, ReferenceCache } from '../note/metadata.ts';
import { definitionsWithin } from '../note/note-links.ts';
import { parseMetadata } from '../note/parse-metadata.ts';
import { definitionAt, markdownLinkAt, propertyMarkdownLink, wikilinkAt, type WrittenLink } from './written-link.ts';

/**
 * Every link of a note's text that the vault's graph counts, in order: among its properties, then links, embeds and
 * definitions.
 */
export function noteWrittenLinks(text: string): readonly WrittenLink[] {
  const metadata = parseMetadata(text);
  return [...propertyLinks(text, metadata), ...bodyLinks(text, metadata)];
}

/** The links, embeds and definitions in a text without frontmatter of its own: a canvas card's Markdown. */
export function bodyWrittenLinks(markdown: string): readonly WrittenLink[] {
  return bodyLinks(markdown, parseMetadata(markdown));
}

function bodyLinks(text: string, metadata: NoteMetadata): WrittenLink[] {
  const { links = [], embeds = [] } = metadata;
  const inText = [...links, ...embeds].flatMap(({ original, displayText, position }: ReferenceCache) => {
    const { offset } = position.start;
    return wikilinkAt(original, offset) ?? markdownLinkAt(original, offset, displayText ?? '') ?? [];
  });
  const defined = definitionsWithin(metadata).flatMap(({ position: { start, end } }) => {
    return definitionAt(text.slice(start.offset, end.offset), start.offset) ?? [];
  });
  return defined.length === 0 && embeds.length === 0 ? inText : [...inText, ...defined].sort((a, b) => a.from - b.from);
}

/** Values that are one link and nothing else, found in the YAML as it is written. */
function propertyLinks(text: string, { frontmatterLinks = [] }: NoteMetadata): WrittenLink[] {
  const block = frontmatterLinks.length === 0 ? null : frontmatterBlock(text);
  if (block === null) return [];
  const wanted = new Set(frontmatterLinks.map(({ original }) => original));
  const found: WrittenLink[] = [];
  visit(parseDocument(text.slice(block.from, block.to), { logLevel: 'error' }), {
    Scalar(key, scalar) {
      const { value } = scalar;
      if (typeof value !== 'string' || key === 'key' || !wanted.has(value)) return;
      const link = wikilinkAt(value, 0) ?? propertyMarkdownLink(value);
      if (link !== null) found.push(inYaml(link, value, scalar, text, block.from));
    },
  });
  return found;
}

/** A link that is a YAML value, its edits made edits of the note's text. */
function inYaml(link: WrittenLink, value: string, scalar: Scalar, text: string, base: number): WrittenLink {
  const [start = 0, end = 0] = scalar.range ?? [];
  const source = text.slice(base + start, base + end);
  const within = source.indexOf(value);
  const from = base + start + Math.max(within, 0);
  const write: WrittenLink['write'] = (path, shown) => {
    const edits = link.write(path, shown);
    if (edits === null) return null;
    const escaped = edits.map((edit) => ({ ...edit, text: escapeFor(source, edit.text) }));
    if (within >= 0 && escaped.every((edit) => edit.text !== null)) {
      return escaped.map((edit) => ({ from: edit.from + from, to: edit.to + from, text: edit.text ?? '' }));
    }
    // Folded, or escaped so that no span of the source is the value's: the value is written anew.
    return isBlock(source)
      ? null
      : [{ from: base + start, to: base + end, text: JSON.stringify(applied(value, edits)) }];
  };
  return { ...link, from, write };
}

function isBlock(source: string): boolean {
  return source.startsWith('|') || source.startsWith('>');
}

/** A piece of a value in the quotes of its source; null where they can not hold it as it is. */
function escapeFor(source: string, piece: string): string | null {
  if (source.startsWith("'")) return piece.replaceAll("'", "''");
  if (source.startsWith('"')) return JSON.stringify(piece).slice(1, -1);
  return /: | #|[\n\r]/.test(piece) && !isBlock(source) ? null : piece;
}

function applied(value: string, edits: readonly Edit[]): string {
  return [...edits].reverse().reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), value);
}
