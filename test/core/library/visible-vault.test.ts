import { describe, expect, it } from 'vitest';
import { NoteGate } from '../../../src/core/library/note-gate.ts';
import { VisibleVault } from '../../../src/core/library/visible-vault.ts';
import { listedPath } from '../../../src/core/path.ts';
import type { VaultEvent } from '../../../src/core/ports.ts';
import { aVault } from '../../support/a-vault.ts';
import { memoryHost } from '../../support/memory-host.ts';
import { writableMemoryVault } from '../../support/writable-memory-vault.ts';
import { VisibleWrites } from '../../../src/core/library/visible-writes.ts';
import { DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';

const gate = new NoteGate({
  paths: () => ({
    isHidden: (path) => path.startsWith('Private/'),
    isReadOnly: () => false,
    isDemoted: () => false,
  }),
  noteFlags: () => ({ enabled: true, property: 'agents' }),
});
const flagged = (flag: string): string => `---\nagents: ${flag}\n---\nsecret words`;

describe('a vault of which a part is hidden', () => {
  const whole = aVault().note('Open', 'text').note('Private/Diary', 'secret').inMemory();
  const seen = new VisibleVault(whole, gate);
  const diary = listedPath('Private/Diary.md');

  it('neither lists, reads, stats nor serves what is hidden', async () => {
    const listed: string[] = [];
    for await (const files of seen.list()) listed.push(...files.map(({ path }) => path));
    expect(listed).toEqual(['Open.md']);
    expect([await seen.stat(diary), await seen.read(diary), await seen.readBytes(diary, 100)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await seen.read(listedPath('Open.md'))).toBe('text');
  });

  it('tells of what moves across the border as coming or going', () => {
    const events: VaultEvent[] = [];
    const end = seen.watch((batch) => events.push(...batch));
    whole.put('Private/More.md', 'x');
    whole.rename('Open.md', 'Private/Open.md');
    whole.rename('Private/Open.md', 'Public.md');
    whole.rename('Private/More.md', 'Private/Most.md');
    whole.remove('Private/Most.md');
    end();
    expect(events.map(({ kind }) => kind)).toEqual(['removed', 'changed']);
    expect(JSON.stringify(events)).not.toContain('Private');
  });

  it('does not say that a hidden file is left out', () => {
    whole.skip({ path: 'Private/pipe.md', reason: 'not_a_file' });
    whole.skip({ path: 'pipe.md', reason: 'not_a_file' });
    expect(seen.skipped().map(({ path }) => path)).toEqual(['pipe.md']);
  });
});

describe('a note that hides itself', () => {
  const path = listedPath('a.md');

  it('gives away no text, at any moment, by any way', async () => {
    const vault = new VisibleWrites(writableMemoryVault({ 'a.md': flagged('hidden'), 'b.md': 'open' }), gate);
    expect(await vault.readBytes(path, 1_000)).toBeNull();
    expect(await vault.read(path)).toBeNull();
    expect(await vault.stat(path)).toBeNull();
    expect(await vault.standing(path)).toBe('foreign');
    await expect(vault.replace(path, flagged('hidden'), 'mine')).rejects.toMatchObject({ code: 'read_only' });
    await expect(vault.trash(path)).rejects.toMatchObject({ code: 'read_only' });
    await expect(vault.move(path, listedPath('c.md'))).rejects.toMatchObject({ code: 'read_only' });
  });

  it('is foreign under its name before anybody has read it', async () => {
    const vault = new VisibleWrites(writableMemoryVault({ 'new.md': flagged('hidden') }), gate);
    expect(await vault.standing(listedPath('new.md'))).toBe('foreign');
  });

  it('leaves the library when it says so, and comes back when it no longer does', async () => {
    const host = await memoryHost(aVault().file('a.md', 'secret words').file('b.md', 'see [[a]]'));
    const known = (): readonly string[] => [...host.library.files.keys()].sort();
    host.vault.put('a.md', flagged('hidden'));
    await host.settle();
    expect(known()).toEqual(['b.md']);
    expect(host.library.graph.out(listedPath('b.md'))).toEqual([]);
    expect(await host.library.open(path)).toBeNull();
    host.vault.rename('a.md', 'c.md');
    await host.settle();
    expect(known()).toEqual(['b.md']);
    host.vault.put('c.md', 'open again');
    await host.settle();
    expect(known()).toEqual(['b.md', 'c.md']);
    await host.close();
  });

  it('follows the settings: another property, or none', async () => {
    const host = await memoryHost(aVault().file('a.md', flagged('hidden')).file('b.md', '---\nrobots: hidden\n---\n'));
    const { access } = DEFAULT_SETTINGS;
    const set = (enabled: boolean, property: string) =>
      host.set({ access: { ...access, noteFlags: { enabled, property } } });
    const known = (): readonly string[] => [...host.library.files.keys()].sort();
    expect(known()).toEqual(['b.md']);
    await set(true, 'robots');
    expect(known()).toEqual(['a.md']);
    await set(false, 'robots');
    expect(known()).toEqual(['a.md', 'b.md']);
    await set(true, 'agents');
    expect(known()).toEqual(['b.md']);
    await host.close();
  });
});
