import { describe, expect, it } from 'vitest';
import { aVault } from '../../support/a-vault.ts';
import { textOf } from '../support/call-tool.ts';
import { memoryServices } from '../support/memory-services.ts';
import { tideVault } from '../support/tide-vault.ts';

describe('vault_tags', () => {
  it('prints tags and properties with the number of notes of each', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_tags')).toMatchInlineSnapshot(`
      "3 tags in use:
      #moon 1
      #sea 1
      #sea/deep 1

      5 properties in use:
      status 2
      aliases 1
      related 1
      tags 1
      type 1"
    `);
  });

  it('takes a folder, a prefix and a limit', async () => {
    const services = await memoryServices(tideVault());
    expect(await textOf(services, 'vault_tags', { prefix: '#sea', limit: 1 })).toBe(
      '2 tags in use:\n#sea 1\nand 1 more\n\n0 properties in use:',
    );
    expect(await textOf(services, 'vault_tags', { folder: '01-raw' })).toBe(
      '0 tags in use:\n\n1 property in use:\nstatus 1',
    );
  });

  it('counts anew after a change, folder by folder', async () => {
    const vault = aVault().note('one/a', '#owl').note('two/b', '#owl #bat').inMemory();
    const services = await memoryServices(vault);
    expect(await textOf(services, 'vault_tags')).toContain('#owl 2');
    expect(await textOf(services, 'vault_tags', { folder: 'two' })).toContain('#owl 1');
    vault.put('two/c.md', '#owl');
    await services.sync();
    expect(await textOf(services, 'vault_tags')).toContain('#owl 3');
    expect(await textOf(services, 'vault_tags', { folder: 'two' })).toContain('#owl 2');
  });
});
