import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A new name in a folder is durable only once the folder is. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const file = await open(folder, constants.O_RDONLY);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
