import { describe, expect, it } from 'vitest';
import { aWritingHost } from '../support/writing-host.ts';

const files = {
  'a/Old.md': '# Old\n\nSee [[Other]].\n',
  'Other.md': 'A [[Old|link]], [another](a/Old.md#Old) and `[[Old]]` in code.\n',
  'board.canvas': '{"nodes":[{"id":"1","type":"file","file":"a/Old.md","x":0,"y":0,"width":1,"height":1}],"edges":[]}',
};

describe('vault_move', () => {
  it('keeps every link and leaves code alone', async () => {
    const { call, content } = await aWritingHost(files);
    const { text } = await call('vault_move', { from: 'a/Old.md', to: 'b/New.md' });
    expect(text).toMatch(/^Moved: a\/Old\.md → b\/New\.md\nLinks repaired in: Other\.md \(2\), board\.canvas \(1\)\n/m);
    expect(await content()).toEqual({
      'Other.md': 'A [[New|link]], [another](b/New.md#Old) and `[[Old]]` in code.\n',
      'b/New.md': '# Old\n\nSee [[Other]].\n',
      'board.canvas': files['board.canvas'].replace('a/Old.md', 'b/New.md'),
    });
  });

  it('never overwrites', async () => {
    const { call, content } = await aWritingHost(files);
    const before = await content();
    expect((await call('vault_move', { from: 'a/Old.md', to: 'Other.md' })).text).toMatch(/^\[already_exists\]/);
    expect(await content()).toEqual(before);
  });

  it('goes into the folder that is there, in whatever case it is asked for', async () => {
    const { call, content } = await aWritingHost({ ...files, 'Projects/p.md': 'x\n' });
    await call('vault_move', { from: 'Other.md', to: 'projects/Other.md' });
    await call('vault_move', { from: 'a', to: 'PROJECTS/a' });
    expect(Object.keys(await content()).sort()).toEqual([
      'Projects/Other.md',
      'Projects/a/Old.md',
      'Projects/p.md',
      'board.canvas',
    ]);
    expect((await call('vault_move', { from: 'Projects/p.md', to: 'projects/other.md' })).text).toMatch(
      /^\[already_exists\].*Projects\/Other\.md/,
    );
  });

  it.each([
    ['a/Old.md', 'a/old.md', 'a/old.md'],
    ['a', 'A', 'A/Old.md'],
  ])('changes the case of %s where that is asked', async (from, to, path) => {
    const { call, content } = await aWritingHost(files);
    const { text } = await call('vault_move', { from, to });
    expect(text).toMatch(/^Moved/m);
    expect(Object.keys(await content())).toContain(path);
  });

  it('names the nearest files where there is none', async () => {
    const { call } = await aWritingHost(files);
    const { text } = await call('vault_move', { from: 'a/Odl.md', to: 'b/New.md' });
    expect(text).toMatch(/^\[note_not_found\].*a\/Old\.md/s);
    const deletion = await call('vault_delete', { path: 'Othre.md' });
    expect(deletion.text).toMatch(/^\[note_not_found\].*Other\.md/s);
  });

  it('is taken back whole', async () => {
    const { call, content } = await aWritingHost(files);
    const before = await content();
    await call('vault_move', { from: 'a', to: 'c/d' });
    expect(Object.keys(await content())).toContain('c/d/Old.md');
    await call('vault_undo');
    expect(await content()).toEqual(before);
  });
});
