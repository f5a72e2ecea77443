import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/core/edit/edit-section.ts';
import { planEdit, type EditPart } from '../../../src/core/edit/plan-edit.ts';
import { listedPath } from '../../../src/core/path.ts';
import { carriedOut, notesIn, refusal } from '../../support/planned.ts';

const path = listedPath('02-wiki/auth/jwt-expiry.md');

async function edited(
  text: string,
  part: EditPart,
  content = '',
  operation: Operation = 'replace',
  expectedRevision: string | null = 'n-any',
): Promise<string> {
  const files = { [path]: text };
  const parts = { notes: notesIn(files), conventions: { preset: 'en' as const }, expectedRevision };
  const plan = await planEdit({ path, part, operation, content }, parts);
  return carriedOut(files, plan)[path] ?? '';
}

const text = (wanted: string): EditPart => ({ by: 'text', text: wanted });
const under = (heading: string): EditPart => ({ by: 'heading', heading });
const block = (id: string): EditPart => ({ by: 'block', block: id });
const lines = (first: number, last = first): EditPart => ({ by: 'lines', lines: { first, last } });
const property = (name: string, item: string | null = null): EditPart => ({ by: 'property', property: name, item });
const crlf = (lf: string): string => lf.replaceAll('\n', '\r\n');

describe('editing by text', () => {
  it('replaces the one occurrence, in the frontmatter too', async () => {
    expect(await edited('---\nstatus: a\n---\none two\n', text('status: a'), 'status: b')).toBe(
      '---\nstatus: b\n---\none two\n',
    );
    expect(await edited('one two one', text('two'), '')).toBe('one  one');
    expect(await edited('one two', text(' two'), '', 'delete')).toBe('one');
    expect(await edited('one two', text('one'), ' and a half', 'append')).toBe('one and a half two');
    expect(await edited('one two', text('two'), 'and ', 'prepend')).toBe('one and two');
  });

  it('counts occurrences that overlap', async () => {
    const error = await refusal(() => edited('x\naaa\n', text('aa'), 'b'));
    expect(error).toMatchObject({ code: 'text_not_unique', params: { count: 2, lines: [2] } });
  });

  it('finds text copied with LF in a CRLF note, and writes CRLF', async () => {
    expect(await edited('a\r\nb\r\nc\r\n', text('a\nb'), 'x\ny')).toBe('x\r\ny\r\nc\r\n');
    expect(await edited('a\r\nb\r\n', text('b'), 'x\ny')).toBe('a\r\nx\r\ny\r\n');
    expect(await edited('a\nb\n', text('b'), 'x\r\ny')).toBe('a\nx\ny\n');
  });

  it('leaves a note of mixed line ends mixed', async () => {
    expect(await edited('a\r\nb\nc\r\n', text('a\nb\nc'), 'x\ny')).toBe('x\ny\r\n');
  });

  it('says where the nearest text differs first', async () => {
    const miss = await refusal(() =>
      edited('# T\n\nIt’s the session cookie.\n', text("It's the session cookie."), 'x'),
    );
    expect(miss).toMatchObject({
      code: 'text_not_found',
      params: { nearest: '3', differsAt: "3:3 (U+2019 ’ ≠ U+0027 ')" },
    });
    const space = await refusal(() => edited('a\none\u00a0two three\n', text('one two three'), 'x'));
    expect(space.params).toMatchObject({ nearest: '2', differsAt: '2:4 (U+00A0 ≠ U+0020)' });
    const second = await refusal(() => edited('one\ntwo\nthree\n', text('one\ntwo\nfour'), 'x'));
    expect(second.params).toMatchObject({ nearest: '1', differsAt: '3:1 (U+0074 t ≠ U+0066 f)' });
    const nothing = await refusal(() => edited('abc', text('xyz'), 'x'));
    expect(nothing.params).toMatchObject({ nearest: null, differsAt: null });
  });

  it('refuses to break a frontmatter that could be read, and lets one be mended that could not', async () => {
    const error = await refusal(() => edited('---\ntitle: a\n---\nx\n', text('title: a'), 'title: a: b'));
    expect(error.code).toBe('frontmatter_invalid');
    expect(await edited('---\ntitle: a: b\n---\nx\n', text('a: b'), '"a: b"')).toBe('---\ntitle: "a: b"\n---\nx\n');
  });

  it('refuses a note that is not there', async () => {
    const parts = { notes: notesIn({}), conventions: { preset: 'en' as const }, expectedRevision: null };
    const error = await refusal(() => planEdit({ path, part: text('a'), operation: 'replace', content: 'b' }, parts));
    expect(error.code).toBe('note_not_found');
  });

  it('names the commit in the vault’s own language', async () => {
    const files = { [path]: 'a' };
    for (const [preset, subject] of [
      ['en', 'update Jwt Expiry'],
      ['pt-BR', 'atualizar Jwt Expiry'],
    ] as const) {
      const parts = { notes: notesIn(files), conventions: { preset }, expectedRevision: null };
      const plan = await planEdit({ path, part: text('a'), operation: 'replace', content: 'b' }, parts);
      expect(plan.changes.subject).toBe(subject);
    }
  });
});

