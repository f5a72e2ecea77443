import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { allTags, obsidianFrontmatterTags } from '../../../src/core/note/note-properties.ts';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';
import { recordings, recordingsPresent } from './app-recordings.ts';

describe.skipIf(!recordingsPresent())('metadata of the notes that the app recorded', () => {
  it('equals the recording of each note in every field', () => {
    const all = recordings();
    const equal = all.filter((recording) => isDeepStrictEqual(plain(recording.fileContents), recording.cachedMetadata));
    console.log(`app recordings: ${equal.length}/${all.length} notes equal in every recorded field`);
    expect(all.length).toBe(89);
    for (const recording of all) {
      expect(plain(recording.fileContents), recording.name).toStrictEqual(recording.cachedMetadata);
    }
  });

  it('gives the tags that getAllTags and parseFrontMatterTags gave', () => {
    for (const recording of recordings()) {
      const metadata = parseMetadata(recording.fileContents);
      expect(allTags(metadata), recording.name).toEqual(recording.getAllTags);
      expect(obsidianFrontmatterTags(metadata.frontmatter), recording.name).toEqual(recording.parseFrontMatterTags);
    }
  });

  it('reads the same with CRLF line ends, offsets moved', () => {
    for (const recording of recordings()) {
      const crlf = parseMetadata(recording.fileContents.replaceAll('\n', '\r\n'));
      const lf = parseMetadata(recording.fileContents);
      const places = (metadata: typeof lf) =>
        [metadata.sections, metadata.headings, metadata.links, metadata.embeds, metadata.tags, metadata.listItems].map(
          (list) => list?.map(({ position: { start, end } }) => [start.line, start.col, end.line, end.col]),
        );
      expect(places(crlf), recording.name).toEqual(places(lf));
      expect(crlf.frontmatter, recording.name).toEqual(lf.frontmatter);
    }
  });
});

function plain(text: string): unknown {
  return JSON.parse(JSON.stringify(parseMetadata(text)));
}
