/** Another way of naming a note than its path or name: as answers, links and resources name one. */
export interface NoteAddress {
  readonly path: string;
  /** The part that it names, as vault_get_note takes it; at most one of them. */
  readonly lines?: string;
  readonly heading?: string;
}

/**
 * What else a text may mean that names no file: `path:12` and `path:12-20` as answers cite, `[[name#Heading|shown]]` and
 * `name#Heading` as notes link, `vault://note/…` as resources are called, and a path as Markdown links escape it. Null for
 * any other text.
 */
export function addressOf(asked: string): NoteAddress | null {
  const text = asked.trim();
  const cited = /^(.+?):(\d{1,9}(?:-\d{1,9})?)$/s.exec(text);
  if (cited?.[1] !== undefined && cited[2] !== undefined) return { path: cited[1], lines: cited[2] };
  const linked = /^!?\[\[([^[\]]+)\]\]$/.exec(text)?.[1]?.split('|', 1)[0];
  if (linked !== undefined) return withHeading(linked);
  if (text.toLowerCase().startsWith(RESOURCE)) return { path: unescaped(text.slice(RESOURCE.length)) };
  if (text.includes('#')) return withHeading(text);
  const plain = unescaped(text);
  return plain === text ? null : { path: plain };
}

const RESOURCE = 'vault://note/';

function withHeading(link: string): NoteAddress {
  const hash = link.indexOf('#');
  if (hash < 0) return { path: link.trim() };
  const heading = link.slice(hash + 1).trim();
  const path = link.slice(0, hash).trim();
  // A block is no heading: the note is what can be shown.
  return heading === '' || heading.startsWith('^') ? { path } : { path, heading };
}

/** With `%20` and the like as what they stand for; as it is where they stand for nothing. */
function unescaped(path: string): string {
  if (!/%[0-9a-f]{2}/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
