import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VaultLinks } from '../../../src/core/graph/vault-links.ts';
import { linkPath } from '../../../src/core/note/link-text.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { isNote, listedPath } from '../../../src/core/path.ts';
import { RECORDINGS, recordings, recordingsPresent } from '../note/app-recordings.ts';

type Edges = Record<string, Record<string, number>>;

describe.skipIf(!recordingsPresent())('links of the vault that the app recorded', () => {
  it('equal resolvedLinks and unresolvedLinks of all 202 sources', () => {
    const { links, sources } = recordedVault();
    const recorded = { resolved: edges('resolvedLinks.json'), unresolved: edges('unresolvedLinks.json') };
    expect(sources.length).toBe(202);
    const resolved: Edges = {};
    const unresolved: Edges = {};
    for (const source of sources) {
      resolved[source] = Object.fromEntries(links.graph.out(source).map((to) => [to, links.graph.count(source, to)]));
      unresolved[source] = Object.fromEntries(links.graph.unresolved(source));
    }
    const size = (all: Edges) => Object.values(all).reduce((sum, targets) => sum + Object.keys(targets).length, 0);
    console.log(`app's link graph: ${size(resolved)} resolved edges, ${size(unresolved)} unresolved`);
    expect(resolved).toEqual(recorded.resolved);
    expect(unresolved).toEqual(recorded.unresolved);
    expect([size(resolved), size(unresolved)]).toEqual([55, 5]);
  });

  it('lead where the app found each link of the recorded notes', () => {
    const { links } = recordedVault();
    let checked = 0;
    for (const recording of recordings()) {
      const source = listedPath(recording.filePath);
      for (const [link, target] of Object.entries(recording.resolveLinkToPath)) {
        expect(links.resolver.resolve(linkPath(link), source), `${recording.name} ${link}`).toBe(target);
        checked++;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(60);
  });
});

function recordedVault() {
  const links = new VaultLinks();
  const listed = readFileSync(join(RECORDINGS, 'metadataCache/vault-file-list.txt'), 'utf8').split('\n');
  for (const path of listed) if (path !== '') links.addFile(listedPath(path));
  const root = join(RECORDINGS, 'vault');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => isNote(path) || path.endsWith('.canvas'))
    .map((path) => listedPath(path.replaceAll('\\', '/')));
  for (const source of sources) {
    const text = readFileSync(join(root, source), 'utf8');
    if (isNote(source)) links.putNote(source, parseMetadata(text));
    else links.putCanvas(source, text);
  }
  return { links, sources };
}

function edges(name: string): Edges {
  return JSON.parse(readFileSync(join(RECORDINGS, 'metadataCache', name), 'utf8')) as Edges;
}
