import { describe, expect, it } from 'vitest';
import { approvalBy } from '../../../src/core/change/settings-approval.ts';
import type { ProposedChange } from '../../../src/core/change/write-ports.ts';
import { DEFAULT_APP_SETTINGS, DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';
import type { VaultSettings } from '../../../src/core/conventions/settings.ts';
import { visibilityBy } from '../../../src/core/conventions/visibility.ts';
import { listedPath } from '../../../src/core/path.ts';
import { aDesk } from '../../support/a-desk.ts';

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

const needed = (access: Partial<VaultSettings['access']>, more: Partial<ProposedChange> = {}) => {
  const settings = { ...DEFAULT_SETTINGS, access: { ...DEFAULT_SETTINGS.access, ...access } };
  const approval = approvalBy(
    () => ({ access: settings.access, visibility: visibilityBy(settings, DEFAULT_APP_SETTINGS) }),
    null,
  );
  return approval.needed(change(more));
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

  it('stops an agent at its sixty-first existing note of a minute, and no sooner', async () => {
    const settings = DEFAULT_SETTINGS;
    const visibility = visibilityBy(settings, DEFAULT_APP_SETTINGS);
    const names = Array.from({ length: NOTES_A_MINUTE + 1 }, (_, index) => `n${index}.md`);
    const files = Object.fromEntries(names.map((name) => [name, 'x']));
    const desk = await aDesk(files, { approval: approvalBy(() => ({ access: settings.access, visibility }), null) });
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
