import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseObsidianVersions } from 'wdio-obsidian-service';

const here = import.meta.dirname;
export const root = resolve(here, '../..');
const cacheDir = resolve(here, '.obsidian-cache');

// App and installer, in pairs; "earliest" is the manifest's minAppVersion.
const versions = await parseObsidianVersions(process.env['OBSIDIAN_VERSIONS'] ?? 'earliest/earliest latest/latest', {
  cacheDir,
});
if (process.env['CI'] !== undefined) console.log('obsidian-cache-key:', JSON.stringify([versions]));

// The app, the shims and the scenarios find each other in a state folder of their own; workers inherit it.
process.env['VAULT_MCP_HOME'] ??= mkdtempSync(join(tmpdir(), 'vault-mcp-e2e-'));

export const config = {
  runner: 'local',
  framework: 'mocha',
  specs: ['./*.e2e.ts'],
  // Two windows of one machine would fight for the focus.
  maxInstances: 1,
  cacheDir,
  services: ['obsidian'],
  reporters: ['obsidian'],
  capabilities: versions.map(([appVersion, installerVersion]) => ({
    browserName: 'obsidian',
    'wdio:obsidianOptions': { appVersion, installerVersion, plugins: [root], vault: join(root, 'examples/vault') },
  })),
  mochaOpts: { ui: 'bdd', timeout: 300_000 },
};
