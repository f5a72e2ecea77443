import { release } from 'node:os';

/**
 * Whether a folder (absolute, real) lies on a disk of Windows seen from Linux beside it: there are no file events there,
 * and locks and renames are another system's, so that a program on that system may not see ours.
 */
export function isForeignDisk(root: string, kernel = release(), platform: string = process.platform): boolean {
  return platform === 'linux' && /microsoft/i.test(kernel) && /^\/mnt\/[a-z](\/|$)/i.test(root);
}
