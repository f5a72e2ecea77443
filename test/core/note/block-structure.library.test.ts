import { parser, Table } from '@lezer/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMetadata } from '../../../src/core/note/parse-metadata.ts';

// The reader's own block structure against @lezer/markdown, on text without what Obsidian reads differently
// (definitions, `%%`, `$$`, underlined headings of several lines, the spare column of `1.`).
const KIND: Readonly<Record<string, string>> = {
  Paragraph: 'paragraph',
  ATXHeading1: 'heading',
  ATXHeading2: 'heading',
  BulletList: 'list',
  OrderedList: 'list',
  Blockquote: 'blockquote',
  FencedCode: 'code',
  CodeBlock: 'code',
  HorizontalRule: 'thematicBreak',
  HTMLBlock: 'html',
  CommentBlock: 'html',
};
const library = parser.configure([Table]);

describe('the block structure', () => {
  it('is the Markdown library’s on random text', () => {
    const line = fc.constantFrom(
      ...['', 'word', 'other *words*', '# one', '## two', '#none', '- a', '  - b', '    - c', '* d', '  more'],
      ...[
        '1. x',
        '    y',
        '> q',
        '> - r',
        '>   s',
        '> > t',
        '>',
        '```',
        '~~~',
        '  ```',
        '***',
        '_ _ _',
        '<div>',
        '</div>',
      ],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => {
        const text = lines.join('\n');
        expect(ours(text), JSON.stringify(text)).toEqual(theirs(text));
      }),
      { numRuns: 3000, seed: 5 },
    );
  });
});

function ours(text: string): string[] {
  return (parseMetadata(text).sections ?? []).map(({ type, position }) => `${type} ${position.start.line}`);
}

function theirs(text: string): string[] {
  const found: string[] = [];
  for (let block = library.parse(text).topNode.firstChild; block; block = block.nextSibling) {
    found.push(`${KIND[block.name] ?? block.name} ${text.slice(0, block.from).split('\n').length - 1}`);
  }
  return found;
}
