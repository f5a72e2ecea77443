import type { ProblemCode } from './json-fields.ts';

/** A folder as conventions name it: no slash at either end, NFC. */
export function asFolder(text: string): string {
  return text
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

/** A folder of the vault that the user has named; `root`: whether the vault itself may be meant (`/`). */
export function folderName(
  value: unknown,
  { root }: { readonly root: boolean },
): { readonly taken: string } | ProblemCode {
  if (typeof value !== 'string') return 'not_text';
  if (value.trim() === '') return 'empty';
  const folder = asFolder(value.trim().replaceAll('\\', '/'));
  if (folder === '' && !root) return 'not_a_folder';
  return folder.split('/').includes('..') ? 'not_a_folder' : { taken: folder };
}

/** A word of the user's vocabulary. */
export function word(value: unknown): { readonly taken: string } | ProblemCode {
  if (typeof value !== 'string') return 'not_text';
  return value.trim() === '' ? 'empty' : { taken: value.trim() };
}
