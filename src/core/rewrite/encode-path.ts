/**
 * Where a Markdown link's destination stands: between `<>`, where spaces need no encoding; between parentheses, which
 * must pair; or in a property, whose links hold neither spaces nor parentheses.
 */
export type DestinationForm = 'angled' | 'plain' | 'property';

/**
 * A path as the destination of a Markdown link, in the manner of the one that stood there: segments that it shares with
 * `old` stay as written; letters outside ASCII are percent-encoded only where the author did so.
 */
export function encodePath(path: string, old: string, form: DestinationForm): string {
  const known = new Map(old.split('/').map((segment) => [decoded(segment), segment]));
  const style: Style = {
    angled: form === 'angled',
    encodes: /%[0-9a-f]{2}/i.test(old),
    beyondAscii: /%[89a-f][0-9a-f]/i.test(old),
  };
  const segments = path.split('/').map((segment) => known.get(segment) ?? encodeSegment(segment, style));
  const joined = segments.join('/');
  if (form === 'angled' || (form === 'plain' && parenthesesPair(joined))) return joined;
  return joined.replaceAll('(', '%28').replaceAll(')', '%29');
}

interface Style {
  readonly angled: boolean;
  /** The author encoded something. */
  readonly encodes: boolean;
  readonly beyondAscii: boolean;
}

function encodeSegment(segment: string, { angled, encodes, beyondAscii }: Style): string {
  const text = segment.replaceAll('%', '%25');
  const ascii = angled && !encodes ? /[\p{Cc}<>\\]/gu : /[\p{Cc} <>\\]/gu;
  const encoded = text.replace(ascii, encodeURIComponent);
  return beyondAscii ? encoded.replace(/[^\p{ASCII}]+/gu, encodeURIComponent) : encoded;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function parenthesesPair(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
