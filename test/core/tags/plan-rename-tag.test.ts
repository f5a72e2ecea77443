import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { summarise } from '../../../src/core/library/summarise.ts';
import { noteTags } from '../../../src/core/note/note-properties.ts';
import { parseNote } from '../../../src/core/note/parse-metadata.ts';
import { listedPath } from '../../../src/core/path.ts';
import { planRenameTag } from '../../../src/core/tags/plan-rename-tag.ts';
import { readTag } from '../../../src/core/tags/tag-name.ts';
import { carriedOut, notesIn, refusal } from '../../support/planned.ts';

const conventions = presetOf('en');

async function rename(files: Readonly<Record<string, string>>, from: string, to: string) {
  const notes = new Map(
    Object.entries(files).map(([name, text]) => {
      const { metadata, frontmatterError } = parseNote(text);
      const file = { path: listedPath(name), size: text.length, mtimeMs: 0 };
      const known = frontmatterError === undefined ? metadata : { ...metadata, frontmatterError };
      return [file.path, summarise(file, known, conventions)] as const;
    }),
  );
  const plan = await planRenameTag({ from, to }, { library: { notes, ...notesIn(files) }, conventions });
  return { plan, after: carriedOut(files, plan) };
}

const one = async (text: string, from = 'a', to = 'b'): Promise<string> =>
  (await rename({ 'n.md': text }, from, to)).after['n.md'] ?? '';

