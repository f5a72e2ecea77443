import { blockReader } from './block-state.ts';
import type { Passage } from './passage.ts';
import { splitHeading } from './split-heading.ts';

/**
 * What of a passage is indexed as prose and what as code: fenced code apart (without its fence lines), the passage's own
 * heading line in neither, since its trail holds it. Left out: drawings (Excalidraw keeps them compressed in
 * a fence) and lines of encoded data. Lines keep their order and are joined by LF. Linear.
 */
export function separateCode(passage: Passage): { readonly prose: string; readonly code: string } {
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
const ENCODED = /^[ \t>]*(?=[^\d]{0,200}\d)[A-Za-z0-9+/]{60,}={0,2}[ \t]*$/;
