import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A digest of each file under a folder, by path; what is no plain file counts by its kind. Large files by their bytes too. */
export async function digestsOf(folder: string, leaveOut: (path: string) => boolean = () => false) {
  const found = new Map<string, string>();
  await collect(folder, '', leaveOut, found);
  return found;
}

/** What differs between two states of a tree, a line each; at most ten. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const lines: string[] = [];
  for (const [path, digest] of before) {
    const now = after.get(path);
    if (now === undefined) lines.push(`gone: ${path}`);
    else if (now !== digest) lines.push(`changed: ${path}`);
  }
  for (const path of after.keys()) if (!before.has(path)) lines.push(`new: ${path}`);
  return lines.slice(0, 10);
}

async function collect(
  folder: string,
  under: string,
  leaveOut: (path: string) => boolean,
  found: Map<string, string>,
): Promise<void> {
  for (const entry of await readdir(join(folder, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (leaveOut(path)) continue;
    if (entry.isDirectory()) await collect(folder, path, leaveOut, found);
    else if (entry.isSymbolicLink()) found.set(path, `link ${await readlink(join(folder, path))}`);
    else if (entry.isFile())
      found.set(
        path,
        createHash('sha256')
          .update(await readFile(join(folder, path)))
          .digest('hex'),
      );
    else found.set(path, `special ${(await lstat(join(folder, path))).mode}`);
  }
}