describe('editing a section', () => {
  const note = '# P\n\n## A\n\nalpha\n\n### A1\n\ndeep\n\n## B\n\nbeta\n';

  it('replaces its text and keeps its heading', async () => {
    expect(await edited(note, under('B'), 'new')).toBe(note.replace('beta', 'new'));
    expect(await edited(note, under('A'), '\n\nnew\n\n')).toBe('# P\n\n## A\n\nnew\n\n## B\n\nbeta\n');
    expect(await edited(note, under('A'), '## A\n\nnew')).toBe('# P\n\n## A\n\nnew\n\n## B\n\nbeta\n');
    expect(await edited('# a\nfoo\n# b', under('a'), 'x')).toBe('# a\nx\n# b');
    expect(await edited('# a\n# b', under('a'), 'x')).toBe('# a\n\nx\n\n# b');
  });

  it('appends at its end, before the next heading of its level or above', async () => {
    expect(await edited(note, under('A'), 'baz', 'append')).toBe(note.replace('deep\n', 'deep\n\nbaz\n'));
    expect(await edited('# a\nfoo\n# b', under('a'), 'baz', 'append')).toBe('# a\nfoo\n\nbaz\n\n# b');
    expect(await edited('# P\n\n## A\n## B\n', under('B'), 'x', 'append')).toBe('# P\n\n## A\n## B\n\nx\n');
    expect(await edited('## B', under('B'), 'x', 'append')).toBe('## B\n\nx');
    expect(await edited('## B\n\ny\n\n\n', under('B'), 'x', 'append')).toBe('## B\n\ny\n\nx\n\n\n');
  });

  it('prepends right below its heading, as its author spaced it', async () => {
    expect(await edited('# a\nfoo\n', under('a'), 'x', 'prepend')).toBe('# a\nx\n\nfoo\n');
    expect(await edited('# a\n\n- foo\n', under('a'), '- x', 'prepend')).toBe('# a\n\n- x\n- foo\n');
    expect(await edited('Title\n=====\n\nfoo\n', under('Title'), 'x', 'prepend')).toBe('Title\n=====\n\nx\n\nfoo\n');
  });

  it('deletes it with its heading and leaves one gap', async () => {
    expect(await edited(note, under('A'), '', 'delete')).toBe('# P\n\n## B\n\nbeta\n');
    expect(await edited(note, under('B'), '', 'delete')).toBe('# P\n\n## A\n\nalpha\n\n### A1\n\ndeep\n');
    expect(await edited('a\n\n# b\nx', under('b'), '', 'delete')).toBe('a');
  });

  it.each([
    ['a list', '# a\n\n- x\n', '- y', '# a\n\n- x\n- y\n'],
    ['a numbered list', '# a\n1. x\n2. y\n\n# b\n', '3. z', '# a\n1. x\n2. y\n3. z\n\n# b\n'],
    ['a list of tasks', '# a\n- [ ] x\n  - [x] k\n', '- [ ] y', '# a\n- [ ] x\n  - [x] k\n- [ ] y\n'],
    ['a list with blank lines', '# a\n- x\n\n- y\n', '- z', '# a\n- x\n\n- y\n\n- z\n'],
    ['a list of another mark', '# a\n- x\n', '* y', '# a\n- x\n\n* y\n'],
    ['a paragraph after a list', '# a\n- x\n', 'words', '# a\n- x\n\nwords\n'],
    ['a table', '# a\n\n| h |\n|---|\n| 1 |\n\n# b\n', '| 2 |', '# a\n\n| h |\n|---|\n| 1 |\n| 2 |\n\n# b\n'],
    ['a second table', '# a\n\n| h |\n|---|\n| 1 |\n', '| k |\n|---|', '# a\n\n| h |\n|---|\n| 1 |\n\n| k |\n|---|\n'],
    ['a closed fence', '# a\n```\n# not b\n```\n', 'x', '# a\n```\n# not b\n```\n\nx\n'],
    ['a comment', '# a\n%%\n# not b\n%%\n# c\n', 'x', '# a\n%%\n# not b\n%%\n\nx\n\n# c\n'],
  ])('joins %s as one does by hand', async (_, before, content, after) => {
    expect(await edited(before, under('a'), content, 'append')).toBe(after);
  });

  it('does not end a section at marks within a fence or a comment', async () => {
    const fenced = '# A\n\n```sh\n## step\nrun\n```\n\n<!--\n## hidden\n-->\n\nend\n\n## B\n';
    expect(await edited(fenced, under('A'), 'new')).toBe('# A\n\nnew\n');
    expect((await refusal(() => edited(fenced, under('step'), 'x'))).code).toBe('heading_not_found');
    const below = '## A\n\n````md\n```\n## no\n```\n````\n\n## B\nb\n';
    expect(await edited(below, under('A'), 'new')).toBe('## A\n\nnew\n\n## B\nb\n');
  });

  it('refuses to put text into a fence or comment that nobody closed', async () => {
    for (const open of ['```\ncode', '<!-- note', '%%\nnote']) {
      const error = await refusal(() => edited(`# a\n\n${open}\n`, under('a'), 'x', 'append'));
      expect(error).toMatchObject({ code: 'unclosed_block', params: { where: 'note', line: 3 } });
    }
  });

  it('refuses content that would swallow what follows', async () => {
    for (const open of ['x\n\n```\ncode', 'x\n\n<!-- note', 'x\n\n%%\nnote']) {
      for (const operation of ['append', 'prepend', 'replace'] as const) {
        const error = await refusal(() => edited('# a\n\nfoo\n\n# b\n\nbar\n', under('a'), open, operation));
        expect(error).toMatchObject({ code: 'unclosed_block', params: { where: 'content', line: 3 } });
      }
    }
    expect(await edited('# a\n\nfoo\n', under('a'), '```\ncode', 'append')).toBe('# a\n\nfoo\n\n```\ncode\n');
  });

  it('keeps CRLF', async () => {
    expect(await edited(crlf('# a\nfoo\n# b\n'), under('a'), 'x\ny', 'append')).toBe(crlf('# a\nfoo\n\nx\ny\n\n# b\n'));
    expect(await edited(crlf(note), under('A'), 'x\r\n\r\ny')).toBe(crlf('# P\n\n## A\n\nx\n\ny\n\n## B\n\nbeta\n'));
    expect(await edited(crlf('# a\n- x'), under('a'), '- y', 'append')).toBe(crlf('# a\n- x\n- y'));
    expect(await edited(crlf('# a\nx'), under('a'), 'p\nq')).toBe(crlf('# a\np\nq'));
  });

  it('finds a heading by text, trail, subpath, marks, case and script', async () => {
    const two = '# X\n\n## Notes\n\nx\n\n# Y\n\n## Notes\n\ny\n\n# C# and F#\n\nc\n\n# Résumé –\u00a0été\n\nr\n';
    for (const name of ['Y > Notes', 'y > notes', '#Y#Notes', 'Y#Notes', '# Y > Notes', 'Y>Notes']) {
      expect(await edited(two, under(name), 'new')).toBe(two.replace('\ny\n', '\nnew\n'));
    }
    expect(await edited(two, under('C# and F#'), 'new')).toBe(two.replace('\nc\n', '\nnew\n'));
    expect(await edited(two, under('Re\u0301sumé – été'), 'new')).toBe(two.replace('\nr\n', '\nnew\n'));
    expect(await edited('# b\n\n1\n\n# B\n\n2\n', under('B'), 'x')).toBe('# b\n\n1\n\n# B\n\nx\n');
    expect(await edited('# B\n\n1\n\n## B\n\n2\n', under('## B'), 'x')).toBe('# B\n\n1\n\n## B\n\nx\n');
  });

  it('refuses a heading that several have, with the candidates and their lines', async () => {
    const two = '# X\n\n## Notes\n\nx\n\n# Y\n\n## Notes\n\ny\n';
    expect(await refusal(() => edited(two, under('Notes'), 'new'))).toMatchObject({
      code: 'heading_ambiguous',
      params: { candidates: ['3: X > Notes', '9: Y > Notes'] },
    });
    expect(await refusal(() => edited(two, under('Nothing'), 'new'))).toMatchObject({
      code: 'heading_not_found',
      params: { outline: ['X', 'X > Notes', 'Y', 'Y > Notes'] },
    });
  });
});

