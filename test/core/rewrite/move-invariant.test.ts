import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { FileResolver } from '../../../src/core/graph/resolve.ts';
import { canvasLinks } from '../../../src/core/note/canvas.ts';
import { linkPath, linkSubpath } from '../../../src/core/note/link-text.ts';
import type { NoteMetadata, ReferenceLinkCache } from '../../../src/core/note/metadata.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { extensionOf, isNote, listedPath, type VaultPath } from '../../../src/core/path.ts';
import { randomMove } from './random-vault.ts';
import { aVaultOf, type Files } from './support.ts';

/** What one link says, read by the parser that is held to the app's recordings, and resolved over the files alone. */
interface Said {
  readonly raw: string;
  readonly subpath: string;
  readonly target: VaultPath | null;
}

function resolverOf(files: Files): FileResolver {
  const resolver = new FileResolver();
  for (const path of Object.keys(files)) resolver.add(listedPath(path));
  return resolver;
}

function linksIn(path: VaultPath, text: string, files: Files, resolver: FileResolver): readonly Said[] {
  const said = (link: string, raw: string): Said => {
    return { raw, subpath: linkSubpath(link), target: resolver.resolve(linkPath(link), path) };
  };
  if (extensionOf(path) === 'canvas') {
    return canvasLinks(text).map(({ link, raw }) => {
      // A card's path is exact.
      const isCard = !raw.includes('](') && !raw.includes('[[') && !raw.includes(']: ');
      if (!isCard) return said(link, raw);
      return { raw, subpath: '', target: files[link] === undefined ? null : listedPath(link) };
    });
  }
  if (!isNote(path)) return [];
  const metadata = parseMetadata(text);
  const { links = [], embeds = [], frontmatterLinks = [] } = metadata;
  const defined = definitions(metadata).map(({ position: { start, end }, ...rest }) => {
    return { ...rest, original: text.slice(start.offset, end.offset), position: { start, end } };
  });
  const body = [...links, ...embeds, ...defined].sort((a, b) => a.position.start.offset - b.position.start.offset);
  return [...frontmatterLinks, ...body].map(({ link, original }) => said(link, original));
}

function definitions({ referenceLinks = [] }: NoteMetadata): readonly ReferenceLinkCache[] {
  return referenceLinks.filter(({ id }) => !id.startsWith('^'));
}

/** The text with its links cut out: what no repair may touch. */
function between(path: VaultPath, text: string): string {
  if (extensionOf(path) === 'canvas') return text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (!isNote(path)) return text;
  const metadata = parseMetadata(text);
  const { links = [], embeds = [], frontmatterPosition, frontmatterLinks = [] } = metadata;
  const spans = [...links, ...embeds, ...definitions(metadata)].map(
    ({ position }) => [position.start.offset, position.end.offset] as const,
  );
  let rest = '';
  let at = frontmatterPosition?.end.offset ?? 0;
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    rest += `${text.slice(at, from)}\u0000`;
    at = to;
  }
  // Of the properties: each line without the value that is a link; comments and other keys stay.
  const front = text.slice(0, frontmatterPosition?.end.offset ?? 0);
  const lines = front.split('\n').map((line) => {
    return frontmatterLinks.length > 0
      ? line.replace(/^(k\d+: |  - )("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/, '$1\u0000')
      : line;
  });
  return lines.join('\n') + rest + text.slice(at);
}

describe('a move', () => {
  it('keeps the meaning of every link of any vault, touches nothing else, and can be taken back', async () => {
    let made = 0;
    let repaired = 0;
    let redefined = 0;
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(randomMove, async ({ files, from, to }) => {
        const vault = await aVaultOf(files, presetOf('en'));
        const outcome = await vault.move(from, to).catch((error: unknown) => {
          if (error instanceof VaultError) return null;
          throw error;
        });
        if (outcome === null) {
          expect(await vault.files()).toEqual(files);
          return;
        }
        made++;
        const after = await vault.files();
        const isFolder = files[from] === undefined;
        const placeOf = (path: string): VaultPath =>
          listedPath(
            path === from ? to : isFolder && path.startsWith(`${from}/`) ? to + path.slice(from.length) : path,
          );
        expect(Object.keys(after).sort()).toEqual(Object.keys(files).map(placeOf).sort());
        const [then, now] = [resolverOf(files), resolverOf(after)];
        const unsaved = outcome.warnings.map(({ code, detail }) => (code === 'link_not_repaired' ? detail : ''));
        for (const [path, text] of Object.entries(files)) {
          const [source, place] = [listedPath(path), placeOf(path)];
          const written = after[place] ?? '';
          const before = linksIn(source, text, files, then);
          const links = linksIn(place, written, after, now);
          expect(links).toHaveLength(before.length);
          before.forEach((was, index) => {
            const is = links[index];
            if (was.target === null || unsaved.includes(was.raw)) expect(is?.raw).toBe(was.raw);
            else expect([was.raw, is?.target]).toEqual([was.raw, placeOf(was.target)]);
            expect(is?.subpath).toBe(was.subpath);
            if (is?.raw !== was.raw) repaired++;
            if (is?.raw !== was.raw && /^\s*\[[^\]]+\]: /.test(was.raw)) redefined++;
            if (unsaved.includes(was.raw)) lost++;
            // A link that would have led to the right file as it was is as it was.
            const wouldLead = was.target === null ? null : placeOf(was.target);
            const asItWas = extensionOf(path) === 'canvas' ? null : sameLink(was, place, now);
            if (was.target !== null && asItWas === wouldLead) expect(is?.raw).toBe(was.raw);
          });
          expect(between(place, written)).toBe(between(source, text));
        }
        await vault.undo();
        expect(await vault.files()).toEqual(files);
      }),
      { numRuns: 1_500 },
    );
    console.log(
      `moves carried out: ${made}, links repaired: ${repaired} (definitions: ${redefined}), links that no path can save: ${lost}`,
    );
    expect(made).toBeGreaterThan(1_000);
    expect(repaired).toBeGreaterThan(1_000);
    expect(redefined).toBeGreaterThan(100);
    // Fifteen hundred vaults: some seconds on an idle machine, minutes on one that does much else.
  }, 300_000);
});

/** Where the link would lead from its place after the move, unchanged. */
function sameLink({ raw }: Said, place: VaultPath, now: FileResolver): VaultPath | null {
  const { links = [], embeds = [], referenceLinks = [] } = parseMetadata(raw);
  const link = [...links, ...embeds, ...referenceLinks][0]?.link;
  return link === undefined ? null : now.resolve(linkPath(link), place);
}
