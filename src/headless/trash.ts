import { baseName, fileName, folderOf, joinPath } from '../core/path.ts';
import type { VaultPath } from '../core/path.ts';
import { isBadName, isHidden, isTreacherous } from './left-out.ts';

/** Where the app keeps a vault's own trash. */
export const TRASH = '.trash';

/** Names tried in their order before a random one is made up. */
const NUMBERS = 50;

/**
 * Places in the trash for a file of the vault, best first: under its own path, then numbered, at last by chance. A token
 * is such a place, relative to the vault.
 */
export function* placesInTrash(path: VaultPath, random: () => string): Generator<string, void, void> {
  const name = fileName(path);
  const extension = name.slice(baseName(path).length);
  const folder = joinPath(TRASH, folderOf(path)).replace(/\/$/, '');
  yield joinPath(folder, name);
  for (let number = 2; number <= NUMBERS; number++) yield joinPath(folder, `${baseName(path)} ${number}${extension}`);
  yield joinPath(folder, `${random()}${extension}`);
  // A file may lie in the trash where a folder is wanted: the top always has room.
  yield joinPath(TRASH, `${random()} ${name}`.slice(0, 120));
}

/** Whether a token names a place in the trash and nothing else, whoever made it up. */
export function isInTrash(token: string, platform: NodeJS.Platform): boolean {
  const [top, ...below] = token.split('/');
  if (top !== TRASH || below.length === 0 || token !== token.normalize('NFC')) return false;
  return below.every((name) => name !== '' && !isHidden(name) && !isBadName(name) && !isTreacherous(name, platform));
}
