import { extensionOf, type VaultPath } from '../core/path.ts';
import type { Vault } from '../core/ports.ts';
import { toBase64 } from './base64.ts';
import type { Image } from './tool.ts';

/** Bytes of an image that may be shown: base64 adds a third, and one client drops answers near 1 MB. */
export const mostImageBytes = 700_000;

/** The kinds that models can look at. */
const mimeTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The MIME type of a file that can be shown as an image; null for any other. */
export function imageType(path: string): string | null {
  const extension = extensionOf(path);
  return Object.hasOwn(mimeTypes, extension) ? (mimeTypes[extension] ?? null) : null;
}

/** The image, or null where it is gone or too large to show. */
export async function readImage(path: VaultPath, mimeType: string, vault: Vault): Promise<Image | null> {
  const file = await vault.stat(path);
  if (file === null || file.size > mostImageBytes) return null;
  const bytes = await vault.readBytes(path, mostImageBytes);
  return bytes === null ? null : { base64: toBase64(bytes), mimeType };
}