describe('renaming a tag', () => {
  it.each([
    ['in a text', 'x #a y #a/x #a.\n', 'x #b y #b/x #b.\n'],
    ['in any case', '#A and #a/X\n', '#b and #b/X\n'],
    ['not within longer tags', '#ab #a-b #xa #x/a #a_ #a1\n', '#ab #a-b #xa #x/a #a_ #a1\n'],
    ['not in code', '`#a` #a\n\n```\n#a\n```\n\n    #a\n', '`#a` #b\n\n```\n#a\n```\n\n    #a\n'],
    ['not in HTML comments, but in those that the app reads', '%% #a %% <!-- #a --> #a\n', '%% #b %% <!-- #a --> #b\n'],
    ['not in links and addresses', '[[n#a]] https://x.org/#a [x](y#a) #a\n', '[[n#a]] https://x.org/#a [x](y#a) #b\n'],
    [
      'in headings, lists, quotes and tables',
      '# h #a\n- #a\n\n> #a\n\n| #a |\n|---|\n| #a |\n',
      '# h #b\n- #b\n\n> #b\n\n| #b |\n|---|\n| #b |\n',
    ],
    ['in a flow list', '---\ntags: [x,  "a", a/y] # t\n---\n', '---\ntags: [x,  "b", b/y] # t\n---\n'],
    ['in a block list', '---\ntags:\n  - x # one\n  - a # two\n---\n', '---\ntags:\n  - x # one\n  - b # two\n---\n'],
    ['in a text parted by commas', '---\ntags: x, a, a/y\n---\n', '---\ntags: x, b, b/y\n---\n'],
    ['in one word', "---\nTags: 'a'\n---\n", "---\nTags: 'b'\n---\n"],
    ['with its mark', '---\ntags: ["#a", x]\n---\n', '---\ntags: ["#b", x]\n---\n'],
    ['once in a list that has the new name', '---\ntags: [b, a, c]\n---\n', '---\ntags: [b, c]\n---\n'],
    ['once at the front of a list', '---\ntags: [a, A, c, B]\n---\n', '---\ntags: [c, B]\n---\n'],
    ['once in a block list', '---\ntags:\n  - a\n  - b\n---\n', '---\ntags:\n  - b\n---\n'],
    [
      'not in other properties',
      '---\ntitle: a\naliases: [a]\ntags: [a]\n---\n',
      '---\ntitle: a\naliases: [a]\ntags: [b]\n---\n',
    ],
    ['in CRLF', '---\r\ntags:\r\n  - a\r\n---\r\n#a\r\n', '---\r\ntags:\r\n  - b\r\n---\r\n#b\r\n'],
  ])('changes it %s', async (_, before, after) => {
    expect(await one(before)).toBe(after);
  });

  it('quotes a new name that YAML would misread', async () => {
    expect(await one('---\ntags: [a]\n---\n', 'a', 'yes')).toBe('---\ntags: ["yes"]\n---\n');
    expect(await one('---\ntags:\n- a\n---\n', 'a', '1e3')).toBe('---\ntags:\n- "1e3"\n---\n');
  });

  it('can change case, put a level below itself, and rename a level within', async () => {
    expect(await one('#a #a/x\n', 'a', 'A')).toBe('#A #A/x\n');
    expect(await one('#a #a/x\n', 'a', 'a/b')).toBe('#a/b #a/b/x\n');
    expect(await one('#a/x/y #a/z\n', 'a/x', 'q')).toBe('#q/y #a/z\n');
    expect(await one('#ação #日本/語\n', 'Ação', 'feito')).toBe('#feito #日本/語\n');
  });

  it('changes all notes in one change and says how many', async () => {
    const files = { '1.md': '#a #a\n', '2.md': '---\ntags: a\n---\n', '99-archive/3.md': '#a/x\n', '4.md': '#b\n' };
    const { plan, after } = await rename(files, '#a', '#c');
    expect(plan.facts).toEqual({ from: 'a', to: 'c', notes: 3, places: 4 });
    expect(plan.changes.subject).toBe('rename tag a → c');
    expect(plan.changes.steps.map((step) => step.kind)).toEqual(['edit', 'edit', 'edit']);
    expect(after).toEqual({
      '1.md': '#c #c\n',
      '2.md': '---\ntags: c\n---\n',
      '99-archive/3.md': '#c/x\n',
      '4.md': '#b\n',
    });
  });

  it('leaves properties that cannot be read, and says so', async () => {
    const { plan, after } = await rename({ 'n.md': '---\nx: a: b\ntags: [a]\n---\n#a\n' }, 'a', 'b');
    expect(plan.warnings).toEqual([{ code: 'property_not_filled', about: 'n.md' }]);
    expect(after['n.md']).toBe('---\nx: a: b\ntags: [a]\n---\n#b\n');
  });

  it('does nothing for a tag that nobody uses', async () => {
    expect((await rename({ 'n.md': '#x\n' }, 'a', 'b')).plan.changes.steps).toEqual([]);
    expect((await rename({ 'n.md': '#a\n' }, 'a', 'a')).plan.changes.steps).toEqual([]);
  });

  it('refuses what is no tag', async () => {
    for (const bad of ['', '#', '12', 'a b', 'a//b', '/a', 'a,b', 'a.b', 'x'.repeat(200)]) {
      expect((await refusal(() => rename({}, 'a', bad))).code).toBe('tag_invalid');
      expect((await refusal(() => rename({}, bad, 'a'))).code).toBe('tag_invalid');
    }
    for (const good of ['a', '#a', 'a/b', 'ação', '日本', 'a-1_b', '1a', '2026/q', '😀'])
      expect(readTag(good)).not.toBeNull();
  });

  it('changes exactly the tags that the app would read, whatever the note', async () => {
    const piece = fc.constantFrom(
      ...['#a', '#a/x', '#A', '#ab', '#b', '`#a`', ' ', '\n', '\n\n', '# ', '- ', '> ', '```\n', '%%', '<!--', '-->'],
      ...['[[#a]]', 'word', '(', ')', '*', '|', '\t', '    ', '\\', 'https://x/#a'],
    );
    const blocks = fc.constantFrom(
      '',
      '---\ntags: [a, ab, a/x]\n---\n',
      '---\ntags: a\n---\n',
      '---\ntags:\n- "#a"\n- c\n---\n',
    );
    await fc.assert(
      fc.asyncProperty(blocks, fc.array(piece, { maxLength: 24 }), async (block, pieces) => {
        const text = block + pieces.join('');
        const after = await one(text, 'a', 'zz');
        const wanted = noteTags(parseNote(text).metadata).map((tag) => tag.replace(/^a(?=\/|$)/i, 'zz'));
        const seen = new Map(wanted.map((tag) => [tag.toLowerCase(), tag]));
        expect(noteTags(parseNote(after).metadata).map((tag) => tag.toLowerCase())).toEqual([...seen.keys()]);
        // Put back, every byte is as it was, but for the case of what was renamed.
        expect(after.replaceAll('zz', 'a').toLowerCase()).toBe(text.toLowerCase());
      }),
      { numRuns: 2_000 },
    );
  });
});
