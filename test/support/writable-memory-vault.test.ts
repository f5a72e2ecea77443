import { itIsAWritableVault } from '../contracts/writable-vault.ts';
import { writableMemoryVault } from './writable-memory-vault.ts';

itIsAWritableVault(
  'the writable vault in memory',
  (files) => {
    const vault = writableMemoryVault(files.contents());
    return Promise.resolve({
      vault,
      write: async (path, content) => void (await Promise.resolve(vault.put(path, content))),
      remove: async (path) => Promise.resolve(vault.remove(path)),
      rename: async (from, to) => void (await Promise.resolve(vault.rename(from, to))),
      watching: () => Promise.resolve(),
    });
  },
  { keepsEmptyFolders: false },
);
