import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { frontmatterBlock } from '../../../src/core/note/frontmatter.ts';
import {
  frontmatterAliases,
  frontmatterTags,
  noteTags,
  noteTitle,
  obsidianFrontmatterTags,
} from '../../../src/core/note/note-properties.ts';
import { parseMetadata, parseNote } from '../../../src/core/note/parse-metadata.ts';
import { simpleYaml } from '../../../src/core/note/simple-yaml.ts';

describe('the frontmatter block', () => {
  it('has exact bounds, whatever its line ends', () => {
    const text = '---\r\na: 1\r\n--- \r\nbody';
    const block = frontmatterBlock(text);
    expect(text.slice(block?.from, block?.to)).toBe('a: 1\r\n');
    expect(text.slice(block?.bodyStart)).toBe('body');
    expect(text.slice(0, block?.end).endsWith('---')).toBe(true);
    expect(block?.endLine).toBe(2);
  });

  it('ends at the first line of three dashes alone', () => {
    expect(frontmatterBlock('---\na: b ---\n----\n---\n')?.endLine).toBe(3);
    expect(frontmatterBlock('---')).toBeNull();
    expect(frontmatterBlock('----\n---\n')).toBeNull();
    expect(frontmatterBlock('---\n---')?.bodyStart).toBe(7);
  });
});

describe('properties', () => {
  it('that cannot be read are left out, with the parser’s words and the file’s line', () => {
    expect(parseNote('---\na: 1\na: 2\n---\n# T\n').frontmatterError).toMatch(/unique at line 3/);
    const broken = parseNote('---\na: [1\n---\n# T\n');
    expect(broken.frontmatterError).toBeTypeOf('string');
    expect(broken.frontmatterError).not.toContain('\n');
    expect(broken.metadata.frontmatter).toBeUndefined();
    expect(broken.metadata.headings?.[0]?.heading).toBe('T');
    expect(parseNote('---\n- a\n---\n').frontmatterError).toBeTypeOf('string');
    expect(parseNote(`---\na: ${'x'.repeat(200_000)}\n---\n`).frontmatterError).toMatch(/longer/);
  });

  it('keep dates as text, and numbers, truth values and nothing as such', () => {
    expect(parseMetadata('---\nd: 2024-07-21\nn: 4.5\nb: true\ne:\nt: "2"\nl: [a, 1]\n---\n').frontmatter).toEqual({
      ...{ d: '2024-07-21', n: 4.5, b: true, e: null, t: '2', l: ['a', 1] },
    });
  });

  it('read by the short way are what the YAML library reads', () => {
    const word = fc.constantFrom(
      ...['a', 'Title', 'tags', 'x y', 'null', 'true', 'Null', 'yes', '12', '007', '1.5', '2024-01-02', '-', '- b', ''],
      ...['"q r"', "'s'", '"a\\n"', '[a, b]', '[]', '[a, [b]]', '{a: 1}', 'a: b', 'a #c', 'a#c', '#c', '*x', '&y z'],
      ...[
        '"q" # c',
        "'s'  # it's",
        '[a] # c',
        "'a # b'",
        '"a # b" # c',
        'x # "y"',
        "it's # c",
        '# c',
        'a\t# c',
        '"q"# c',
        "'a' 'b' # c",
      ],
      ...['|', '>', 'ünï 日本', 'end:', 'http://x.y', '  lead', '!tag', '0x1f', '1e3', '.5', '~', '[[L]]', '"[[L|m]]"'],
    );
    const line = fc.oneof(
      fc.tuple(word, word).map(([key, value]) => `${key}: ${value}`),
      fc.tuple(fc.constantFrom('', '  ', '    '), word).map(([indent, value]) => `${indent}- ${value}`),
      word,
    );
    let simple = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const yaml = lines.join('\n');
        const short = simpleYaml(yaml);
        if (short === null) return;
        simple++;
        expect(short).toEqual((parseYaml(yaml, { logLevel: 'error' }) as unknown) ?? {});
      }),
      { numRuns: 8000, seed: 7 },
    );
    expect(simple).toBeGreaterThan(200);
  });
});

describe('tags, aliases and title', () => {
  it('of the frontmatter are a list or one text split at commas', () => {
    expect(frontmatterTags({ tags: 'a, #b c,,d' })).toEqual(['a', 'b c', 'd']);
    expect(frontmatterTags({ Tags: ['x', 2024, ['no'], { no: 1 }, null, 'y'.repeat(200)] })).toEqual(['x', '2024']);
    expect(frontmatterTags({ tags: Array.from({ length: 500 }, (_, i) => `t${i}`) }).length).toBe(64);
    expect(obsidianFrontmatterTags({ tags: ['#a', 'b c', 'd/e'] })).toEqual(['#a', '#d/e']);
    expect(obsidianFrontmatterTags(undefined)).toBeNull();
  });

  it('of the whole note come once each, as first written', () => {
    expect(noteTags(parseMetadata('---\ntags: [Work, x]\n---\n#work #Y #y\n'))).toEqual(['Work', 'x', 'Y']);
  });

  it('aliases are texts; the title is the first level-1 heading, else the file’s name', () => {
    expect(frontmatterAliases({ aliases: ['A', 1, { no: 1 }] })).toEqual(['A', '1']);
    expect(frontmatterAliases({ aliases: 'One, not two' })).toEqual(['One, not two']);
    expect(noteTitle('f/n.md', parseMetadata('```\n# no\n```\n## two\n   # Yes\n# later\n'))).toBe('Yes');
    expect(noteTitle('f/My note.v2.md', parseMetadata('text'))).toBe('My note.v2');
  });
});
