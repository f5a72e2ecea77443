import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { PromptListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SETTINGS } from '../../src/core/conventions/settings.ts';
import { serveConnection } from '../../src/mcp/server.ts';
import { aVault } from '../support/a-vault.ts';
import { memoryHost } from '../support/memory-host.ts';
import { ClientTransport } from './support/client-transport.ts';
import { linePair } from './support/line-pair.ts';

async function connected(promptsFolder: string | null) {
  const vault = aVault()
    .note(
      'Prompts/Weekly review.md',
      '---',
      'description: What was done',
      '---',
      'Sum up {{week}} for {{who}}, then {{week}}.',
    )
    .note('Prompts/recall.md', 'Mine: {{ not an argument! }}')
    .note('Prompts/Hidden/secret.md', 'Secret')
    .note('Prompts/whisper.md', '---', 'agents: hidden', '---', 'Secret too')
    .note('Prompts/recall (conflicted copy 2026-11-30).md', 'Old')
    .note('Elsewhere.md', 'No prompt');
  const host = await memoryHost(vault, {
    settings: { access: { ...DEFAULT_SETTINGS.access, hidden: ['Prompts/Hidden'] } },
  });
  const services = { ...host.services, host: { ...host.services.host, promptsFolder: () => promptsFolder } };
  const [clientEnd, serverEnd] = linePair();
  const connection = serveConnection(serverEnd, services, { version: '0.0.0', language: 'en' });
  const client = new Client({ name: 'test', version: '1' });
  const told: number[] = [];
  let wake = (): void => undefined;
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => {
    told.push(told.length);
    wake();
  });
  const next = (count: number): Promise<void> =>
    told.length >= count
      ? Promise.resolve()
      : new Promise((resolve) => (wake = () => told.length >= count && resolve()));
  onTestFinished(async () => {
    await client.close();
    await connection.close();
    await host.close();
  });
  await client.connect(new ClientTransport(clientEnd));
  return { client, host, next, told };
}

const textOf = async (client: Client, name: string, given?: Record<string, string>): Promise<string> => {
  const { messages } = await client.getPrompt({ name, ...(given === undefined ? {} : { arguments: given }) });
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : '';
};

describe('the vault’s own prompts', () => {
  it('are the notes of the folder that is set for them, and nothing that is hidden or left by a sync service', async () => {
    const { client } = await connected('Prompts');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['capture', 'recall', 'weekly-review', 'recall-2']);
    expect(prompts[2]).toMatchObject({
      title: 'Weekly review',
      description: 'What was done',
      arguments: [
        { name: 'week', required: true },
        { name: 'who', required: true },
      ],
    });
  });

  it('have their arguments filled in, once, and ask for what is missing', async () => {
    const { client } = await connected('Prompts');
    expect(await textOf(client, 'weekly-review', { week: '{{who}}', who: 'Anna' })).toBe(
      'Sum up {{who}} for Anna, then {{who}}.',
    );
    expect(await textOf(client, 'recall-2')).toBe('Mine: {{ not an argument! }}');
    await expect(client.getPrompt({ name: 'weekly-review', arguments: { week: 'x' } })).rejects.toThrow(
      'Missing argument: who',
    );
    await expect(client.getPrompt({ name: 'secret' })).rejects.toThrow('Unknown prompt');
    await expect(client.getPrompt({ name: 'whisper' })).rejects.toThrow('Unknown prompt');
  });

  it('are told of when a client comes, and whenever one changes', async () => {
    const { client, host, next, told } = await connected('Prompts');
    await next(1);
    host.vault.put('Prompts/New.md', 'Fresh');
    await host.settle();
    await next(2);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('new');
    host.vault.put('Elsewhere.md', 'Still none');
    await host.settle();
    await client.ping();
    expect(told).toHaveLength(2);
  });

  it('are none where no folder is set', async () => {
    const { client, told } = await connected(null);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['capture', 'recall']);
    await client.ping();
    expect(told).toEqual([]);
  });
});
