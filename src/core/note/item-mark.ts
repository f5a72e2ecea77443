import type { CacheItem } from './metadata.ts';

/**
 * Where the mark of a list's item stands (UTF-16 units): the app counts spaces that indent an item further than the list
 * needs (` - x`) as part of it.
 */
export function itemMark(text: string, { position }: CacheItem): number {
  let at = position.start.offset;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  return at;
}
