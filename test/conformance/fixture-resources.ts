import { Buffer } from 'node:buffer';

/** A PNG of one pixel, and a WAV of no sample: the smallest files of their kinds. */
export const smallPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
export const smallWav = Buffer.concat([
  Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from([0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0]),
  Buffer.from('data\0\0\0\0', 'latin1'),
]).toString('base64');

export const resources = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
] as const;

export const template = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  mimeType: 'application/json',
} as const;

/** The contents under an address; null where there are none. */
export function resourceOf(uri: string) {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: template.mimeType, text };
  }
  const found = resources.find((each) => each.uri === uri);
  if (found === undefined) return null;
  const { mimeType } = found;
  return mimeType === 'image/png'
    ? { uri, mimeType, blob: smallPng }
    : { uri, mimeType, text: `The text under ${found.name}.` };
}
