import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FileResolver } from '../../src/core/graph/resolve.ts';
import { linkPath } from '../../src/core/note/link-text.ts';
import { parseMetadata } from '../../src/core/note/parse-metadata.ts';
import { isNote, listedPath } from '../../src/core/path.ts';

/** Every link of every note that resolves, in order: `source → target`, read from the disk by the parser held to the app. */
export async function resolvedLinks(
  root: string,
  files: readonly string[],
): Promise<(readonly [source: string, target: string])[]> {
  const resolver = new FileResolver();
  for (const path of files) resolver.add(listedPath(path));
  const found: (readonly [string, string])[] = [];
  for (const source of files.filter(isNote)) {
    const text = (await readFile(join(root, source), 'utf8')).replace(/^\ufeff/, '');
    const { links = [], embeds = [], frontmatterLinks = [] } = parseMetadata(text);
    for (const { link } of [...frontmatterLinks, ...links, ...embeds]) {
      const target = resolver.resolve(linkPath(link), listedPath(source));
      if (target !== null) found.push([source.normalize('NFC'), target]);
    }
  }
  return found;
}
