import { expect, it } from 'vitest';
import { whileUnchanged } from '../../src/mcp/while-unchanged.ts';
import { aVault } from '../support/a-vault.ts';
import { memoryHost } from '../support/memory-host.ts';

it('walks once for as long as the library stays the same, and again after each change of it', async () => {
  const host = await memoryHost(aVault().note('a', 'one').note('b', 'two'));
  let walks = 0;
  const count = () =>
    whileUnchanged(host.library, 'count', () => {
      walks++;
      return host.library.files.size;
    });
  expect([await count(), await count(), walks]).toEqual([2, 2, 1]);
  host.vault.put('c.md', 'three');
  await host.settle();
  expect([await count(), await count(), walks]).toEqual([3, 3, 2]);
  host.vault.put('a.md', 'other words');
  await host.settle();
  expect([await count(), walks]).toEqual([3, 3]);
  host.vault.put('img.png', 'x');
  await host.settle();
  expect([await count(), walks]).toEqual([4, 4]);
  await host.close();
});

it('does not keep a walk during which something changed', async () => {
  const host = await memoryHost(aVault().note('a', 'one'));
  const slow = await whileUnchanged(host.library, 'count', async () => {
    const before = host.library.files.size;
    host.vault.put('b.md', 'two');
    await host.settle();
    return before;
  });
  expect(slow).toBe(1);
  expect(await whileUnchanged(host.library, 'count', () => host.library.files.size)).toBe(2);
  await host.close();
});

it('keeps the sixteen walks that were asked for last, and none of a name beyond measure', async () => {
  const host = await memoryHost(aVault().note('a', 'one'));
  let walks = 0;
  const ask = (name: string) => whileUnchanged(host.library, name, () => ++walks);
  for (let at = 0; at < 16; at++) await ask(`walk ${at}`);
  expect(await ask('walk 0')).toBe(1);
  await ask('one more');
  expect(await ask('walk 0')).toBe(1);
  expect(await ask('walk 1')).toBe(18);
  const long = 'x'.repeat(10_000);
  expect([await ask(long), await ask(long)]).toEqual([19, 20]);
  await host.close();
});