describe('editing a section that ends in a list', () => {
  it('goes on with the list by items of an inner one, without a blank line', async () => {
    for (const indent of ['\t', '  ', '    ']) {
      const item = `${indent}- sub`;
      expect(await edited('## L\n\n- a\n- b\n', under('L'), item, 'append')).toBe(`## L\n\n- a\n- b\n${item}\n`);
    }
    const deep = '## L\n\n- [ ] a\n\t- [ ] b\n\t\t1. c\n';
    for (const item of ['- [ ] d', '\t- d', '\t\t2. d', '\t\t\t- d']) {
      expect(await edited(deep, under('L'), item, 'append')).toBe(`${deep}${item}\n`);
    }
    expect(await edited(deep, under('L'), '1. d', 'append')).toBe(`${deep}\n1. d\n`);
    expect(await edited(deep, under('L'), '- x\n\t1. y', 'prepend')).toBe(
      deep.replace('- [ ] a', '- x\n\t1. y\n- [ ] a'),
    );
    expect(await edited('## L\n\ntext\n', under('L'), '    code', 'append')).toBe('## L\n\ntext\n\n    code\n');
  });
});

describe('editing a block', () => {
  const note = 'para one\ntwo ^p1\n\n- a ^l1\n  - kid ^l2\n- b\n\n| h |\n|---|\n| 1 |\n\n^t1\n\nend\n';

  it('replaces its text and keeps its id', async () => {
    expect(await edited(note, block('p1'), 'new\nwords')).toBe(note.replace('para one\ntwo ^p1', 'new\nwords ^p1'));
    expect(await edited(note, block('#^P1'), 'new ^p1')).toBe(note.replace('para one\ntwo ^p1', 'new ^p1'));
    expect(await edited(note, block('^l2'), 'new')).toBe(note.replace('kid ^l2', 'new ^l2'));
    expect(await edited(note, block('l1'), '* new')).toBe(note.replace('- a ^l1', '* new ^l1'));
    expect(await edited('a ^x\n\nb\n', block('x'), '```\ncode\n```')).toBe('```\ncode\n```\n\n^x\n\nb\n');
    expect(await edited('- [x] a ^l\n', block('l'), 'new\nmore')).toBe('- [x] new\n  more ^l\n');
    expect(await edited(note, block('t1'), '| k |\n|---|\n| 2 |')).toBe(
      note.replace('| h |\n|---|\n| 1 |', '| k |\n|---|\n| 2 |'),
    );
  });

  it('keeps an inner item where and what it is, however deep and however it is indented', async () => {
    for (const indent of ['\t\t', '    ', '        ', '  \t']) {
      const inner = `- x\n\t- y\n${indent}- [ ] z ^b\n- q\n`;
      expect(await edited(inner, block('b'), 'new')).toBe(inner.replace('z', 'new'));
      expect(await edited(inner, block('b'), '- new', 'append')).toBe(inner.replace('^b\n', `^b\n${indent}- new\n`));
      const above = `${indent}- new\n${indent}- [ ]`;
      expect(await edited(inner, block('b'), '- new', 'prepend')).toBe(inner.replace(`${indent}- [ ]`, above));
      expect(await edited(inner, block('b'), '', 'delete')).toBe('- x\n\t- y\n- q\n');
    }
  });

  it('puts rows and items of a block whose id stands below it above the id', async () => {
    const table = '| h |\n|---|\n| 1 |\n\n^t\n\nafter\n';
    expect(await edited(table, block('t'), '| 2 |', 'append')).toBe(table.replace('| 1 |\n', '| 1 |\n| 2 |\n'));
    expect(await edited(table, block('t'), 'x', 'append')).toBe(table.replace('^t\n', '^t\n\nx\n'));
    const list = '- a\n- b\n\n^l\n\nafter\n';
    expect(await edited(list, block('l'), '- c', 'append')).toBe(list.replace('- b\n', '- b\n- c\n'));
    expect(await edited(list, block('l'), '', 'delete')).toBe('after\n');
    expect(await edited(list, block('l'), '- n')).toBe('- n\n\n^l\n\nafter\n');
    expect(await edited('- a\n\n^l\n', block('l'), '- b', 'append')).toBe('- a\n- b\n\n^l\n');
    expect(await edited('- a ^i\n- b\n\n^l\n', block('i'), '', 'delete')).toBe('- b\n\n^l\n');
    expect(await edited(list, block('l'), '1. c', 'append')).toBe(list.replace('^l\n', '^l\n\n1. c\n'));
    expect(await edited('> a\n\n^q\n', block('q'), '> b', 'append')).toBe('> a\n\n^q\n\n> b\n');
    const section = '## T\n\n| h |\n|---|\n| 1 |\n\n^t\n';
    expect(await edited(section, under('T'), '| 2 |', 'append')).toBe(`${section}\n| 2 |\n`);
  });

  it('puts blocks above and below it, items of its list beside it', async () => {
    expect(await edited(note, block('p1'), 'x', 'append')).toBe(note.replace('^p1\n', '^p1\n\nx\n'));
    expect(await edited(note, block('p1'), 'x', 'prepend')).toBe(`x\n\n${note}`);
    expect(await edited(note, block('l1'), '- x', 'append')).toBe(note.replace('^l2\n', '^l2\n- x\n'));
    expect(await edited(note, block('l2'), '- x', 'append')).toBe(note.replace('^l2\n', '^l2\n  - x\n'));
    expect(await edited(note, block('l2'), '- x', 'prepend')).toBe(note.replace('  - kid', '  - x\n  - kid'));
    expect(await edited(note, block('t1'), 'x', 'append')).toBe(note.replace('^t1\n', '^t1\n\nx\n'));
  });

  it('deletes it, an item with those below it', async () => {
    expect(await edited(note, block('p1'), '', 'delete')).toBe(note.slice(note.indexOf('- a')));
    expect(await edited(note, block('l1'), '', 'delete')).toBe(note.replace('- a ^l1\n  - kid ^l2\n', ''));
    expect(await edited(note, block('t1'), '', 'delete')).toBe(note.replace('| h |\n|---|\n| 1 |\n\n^t1\n\n', ''));
  });

  it('refuses an id that is not there', async () => {
    expect(await refusal(() => edited(note, block('zz'), 'x'))).toMatchObject({
      code: 'block_not_found',
      params: { block: 'zz' },
    });
  });
});

