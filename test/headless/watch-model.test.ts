import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VaultFile } from '../../src/core/ports.ts';
import { openFolderVault } from '../../src/headless/folder-vault.ts';
import { listed } from '../contracts/vault.ts';
import { aVault } from '../support/a-vault.ts';

type Step = { readonly kind: 'write' | 'append' | 'remove' | 'move'; readonly path: string; readonly to: string };

const names = fc.constantFrom('a', 'b', 'a/x', 'a/y', 'b/x', 'a/deep/x', 'b/deep/y');
const steps = fc.array(
  fc.record<Step>({ kind: fc.constantFrom('write', 'append', 'remove', 'move'), path: names, to: names }),
  { minLength: 5, maxLength: 40 },
);

/** One deed of a user; what his disk refuses (a folder into itself, a file that is not there) does not happen. */
async function perform({ kind, path, to }: Step, at: (path: string) => string): Promise<void> {
  const note = (name: string): string => at(`${name}.md`);
  const ignore = (): void => undefined;
  if (kind === 'write') {
    await mkdir(dirname(note(path)), { recursive: true });
    await writeFile(note(path), `${path} ${to}`);
  } else if (kind === 'append') await appendFile(note(path), '+').catch(ignore);
  else if (kind === 'remove') await rm(to.length % 2 === 0 ? note(path) : at(path), { recursive: true, force: true });
  else await rename(note(path), note(to)).catch(() => rename(at(path), at(to)).catch(ignore));
}

describe('whatever a user does to his folders', () => {
  it('whoever follows the events ends with what a fresh look would list', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (deeds) => {
        const dir = await aVault().note('a/x', 'one').note('b/deep/y', 'two').onDiskUntilRemoved();
        const vault = await openFolderVault(dir.path);
        const fresh = await openFolderVault(dir.path);
        try {
          const model = new Map<string, VaultFile>(await listed(vault));
          let heard = (): void => undefined;
          vault.watch((events) => {
            for (const event of events) {
              if (event.kind === 'removed') model.delete(event.path);
              else model.set(event.file.path, event.file);
              if (event.kind === 'renamed') expect(model.delete(event.from)).toBe(true);
            }
            heard();
          });
          await vault.watching();
          for (const deed of deeds) await perform(deed, dir.at);
          const truth = inOrder(await listed(fresh));
          await new Promise<void>((resolve) => {
            heard = () => {
              if (inOrder(model) === truth) resolve();
            };
            heard();
          });
          expect(inOrder(await listed(vault))).toBe(truth);
        } finally {
          await vault.close();
          await dir.remove();
        }
      }),
      { numRuns: 25, seed: 20261130 },
    );
  });
});

function inOrder(files: ReadonlyMap<string, VaultFile>): string {
  return JSON.stringify([...files.values()].map(({ path, size, mtimeMs }) => [path, size, mtimeMs]).sort());
}
