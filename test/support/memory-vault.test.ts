import { describe, expect, it } from 'vitest';
import { itIsAVault } from '../contracts/vault.ts';
import { aVault } from './a-vault.ts';
import { hear } from './vault-events.ts';

itIsAVault('the vault in memory', (files) => {
  const vault = files.inMemory();
  return Promise.resolve({
    vault,
    write: async (path, content) => void (await Promise.resolve(vault.put(path, content))),
    remove: async (path) => Promise.resolve(vault.remove(path)),
    rename: async (from, to) => void (await Promise.resolve(vault.rename(from, to))),
    watching: () => Promise.resolve(),
  });
});

describe('the vault in memory', () => {
  it('delivers changes made together as one batch', () => {
    const vault = aVault().note('a', 'x').inMemory();
    const heard = hear(vault);
    vault.together(() => {
      vault.put('b.md', 'y');
      vault.remove('a.md');
    });
    expect(heard.batches()).toBe(1);
    expect(heard.said()).toEqual(['changed b.md', 'removed a.md']);
  });
});
