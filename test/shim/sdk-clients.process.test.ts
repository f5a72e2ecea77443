import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTempDir } from '../support/temp-dir.ts';
import type { TempDir } from '../support/temp-dir.ts';
import { BUILT_SHIM } from './support/a-shim.ts';
import { client1, client2 } from './support/sdk-clients.ts';
import type { CallResult, Command, DrivenClient } from './support/sdk-clients.ts';

// The official clients of both generations, over real pipes, to the built program and its engine on a copy of the
// example vault: every tool, and everything else that a server offers.

interface Step {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** What the text must say. */
  readonly says: RegExp;
  /** The tool must refuse. */
  readonly refuses?: true;
}

/** At least one call of every tool, in an order that makes sense of them; a tool that has none fails the test. */
const story: readonly Step[] = [
  {
    tool: 'vault_search',
    args: { query: 'logged out at midnight', limit: 3 },
    says: /^02-wiki\/auth\/jwt-expiry\.md:\d+/m,
  },
  { tool: 'vault_search', args: { query: 'feijão' }, says: /^02-wiki\/jardim\/feijao\.md:\d+/m },
  { tool: 'vault_get_note', args: { path: 'Token expiry', heading: 'Clock skew' }, says: /30 seconds is enough/ },
  { tool: 'vault_get_note', args: { path: 'nowhere.md' }, says: /^\[note_not_found\]/, refuses: true },
  { tool: 'vault_list', args: { folder: '02-wiki/sailing', limit: 2 }, says: /02-wiki\/sailing\// },
  { tool: 'vault_backlinks', args: { path: '02-wiki/auth/session-cookies.md' }, says: /jwt-expiry\.md:\d+/ },
  { tool: 'vault_graph', args: { around: '02-wiki/auth/jwt-expiry.md', depth: 1 }, says: /session-cookies/ },
  { tool: 'vault_tags', args: {}, says: /sailing/ },
  { tool: 'vault_status', args: {}, says: /\d/ },
  {
    tool: 'vault_write_note',
    args: { path: '02-wiki/sailing/bilge.md', content: '# Bilge\n\nPump it dry before the [[anchor-watch]].\n' },
    says: /02-wiki\/sailing\/bilge\.md/,
  },
  {
    tool: 'vault_edit_note',
    args: { path: '02-wiki/sailing/bilge.md', old_text: 'Pump it dry', new_text: 'Pump it out' },
    says: /^\+Pump it out/m,
  },
  {
    tool: 'vault_learn',
    args: {
      title: 'Halyards slap in a swell',
      insight: 'Tie them off to the shrouds before night, or nobody sleeps.',
      context: 'A night at anchor behind the mole',
      domain: 'sailing',
      tags: ['sailing'],
    },
    says: /^\+.*Tie them off to the shrouds/m,
  },
  {
    tool: 'vault_move',
    args: { from: '02-wiki/sailing/knots.md', to: '02-wiki/sailing/ropework.md' },
    says: /sailing-moc\.md/,
  },
  { tool: 'vault_rename_tag', args: { from: 'tides', to: 'tide' }, says: /02-wiki\/sailing\/spring-tides\.md/ },
  { tool: 'vault_search', args: { query: 'shrouds' }, says: /Tie them off to the shrouds/ },
  { tool: 'vault_delete', args: { path: '02-wiki/sailing/bilge.md' }, says: /02-wiki\/sailing\/bilge\.md/ },
  {
    tool: 'vault_get_note',
    args: { path: '02-wiki/sailing/bilge.md' },
    says: /^\[note_not_found\]/,
    refuses: true,
  },
  { tool: 'vault_undo', args: {}, says: /02-wiki\/sailing\/bilge\.md/ },
  { tool: 'vault_get_note', args: { path: '02-wiki/sailing/bilge.md' }, says: /Pump it out/ },
];

const NOTES_THAT_LINK = 200;
const example = fileURLToPath(new URL('../../examples/vault', import.meta.url));
let dir: TempDir;
let vault: string;
let logbook: string;
const open: DrivenClient[] = [];

beforeAll(async () => {
  dir = await makeTempDir();
  vault = dir.at('Vault и заметки');
  await cp(example, vault, { recursive: true });
  // Reading all of these takes long enough for progress to be told, and for a call to be cancelled in the middle.
  logbook = dir.at('logbook');
  await mkdir(logbook);
  await writeFile(`${logbook}/beacon.md`, '# Beacon\n');
  const prose = 'The wind backed in the night, and *every* boat swung to her [anchor](anchor.md).\n\n'.repeat(400);
  for (let at = 0; at < NOTES_THAT_LINK; at++) {
    await writeFile(`${logbook}/page-${at}.md`, `# Page ${at}\n\nPast the [[beacon]].\n\n${prose}`);
  }
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(() => dir.remove());

/** The built program on a folder, as a client would start it. */
function serving(folder: string): Command {
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir.path, VAULT_MCP_HOME: dir.at('state') };
  return { command: process.execPath, args: [BUILT_SHIM, '--vault', folder], env, stderr: 'ignore' };
}

describe.each([
  ['the 1.x client', 'legacy', (command: Command) => client1(command)],
  ['the 2.x client, legacy', 'legacy', (command: Command) => client2(command, 'legacy')],
  ['the 2.x client, auto', 'modern', (command: Command) => client2(command, 'auto')],
  ['the 2.x client, pinned to 2026-07-28', 'modern', (command: Command) => client2(command, { pin: '2026-07-28' })],
] as const)('%s', (_, era, connect) => {
  async function connected(folder = vault): Promise<DrivenClient> {
    const client = await connect(serving(folder));
    open.push(client);
    return client;
  }

  it('calls every tool that the server lists', async () => {
    // Its own copy: the story changes what it is told in.
    const copy = await mkdtemp(dir.at('story-'));
    await cp(example, copy, { recursive: true });
    const client = await connected(copy);
    expect(client.era).toBe(era);
    expect(client.instructions()).toContain('vault_search');
    const listed = (await client.tools()).map(({ name }) => name);
    expect([...new Set(story.map(({ tool }) => tool))].sort()).toEqual([...listed].sort());
    for (const { tool, args, says, refuses } of story) {
      const result = await client.call(tool, args);
      expect(textOf(result)).toMatch(says);
      expect(result.isError ?? false).toBe(refuses ?? false);
    }
    expect(client.errors).toEqual([]);
  });

  it('lists, reads and completes notes as resources, and gets prompts', async () => {
    const client = await connected();
    expect((await client.templates()).map(({ uriTemplate }) => uriTemplate)).toEqual(['vault://note/{+path}']);
    await untilIndexed(client);
    expect((await client.resources())[0]?.uri).toMatch(/^vault:\/\/note\//);
    expect(await client.read('vault://note/02-wiki/sailing/spring-tides.md')).toContain('Rule of twelfths');
    await expect(client.read('vault://note/nowhere.md')).rejects.toThrow(/not found/i);
    expect(await client.completePath('spring')).toContain('02-wiki/sailing/spring-tides.md');
    expect((await client.prompts()).map(({ name }) => name)).toEqual(expect.arrayContaining(['capture', 'recall']));
    expect(await client.prompt('recall', { question: 'When is low water?' })).toContain('When is low water?');
    expect(client.errors).toEqual([]);
  });

  it('is told of a note that it follows when the file changes', async () => {
    const client = await connected();
    const uri = 'vault://note/followed.md';
    await writeFile(`${vault}/followed.md`, 'One.');
    await untilListed(client, 'followed.md');
    const told = new Promise<string>((resolve) => void client.follow(uri, resolve).then(() => rewrite()));
    const rewrite = (): Promise<void> => writeFile(`${vault}/followed.md`, `Two, at ${process.hrtime.bigint()}.`);
    expect(await told).toBe(uri);
    expect(client.errors).toEqual([]);
  });

  it('gets rising progress of a long call, and none after its answer; cancels another in the middle', async () => {
    const client = await connected(logbook);
    await untilIndexed(client);
    const long = { path: 'beacon.md', limit: 200 };
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }) => void seen.push(progress);
    const result = await client.call('vault_backlinks', long, { onprogress });
    expect(textOf(result)).toContain('page-0.md:3');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));

    const cancel = new AbortController();
    const stop = { signal: cancel.signal, onprogress: () => cancel.abort('enough') };
    await expect(client.call('vault_backlinks', long, stop)).rejects.toThrow();
    expect(cancel.signal.aborted).toBe(true);
    expect(textOf(await client.call('vault_tags', {}))).not.toBe('');
    // A late answer or late progress would have been complained of.
    expect(client.errors).toEqual([]);
  });

  it('leaves no process behind', async () => {
    const client = await connected();
    await client.call('vault_tags', {});
    const { pid } = client;
    expect(pid).not.toBeNull();
    await client.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
  });
});

function textOf(result: CallResult): string {
  return (result.content ?? []).map(({ text }) => text ?? '').join('\n');
}

async function untilIndexed(client: DrivenClient): Promise<void> {
  for (;;) {
    const { structuredContent } = await client.call('vault_status', {});
    if ((structuredContent as { readonly index: { readonly ready: boolean } }).index.ready) return;
  }
}

/** Files that are new are found by the next call after their event. */
async function untilListed(client: DrivenClient, path: string): Promise<void> {
  while (!(await client.resources()).some(({ uri }) => uri === `vault://note/${path}`)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
