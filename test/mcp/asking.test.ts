import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Services } from '../../src/core/services.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import { serveConnection } from '../../src/mcp/server.ts';
import { aVault } from '../support/a-vault.ts';
import { silent } from '../support/memory-host.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ClientTransport } from './support/client-transport.ts';
import { linePair } from './support/line-pair.ts';

interface Form {
  readonly message: string;
  readonly requestedSchema?: unknown;
}
type Answer = { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> };

/** A client whose user answers each question, and what it is called with. */
interface Asked {
  edit(path: string): Promise<{ readonly text: string; readonly isError: boolean }>;
  readonly forms: Form[];
}

const capabilities = { elicitation: {} };

async function legacy(services: Services, answer: (form: Form) => Answer, able = true): Promise<Asked> {
  const client = new LegacyClient({ name: 'c', version: '1' }, { capabilities: able ? capabilities : {} });
  const forms: Form[] = [];
  if (able) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      forms.push(params);
      return answer(params);
    });
  }
  return asked(client, services, forms);
}

async function modern(services: Services, answer: (form: Form) => Answer, able = true): Promise<Asked> {
  const client = new ModernClient(
    { name: 'c', version: '1' },
    { capabilities: able ? capabilities : {}, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const forms: Form[] = [];
  if (able) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      forms.push(params);
      return answer(params);
    });
  }
  return asked(client, services, forms);
}

async function asked(client: LegacyClient | ModernClient, services: Services, forms: Form[]): Promise<Asked> {
  const [near, far] = linePair();
  const connection = serveConnection(far, services, { version: '0.1.0', language: 'en', client: 'agent-x' });
  await client.connect(new ClientTransport(near) as never);
  onTestFinished(() => client.close());
  onTestFinished(() => connection.close());
  return {
    forms,
    edit: async (path) => {
      const input = { path, old_text: 'old', new_text: 'new' };
      const result = await client.callTool({ name: 'vault_edit_note', arguments: input });
      const [first] = result.content as { text?: string }[];
      return { text: first?.text ?? '', isError: result.isError === true };
    },
  };
}

/** A folder whose settings ask before every change. */
async function askingFolder() {
  const data = JSON.stringify({ access: { ask: { everything: true } } });
  const builder = aVault().file('a.md', 'old a\n').file('b.md', 'old b\n');
  const { path: folder } = await builder.file('.obsidian/plugins/vault-mcp/data.json', data).onDisk();
  const { path: stateFolder } = await tempDir();
  const host = await openHeadlessHost({
    folder,
    version: '0.1.0',
    log: silent,
    writing: { stateFolder, vaultId: 'v', stillOwner: () => Promise.resolve(true), autoPush: null },
  });
  onTestFinished(() => host.close());
  return { services: host.services, read: (name: string) => readFile(join(folder, name), 'utf8') };
}

describe.each([
  ['in the middle of a call, as older protocols do', legacy],
  ['by the answer of a call, as 2026-07-28 does', modern],
] as const)('asking the user in the agent’s window, %s', (_, connect) => {
  it('shows what is to happen and writes what is approved', async () => {
    const { services, read } = await askingFolder();
    const client = await connect(services, () => ({ action: 'accept', content: { decision: 'approve' } }));
    expect(await client.edit('a.md')).toMatchObject({ isError: false });
    expect(await read('a.md')).toBe('new a\n');
    expect(client.forms[0]?.message).toContain('agent-x wants to change the vault (vault_edit_note)');
    expect(client.forms[0]?.message).toContain('-old a\n+new a');
  });

  it('passes the reason of a refusal on, and takes no other answer for a consent', async () => {
    const { services, read } = await askingFolder();
    const answers: Answer[] = [
      { action: 'accept', content: { decision: 'decline', reason: 'not in the morning' } },
      { action: 'decline' },
      { action: 'cancel' },
    ];
    const client = await connect(services, () => answers.shift() ?? { action: 'cancel' });
    const first = await client.edit('a.md');
    expect(first.text).toMatch(/^\[approval_declined\] .*not in the morning/);
    for (let again = 0; again < 2; again++) expect((await client.edit('a.md')).text).toMatch(/^\[approval_declined\]/);
    expect(await read('a.md')).toBe('old a\n');
  });

  it('remembers an agent where the user says so', async () => {
    const { services, read } = await askingFolder();
    const client = await connect(services, () => ({ action: 'accept', content: { decision: 'always' } }));
    await client.edit('a.md');
    await client.edit('b.md');
    expect(client.forms).toHaveLength(1);
    expect(await read('b.md')).toBe('new b\n');
  });

  it('is not done with a client that cannot show a question', async () => {
    const { services, read } = await askingFolder();
    const client = await connect(services, () => ({ action: 'cancel' }), false);
    expect((await client.edit('a.md')).text).toMatch(/^\[approval_unavailable\]/);
    expect(await read('a.md')).toBe('old a\n');
  });
});