describe('editing lines', () => {
  it('replaces, puts in and takes out whole lines', async () => {
    expect(await edited('a\nb\nc\n', lines(2), 'x\ny')).toBe('a\nx\ny\nc\n');
    expect(await edited('a\nb\nc', lines(3), 'x\n')).toBe('a\nb\nx');
    expect(await edited('a\nb\nc\n', lines(1, 2), 'x', 'append')).toBe('a\nb\nx\nc\n');
    expect(await edited('a\nb', lines(2), 'x', 'append')).toBe('a\nb\nx');
    expect(await edited('a\nb\n', lines(1), 'x', 'prepend')).toBe('x\na\nb\n');
    expect(await edited('a\nb\nc', lines(2, 3), '', 'delete')).toBe('a');
    expect(await edited('a\r\nb\r\nc', lines(3), '', 'delete')).toBe('a\r\nb');
    expect(await edited('a\r\nb\r\n', lines(1), 'x\ny')).toBe('x\r\ny\r\nb\r\n');
  });

  it('wants the revision that they were counted in, and lines that exist', async () => {
    expect((await refusal(() => edited('a\n', lines(1), 'x', 'replace', null))).code).toBe('lines_need_revision');
    expect((await refusal(() => edited('a\n', lines(2), 'x'))).params).toMatchObject({ asked: '2', total: 1 });
    expect((await refusal(() => edited('a\nb\n', lines(2, 1), 'x'))).code).toBe('lines_out_of_range');
  });
});

