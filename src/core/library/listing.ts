import type { VaultPath } from '../path.ts';
import type { Clock, Vault, VaultEvent } from '../ports.ts';
import type { News } from './news.ts';
import type { Shelf } from './shelf.ts';
import { Slices } from './slices.ts';

export interface ListingParts {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly shelf: Shelf;
  readonly news: News;
  /** Whether nobody wants the rest any more. */
  readonly isStopped: () => boolean;
}

/** Puts every file of the vault on the shelf; gives those that were not there as they are now. Throws where it cannot be listed. */
export async function listAnew(parts: ListingParts): Promise<ReadonlySet<VaultPath>> {
  const { vault, clock, shelf, news, isStopped } = parts;
  const slices = new Slices(clock);
  const fresh = new Set<VaultPath>();
  const gone = new Set(shelf.files.keys());
  for await (const files of vault.list()) {
    slices.begin();
    for (const file of files) {
      if (isStopped()) return fresh;
      gone.delete(file.path);
      if (shelf.isNews(file)) {
        shelf.putFile(file);
        fresh.add(file.path);
      }
      await slices.pause();
    }
  }
  for (const path of gone) news.remove(path);
  return fresh;
}

/** Lists the vault, and hands each part of it to `take` as word of its files; at last that of the missing. Throws where it cannot be listed. */
export async function compareWithVault(
  parts: ListingParts,
  take: (events: readonly VaultEvent[]) => void,
): Promise<void> {
  const { vault, clock, shelf, news, isStopped } = parts;
  const before = [...shelf.files.keys()];
  const listed = new Set<VaultPath>();
  const slices = new Slices(clock);
  for await (const files of vault.list()) {
    if (isStopped()) return;
    slices.begin();
    for (const { path } of files) listed.add(path);
    take(files.map((file) => ({ kind: 'changed', file })));
    await slices.pause();
  }
  // A file that came back while the vault was listed is missing from the list only.
  take(await news.lookAt(before.filter((path) => !listed.has(path))));
}
