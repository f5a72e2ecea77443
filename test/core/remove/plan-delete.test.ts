import { describe, expect, it } from 'vitest';
import { presetOf } from '../../../src/core/conventions/presets.ts';
import { aVaultOf } from '../rewrite/support.ts';

const MOC = '---\ntipo: moc\natualizado: 2026-01-01\n---\n\n## Notas\n\n- [[a]] — A\n- [[x]] — X\n';
const VAULT = {
  '02-wiki/d/d-moc.md': MOC,
  '02-wiki/d/x.md': 'text [[x]]',
  '02-wiki/d/a.md': '',
  '04-daily/2026-01-01.md': 'today',
  '00-index/index-knowledge.md': '# I',
  '00-index/people.md': 'who is who',
  'loose.md': 'nothing',
  'pic.png': '',
};

describe('a deletion', () => {
  it('takes a note to the trash and its entry out of the map, and can be undone', async () => {
    const vault = await aVaultOf(VAULT);
    const outcome = await vault.remove('02-wiki/d/x.md');
    expect(outcome).toMatchObject({
      kind: 'applied',
      warnings: [],
      facts: { lists: ['02-wiki/d/d-moc.md'], broken: [] },
    });
    const files = await vault.files();
    expect(files['02-wiki/d/x.md']).toBeUndefined();
    expect(files['02-wiki/d/d-moc.md']).toBe(
      '---\ntipo: moc\natualizado: 2026-09-01\n---\n\n## Notas\n\n- [[a]] — A\n',
    );
    expect(vault.history.commits[0]?.subject).toBe('remover x.md');
    await vault.undo();
    expect(await vault.files()).toEqual(VAULT);
  });

  it.each([
    ['a map of content', '02-wiki/d/d-moc.md', 'structural_note'],
    ['a day', '04-daily/2026-01-01.md', 'structural_note'],
    ['the index', '00-index/index-knowledge.md', 'structural_note'],
    ['a folder', '02-wiki/d', 'is_a_folder'],
    ['a path that is not there', '02-wiki/d/none.md', 'note_not_found'],
    ['a path of another case', '02-wiki/d/X.md', 'note_not_found'],
    ['a name without its folder', 'x.md', 'note_not_found'],
  ])('refuses %s, confirmed or not', async (_, path, code) => {
    const vault = await aVaultOf(VAULT);
    await expect(vault.remove(path, true)).rejects.toMatchObject({ code });
    expect(await vault.files()).toEqual(VAULT);
  });

  it('judges structure by the note itself, before it counts links', async () => {
    const vault = await aVaultOf({ 'm.md': '---\ntipo: MOC\n---\n', 'n.md': '[[m]]' });
    await expect(vault.remove('m.md')).rejects.toMatchObject({ code: 'structural_note' });
    const english = await aVaultOf({ 'm.md': '---\ntype: moc\n---\n' }, presetOf('en'));
    await expect(english.remove('m.md')).rejects.toMatchObject({ code: 'structural_note' });
  });

  it('of a plain note in the index folder is no different', async () => {
    const vault = await aVaultOf(VAULT);
    expect(await vault.remove('00-index/people.md')).toMatchObject({ kind: 'applied' });
  });

  it('asks where other files link to it, and tells which then lead nowhere', async () => {
    const files = { ...VAULT, 'n.md': '[[x]]', 'c.canvas': '{"nodes":[{"type":"file","file":"02-wiki/d/x.md"}]}' };
    const vault = await aVaultOf(files);
    await expect(vault.remove('02-wiki/d/x.md')).rejects.toMatchObject({
      code: 'has_backlinks',
      params: { from: ['c.canvas', 'n.md'] },
    });
    const outcome = await vault.remove('02-wiki/d/x.md', true);
    expect(outcome.warnings).toEqual([
      { code: 'leaves_broken_links', about: '02-wiki/d/x.md', detail: 'c.canvas, n.md' },
    ]);
    expect(await vault.text('n.md')).toBe('[[x]]');
  });

  it('counts the map where it mentions the note beside its entry', async () => {
    const vault = await aVaultOf({ ...VAULT, '02-wiki/d/d-moc.md': `${MOC}\nBegin with [[x]].\n` });
    await expect(vault.remove('02-wiki/d/x.md')).rejects.toMatchObject({
      code: 'has_backlinks',
      params: { from: ['02-wiki/d/d-moc.md'] },
    });
  });

  it('takes attachments too, with the same guard', async () => {
    const vault = await aVaultOf({ ...VAULT, 'n.md': '![[pic.png]]' });
    await expect(vault.remove('pic.png')).rejects.toMatchObject({ code: 'has_backlinks', params: { from: ['n.md'] } });
    expect(await vault.remove('pic.png', true)).toMatchObject({ facts: { kind: 'attachment', broken: ['n.md'] } });
    expect(Object.keys(await vault.files())).not.toContain('pic.png');
  });
});
