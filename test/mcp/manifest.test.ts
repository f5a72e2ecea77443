import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordManifest } from '../../src/mcp/manifest.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { memoryServices } from './support/memory-services.ts';
import { modernMeta, RawClient } from './support/raw-client.ts';
import { tideVault } from './support/tide-vault.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the manifest', () => {
  it('is the same each time it is recorded', async () => {
    expect(JSON.stringify(await recordManifest('0.1.0', sha256))).toBe(
      JSON.stringify(await recordManifest('0.1.0', sha256)),
    );
  });

  it('knows every version of both eras', async () => {
    const { supportedVersions, initialize } = await recordManifest('0.1.0', sha256);
    expect(supportedVersions.modern).toEqual(['2026-07-28']);
    expect(supportedVersions.legacy).toEqual(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']);
    expect(Object.keys(initialize)).toEqual(supportedVersions.legacy);
  });

  it('says what the live server says', async () => {
    const manifest = await recordManifest('0.1.0', sha256);
    const legacy = new RawClient(await memoryServices(tideVault()));
    expect(await legacy.initialize('2025-06-18')).toEqual(manifest.initialize['2025-06-18']);
    expect((await legacy.ask('tools/list'))['result']).toEqual(manifest.toolsList.legacy);
    expect((await legacy.ask('prompts/list'))['result']).toEqual(manifest.promptsList.legacy);
    legacy.close();
    const modern = new RawClient(await memoryServices(tideVault()));
    const params = { _meta: modernMeta() };
    expect((await modern.ask('server/discover', params))['result']).toEqual(manifest.discover);
    expect((await modern.ask('tools/list', params))['result']).toEqual(manifest.toolsList.modern);
    const templates = await modern.ask('resources/templates/list', params);
    expect(templates['result']).toEqual(manifest.resourceTemplatesList.modern);
    modern.close();
  });

  it('answers a version that nobody knows as the newest legacy one', async () => {
    const manifest = await recordManifest('0.1.0', sha256);
    const client = new RawClient(await memoryServices(tideVault()));
    expect(await client.initialize('2031-01-01')).toEqual(manifest.initialize['2025-11-25']);
    client.close();
  });

  it('names the tools that are safe to call again, and marks the list', async () => {
    const { readOnlyTools, toolsHash, version } = await recordManifest('1.2.3', sha256);
    expect(readOnlyTools).toEqual(tools.filter(({ effect }) => effect === 'reads').map(({ name }) => name));
    expect(toolsHash).toMatch(/^[0-9a-f]{16}$/);
    expect(version).toBe('1.2.3');
  });
});
