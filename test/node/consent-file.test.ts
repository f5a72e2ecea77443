import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openConsents } from '../../src/node/consent-file.ts';
import { silent } from '../support/memory-host.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('what agents need not be asked about', () => {
  it('is kept for the next start, for this user alone, and can be taken back', async () => {
    const { path } = await tempDir();
    const first = await openConsents(path, 'v1', silent);
    await Promise.all([
      first.add('agent', ['delete']),
      first.add('agent', ['move', 'delete']),
      first.add('b', ['move']),
    ]);
    const again = await openConsents(path, 'v1', silent);
    expect(again.all()).toEqual([
      { client: 'agent', rules: ['delete', 'move'] },
      { client: 'b', rules: ['move'] },
    ]);
    const file = join(path, 'consents', 'v1.json');
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    await again.forget('agent');
    expect((await openConsents(path, 'v1', silent)).all()).toEqual([{ client: 'b', rules: ['move'] }]);
    expect((await openConsents(path, 'v2', silent)).all()).toEqual([]);
  });

  it.each([
    '',
    '{',
    '{}',
    '[1, null, {"client": ""}, {"client": "x", "rules": "all"}]',
    '[{"client": "x", "rules": ["fly"]}]',
  ])('is nothing where the file says nothing that can be read: %j', async (text) => {
    const { path } = await tempDir();
    await (await openConsents(path, 'v', silent)).add('x', ['move']);
    const file = join(path, 'consents', 'v.json');
    expect(await readFile(file, 'utf8')).toContain('move');
    await writeFile(file, text);
    const consents = await openConsents(path, 'v', silent);
    expect(consents.all().flatMap(({ rules }) => rules)).toEqual([]);
  });
});
