import { blockReader } from './block-state.ts';
import type { Passage } from './passage.ts';
import { splitHeading } from './split-heading.ts';

/**
 * What of a passage is indexed as prose and what as code: fenced code apart (without its fence lines), the passage's own
 * heading line in neither, since its trail holds it. Left out: drawings (Excalidraw keeps them compressed in
 * a fence) and lines of encoded data. Lines keep their order and are joined by LF. Linear.
 */
export function separateCode(passage: Passage): { readonly prose: string; readonly code: string } {
  return isPlain(passage) ? { prose: belowHeading(passage), code: '' } : separateLines(passage);
}

/** Whether no line of a passage belongs to a fence or is encoded data: then the prose is its text as it stands. */
function isPlain({ text, fence }: Passage): boolean {
  if (fence !== undefined || text.includes('```') || text.includes('~~~')) return false;
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    if (end - start >= LEAST_ENCODED && beginsEncoded(text, start)) return false;
    start = end + 1;
  }
  return true;
}

/** Whether a line begins with as long a run of encoded data as a line of it needs. */
function beginsEncoded(text: string, start: number): boolean {
  let at = start;
  while (isMargin(text.charCodeAt(at))) at++;
  const least = at + LEAST_RUN;
  while (at < least && isEncodedUnit(text.charCodeAt(at))) at++;
  return at === least;
}

/** Space, tab or `>`. */
function isMargin(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 62;
}

/** A letter, a digit, `+` or `/`. */
function isEncodedUnit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || (unit >= 47 && unit <= 57) || unit === 43;
}

/** The text of a plain passage without its own heading line. */
function belowHeading(passage: Passage): string {
  const { text } = passage;
  const feed = text.indexOf('\n');
  const first = feed < 0 ? text : text.slice(0, feed);
  if (!isOwnHeading(first, passage)) return text;
  return feed < 0 ? '' : text.slice(feed + 1);
}

function separateLines(passage: Passage): { readonly prose: string; readonly code: string } {
  const prose: string[] = [];
  const code: string[] = [];
  const reader = blockReader(passage.text, passage.fence);
  passage.text.split('\n').forEach((line, at) => {
    const kind = reader.read(line);
    if (kind === 'fence-open' || kind === 'fence-close') return;
    if (kind === 'fenced') {
      if (!isDrawing(reader.openFence()) && !isEncoded(line)) code.push(line);
    } else if (!(at === 0 && kind === 'text' && isOwnHeading(line, passage)) && !isEncoded(line)) prose.push(line);
  });
  return { prose: prose.join('\n'), code: code.join('\n') };
}

function isOwnHeading(line: string, passage: Passage): boolean {
  const heading = splitHeading(line);
  return heading !== null && (heading.text === '' || heading.text === passage.headings.at(-1));
}

/** Excalidraw's drawing, as it is stored by default. */
function isDrawing(opening: string): boolean {
  return /^ {0,3}(?:`{3,}|~{3,})[ \t]*compressed-json\b/.test(opening);
}

/** A line that is one long run of base64: certificates, attachments pasted in. Words and paths have no such length. */
function isEncoded(line: string): boolean {
  return line.length >= LEAST_ENCODED && ENCODED.test(line);
}

const LEAST_ENCODED = 64;
const LEAST_RUN = 60;
const ENCODED = /^[ \t>]*(?=[^\d]{0,200}\d)[A-Za-z0-9+/]{60,}={0,2}[ \t]*$/;
