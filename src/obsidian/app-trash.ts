import type { App, TFile } from 'obsidian';
import { folderOf } from '../core/path.ts';

/** Where the app keeps a vault's own trash. */
export const TRASH = '.trash';

/** What lies in the trash where a file of the vault may come to lie: at its top, and under the file's own folder. */
export async function listTrash(app: App, file: TFile): Promise<ReadonlySet<string>> {
  const folder = folderOf(file.path);
  const places = folder === '' ? [TRASH] : [TRASH, `${TRASH}/${folder}`];
  const found = new Set<string>();
  for (const place of places) {
    if (!(await app.vault.adapter.exists(place))) continue;
    for (const path of (await app.vault.adapter.list(place)).files) found.add(path);
  }
  return found;
}

/**
 * Where the app has put a file that was just trashed: the one place that was not taken `before` and holds as many bytes.
 * Null where that cannot be told.
 */
export async function findInTrash(app: App, file: TFile, before: ReadonlySet<string>): Promise<string | null> {
  const after = await listTrash(app, file);
  const { size } = file.stat;
  const fits: string[] = [];
  for (const path of after) {
    if (before.has(path)) continue;
    const stat = await app.vault.adapter.stat(path);
    if (stat?.type === 'file' && stat.size === size) fits.push(path);
  }
  const [only] = fits;
  return only !== undefined && fits.length === 1 ? only : null;
}
