import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Bench } from './support/a-shim.ts';
import type { AShim } from './support/a-shim.ts';

// Where the system's opener is a program of this name on PATH, a test can stand in its place.
const isLinux = process.platform === 'linux';

let bench: Bench;
let bin: string;
beforeEach(async () => {
  bench = await Bench.make();
  bin = join(bench.folder, 'bin');
  await mkdir(bin);
});
afterEach(() => bench.close());

function start(): AShim {
  const shim = bench.start({ args: ['--vault', bench.vault, '--when-closed', 'launch'], env: { PATH: bin } });
  shim.initializes();
  return shim;
}

describe.skipIf(!isLinux)('--when-closed launch', () => {
  it('asks the system once for all pipes to open the vault, and calls wait until it is served', async () => {
    const asked = join(bench.folder, 'asked');
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${asked}'\n`);
    await chmod(join(bin, 'xdg-open'), 0o755);
    const shims = [start(), start()];
    for (const shim of shims) shim.calls(1, { say: 'opened' });
    const words = (): Promise<string> => readFile(asked, 'utf8').catch(() => '');
    while ((await words()) === '') await new Promise((resolve) => setTimeout(resolve, 20));
    for (const shim of shims) await shim.heard();
    for (const shim of shims) expect(shim.answersTo(1)).toEqual([]);
    // The app, as far as the pipes can tell: a host that begins to serve the vault.
    const app = bench.start();
    app.initializes();
    app.calls(1, { say: 'served' });
    for (const shim of shims) expect(await shim.textOf(1)).toBe('opened');
    expect(await words()).toBe(`obsidian://open?path=${encodeURIComponent(bench.vault)}\n`);
  });

  it('says what to do at once where the system has no program that opens addresses', async () => {
    const shim = start();
    shim.calls(1);
    expect(await shim.textOf(1)).toMatch(/^\[vault_unavailable\] Obsidian is closed/);
  });
});
