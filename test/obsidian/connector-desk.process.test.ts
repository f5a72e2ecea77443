import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { installConnector, installedConnector } from '../../src/node/install-connector.ts';
import { runDoctor } from '../../src/node/run-doctor.ts';
import { tempDir } from '../support/temp-dir.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const connector = {
  version: '0.1.0',
  shim: readFileSync(join(dist, 'vault-mcp.mjs'), 'utf8'),
  engine: readFileSync(join(dist, 'engine.mjs'), 'utf8'),
};

describe('the connector', () => {
  it('is known to be absent, this one, or of another version', async () => {
    const { path: state } = await tempDir();
    expect(await installedConnector(state, connector)).toBeNull();
    const program = await installConnector(state, connector);
    expect(await installedConnector(state, connector)).toBe('0.1.0');
    expect(await installedConnector(state, { ...connector, version: '0.2.0', shim: '// newer' })).toBe('0.1.0');
    await writeFile(program, '// somebody else');
    expect(await installedConnector(state, connector)).toBe('?');
  });

  it('tells each step of its self-test, from its file to an answer of the vault', async () => {
    const { path: vault } = await tempDir();
    vi.stubEnv('VAULT_MCP_HOME', (await tempDir()).path);
    onTestFinished(() => void vi.unstubAllEnvs());
    await writeFile(join(vault, 'a.md'), '# A\n');
    const steps = await runDoctor(process.execPath, join(dist, 'vault-mcp.mjs'), vault);
    const state = Object.fromEntries(steps.map(({ step, status }) => [step, status]));
    expect(state).toMatchObject({ node: 'ok', program: 'ok', vault: 'ok', answers: 'ok' });
  });

  it('that cannot be started, or prints something else, is said to be so', async () => {
    const { path: folder } = await tempDir();
    await expect(runDoctor(join(folder, 'no-node'), 'x', folder)).rejects.toThrow('ENOENT');
    const other = join(folder, 'other.mjs');
    await writeFile(other, 'console.log("hello")');
    await expect(runDoctor(process.execPath, other, folder)).rejects.toThrow('no report');
  });
});
