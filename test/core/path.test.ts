import { describe, expect, it } from 'vitest';
import { baseName, extensionOf, fileName, folderOf, isNote, joinPath, listedPath } from '../../src/core/path.ts';

describe('the parts of a path', () => {
  it.each([
    ['a/b.c.md', 'b.c.md', 'b.c', 'a', 'md'],
    ['Tides.MD', 'Tides.MD', 'Tides', '', 'md'],
    ['a/b/LICENSE', 'LICENSE', 'LICENSE', 'a/b', ''],
    ['.hidden', '.hidden', '.hidden', '', ''],
    ['日本/ノート.canvas', 'ノート.canvas', 'ノート', '日本', 'canvas'],
  ])('%s', (path, file, base, folder, extension) => {
    expect([fileName(path), baseName(path), folderOf(path), extensionOf(path)]).toEqual([
      file,
      base,
      folder,
      extension,
    ]);
  });

  it('a note is what ends in .md, in any case', () => {
    expect(['a.md', 'a.MD', 'x/a.Md'].every(isNote)).toBe(true);
    expect(['a.markdown', '.md', 'md', 'a.md/b'].some(isNote)).toBe(false);
  });

  it('a listed path is composed, and joins without a slash at the root', () => {
    expect(listedPath('Cafe\u0301.md')).toBe('Café.md');
    expect(joinPath('', 'a.md')).toBe('a.md');
    expect(joinPath('x/y', 'a.md')).toBe('x/y/a.md');
  });
});
