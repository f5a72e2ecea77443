import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recover } from '../../../src/core/change/recover.ts';
import { Journal } from '../../../src/core/change/journal.ts';
import type { History } from '../../../src/core/change/write-ports.ts';
import { VaultError } from '../../../src/core/errors.ts';
import { listedPath } from '../../../src/core/path.ts';
import { aDesk, askingFirst, rememberingHistory, revision, silent } from '../../support/a-desk.ts';
import { memoryJournal } from '../../support/memory-journal.ts';
import { writableMemoryVault } from '../../support/writable-memory-vault.ts';

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  return error instanceof VaultError ? error.code : String(error);
};
const appending = (text: string) => (length: number) => [{ from: length, to: length, text }];

/** Whether a place lies within a surrogate pair. */
const isLow = (text: string, offset: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(offset));

describe('the desk', () => {
  it('refuses text that no file can hold', async () => {
    const { edit } = await aDesk({ 'a.md': 'x😀' });
    expect(await codeOf(edit('a.md', [{ from: 1, to: 2, text: '' }]))).toBe('invalid_input');
  });

  it('writes a change of several files, commits exactly its paths and says what it did', async () => {
    const { change, vault, history } = await aDesk({ 'a.md': 'one\n', 'b.md': 'two\n' });
    const outcome = await change(async (draft) => {
      await draft.edit(listedPath('a.md'), [{ from: 0, to: 3, text: '1' }]);
      draft.create(listedPath('c.md'), 'three\n');
      await draft.move(listedPath('b.md'), listedPath('d/b.md'), false);
      return null;
    });
    expect(outcome).toMatchObject({ kind: 'applied', committed: true, repeated: false });
    expect(await vault.content()).toEqual({ 'a.md': '1\n', 'c.md': 'three\n', 'd/b.md': 'two\n' });
    expect(history.commits[0]?.paths).toEqual(['c.md', 'b.md', 'd/b.md', 'a.md']);
    if (outcome.kind !== 'applied') throw new Error('not applied');
    expect(outcome.diff).toContain('-one\n+1');
    expect(outcome.files.map(({ path, did }) => `${did} ${path}`)).toEqual([
      'created c.md',
      'moved d/b.md',
      'edited a.md',
    ]);
  });

  it('shows a preview without writing, and its revision lets the same plan through', async () => {
    const { edit, vault } = await aDesk({ 'a.md': 'one\n' });
    const edits = [{ from: 0, to: 3, text: 'uno' }];
    const preview = await edit('a.md', edits, { preview: true });
    if (preview.kind !== 'preview') throw new Error('no preview');
    expect(await vault.content()).toEqual({ 'a.md': 'one\n' });
    expect(preview.diff).toContain('+uno');
    expect(await edit('a.md', edits, { expectedRevision: preview.revision })).toMatchObject({ kind: 'applied' });
  });

  it('refuses a preview whose note has changed since', async () => {
    const { edit, vault } = await aDesk({ 'a.md': 'one\n' });
    const preview = await edit('a.md', [{ from: 0, to: 3, text: 'uno' }], { preview: true });
    if (preview.kind !== 'preview') throw new Error('no preview');
    vault.put('a.md', 'one more\n');
    const late = edit('a.md', [{ from: 0, to: 3, text: 'uno' }], { expectedRevision: preview.revision });
    expect(await codeOf(late)).toBe('preview_stale');
    expect(await vault.content()).toEqual({ 'a.md': 'one more\n' });
  });

  it('plans a dated line at the moment of its preview', async () => {
    const { change } = await aDesk();
    const dated = (preview: boolean, expectedRevision?: string) =>
      change(
        async (draft, now) => {
          draft.create(listedPath('n.md'), `${now}`);
          return now;
        },
        { preview, ...(expectedRevision === undefined ? {} : { expectedRevision }) },
      );
    const preview = await dated(true);
    if (preview.kind !== 'preview') throw new Error('no preview');
    expect(await dated(false, preview.revision)).toMatchObject({ kind: 'applied', facts: preview.facts });
  });

  it('refuses a stale note revision and names the current one', async () => {
    const { edit } = await aDesk({ 'a.md': 'one\n' });
    const stale = { expectedRevision: revision('other'), subjects: ['a.md'] };
    await expect(edit('a.md', [{ from: 0, to: 1, text: '' }], stale)).rejects.toMatchObject({
      code: 'revision_conflict',
      params: { current: revision('one\n') },
    });
  });

  it('applies eighty edits of one note sent at once, all, in order', async () => {
    const { change, vault } = await aDesk({ 'a.md': '' });
    const path = listedPath('a.md');
    vault.put('a.md', 'x');
    const all = Array.from({ length: 80 }, (_, index) =>
      change(async (draft) => {
        const { text } = (await draft.read(path)) ?? { text: '' };
        await draft.edit(path, appending(`\n${index}`)(text.length));
        return index;
      }),
    );
    await Promise.all(all);
    expect((await vault.content())['a.md']).toBe(`x\n${Array.from({ length: 80 }, (_, i) => i).join('\n')}`);
  });

  describe('where version control lays another file over what was just written', () => {
    /** Says once that it has worked since: when the change has been carried out. */
    const overlaying = (overlay: () => void): History => {
      let times = 0;
      return {
        ...rememberingHistory(),
        calm: () =>
          Promise.resolve(() => {
            if (times++ > 0) return Promise.resolve(false);
            overlay();
            return Promise.resolve(true);
          }),
      };
    };

    it('is planned anew on what lies there then', async () => {
      const vault = writableMemoryVault({ 'a.md': 'main\n' });
      const history = overlaying(() => vault.put('a.md', 'other\n'));
      const { change, journal } = await aDesk({}, { vault, history });
      const outcome = await change(async (draft) => {
        const { text } = (await draft.read(listedPath('a.md'))) ?? { text: '' };
        await draft.edit(listedPath('a.md'), appending('line\n')(text.length));
      });
      expect(outcome.kind).toBe('applied');
      expect((await vault.content())['a.md']).toBe('other\nline\n');
      expect(journal.entries().map(({ state }) => state)).toEqual(['done']);
    });

    it('takes back what still stands of it, so that nothing is made twice', async () => {
      const vault = writableMemoryVault({ 'a.md': 'main\n', 'b.md': 'b\n' });
      const history = overlaying(() => vault.put('a.md', 'other\n'));
      const { change } = await aDesk({}, { vault, history });
      await change(async (draft) => {
        for (const name of ['a.md', 'b.md']) {
          const { text } = (await draft.read(listedPath(name))) ?? { text: '' };
          await draft.edit(listedPath(name), appending('line\n')(text.length));
        }
      });
      expect(await vault.content()).toEqual({ 'a.md': 'other\nline\n', 'b.md': 'b\nline\n' });
    });

    it('stays as it is where what was written still stands', async () => {
      const vault = writableMemoryVault({ 'a.md': 'main\n' });
      const history = overlaying(() => vault.put('c.md', 'of another branch\n'));
      const { change, journal } = await aDesk({}, { vault, history });
      await change((draft) => draft.edit(listedPath('a.md'), appending('line\n')(5)));
      expect((await vault.content())['a.md']).toBe('main\nline\n');
      expect(journal.entries()).toHaveLength(1);
    });
  });

  it('plans again when an outside editor writes in between, and loses neither text', async () => {
    const { change, vault } = await aDesk({ 'a.md': 'user\n' });
    const path = listedPath('a.md');
    let interfered = false;
    vault.beforeWrite = () => {
      if (!interfered) vault.put('a.md', 'user, later\n');
      interfered = true;
    };
    await change(async (draft) => {
      const { text } = (await draft.read(path)) ?? { text: '' };
      await draft.edit(path, appending('agent\n')(text.length));
      return null;
    });
    expect(await vault.content()).toEqual({ 'a.md': 'user, later\nagent\n' });
  });

  it('takes everything back when a later step fails', async () => {
    const { change, vault, journal, history } = await aDesk({ 'a.md': 'one', 'b.md': 'two' });
    vault.beforeWrite = (act, path) => {
      if (act === 'replace' && path === 'b.md') throw Object.assign(new Error('disk'), { code: 'ENOSPC' });
    };
    const failing = change(async (draft) => {
      draft.create(listedPath('new.md'), 'new');
      await draft.edit(listedPath('a.md'), [{ from: 0, to: 3, text: '1' }]);
      await draft.edit(listedPath('b.md'), [{ from: 0, to: 3, text: '2' }]);
      return null;
    });
    expect(await codeOf(failing)).toBe('not_applied');
    expect(await vault.content()).toEqual({ 'a.md': 'one', 'b.md': 'two' });
    expect(journal.entries()[0]?.state).toBe('failed');
    expect(history.commits).toEqual([]);
  });

  it('never creates over an existing note', async () => {
    const { change, vault } = await aDesk({ 'a.md': 'mine' });
    const over = change(async (draft) => {
      draft.create(listedPath('a.md'), 'yours');
      return null;
    });
    expect(await codeOf(over)).toBe('already_exists');
    expect(await vault.content()).toEqual({ 'a.md': 'mine' });
  });

  it('answers a repeated call from the journal, also after a restart', async () => {
    const first = await aDesk({ 'a.md': 'x' });
    const twice = { caller: { callKey: 'k1' } };
    const one = await first.edit('a.md', [{ from: 1, to: 1, text: 'y' }], twice);
    const two = await first.edit('a.md', [{ from: 1, to: 1, text: 'y' }], twice);
    const restarted = await aDesk({}, { vault: first.vault, store: first.store });
    const three = await restarted.edit('a.md', [{ from: 1, to: 1, text: 'y' }], twice);
    expect(await first.vault.content()).toEqual({ 'a.md': 'xy' });
    for (const again of [two, three]) expect(again).toMatchObject({ kind: 'applied', repeated: true });
    if (one.kind === 'applied' && three.kind === 'applied') expect(three.change).toBe(one.change);
    expect(restarted.desk.stateOf('k1')).toBe('done');
    expect(restarted.desk.stateOf('k2')).toBe('absent');
  });

  it('never starts a change past its expiry, nor when another host has taken the vault', async () => {
    const { edit, vault } = await aDesk({ 'a.md': 'x' });
    expect(await codeOf(edit('a.md', [{ from: 0, to: 1, text: 'y' }], { caller: { expiresAt: 1 } }))).toBe(
      'not_applied',
    );
    const lost = await aDesk({}, { vault, stillOwner: () => false });
    expect(await codeOf(lost.edit('a.md', [{ from: 0, to: 1, text: 'y' }]))).toBe('vault_unavailable');
    expect(await vault.content()).toEqual({ 'a.md': 'x' });
  });

  it('asks outside the queue, and asks again when the diff has changed meanwhile', async () => {
    const asked: string[] = [];
    const vault = writableMemoryVault({ 'a.md': 'x\n', 'b.md': 'b\n' });
    const desk = await aDesk(
      {},
      {
        vault,
        approval: askingFirst(
          async ({ diff }) => {
            asked.push(diff);
            // While the question stands open, others get their turn, and the user types.
            await desk.edit('b.md', [{ from: 0, to: 1, text: 'B' }]);
            if (asked.length === 1) vault.put('a.md', 'typed\nx\n');
            return { approved: true };
          },
          ({ edits }) => edits.includes(listedPath('a.md')),
        ),
      },
    );
    await desk.change(async (draft) => {
      const { text } = (await draft.read(listedPath('a.md'))) ?? { text: '' };
      await draft.edit(listedPath('a.md'), appending('y\n')(text.length));
      return null;
    });
    expect(asked).toHaveLength(2);
    expect(await vault.content()).toEqual({ 'a.md': 'typed\nx\ny\n', 'b.md': 'B\n' });
  });

  it('says no where nobody can be asked, and passes on the reason of a refusal', async () => {
    const closed = await aDesk({ 'a.md': 'x' }, { approval: askingFirst(null) });
    expect(await codeOf(closed.edit('a.md', [{ from: 0, to: 1, text: '' }]))).toBe('approval_unavailable');
    const declined = await aDesk(
      { 'a.md': 'x' },
      { approval: askingFirst(async () => ({ approved: false, reason: 'not today' })) },
    );
    await expect(declined.edit('a.md', [{ from: 0, to: 1, text: '' }])).rejects.toMatchObject({
      code: 'approval_declined',
      params: { reason: 'not today' },
    });
  });

  it('makes the commits that were due, in order, before the next one', async () => {
    const made: string[] = [];
    let busy = true;
    const history = {
      ...rememberingHistory(),
      commit: async ({ subject, paths }: { subject: string; paths: readonly string[] }) => {
        if (busy) return { committed: false, due: true, warnings: [{ code: 'git_busy' as const }] };
        made.push(`${subject} ${paths.join(' ')}`);
        return { committed: true, due: false, warnings: [] };
      },
    };
    const { edit, journal } = await aDesk({ 'a.md': 'x', 'b.md': 'x', 'c.md': 'x' }, { history });
    for (const path of ['a.md', 'b.md']) await edit(path, [{ from: 0, to: 1, text: 'y' }]);
    busy = false;
    await edit('c.md', [{ from: 0, to: 1, text: 'y' }]);
    expect(made).toEqual(['a change a.md', 'a change b.md', 'a change c.md']);
    expect(journal.entries().map(({ committed }) => committed)).toEqual([true, true, true]);
  });
});

