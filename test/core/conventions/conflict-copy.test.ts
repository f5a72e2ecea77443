import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConflictCopy } from '../../../src/core/conventions/conflict-copy.ts';

describe('what a sync service left beside a note', () => {
  it.each([
    ['Dropbox', 'note (conflicted copy 2026-11-30).md'],
    ['Dropbox, with the name of a person', "folder/note (Anna's conflicted copy 2026-11-30).md"],
    ['Dropbox, with a machine that has brackets', "note (Anna's Mac (2)'s conflicted copy 2026-11-30).md"],
    ['Dropbox, a second one of the day', 'note (conflicted copy 2026-11-30 1).canvas'],
    ['Dropbox in Portuguese', 'nota (cópia em conflito de ANNA 2026-11-30).md'],
    ['Dropbox in Portuguese, decomposed', 'nota (cópia em conflito de ANNA 2026-11-30).md'.normalize('NFD')],
    ['Dropbox in Russian', 'заметка (Конфликтующая копия с компьютера ANNA 2026-11-30).md'],
    ['Nextcloud', 'note (conflicted copy 2026-11-30 101010).md'],
    ['Obsidian Sync', 'note (Conflicted copy device 202611301010).md'],
    ['Syncthing', 'note.sync-conflict-20261130-101010-ABCDEFG.md'],
    ['Syncthing of old', 'note.sync-conflict-20261130-101010.md'],
    ['ownCloud', 'note_conflict-20261130-101010.md'],
    ['Seafile', 'note (SFConflict anna@example.org 2026-11-30-10-10-10).md'],
    ['of a copy', 'note (conflicted copy 2026-11-29) (conflicted copy 2026-11-30).md'],
    ['of a picture', 'owl.sync-conflict-20261130-101010-ABCDEFG.png'],
  ])('is known by its name: %s', (_service, path) => {
    expect(isConflictCopy(path)).toBe(true);
  });

  it.each([
    ['a note about them', 'How to merge a conflicted copy.md'],
    ['one that names a day too', 'conflicted copy 2026-11-30.md'],
    ['brackets that say nothing of when', 'Dropbox (conflicted copy).md'],
    ['a day in brackets', 'Meeting (2026-11-30).md'],
    ['a number', 'note (1).md'],
    ['a machine', 'note-DESKTOP-ABC1234.md'],
    ['a folder of that name', 'a (conflicted copy 2026-11-30)/note.md'],
    ['no name before the brackets', '(conflicted copy 2026-11-30).md'],
    ['no name before the ending', '.sync-conflict-20261130-101010-ABCDEFG.md'],
    ['words within others', 'note (unconflicted copybook 2026-11-30).md'],
    ['brackets that do not end the name', 'note (conflicted copy 2026-11-30) merged.md'],
  ])('is not %s', (_what, path) => {
    expect(isConflictCopy(path)).toBe(false);
  });

  it('is not found in names that say nothing of a conflict', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        fc.pre(!/confli|конфли|konfli/i.test(name));
        expect(isConflictCopy(`${name}.md`)).toBe(false);
      }),
    );
  });
});
