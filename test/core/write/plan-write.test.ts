import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { planWrite, type WriteRequest } from '../../../src/core/write/plan-write.ts';
import { listedPath } from '../../../src/core/path.ts';
import { carriedOut, notesIn, refusal } from '../../support/planned.ts';

const path = listedPath('02-wiki/auth/jwt-expiry.md');
const time = { year: 2026, month: 3, day: 9, hour: 7, minute: 5 };

interface Situation {
  readonly old?: string;
  readonly preset?: 'en' | 'pt-BR';
  readonly expectedRevision?: string;
  readonly templates?: Readonly<Record<string, string>>;
  readonly at?: string;
}

async function planned(request: Partial<WriteRequest>, situation: Situation = {}) {
  const at = situation.at === undefined ? path : listedPath(situation.at);
  const files: Record<string, string> = situation.old === undefined ? {} : { [at]: situation.old };
  const plan = await planWrite({ path: at, content: '', mode: 'create', overwrite: false, ...request }, 0, {
    notes: notesIn(files),
    conventions: presetOf(situation.preset ?? 'en'),
    expectedRevision: situation.expectedRevision ?? null,
    readTemplate: (template) => Promise.resolve(situation.templates?.[template] ?? null),
    localTime: () => time,
  });
  return { plan, text: carriedOut(files, plan)[at] ?? '', action: plan.facts.action, warnings: plan.warnings };
}

const written = async (request: Partial<WriteRequest>, situation?: Situation) =>
  (await planned(request, situation)).text;

describe('a new note', () => {
  it('gets type, tags and date of creation in the vault’s own words', async () => {
    const { text, action, plan } = await planned({ content: '# T\n\nbody' });
    expect(text).toBe('---\ntype: wiki\ntags: []\ncreated: 2026-03-09\n---\n\n# T\n\nbody\n');
    expect(action).toBe('created');
    expect(plan.changes.subject).toBe('Jwt Expiry');
    expect(await written({ content: 'x', path: listedPath('n.md') }, { preset: 'pt-BR', at: 'n.md' })).toBe(
      '---\ntipo: nota\ntags: []\ncriado: 2026-03-09\n---\n\nx\n',
    );
    expect(await written({ content: '' })).toBe('---\ntype: wiki\ntags: []\ncreated: 2026-03-09\n---\n');
  });

  it('takes what the caller gives, safely quoted', async () => {
    const frontmatter = {
      title: 'a: b # c',
      type: 'note',
      tags: '#adr, 007,adr',
      rel: ['[[x]]', 'y, z'],
      nested: { k: ['1:30', null, true], 'odd: key': 1.5 },
      due: '2026-01-10',
      ...(JSON.parse('{"__proto__": {"polluted": true}}') as object),
      gone: undefined,
    };
    const text = await written({ content: 'x', frontmatter });
    const block = text.slice(4, text.indexOf('---', 4));
    for (const version of ['1.1', '1.2'] as const) {
      const read = parse(block, { version }) as Record<string, unknown>;
      expect(read).toMatchObject({
        title: 'a: b # c',
        type: 'note',
        tags: ['adr', '007'],
        rel: ['[[x]]', 'y, z'],
        nested: { k: ['1:30', null, true], 'odd: key': 1.5 },
      });
      expect(Object.keys(read)).toEqual(['type', 'tags', 'created', 'title', 'rel', 'nested', 'due']);
    }
    expect(block).toContain('due: 2026-01-10\n');
    expect('polluted' in {}).toBe(false);
  });

  it('takes a role’s key of the other vocabulary for its own', async () => {
    expect(
      await written({ content: 'x', frontmatter: { type: 'moc', created: '2020-01-01' } }, { preset: 'pt-BR' }),
    ).toBe('---\ntipo: moc\ntags: []\ncriado: 2020-01-01\n---\n\nx\n');
  });

  it('lets the content’s own frontmatter win and fills what is blank or missing', async () => {
    const content = '---\n# mine\ntype: decision # kept\ntags:\nx: "1"\n---\nbody\n';
    expect(await written({ content, frontmatter: { type: 'note', tags: ['a'], k: 2 } })).toBe(
      '---\n# mine\ntype: decision # kept\ntags: [a]\nx: "1"\ncreated: 2026-03-09\nk: 2\n---\nbody\n',
    );
  });

  it('keeps CRLF content CRLF', async () => {
    expect(await written({ content: 'a\r\nb' })).toBe(
      '---\r\ntype: wiki\r\ntags: []\r\ncreated: 2026-03-09\r\n---\r\n\r\na\r\nb\r\n',
    );
  });

  it('does not take two rules around prose for properties, nor lets a text behind them pass for some', async () => {
    const content = '---\nSome prose\n---\n\ntext\n';
    expect(await written({ content })).toBe(`---\ntype: wiki\ntags: []\ncreated: 2026-03-09\n---\n\n${content}`);
  });

  it('refuses frontmatter that cannot be read instead of putting a second block before it', async () => {
    for (const content of ['---\ntitle: a: b\n---\nx\n', '---\ntitle: never closed\n\nx\n']) {
      expect((await refusal(() => planned({ content }))).code).toBe('frontmatter_invalid');
    }
  });

  it.each([
    [{ type: { a: 1 } }, 'not_scalar'],
    [{ type: null }, 'not_scalar'],
    [{ created: [1] }, 'not_scalar'],
    [{ tags: [['a']] }, 'not_scalar'],
    [{ tags: Array.from({ length: 65 }, (_, i) => `t${i}`) }, 'too_many'],
    [{ tags: ['x'.repeat(129)] }, 'too_long'],
    [{ deep: [[[[[[[[[[1]]]]]]]]]] }, 'too_deep'],
    [{ '': 1 }, 'bad_key'],
  ])('refuses the property %j', async (frontmatter, rule) => {
    expect(await refusal(() => planned({ content: 'x', frontmatter }))).toMatchObject({
      code: 'property_invalid',
      params: { rule },
    });
  });

  it('never takes the place of a note, but of blank space', async () => {
    expect((await refusal(() => planned({ content: 'x' }, { old: 'mine\n' }))).code).toBe('already_exists');
    const blank = await planned({ content: 'x' }, { old: ' \n\n' });
    expect(blank.action).toBe('created');
    expect(blank.text).toBe('---\ntype: wiki\ntags: []\ncreated: 2026-03-09\n---\n\nx\n');
  });
});

