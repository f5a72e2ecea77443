import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { tempDir } from '../support/temp-dir.ts';
import { BUILT_SHIM, AShim } from './support/a-shim.ts';
import type { Message } from './support/a-shim.ts';

// The real program and engine: the deadline of a call is the product's own, so this takes most of a minute.

/** A vault whose user is asked before anything is changed, and a pipe to it. */
async function asking(): Promise<{ readonly shim: AShim; readonly vault: string }> {
  const dir = await tempDir();
  const vault = dir.at('vault');
  await mkdir(join(vault, '.obsidian', 'plugins', 'vault-mcp'), { recursive: true });
  await writeFile(
    join(vault, '.obsidian', 'plugins', 'vault-mcp', 'data.json'),
    JSON.stringify({ access: { ask: { everything: true } } }),
  );
  const child = spawn(process.execPath, [BUILT_SHIM, '--vault', vault], {
    env: { PATH: process.env['PATH'] ?? '', HOME: dir.at('home'), VAULT_MCP_HOME: dir.at('state') },
  });
  return { shim: new AShim(child), vault };
}

/** The questions that the client was asked and has not been told to forget. */
function questions(shim: AShim): readonly Message[] {
  return shim.got.filter(({ method }) => method === 'elicitation/create');
}

it('a change that waits for its user past the deadline is said to go on, and vault_status tells how each ended', async () => {
  const { shim, vault } = await asking();
  try {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'test', version: '1' },
    };
    shim.says({ id: 'init', method: 'initialize', params }, { method: 'notifications/initialized' });
    for (const name of ['yes', 'no']) shim.calls(name, { path: `${name}.md`, content: 'Text.\n' }, 'vault_write_note');
    await shim.until(() => questions(shim).length === 2);
    const ids: string[] = [];
    for (const name of ['yes', 'no']) {
      const text = await shim.textOf(name);
      expect(text).toMatch(/^\[still_running\].*may be waiting for approval.*vault_status/);
      ids.push(/Change id: (\S+)\./.exec(text)?.[1] ?? 'none');
    }
    const [yes = '', no = ''] = ids;
    const status = async (id: string): Promise<readonly string[]> => {
      shim.calls(id, {}, 'vault_status');
      return (await shim.textOf(id)).split('\n');
    };
    const of = (lines: readonly string[], change: string): string => lines.find((line) => line.includes(change)) ?? '';
    const before = await status('before');
    for (const id of ids) expect(of(before, id)).toContain('waits for the user to approve it');
    for (const question of questions(shim)) {
      const isYes = JSON.stringify(question).includes('yes.md');
      const result = isYes ? { action: 'accept', content: { decision: 'approve' } } : { action: 'decline' };
      shim.says({ id: question['id'], result });
    }
    let after: readonly string[] = [];
    const isDone = (line: string): boolean => line !== '' && !line.includes('[');
    for (let look = 0; look < 500 && !isDone(of(after, yes)); look++) after = await status(`after-${look}`);
    expect(of(after, yes)).toBe(`- ${yes} Yes (vault_write_note, test)`);
    expect(of(after, no)).toContain('declined by the user, not made');
    expect(await readFile(join(vault, 'yes.md'), 'utf8')).toContain('Text.\n');
    await expect(readFile(join(vault, 'no.md'))).rejects.toThrow('ENOENT');
    for (const name of ['yes', 'no']) expect(shim.answersTo(name)).toHaveLength(1);
  } finally {
    shim.kill();
    await shim.exit;
  }
});