describe('what is remembered', () => {
  it('is told newest first with what was taken back, in pages, each with its diff', async () => {
    const { edit, undo, desk } = await aDesk({ 'a.md': 'one\n' });
    await edit('a.md', appending('two\n')(4));
    await edit('a.md', appending('three\n')(8), { caller: { session: 's2' } });
    await undo();
    const past = desk.past(10);
    expect(past.map(({ tool, session }) => [tool, session])).toEqual([
      ['vault_undo', 's1'],
      ['vault_test', 's2'],
      ['vault_test', 's1'],
    ]);
    expect(past[2]?.undoneBy).toBe(past[0]?.change);
    expect(past[0]?.undoes).toEqual([past[2]?.change]);
    expect(desk.recent(10).map(({ change }) => change)).not.toContain(past[2]?.change);
    expect(desk.past(1, 1)).toEqual([past[1]]);
    expect(desk.past(5, 3)).toEqual([]);
    expect(await desk.diffOf(past[1]?.change ?? '')).toContain('+three');
    expect(await desk.diffOf('c-none')).toBeNull();
  });
});

describe('undo', () => {
  it('takes back all of one visit and leaves what others did in between', async () => {
    const { edit, undo, vault } = await aDesk({ 'a.md': 'one\n', 'b.md': 'b\n' });
    await edit('a.md', appending('mine\n')(4));
    await edit('b.md', appending('theirs\n')(2), { caller: { session: 's2' } });
    await edit('a.md', appending('mine too\n')(9));
    await undo({ since: 0, ofSession: 's1' }, { caller: { session: 'screen', isUser: true } });
    expect(await vault.content()).toEqual({ 'a.md': 'one\n', 'b.md': 'b\ntheirs\n' });
  });

  it('by the user needs no consent, where the same by an agent is asked for', async () => {
    const { edit, undo, vault } = await aDesk({ 'a.md': 'one\n' }, { approval: askingFirst(null) });
    await edit('a.md', appending('two\n')(4), { caller: { isUser: true } });
    expect(await codeOf(undo())).toBe('approval_unavailable');
    await undo({}, { caller: { isUser: true } });
    expect(await vault.content()).toEqual({ 'a.md': 'one\n' });
  });

  it('takes back the newest change of this connection, and an undo of the undo brings it back', async () => {
    const { edit, undo, vault } = await aDesk({ 'a.md': 'one two' });
    await edit('a.md', [{ from: 0, to: 3, text: '1' }]);
    await edit('a.md', [{ from: 2, to: 5, text: '2' }], { caller: { session: 'other' } });
    const undone = await undo();
    expect(await vault.content()).toEqual({ 'a.md': 'one 2' });
    if (undone.kind !== 'applied') throw new Error('not undone');
    await undo({ change: undone.change });
    expect(await vault.content()).toEqual({ 'a.md': '1 2' });
  });

  it('keeps what was added beside it since', async () => {
    const { edit, undo, vault } = await aDesk({ 'moc.md': '## Notes\n\n- [[a]]\n' });
    const first = await edit('moc.md', [{ from: 18, to: 18, text: '- [[b]]\n' }]);
    await edit('moc.md', [{ from: 26, to: 26, text: '- [[c]]\n' }]);
    if (first.kind !== 'applied') throw new Error('not applied');
    await undo({ change: first.change });
    expect(await vault.content()).toEqual({ 'moc.md': '## Notes\n\n- [[a]]\n- [[c]]\n' });
  });

  it('refuses where its own span has since changed, and changes nothing', async () => {
    const { edit, undo, vault } = await aDesk({ 'a.md': 'one two' });
    await edit('a.md', [{ from: 4, to: 7, text: 'agent' }]);
    vault.put('a.md', 'one age nt');
    expect(await codeOf(undo())).toBe('undo_conflict');
    expect(await vault.content()).toEqual({ 'a.md': 'one age nt' });
  });

  it('takes back all since a change, through two moves of one note', async () => {
    const before = { 'a.md': 'text\n' };
    const { change, edit, undo, vault } = await aDesk(before);
    const first = await change(async (draft) => {
      await draft.move(listedPath('a.md'), listedPath('b.md'), false);
      await draft.edit(listedPath('b.md'), [{ from: 0, to: 0, text: 'moved ' }]);
      return null;
    });
    await change(async (draft) => {
      await draft.move(listedPath('b.md'), listedPath('c/d.md'), false);
      return null;
    });
    await edit('c/d.md', [{ from: 0, to: 0, text: 'and ' }]);
    if (first.kind !== 'applied') throw new Error('not applied');
    await undo({ since: first.change });
    expect(await vault.content()).toEqual(before);
  });

  it('of everything, newest first, is the identity: random changes leave no trace', async () => {
    const step = fc.record({
      act: fc.constantFrom('edit', 'edit', 'create', 'move', 'trash'),
      a: fc.nat(5),
      b: fc.nat(5),
      at: fc.nat(20),
      text: fc.string({ unit: fc.constantFrom('x', '\n', '\r\n', 'é', '😀'), maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const before = { '0.md': 'zero\nline', '1.md': 'one\r\n', '2.md': '', '3.md': 'three😀\n\n' };
        const { change, undo, vault } = await aDesk(before);
        let first: string | null = null;
        for (const { act, a, b, at, text } of steps) {
          const [from, to] = [listedPath(`${a}.md`), listedPath(`${b}.md`)];
          const outcome = await change(async (draft) => {
            const note = await draft.read(from);
            if (act === 'create') draft.create(from, `new ${text}`);
            else if (note === null) return null;
            else if (act === 'edit') {
              const end = note.text.length;
              const start = Math.min(at, end);
              const [a0, b0] = [start, Math.min(start + 2, end)].map((o) => o - (isLow(note.text, o) ? 1 : 0));
              await draft.edit(from, [{ from: a0 ?? 0, to: b0 ?? 0, text }]);
            } else if (act === 'move') await draft.move(from, to, false);
            else await draft.trash(from, false);
            return null;
          }).catch((error: unknown) => {
            if (error instanceof VaultError && error.code === 'already_exists') return null;
            throw error;
          });
          if (outcome?.kind === 'applied') first ??= outcome.change;
        }
        if (first === null) return;
        await undo({ since: first });
        expect(await vault.content()).toEqual(before);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('after a crash', () => {
  it('every change is whole or absent, wherever it stopped', async () => {
    const files = { 'a.md': 'one', 'b.md': 'two', 'c.md': 'three' };
    const after = { 'a.md': '1', 'd/b.md': '2', 'new.md': 'new' };
    for (let stop = 0; stop <= 6; stop++) {
      const store = memoryJournal();
      const { change, vault } = await aDesk(files, { store });
      let writes = 0;
      let left = store.copy();
      let crashed = false;
      // The machine stops dead before write number `stop`: nothing after that reaches vault or journal.
      vault.beforeWrite = () => {
        if (crashed || writes++ < stop) return;
        crashed = true;
        left = store.copy();
      };
      const frozen = await (async () => {
        const copy = writableMemoryVault(files);
        let acts = 0;
        copy.beforeWrite = () => {
          if (acts++ >= stop) throw new Error('stopped');
        };
        return copy;
      })();
      const half = await aDesk({}, { vault: frozen, store: left });
      const plan: Parameters<typeof half.change>[0] = async (draft) => {
        draft.create(listedPath('new.md'), 'new');
        await draft.move(listedPath('b.md'), listedPath('d/b.md'), false);
        await draft.edit(listedPath('d/b.md'), [{ from: 0, to: 3, text: '2' }]);
        await draft.edit(listedPath('a.md'), [{ from: 0, to: 3, text: '1' }]);
        await draft.trash(listedPath('c.md'), false);
        return null;
      };
      await change(plan);
      await half.change(plan).catch(() => null);
      const recovered = await Journal.open(left.copy());
      frozen.beforeWrite = null;
      await recover({
        vault: frozen,
        journal: recovered,
        history: rememberingHistory(),
        log: silent,
        revisionOf: revision,
      });
      expect([files, after]).toContainEqual(await frozen.content());
      expect(recovered.entries().every(({ state }) => state === 'done' || state === 'failed')).toBe(true);
    }
  });

  it('an open change whose steps reached the disk in part is finished', async () => {
    const store = memoryJournal();
    const { change, vault } = await aDesk({ 'a.md': 'one', 'b.md': 'two' }, { store });
    let left = store.copy();
    let seen = '';
    vault.beforeWrite = (_, path) => {
      if (path !== 'b.md') return;
      left = store.copy();
      seen = path;
    };
    const interrupted = writableMemoryVault({ 'a.md': '1', 'b.md': 'two' });
    await change(async (draft) => {
      await draft.edit(listedPath('a.md'), [{ from: 0, to: 3, text: '1' }]);
      await draft.edit(listedPath('b.md'), [{ from: 0, to: 3, text: '2' }]);
      return 'facts';
    });
    expect(seen).toBe('b.md');
    const journal = await Journal.open(left);
    const history = rememberingHistory();
    const settled = await recover({ vault: interrupted, journal, history, log: silent, revisionOf: revision });
    expect(settled.map(({ how }) => how)).toEqual(['finished']);
    expect(await interrupted.content()).toEqual({ 'a.md': '1', 'b.md': '2' });
    expect(history.commits.map(({ paths }) => paths)).toEqual([['a.md', 'b.md']]);
  });

  it('a file that somebody else wrote meanwhile is never touched: the change is partial and says which files', async () => {
    const store = memoryJournal();
    const { change, vault } = await aDesk({ 'a.md': 'one', 'b.md': 'two' }, { store });
    let left = store.copy();
    vault.beforeWrite = (_, path) => {
      if (path === 'b.md') left = store.copy();
    };
    await change(async (draft) => {
      await draft.edit(listedPath('a.md'), [{ from: 0, to: 3, text: '1' }]);
      await draft.edit(listedPath('b.md'), [{ from: 0, to: 3, text: '2' }]);
      return null;
    });
    const meanwhile = writableMemoryVault({ 'a.md': 'user', 'b.md': '2' });
    const journal = await Journal.open(left);
    await recover({ vault: meanwhile, journal, history: rememberingHistory(), log: silent, revisionOf: revision });
    expect(await meanwhile.content()).toEqual({ 'a.md': 'user', 'b.md': '2' });
    expect(journal.entries()[0]).toMatchObject({ state: 'partial', files: ['b.md'] });
  });

  it('a file that somebody wrote on, on top of ours, was reached: the change is finished, and his words stay', async () => {
    const store = memoryJournal();
    const { change, vault } = await aDesk({ 'a.md': 'one\n', 'b.md': 'two\n' }, { store });
    let left: ReturnType<typeof memoryJournal> | null = null;
    vault.beforeWrite = () => void (left ??= store.copy());
    await change(async (draft) => {
      draft.create(listedPath('new.md'), '# New\n\nText of it.\n');
      await draft.edit(listedPath('a.md'), appending('1\n')(4));
      await draft.edit(listedPath('b.md'), appending('2\n')(4));
      return null;
    });
    const written = { 'new.md': '# New\n\nText of it.\nMore.\n', 'a.md': 'zero\none\n1\n', 'b.md': 'two\n2\n3\n' };
    const partly = { 'new.md': '# New\n\nText, of it.\n', 'a.md': 'one\n1\nuser\n', 'b.md': 'two\n' };
    for (const [found, after] of [
      [written, written],
      [partly, { ...partly, 'b.md': 'two\n2\n' }],
    ] as const) {
      const meanwhile = writableMemoryVault(found);
      const journal = await Journal.open((left ?? store).copy());
      const history = rememberingHistory();
      const settled = await recover({ vault: meanwhile, journal, history, log: silent, revisionOf: revision });
      expect(settled.map(({ how }) => how)).toEqual(['finished']);
      expect(await meanwhile.content()).toEqual(after);
      expect(history.commits).toHaveLength(1);
    }
  });

  it('a file that was not reached and is somebody’s now stays his, and what was done is taken back', async () => {
    const store = memoryJournal();
    const { change, vault } = await aDesk({ 'a.md': 'one\n', 'b.md': 'two\n' }, { store });
    let left: ReturnType<typeof memoryJournal> | null = null;
    vault.beforeWrite = () => void (left ??= store.copy());
    await change(async (draft) => {
      await draft.edit(listedPath('a.md'), appending('1\n')(4));
      await draft.edit(listedPath('b.md'), appending('2\n')(4));
      return null;
    });
    const meanwhile = writableMemoryVault({ 'a.md': 'one\n1\n', 'b.md': 'two\nuser\n' });
    const journal = await Journal.open(left ?? store);
    await recover({ vault: meanwhile, journal, history: rememberingHistory(), log: silent, revisionOf: revision });
    expect(await meanwhile.content()).toEqual({ 'a.md': 'one\n', 'b.md': 'two\nuser\n' });
    expect(journal.entries()[0]).toMatchObject({ state: 'failed' });
  });

  it('commits that were due are made at the start', async () => {
    const store = memoryJournal();
    const commit = () => Promise.resolve({ committed: false, due: true, warnings: [] });
    const { edit, vault } = await aDesk({ 'a.md': 'one' }, { store, history: { ...rememberingHistory(), commit } });
    await edit('a.md', [{ from: 0, to: 3, text: '1' }]);
    const journal = await Journal.open(store);
    const history = rememberingHistory();
    await recover({ vault, journal, history, log: silent, revisionOf: revision });
    expect(history.commits.map(({ paths }) => paths)).toEqual([['a.md']]);
    expect(journal.entries()[0]).toMatchObject({ committed: true, commitDue: false });
  });
});