describe('a template', () => {
  const wiki =
    '---\ntype: wiki\ntags: []\ncreated: <% tp.date.now("YYYY-MM-DD") %>\nsource:\n---\n# <% tp.file.title %>\n\n## Context\n\n## Solution\n\nhow\n';
  const templates = {
    '_templates/wiki.md': wiki,
    '_templates/bad.md': '<% tp.user.x() %>',
    '_templates/plain.md': '# {{title}}\n',
  };

  it('of the note’s type gives the skeleton, its empty sections giving way to the content’s own', async () => {
    expect(
      await written(
        { content: 'Why.\n\n## Context\n\nhere', template: true, frontmatter: { tags: ['a'] } },
        { templates },
      ),
    ).toBe(
      '---\ntype: wiki\ntags: [a]\ncreated: 2026-03-09\nsource:\n---\n# jwt-expiry\n\nWhy.\n\n## Context\n\nhere\n\n## Solution\n\nhow\n',
    );
  });

  it('gives its title way to the content’s own', async () => {
    expect(await written({ content: '# Mine\n\nx', template: 'plain' }, { templates })).toBe(
      '---\ntype: wiki\ntags: []\ncreated: 2026-03-09\n---\n\n# Mine\n\nx\n'.replace('---\n\n#', '---\n#'),
    );
  });

  it('that is missing or runs code is a warning, and the note is written', async () => {
    const bad = await planned({ content: 'x', template: 'bad' }, { templates });
    expect(bad.warnings).toEqual([{ code: 'template_unusable', about: '_templates/bad.md', detail: 'unknown_token' }]);
    expect(bad.text).toContain('\n\nx\n');
    for (const name of ['none', '../secret', '.obsidian/x', 'a/b']) {
      const { warnings, text } = await planned({ content: 'x', template: name }, { templates });
      expect(warnings).toMatchObject([{ code: 'template_missing' }]);
      expect(text).toContain('\n\nx\n');
    }
  });
});

