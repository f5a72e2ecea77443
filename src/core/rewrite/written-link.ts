import type { Edit } from '../change/change-set.ts';
import { applyEdits } from '../change/edits.ts';
import { frontmatterLinks } from '../note/frontmatter-links.ts';
import { definitionColon, internalLink, linkPath, readDestination, wikilinkText } from '../note/link-text.ts';
import { encodePath } from './encode-path.ts';

/** A link where it stands in a text, and how it is given another path. Offsets in UTF-16 units of that text. */
export interface WrittenLink {
  /** Where the link leads: its path as the resolver takes it, decoded, without subpath. */
  readonly path: string;
  readonly from: number;
  /** As written, for a warning. */
  readonly raw: string;
  /** A canvas card names its file by the whole path and by nothing else. */
  readonly exact: boolean;
  /** What is shown in its place: a wikilink's alias, a Markdown link's label; null where it has none. */
  readonly shown: string | null;
  /**
   * Edits that give it this path, and this text to show (null: leave that as it is). Null where a link of this form can
   * not hold that path.
   */
  write(path: string, shown: string | null): readonly Edit[] | null;
}

/** `[[path#sub|alias]]` or `![[…]]`, whole, at an offset; null where `raw` is no such link. */
export function wikilinkAt(raw: string, from: number): WrittenLink | null {
  const open = raw.startsWith('![[') ? 3 : raw.startsWith('[[') ? 2 : 0;
  if (open === 0 || !raw.endsWith(']]')) return null;
  const inside = raw.slice(open, -2);
  const pipe = inside.indexOf('|');
  const stop = pipe <= 0 ? inside.length : inside.charAt(pipe - 1) === '\\' ? pipe - 1 : pipe;
  const link = inside.slice(0, stop);
  const hash = link.indexOf('#');
  const before = hash < 0 ? link : link.slice(0, hash);
  const path = before.trim();
  const start = from + open + (before.length - before.trimStart().length);
  const alias = pipe > 0 ? inside.slice(pipe + 1) : null;
  return {
    path,
    from,
    raw,
    exact: false,
    shown: alias === null ? null : alias.trim(),
    write: (to, shown) => {
      const whole = wikilinkText(`${to}${inside.slice(before.trimEnd().length)}`);
      if (to === '' || /[[\]|#\n\r]/.test(to) || whole === null || linkPath(whole.link) !== to) return null;
      const edits: Edit[] = [{ from: start, to: start + path.length, text: to }];
      if (shown !== null && alias !== null) {
        if (/[[\]|\n\r]/.test(shown)) return edits;
        const at = from + open + pipe + 1 + (alias.length - alias.trimStart().length);
        edits.push({ from: at, to: at + alias.trim().length, text: shown });
      }
      return edits;
    },
  };
}

/**
 * `[label](destination "title")` or `![…](…)`, whole, at an offset. `label` is what stands between its brackets. Null
 * where the destination can not be told from the text around it.
 */
export function markdownLinkAt(raw: string, from: number, label: string): WrittenLink | null {
  const open = raw.startsWith('!') ? 2 : 1;
  const close = open + label.length;
  if (!raw.startsWith('](', close)) return null;
  const at = close + 2 + blankLength(raw.slice(close + 2));
  const link = destinationAt(raw, at, from);
  if (link === null) return null;
  const write: WrittenLink['write'] = (to, shown) => {
    const edits = link.write(to, null);
    if (edits === null || shown === null || /[[\]\\`<\n\r]/.test(shown)) return edits;
    return [{ from: from + open, to: from + open + label.length, text: shown }, ...edits];
  };
  return { ...link, shown: label, write };
}

/** `[id]: destination "title"`, whole, at an offset; null where its destination leads out of the vault. */
export function definitionAt(raw: string, from: number): WrittenLink | null {
  const bracket = raw.indexOf('[');
  const colon = bracket < 0 ? -1 : definitionColon(raw, bracket, raw.length);
  return colon < 0 ? null : destinationAt(raw, colon + 1 + blankLength(raw.slice(colon + 1)), from);
}

/** The destination at an offset `at` of a link that is written at `from`; what stands around it stays. */
function destinationAt(raw: string, at: number, from: number): WrittenLink | null {
  const destination = readDestination(raw, at, raw.length);
  const link = destination === null ? null : internalLink(destination.text);
  if (destination === null || link === null) return null;
  const angled = raw.charAt(at) === '<';
  const text = destination.text;
  const mark = /\\?#|%23/i.exec(text);
  const written = (mark === null ? text : text.slice(0, mark.index)).trimEnd();
  const start = from + at + (angled ? 1 : 0);
  return {
    path: linkPath(link),
    from,
    raw,
    exact: false,
    shown: null,
    write: (to) => {
      const path = encodePath(to, written, angled ? 'angled' : 'plain');
      const whole = internalLink(path + text.slice(written.length));
      if (to === '' || /[\n\r]/.test(path) || whole === null || linkPath(whole) !== to) return null;
      const bounds = angled ? `<${path}>` : path;
      if (readDestination(bounds, 0, bounds.length)?.next !== bounds.length) return null;
      return [{ from: start, to: start + written.length, text: path }];
    },
  };
}

/**
 * A property's value that is one Markdown link and nothing else, at offset 0 of the value. Its destination is what stands
 * between the parentheses, `<>` and all; null where the value is no such link.
 */
export function propertyMarkdownLink(value: string): WrittenLink | null {
  const read = (text: string): string | null => {
    const link = frontmatterLinks({ value: text })[0]?.link;
    return link === undefined || !text.endsWith(')') ? null : linkPath(link);
  };
  const path = read(value);
  if (path === null) return null;
  const close = value.indexOf('](');
  const destination = value.slice(close + 2, -1);
  const mark = /\\?#|%23/i.exec(destination);
  const written = mark === null ? destination : destination.slice(0, mark.index);
  return {
    path,
    from: 0,
    raw: value,
    exact: false,
    shown: value.slice(1, close),
    write: (to, shown) => {
      const text = encodePath(to, written, 'property');
      const edits: Edit[] = [{ from: close + 2, to: close + 2 + written.length, text }];
      if (shown !== null && !/[[\]\n\r]/.test(shown)) edits.unshift({ from: 1, to: close, text: shown });
      return to !== '' && read(applyEdits(value, edits)) === to ? edits : null;
    },
  };
}

/** Spaces and line breaks; within a quote a new line begins with its mark. */
function blankLength(text: string): number {
  return /^[ \t\r]*(?:\n[ \t>]*)?/.exec(text)?.[0].length ?? 0;
}
