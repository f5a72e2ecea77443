const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes in base64 with padding (RFC 4648, part 4): this room has neither Buffer nor btoa. */
export function toBase64(bytes: Uint8Array): string {
  const quads: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const quad = sextet(group, 18) + sextet(group, 12) + sextet(group, 6) + sextet(group, 0);
    const missing = Math.max(0, at + 3 - bytes.length);
    quads.push(missing === 0 ? quad : quad.slice(0, 4 - missing) + '='.repeat(missing));
  }
  return quads.join('');
}

function sextet(group: number, shift: number): string {
  return alphabet.charAt((group >> shift) & 63);
}
