import type { Sha256 } from '../ports.ts';

/**
 * The revision of a text: `n-` and 128 bits of the SHA-256 of its UTF-8 without BOM, in lower-case hex. Two hosts that
 * read the same bytes name the same revision.
 */
export function revisionOf(text: string, sha256: Sha256): string {
  const bare = text.charCodeAt(0) === BOM ? text.slice(1) : text;
  return `n-${sha256(bare).slice(0, HEX_DIGITS)}`;
}

const BOM = 0xfeff;
const HEX_DIGITS = 32;
