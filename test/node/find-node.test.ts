import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findNode } from '../../src/node/find-node.ts';
import { tempDir } from '../support/temp-dir.ts';

async function put(path: string, mode = 0o755): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
  await chmod(path, mode);
  return path;
}

describe('a Node that agents can start', () => {
  it('is the first on PATH that may be run, relative folders and passing shells left out', async () => {
    const { path: home } = await tempDir();
    await put(join(home, 'fnm_multishells', '1', 'bin', 'node'));
    await put(join(home, 'locked', 'node'), 0o644);
    const wanted = await put(join(home, 'right', 'node'));
    const folders = ['relative', join(home, 'fnm_multishells/1/bin'), join(home, 'locked'), dirname(wanted)];
    expect(await findNode({ platform: 'linux', home, env: { PATH: folders.join(delimiter) } })).toBe(wanted);
  });

  it('on Windows is looked for where the installer puts it', async () => {
    const { path: home } = await tempDir();
    const wanted = await put(join(home, 'Program Files', 'nodejs', 'node.exe'));
    const env = { Path: '', ProgramFiles: join(home, 'Program Files') };
    expect(await findNode({ platform: 'win32', home, env })).toBe(wanted);
    expect(await findNode({ platform: 'win32', home, env: {} })).toBeNull();
  });
});
