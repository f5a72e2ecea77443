import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endpointFileOf, publishEndpoint, readEndpointFile, withdrawEndpoint } from '../../src/node/endpoint-file.ts';
import { identifyVault, privateFolder, stateFolder } from '../../src/node/state-folder.ts';
import * as shim from '../../src/shim/endpoint.ts';
import { urlOf } from '../../src/wire/endpoint.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';

const posix = process.getuid !== undefined;
const ID = 'vault-0001';
let folder: string;
let file: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vault-mcp-state-')), 'state');
  file = endpointFileOf(folder, ID);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

describe('the endpoint file', () => {
  it('is read back by host and shim as it was published, one file and no draft', async () => {
    await publishEndpoint(folder, endpoint());
    expect(await readEndpointFile(folder, ID)).toEqual(endpoint());
    expect(await shim.readEndpoint(shim.endpointFileOf(folder, ID))).toEqual({ endpoint: endpoint() });
    expect(await shim.listEndpoints(folder)).toEqual([endpoint()]);
    expect(await readdir(join(folder, 'endpoints'))).toEqual([`${ID}.json`]);
  });

  it.runIf(posix)('is for its owner alone, in folders for the owner alone, whatever stood there before', async () => {
    await mkdir(join(folder, 'endpoints'), { recursive: true });
    await chmod(join(folder, 'endpoints'), 0o755);
    await writeFile(file, 'old', { mode: 0o644 });
    await publishEndpoint(folder, endpoint());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'endpoints'))).mode & 0o777).toBe(0o700);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is withdrawn by its own generation only', async () => {
    await publishEndpoint(folder, endpoint());
    await withdrawEndpoint(folder, ID, 'another');
    expect(await readEndpointFile(folder, ID)).not.toBeNull();
    await withdrawEndpoint(folder, ID, endpoint().generation);
    expect(await readEndpointFile(folder, ID)).toBeNull();
    await withdrawEndpoint(folder, ID, endpoint().generation);
  });
});

describe('an endpoint file that is not to be trusted', () => {
  const refusedByBoth = async (): Promise<string> => {
    expect(await readEndpointFile(folder, ID)).toBeNull();
    const reading = await shim.readEndpoint(file);
    if (!('refused' in reading)) throw new Error('the shim read it');
    expect(await shim.listEndpoints(folder)).toEqual([]);
    return reading.refused === 'no_endpoint' ? 'no endpoint' : reading.detail;
  };
  beforeEach(() => publishEndpoint(folder, endpoint()));

  it('is refused as a link, to a file of ours even', async () => {
    await rename(file, join(folder, 'elsewhere.json'));
    await symlink(join(folder, 'elsewhere.json'), file);
    expect(await refusedByBoth()).toBe('the endpoint file is no plain file');
  });

  it.runIf(posix)('is refused where group or others may read it or its folder', async () => {
    for (const mode of [0o640, 0o604, 0o620]) {
      await chmod(file, mode);
      expect(await refusedByBoth()).toBe('the endpoint file is open to other users');
    }
    await chmod(file, 0o600);
    await chmod(join(folder, 'endpoints'), 0o750);
    expect(await refusedByBoth()).toBe('the endpoint folder is open to other users');
  });

  it.runIf(posix && process.getuid?.() === 0)('is refused where it belongs to another user', async () => {
    execFileSync('chown', ['12345', file]);
    expect(await refusedByBoth()).toBe('the endpoint file belongs to another user');
  });

  it.runIf(posix)('is not even opened as a pipe', async () => {
    await rm(file);
    execFileSync('mkfifo', ['-m', '600', file]);
    expect(await refusedByBoth()).toBe('the endpoint file is no plain file');
  });

  it('is refused as a folder, over-long, empty, cut or malformed', async () => {
    const text = await readFile(file, 'utf8');
    for (const content of ['', text.slice(0, 40), '[]', '{}']) {
      await writeFile(file, content);
      expect(await refusedByBoth()).toBe('malformed');
    }
    await writeFile(file, text.padEnd(20_000));
    expect(await refusedByBoth()).toBe('too long');
    await rm(file);
    await mkdir(file, { mode: 0o700 });
    expect(await refusedByBoth()).toBe('the endpoint file is no plain file');
    await rm(file, { recursive: true });
    expect(await refusedByBoth()).toBe('no endpoint');
  });
});

describe('the state folder', () => {
  it('is under home unless an absolute one is named, the same for host and shim', () => {
    for (const place of [stateFolder, shim.stateFolder]) {
      expect(place({})).toBe(join(homedir(), '.vault-mcp'));
      expect(place({ VAULT_MCP_HOME: '' })).toBe(join(homedir(), '.vault-mcp'));
      expect(place({ VAULT_MCP_HOME: 'relative' })).toBe(join(homedir(), '.vault-mcp'));
      expect(place({ VAULT_MCP_HOME: folder })).toBe(folder);
    }
  });

  it('never goes through a link below it', async () => {
    await mkdir(folder, { mode: 0o700 });
    await symlink(tmpdir(), join(folder, 'locks'));
    await expect(privateFolder(folder, 'locks', 'x')).rejects.toThrow('no plain folder');
  });
});

describe('the id of a vault', () => {
  it('is that of its settings, else one of its real path, the same for host and shim', async () => {
    const vault = join(folder, 'Заметки à moi');
    const plugin = join(vault, '.obsidian', 'plugins', 'vault-mcp');
    await mkdir(plugin, { recursive: true });
    await symlink(vault, join(folder, 'link'));
    const { id, path } = await identifyVault(join(folder, 'link'));
    expect(id).toMatch(/^p[0-9a-f]{24}$/);
    expect(path.endsWith('à moi'.normalize('NFC')) || path.endsWith('à moi'.normalize('NFD'))).toBe(true);
    expect((await identifyVault(vault)).id).toBe(id);
    expect(await shim.vaultIdOf(vault)).toBe(id);
    await writeFile(join(plugin, 'data.json'), '{"vaultId":"own-id-of-vault"}');
    expect((await identifyVault(vault)).id).toBe('own-id-of-vault');
    expect(await shim.vaultIdOf(join(folder, 'link'))).toBe('own-id-of-vault');
    await writeFile(join(plugin, 'data.json'), '{"vaultId":"../../x');
    expect((await identifyVault(vault)).id).toBe(id);
  });
});

function endpoint(): Endpoint {
  return {
    vault: { id: ID, name: 'Второй мозг', path: '/vaults/x' },
    host: 'headless',
    url: urlOf(4711),
    token: 't'.repeat(43),
    generation: '3-abc',
    pid: 1,
    started: 2,
    version: '0.1.0',
  };
}
