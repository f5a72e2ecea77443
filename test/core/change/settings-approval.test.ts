import { describe, expect, it } from 'vitest';
import { approvalBy } from '../../../src/core/change/settings-approval.ts';
import type { Consents, ProposedChange } from '../../../src/core/change/approval.ts';
import { DEFAULT_APP_SETTINGS, DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';
import type { VaultSettings } from '../../../src/core/conventions/settings.ts';
import { visibilityBy } from '../../../src/core/conventions/visibility.ts';
import { listedPath } from '../../../src/core/path.ts';
import { aDesk } from '../../support/a-desk.ts';
import { memoryConsents } from '../../support/memory-consents.ts';

const change = (more: Partial<ProposedChange>): ProposedChange => ({
  tool: 'vault_test',
  caller: { session: 's', client: 'c', callKey: null, expiresAt: null },
  creates: [],
  edits: [listedPath('a.md')],
  moves: [],
  trashes: [],
  overwrites: false,
  notesBefore: 0,
  notesInLastMinute: 1,
  ...more,
});

const NOTES_A_MINUTE = DEFAULT_SETTINGS.access.changesPerMinute;
const NEVER = DEFAULT_SETTINGS.access.ask;

const approvalOf = (settings: VaultSettings, consents: Consents = memoryConsents()) =>
  approvalBy({
    settings: () => ({ access: settings.access, visibility: visibilityBy(settings, DEFAULT_APP_SETTINGS) }),
    consents,
    askInApp: null,
  });

const needed = (access: Partial<VaultSettings['access']>, more: Partial<ProposedChange> = {}) => {
  const settings = { ...DEFAULT_SETTINGS, access: { ...DEFAULT_SETTINGS.access, ...access } };
  return approvalOf(settings).needed(change(more))?.reason ?? null;
};

describe('what the settings say of a change', () => {
  it('lets it pass unless they ask for more', () => {
    expect(needed({})).toBeNull();
    expect(needed({ ask: { ...NEVER, everything: true } })).toBe('asks_first');
    expect(needed({ ask: { ...NEVER, large: true } })).toBeNull();
    const ten = Array.from({ length: 10 }, (_, index) => listedPath(`${index}.md`));
    expect(needed({ ask: { ...NEVER, large: true } }, { edits: ten })).toBe('asks_first');
  });

  it('asks for each kind of change by itself', () => {
    const moves = [{ from: listedPath('x.md'), to: listedPath('y.md') }];
    const trashes = [listedPath('x.md')];
    const kinds = { delete: { trashes }, move: { moves }, overwrite: { overwrites: true } } as const;
    for (const asked of ['delete', 'move', 'overwrite'] as const) {
      for (const done of ['delete', 'move', 'overwrite'] as const) {
        const reason = needed({ ask: { ...NEVER, [asked]: true } }, kinds[done]);
        expect(reason, `${asked} is asked for, ${done} is done`).toBe(asked === done ? 'asks_first' : null);
      }
    }
  });

  it('closes a vault or a folder that is read-only, for both ends of a move', () => {
    expect(needed({ vaultReadOnly: true })).toBe('read_only');
    const moves = [{ from: listedPath('x.md'), to: listedPath('kept/x.md') }];
    expect(needed({ readOnly: ['kept'] }, { edits: [], moves })).toBe('read_only');
  });

  it('stops many changes in a row, not one large one', () => {
    expect(needed({}, { notesBefore: 0, notesInLastMinute: 500 })).toBeNull();
    expect(needed({}, { notesBefore: NOTES_A_MINUTE, notesInLastMinute: NOTES_A_MINUTE + 1 })).toBe('too_many_changes');
    expect(needed({ changesPerMinute: 5 }, { notesBefore: 5, notesInLastMinute: 6 })).toBe('too_many_changes');
    expect(needed({ changesPerMinute: 0 }, { notesBefore: 5000, notesInLastMinute: 5001 })).toBeNull();
  });

  it('names the file that is closed, not the first of the change', () => {
    const settings = { ...DEFAULT_SETTINGS, access: { ...DEFAULT_SETTINGS.access, readOnly: ['kept'] } };
    const edits = ['a.md', 'kept/b.md'].map(listedPath);
    expect(approvalOf(settings).needed(change({ edits }))).toMatchObject({ reason: 'read_only', paths: ['kept/b.md'] });
  });

  it('does not ask again about what is remembered for this agent, and about nothing else', async () => {
    const ask = { ...NEVER, delete: true, move: true };
    const settings = { ...DEFAULT_SETTINGS, access: { ...DEFAULT_SETTINGS.access, ask } };
    const approval = approvalOf(settings);
    const trashing = change({ edits: [], trashes: [listedPath('a.md')] });
    const need = approval.needed(trashing);
    if (need === null) throw new Error('not asked');
    await approval.remember(trashing.caller, need);
    expect(approval.needed(trashing)).toBeNull();
    expect(approval.needed(change({ moves: [{ from: listedPath('a.md'), to: listedPath('b.md') }] }))).not.toBeNull();
    expect(approval.needed({ ...trashing, caller: { ...trashing.caller, client: 'another' } })).not.toBeNull();
  });

  it('never remembers an agent without a name, nor consent to what ran away', async () => {
    const consents = memoryConsents();
    const approval = approvalOf(DEFAULT_SETTINGS, consents);
    const caller = change({}).caller;
    await approval.remember({ ...caller, client: '' }, { reason: 'asks_first', paths: [], rules: ['delete'] });
    await approval.remember(caller, { reason: 'too_many_changes', paths: [], rules: [] });
    expect(consents.all()).toEqual([]);
  });

  it('asks where the user wants to be asked, else where it can', () => {
    const inApp = () => Promise.resolve({ approved: true } as const);
    const inClient = () => Promise.resolve({ approved: false, reason: '' } as const);
    const asker = (askIn: 'app' | 'client', askInApp: typeof inApp | null, askClient?: typeof inClient) =>
      approvalBy({
        settings: () => ({
          access: { ...DEFAULT_SETTINGS.access, askIn },
          visibility: visibilityBy(DEFAULT_SETTINGS, DEFAULT_APP_SETTINGS),
        }),
        consents: memoryConsents(),
        askInApp,
      }).asker({ ...change({}).caller, askClient });
    expect(asker('app', inApp, inClient)).toBe(inApp);
    expect(asker('client', inApp, inClient)).toBe(inClient);
    expect(asker('client', inApp)).toBe(inApp);
    expect(asker('app', null, inClient)).toBe(inClient);
    expect(asker('app', null)).toBeNull();
  });

  it('stops an agent at its sixty-first existing note of a minute, and no sooner', async () => {
    const names = Array.from({ length: NOTES_A_MINUTE + 1 }, (_, index) => `n${index}.md`);
    const files = Object.fromEntries(names.map((name) => [name, 'x']));
    const desk = await aDesk(files, { approval: approvalOf(DEFAULT_SETTINGS) });
    const edit = (name: string) => desk.edit(name, [{ from: 0, to: 0, text: 'y' }]);
    for (let again = 0; again < NOTES_A_MINUTE + 20; again++) await edit('n0.md');
    for (let made = 0; made < NOTES_A_MINUTE + 20; made++) {
      await desk.change(async (draft) => {
        draft.create(listedPath(`new/${made}.md`), 'new');
        return null;
      });
    }
    for (const name of names.slice(1, -1)) await edit(name);
    await expect(edit(names.at(-1) ?? '')).rejects.toMatchObject({ code: 'approval_unavailable' });
  });
});
