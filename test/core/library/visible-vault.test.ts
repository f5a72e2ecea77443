import { describe, expect, it } from 'vitest';
import { VisibleVault } from '../../../src/core/library/visible-vault.ts';
import { listedPath } from '../../../src/core/path.ts';
import type { VaultEvent } from '../../../src/core/ports.ts';
import { aVault } from '../../support/a-vault.ts';

const isHidden = (path: string): boolean => path.startsWith('Private/');

describe('a vault of which a part is hidden', () => {
  const whole = aVault().note('Open', 'text').note('Private/Diary', 'secret').inMemory();
  const seen = new VisibleVault(whole, isHidden);
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
