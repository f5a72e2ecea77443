import { createHmac, randomBytes } from 'node:crypto';
import type { Proving } from '../wire/handshake.ts';

export const nodeProving: Proving = {
  mac: (token, text) => createHmac('sha256', token).update(text).digest('base64url'),
  nonce: randomText,
};

/** A token for an endpoint file: 256 random bits. */
export function newToken(): string {
  return randomText();
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
