import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from '@wdio/globals';
import { FileResolver } from '../../src/core/graph/resolve.ts';
import { allTags, obsidianFrontmatterTags } from '../../src/core/note/note-properties.ts';
import { parseMetadata } from '../../src/core/note/parse-metadata.ts';
import { resolveSubpath } from '../../src/core/note/subpath.ts';
import { listedPath } from '../../src/core/path.ts';
import { served } from './served-app.ts';

/** What no public recording pins: letters outside the basic plane, CRLF, names that two notes have, subpaths. */
const OPEN_QUESTIONS: Readonly<Record<string, string>> = {
  'open/astral.md': '# 🐟 fish\n\n🐟 [[twin]] #тег/🐟 ^b1\n\n- 🐠 ![[astral#🐟 fish]]\n',
  'open/crlf.md': '---\r\ntags: [a]\r\n---\r\n# One\r\n\r\n- [[twin#A]]\r\n  - two\r\n\r\n> quote\r\n',
  'open/a/twin.md': '# A\n\ntext ^block\n\n## B\n\n# A\n\nagain\n',
  'open/b/twin.md': '[[twin]] [[twin#A]] [[twin#A#B]] [[twin#^block]] [[#none]]\n',
  'open/footnotes.md': 'One[^1] two[^n] three^[inline].\n\n[^1]: first\n[^n]: second\n\n[ref]: https://example.org\n',
  'open/structures.md': 'Title\n=====\n\n| a | b |\n|---|---|\n| [[twin\\|t]] | c |\n\n$$\nx\n$$\n\n%% a [[twin]] %%\n',
};

interface Recorded {
  readonly filePath: string;
  readonly fileContents: string;
  readonly cachedMetadata: unknown;
  readonly getAllTags: readonly string[] | null;
  readonly parseFrontMatterTags: readonly string[] | null;
  readonly resolveLinkToPath: Readonly<Record<string, string | null>>;
  /** For each link with a subpath: the offset at which what it names begins, null where it names nothing. */
  readonly resolveSubpath: Readonly<Record<string, number | null>>;
}

/** Runs inside the app. */
async function record(path: string): Promise<Recorded> {
  return browser.executeObsidian(async ({ app, obsidian }, filePath) => {
    const file = app.vault.getFileByPath(filePath);
    const cache = file === null ? null : app.metadataCache.getFileCache(file);
    if (file === null || cache === null) throw new Error(`the app does not know ${filePath}`);
    const links = [...(cache.links ?? []), ...(cache.embeds ?? []), ...(cache.frontmatterLinks ?? [])];
    const targets: Record<string, string | null> = {};
    const places: Record<string, number | null> = {};
    for (const { link } of links) {
      const { path: linkPath, subpath } = obsidian.parseLinktext(link);
      const target = app.metadataCache.getFirstLinkpathDest(linkPath, filePath);
      targets[link] = target?.path ?? null;
      const there = target === null || subpath === '' ? null : app.metadataCache.getFileCache(target);
      if (subpath !== '') {
        places[link] = there === null ? null : (obsidian.resolveSubpath(there, subpath)?.start.offset ?? null);
      }
    }
    const { v: _version, ...cachedMetadata } = cache as Readonly<Record<string, unknown>>;
    return {
      filePath,
      fileContents: await app.vault.read(file),
      cachedMetadata,
      getAllTags: obsidian.getAllTags(cache),
      parseFrontMatterTags: obsidian.parseFrontMatterTags(cache.frontmatter),
      resolveLinkToPath: targets,
      resolveSubpath: places,
    };
  }, path);
}

describe('what the app makes of notes', () => {
  it('is recorded anew, and is what our parser and resolver make of them', async () => {
    await served();
    const page = browser.getObsidianPage();
    for (const [path, text] of Object.entries(OPEN_QUESTIONS)) await page.write(path, text);
    await browser.waitUntil(async () =>
      browser.executeObsidian(({ app }, wanted) => {
        return wanted.every((path) => app.metadataCache.getCache(path) !== null);
      }, Object.keys(OPEN_QUESTIONS)),
    );
    const files = await browser.executeObsidian(({ app }) => app.vault.getFiles().map(({ path }) => path));
    const all: Recorded[] = [];
    for (const path of files.filter((each) => each.endsWith('.md'))) all.push(await record(path));

    const folder = join(import.meta.dirname, 'recorded', browser.getObsidianVersion());
    mkdirSync(folder, { recursive: true });
    for (const each of all) {
      const name = `${each.filePath.replace(/\.md$/, '').replaceAll('/', '__')}.json`;
      writeFileSync(join(folder, name), `${JSON.stringify(each, null, 2)}\n`);
    }

    const resolver = new FileResolver();
    for (const path of files) resolver.add(listedPath(path));
    const texts = new Map(all.map(({ filePath, fileContents }) => [filePath, fileContents]));
    const others = all.flatMap((each) => (differs(each, resolver, texts) ? [each.filePath] : []));
    console.log(`recorded: ${all.length} notes, as ours in all but ${others.length}`);
    assert.deepEqual(others, []);
  });
});

function differs(recorded: Recorded, resolver: FileResolver, texts: ReadonlyMap<string, string>): boolean {
  try {
    const { filePath, fileContents } = recorded;
    const ours = parseMetadata(fileContents);
    assert.deepEqual(JSON.parse(JSON.stringify(ours)), recorded.cachedMetadata);
    assert.deepEqual(allTags(ours), recorded.getAllTags ?? []);
    assert.deepEqual(obsidianFrontmatterTags(ours.frontmatter), recorded.parseFrontMatterTags);
    for (const [link, target] of Object.entries(recorded.resolveLinkToPath)) {
      const [path = ''] = link.split('#');
      const found = path === '' ? filePath : resolver.resolve(path, listedPath(filePath));
      assert.equal(found, target, link);
    }
    for (const [link, offset] of Object.entries(recorded.resolveSubpath)) {
      const text = texts.get(recorded.resolveLinkToPath[link] ?? '') ?? '';
      const subpath = link.slice(link.indexOf('#') + 1);
      const [place] = resolveSubpath(parseMetadata(text), subpath, text.split('\n').length);
      assert.equal(place === undefined ? null : lineStart(text, place.firstLine), offset, link);
    }
    return false;
  } catch (error) {
    console.log(`${recorded.filePath}: ${error instanceof Error ? error.message : String(error)}`);
    return true;
  }
}

/** `line` from 1. */
function lineStart(text: string, line: number): number {
  return (
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length + (line > 1 ? 1 : 0)
  );
}
