import { describe, expect, it } from 'vitest';
import { applyAll } from '../../../src/core/change/apply.ts';
import type { Operation } from '../../../src/core/change/operations.ts';
import { listedPath } from '../../../src/core/path.ts';
import { revision } from '../../support/a-desk.ts';
import { writableMemoryVault } from '../../support/writable-memory-vault.ts';

const NOTES = 20;
const texts = Object.fromEntries(Array.from({ length: NOTES }, (_, at) => [`n${at}.md`, `note ${at}\n`]));

function edit(path: string, before: string, added: string): Operation {
  const edits = [{ from: before.length, to: before.length, text: added }];
  const after = revision(before + added);
  return { act: 'edit', path: listedPath(path), before: revision(before), after, text: before, edits };
}

const edits = Object.entries(texts).map(([path, text]) => edit(path, text, 'more\n'));

/** A vault that tells how many writes were under way at once, at the most. */
function watched(files: Readonly<Record<string, string>>) {
  const vault = writableMemoryVault(files);
  const seen = { most: 0, order: [] as string[] };
  let underWay = 0;
  const { replace, create } = vault;
  const counted = async <T>(path: string, act: () => Promise<T>): Promise<T> => {
    seen.order.push(path);
    seen.most = Math.max(seen.most, ++underWay);
    try {
      return await act();
    } finally {
      underWay--;
    }
  };
  vault.replace = (path, expected, text) => counted(path, () => replace(path, expected, text));
  vault.create = (path, text) => counted(path, () => create(path, text));
  return { vault, seen };
}

describe('the steps of a change', () => {
  it('that edit different notes run side by side, a few at a time', async () => {
    const { vault, seen } = watched(texts);
    await applyAll(vault, edits, () => true);
    expect(seen.most).toBe(8);
    expect(await vault.content()).toEqual(
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, `${text}more\n`])),
    );
  });

  it('that edit one note twice keep their order, and so does everything but edits', async () => {
    const { vault, seen } = watched({ 'a.md': 'a\n' });
    await applyAll(
      vault,
      [
        edit('a.md', 'a\n', 'b\n'),
        edit('a.md', 'a\nb\n', 'c\n'),
        { act: 'create', path: listedPath('n.md'), text: 'n\n', after: revision('n\n') },
        edit('n.md', 'n\n', 'o\n'),
      ],
      () => true,
    );
    expect(seen.most).toBe(1);
    expect(await vault.content()).toEqual({ 'a.md': 'a\nb\nc\n', 'n.md': 'n\no\n' });
  });

  it('are all taken back where one beside them fails, and none is begun after it', async () => {
    const { vault, seen } = watched(texts);
    vault.put('n9.md', 'the user wrote here\n');
    await expect(applyAll(vault, edits, () => true)).rejects.toMatchObject({ code: 'revision_conflict' });
    expect(await vault.content()).toEqual({ ...texts, 'n9.md': 'the user wrote here\n' });
    expect(seen.order).not.toContain(`n${NOTES - 1}.md`);
  });

  it('stop where another host has taken the vault, which then holds nothing of them', async () => {
    const { vault } = watched(texts);
    let asked = 0;
    await expect(applyAll(vault, edits, () => ++asked < 12)).rejects.toMatchObject({ code: 'vault_unavailable' });
    expect(await vault.content()).toEqual(texts);
  });
});