describe('a replaced note', () => {
  const old = '---\n# mine\ntype: wiki\ntags: ["a"]\ncreated: 2020-01-01\nx: 1 # one\n---\n\nold\n';

  it('needs the revision or a plain word', async () => {
    const error = await refusal(() => planned({ content: 'new', mode: 'replace' }, { old }));
    expect(error).toMatchObject({ code: 'needs_revision', params: { path } });
    expect((error.params as { current: string }).current).toMatch(/^n-[0-9a-f]{32}$/);
    expect((await planned({ content: 'new', mode: 'replace' }, { old, expectedRevision: 'n-x' })).action).toBe(
      'replaced',
    );
  });

  it('keeps its frontmatter where the content brings none', async () => {
    expect(await written({ content: 'new', mode: 'replace', overwrite: true }, { old })).toBe(
      old.replace('old', 'new'),
    );
    expect(await written({ content: 'new', mode: 'replace', overwrite: true, frontmatter: { x: 2 } }, { old })).toBe(
      old.replace('old', 'new').replace('x: 1', 'x: 2'),
    );
  });

  it('keeps its date of creation where the content brings its own frontmatter', async () => {
    const content = '---\ntype: note\ntags: [b]\n---\nnew\n';
    expect(await written({ content, mode: 'replace', overwrite: true }, { old })).toBe(
      '---\ntype: note\ntags: [b]\ncreated: 2020-01-01\n---\nnew\n',
    );
  });

  it('keeps its line ends', async () => {
    const text = await written(
      { content: 'a\nb', mode: 'replace', overwrite: true },
      { old: old.replaceAll('\n', '\r\n') },
    );
    expect(text).toBe(old.replace('old', 'a\nb').replaceAll('\n', '\r\n'));
  });

  it('gets a block in place of one that cannot be read', async () => {
    expect(
      await written({ content: 'new', mode: 'replace', overwrite: true }, { old: '---\na: b: c\n---\nold\n' }),
    ).toBe('---\ntype: wiki\ntags: []\n---\n\nnew\n');
  });

  it('that is the same already is left alone', async () => {
    const { action, plan } = await planned({ content: '\nold\n', mode: 'replace', overwrite: true }, { old });
    expect(action).toBe('unchanged');
    expect(plan.changes.steps).toEqual([]);
  });
});

describe('text at a note’s end', () => {
  it('is parted by one blank line, or goes on with a list or table', async () => {
    expect(await written({ content: '\nmore\n', mode: 'append' }, { old: 'text\n' })).toBe('text\n\nmore\n');
    expect(await written({ content: 'more', mode: 'append' }, { old: 'text' })).toBe('text\n\nmore');
    expect(await written({ content: 'more', mode: 'append' }, { old: 'text\n\n\n' })).toBe('text\n\nmore\n\n\n');
    expect(await written({ content: '- b', mode: 'append' }, { old: '- a\n' })).toBe('- a\n- b\n');
    expect(await written({ content: '| 2 |', mode: 'append' }, { old: '| h |\n|---|\n| 1 |\n' })).toBe(
      '| h |\n|---|\n| 1 |\n| 2 |\n',
    );
    expect(await written({ content: 'x\ny', mode: 'append' }, { old: 'a\r\n' })).toBe('a\r\n\r\nx\r\ny\r\n');
  });

  it('sets the properties that the caller gives and adds those that only the content has', async () => {
    const old = '---\ntags: [a] # t\nx: 1\n---\ntext\n';
    const content = '---\nx: 9\nk: 2\n---\nmore';
    expect(await written({ content, mode: 'append', frontmatter: { tags: ['a', 'b'] } }, { old })).toBe(
      '---\ntags: [a, b] # t\nx: 1\nk: 2\n---\ntext\n\nmore\n',
    );
    expect(await written({ content: 'more', mode: 'append', frontmatter: { z: 1 } }, { old: 'text\n' })).toBe(
      '---\nz: 1\n---\ntext\n\nmore\n',
    );
  });

  it('makes the note where there is none', async () => {
    const { text, action } = await planned({ content: 'x', mode: 'append' });
    expect(action).toBe('created');
    expect(text).toBe('---\ntype: wiki\ntags: []\ncreated: 2026-03-09\n---\n\nx\n');
  });

  it('is refused where a fence or comment would swallow it', async () => {
    expect((await refusal(() => planned({ content: 'x', mode: 'append' }, { old: 'a\n\n```\ncode\n' }))).code).toBe(
      'unclosed_block',
    );
  });
});