describe('editing a property', () => {
  const note = '---\ntags: [a] # t\nstatus: "x"\n---\nbody\n';

  it('reads the value as YAML and writes it in place', async () => {
    expect(await edited(note, property('status'), 'done')).toBe(note.replace('"x"', '"done"'));
    expect(await edited(note, property('tags'), '["a","b"]')).toBe(note.replace('[a]', '[a, b]'));
    expect(await edited(note, property('due'), '2026-01-10')).toBe(note.replace('"x"\n', '"x"\ndue: 2026-01-10\n'));
    expect(await edited(note, property('tags'), '007', 'append')).toBe(note.replace('[a]', '[a, "007"]'));
    expect(await edited(note, property('tags'), '["b","c"]', 'append')).toBe(note.replace('[a]', '[a, b, c]'));
    expect(await edited(note, property('tags'), 'b', 'prepend')).toBe(note.replace('[a]', '[b, a]'));
  });

  it('takes an item or the whole key away', async () => {
    expect(await edited(note, property('tags', 'a'), '', 'delete')).toBe(note.replace('[a]', '[]'));
    expect(await edited(note, property('tags'), '', 'delete')).toBe(note.replace('tags: [a] # t\n', ''));
  });

  it('refuses to add nothing', async () => {
    expect((await refusal(() => edited(note, property('tags'), '', 'append'))).code).toBe('property_invalid');
  });

  it('refuses a value in brackets that is no plain list', async () => {
    expect((await refusal(() => edited(note, property('x'), '[a, {b: c}]'))).code).toBe('property_invalid');
  });
});
