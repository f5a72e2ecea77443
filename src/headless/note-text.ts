/** How far a note is searched for zero bytes, as git does: text has none, UTF-16 without a mark is full of them. */
const LOOKED_AT = 8_000;

/** The text of a note's bytes without BOM; null where they are no UTF-8 that would come back the same. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
