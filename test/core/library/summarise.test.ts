import { describe, expect, it } from 'vitest';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { summarise } from '../../../src/core/library/summarise.ts';
import type { NoteMetadata } from '../../../src/core/note/metadata.ts';
import type { NoteSummary } from '../../../src/core/note/note.ts';
import { listedPath } from '../../../src/core/path.ts';

const nowhere = { line: 0, col: 0, offset: 0 };
const position = { start: nowhere, end: nowhere };
const summaryOf = (metadata: NoteMetadata, path = '02-wiki/docker/Bridge networks.md'): NoteSummary =>
  summarise({ path: listedPath(path), size: 10, mtimeMs: 20 }, metadata, presetOf('pt-BR'));

describe('the summary of a note', () => {
  it('takes the first heading of level one as title, else the file’s name', () => {
    const heading = (level: number, text: string) => ({ level, heading: text, position });
    expect(summaryOf({ headings: [heading(2, 'Sub'), heading(1, 'Title'), heading(1, 'Later')] }).title).toBe('Title');
    expect(summaryOf({ headings: [heading(1, ''), heading(2, 'Sub')] }).title).toBe('Bridge networks');
    expect(summaryOf({}).title).toBe('Bridge networks');
  });

  it('reads type, status and aliases by the conventions', () => {
    const summary = summaryOf({ frontmatter: { tipo: 'gotcha', status: 'ativo', aliases: ['Ponte', 7, { a: 1 }] } });
    expect(summary).toMatchObject({ type: 'gotcha', status: 'ativo', aliases: ['Ponte', '7'] });
    expect(summaryOf({ frontmatter: { type: 'other', aliases: 'One alias' } })).toMatchObject({
      type: 'wiki',
      status: null,
      aliases: ['One alias'],
    });
  });

  it('joins tags of frontmatter and text, each once whatever its case', () => {
    const inline = (tag: string) => ({ tag, position });
    const summary = summaryOf({
      frontmatter: { tags: ['Docker', '#net/bridge', ['nested'], null] },
      tags: [inline('#docker'), inline('#linux')],
    });
    expect(summary.tags).toEqual(['Docker', 'net/bridge', 'linux']);
    expect(summaryOf({ frontmatter: { tags: 'a, b,,c' } }).tags).toEqual(['a', 'b', 'c']);
  });

  it('names the properties in use and keeps what the YAML parser complained of', () => {
    const summary = summaryOf({ frontmatter: { tipo: 'x', custom: [1] }, frontmatterError: 'bad indentation' });
    expect(summary.properties).toEqual(['tipo', 'custom']);
    expect(summary.frontmatterError).toBe('bad indentation');
  });

  it('stays small whatever the note holds', () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `tag${at}`);
    const summary = summaryOf({
      frontmatter: { tags: many, aliases: many, ...Object.fromEntries(many.map((key) => [key, 1])) },
      headings: [{ level: 1, heading: '😀'.repeat(5_000), position }],
    });
    expect(summary.tags.length).toBeLessThanOrEqual(256);
    expect(summary.aliases.length).toBeLessThanOrEqual(64);
    expect(summary.properties.length).toBe(128);
    expect(summary.title).toBe('😀'.repeat(256));
  });
});
