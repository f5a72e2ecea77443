import { beforeEach, describe, expect, it } from 'vitest';

import { editDistance } from '../../../src/core/index/edit-distance.ts';
import { createNameIndex } from '../../../src/core/index/names.ts';
import type { NameIndex } from '../../../src/core/index/names.ts';
import { listedPath } from '../../../src/core/path.ts';

let names: NameIndex;

function put(path: string, ...other: string[]): void {
  names.put({ path: listedPath(path), names: other });
}

beforeEach(() => {
  names = createNameIndex();
  put('02-wiki/Project plan.md', 'Project plan', 'Roadmap');
  put('02-wiki/Projects.md');
  put('02-wiki/Ação rápida.md');
  put('notes/東京タワー.md');
  put('notes/Настройки сервера.md');
  put('notes/getUserName.md');
  names.put({ path: listedPath('notes/Other.md'), names: [], tags: ['work/urgent'], headings: ['Budget'] });
});

describe('a name index', () => {
  it('finds a note whose name or path was mistyped', () => {
    expect(names.closest('Projct plan', 1)).toEqual(['02-wiki/Project plan.md']);
    expect(names.closest('02-wiki/project-plan.md', 1)).toEqual(['02-wiki/Project plan.md']);
    expect(names.closest('elsewhere/Project Plan.MD', 1)).toEqual(['02-wiki/Project plan.md']);
    expect(names.closest('projectplan', 1)).toEqual(['02-wiki/Project plan.md']);
    expect(names.closest('raodmap', 1)).toEqual(['02-wiki/Project plan.md']);
  });

  it('finds names of any script, with and without accents', () => {
    expect(names.closest('acao rapida', 1)).toEqual(['02-wiki/Ação rápida.md']);
    expect(names.closest('Ação rápida'.normalize('NFD'), 1)).toEqual(['02-wiki/Ação rápida.md']);
    expect(names.closest('東京', 1)).toEqual(['notes/東京タワー.md']);
    expect(names.closest('настройка сервера', 1)).toEqual(['notes/Настройки сервера.md']);
    expect(names.closest('user name', 1)).toEqual(['notes/getUserName.md']);
  });

  it('takes no dot in a name for an ending', () => {
    put('notes/node.js guide.md');
    put('notes/node guide.md');
    expect(names.closest('node.js guide', 1)).toEqual(['notes/node.js guide.md']);
  });

  it('puts the likest name first', () => {
    expect(names.closest('projects', 2)).toEqual(['02-wiki/Projects.md', '02-wiki/Project plan.md']);
  });

  it('finds a note by tag and by heading too', () => {
    expect(names.closest('urgent', 1)).toEqual(['notes/Other.md']);
    expect(names.closest('budget', 1)).toEqual(['notes/Other.md']);
  });

  it('has nothing to offer for what is like nothing', () => {
    expect(names.closest('zzzzzz', 5)).toEqual([]);
    expect(names.closest('', 5)).toEqual([]);
    expect(names.closest('x'.repeat(100_000), 5)).toEqual([]);
  });

  it('completes a name from its begin', () => {
    expect(names.complete('proj', 5).sort()).toEqual(['02-wiki/Project plan.md', '02-wiki/Projects.md']);
    expect(names.complete('project pl', 5)).toEqual(['02-wiki/Project plan.md']);
    expect(names.complete('plan proj', 5)).toEqual(['02-wiki/Project plan.md']);
  });

  it('forgets a note that was removed or renamed', () => {
    names.remove(listedPath('02-wiki/Project plan.md'));
    names.remove(listedPath('never/there.md'));
    expect(names.closest('roadmap', 1)).toEqual([]);
    expect(names.size).toBe(6);
  });

  it('replaces what a note was called', () => {
    put('02-wiki/Project plan.md', 'Project plan', 'Journey');
    expect(names.closest('roadmap', 1)).toEqual([]);
    expect(names.closest('journey', 1)).toEqual(['02-wiki/Project plan.md']);
    expect(names.size).toBe(7);
  });

  it('suggests words at most two edits away, nearest first', () => {
    expect(names.suggest('projct', 5)).toEqual(['project', 'projects']);
    expect(names.suggest('raodmap', 5)).toEqual(['roadmap']);
    expect(names.suggest('Servera', 5)).toEqual([]);
    expect(names.suggest('сервер', 5)).toEqual(['сервера']);
  });

  it('suggests nothing for words of three letters, and one edit for four', () => {
    put('notes/cat.md');
    put('notes/word.md');
    expect(names.suggest('cst', 5)).toEqual([]);
    expect(names.suggest('worl', 5)).toEqual(['word', 'work']);
    expect(names.suggest('wxrl', 5)).toEqual([]);
  });

  it('does not suggest the word itself', () => {
    expect(names.suggest('projects', 5)).toEqual(['project']);
  });
});

describe('editDistance', () => {
  it('counts insertions, deletions, changes and swaps', () => {
    expect(editDistance('kitten', 'sitting', 5)).toBe(3);
    expect(editDistance('roadmap', 'raodmap', 5)).toBe(1);
    expect(editDistance('', 'abc', 5)).toBe(3);
    expect(editDistance('same', 'same', 0)).toBe(0);
  });

  it('says one more than the most where more are needed', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
    expect(editDistance('a', 'abcdef', 2)).toBe(3);
    expect(editDistance('', 'abc', 2)).toBe(3);
  });
});
