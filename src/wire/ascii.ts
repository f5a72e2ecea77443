/**
 * Headers and control units are pure ASCII, so that this room, which has no text codec, can read and write them;
 * lines of JSON-RPC pass by as bytes and are never decoded here.
 */

/** JSON with every character outside printable ASCII escaped. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);
}

/** The text of ASCII bytes from `start` to `end`; null where a byte is not printable ASCII. */
export function asciiText(bytes: Uint8Array, start = 0, end = bytes.length): string | null {
  const pieces: string[] = [];
  for (let at = start; at < end; at += PIECE) {
    const piece = bytes.subarray(at, Math.min(at + PIECE, end));
    for (const byte of piece) if (byte < 0x20 || byte > 0x7e) return null;
    pieces.push(String.fromCharCode(...piece));
  }
  return pieces.join('');
}

/** The value of a JSON text if it is an object; null for anything else. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Arguments of one call of fromCharCode: far below any engine's limit. */
const PIECE = 4096;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
