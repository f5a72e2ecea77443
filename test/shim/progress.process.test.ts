import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { makeTempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';
import { BUILT_SHIM } from './support/a-shim.ts';
import { client1, client2 } from './support/sdk-clients.ts';
import type { DrivenClient } from './support/sdk-clients.ts';

const NOTES = 1500;
let dir: TempDir;
let client: DrivenClient;
beforeEach(async () => {
  dir = await makeTempDir();
  const vault = dir.at('vault');
  await mkdir(vault);
  const words = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ');
  const notes = Array.from({ length: NOTES }, (_, n) => `# Note ${n}\n\n${words} tide${n}\n`);
  await Promise.all(notes.map((text, n) => writeFile(join(vault, `${n}.md`), text)));
});
afterEach(async () => {
  await client.close();
  await dir.remove();
});

describe.each([
  ['the 1.x client', client1],
  [
    'the 2.x client, pinned to 2026-07-28',
    (command: Parameters<typeof client2>[0]) => client2(command, { pin: '2026-07-28' }),
  ],
] as const)('%s, whose first search finds a vault that nobody has read', (_name, connect) => {
  it('is told how many notes are indexed, of how many, before its answer', async () => {
    client = await connect({
      command: process.execPath,
      args: [BUILT_SHIM, '--vault', dir.at('vault')],
      env: { PATH: process.env['PATH'] ?? '', HOME: dir.at('home'), VAULT_MCP_HOME: dir.at('state') },
      stderr: 'ignore',
    });
    const told: { readonly progress: number; readonly total?: number | undefined }[] = [];
    const onprogress = (each: (typeof told)[number]): void => void told.push(each);
    const answer = await client.call('vault_search', { query: 'tide7' }, { onprogress });
    expect(answer.isError).not.toBe(true);
    expect(told.length).toBeGreaterThan(0);
    const indexed = told.map(({ progress }) => progress);
    expect(indexed).toEqual([...new Set(indexed)].sort((one, other) => one - other));
    for (const { progress, total } of told) {
      expect(total).toBe(NOTES);
      expect(progress).toBeLessThanOrEqual(NOTES);
    }
    expect(client.errors).toEqual([]);
  });
});
