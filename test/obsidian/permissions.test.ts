import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Services } from '../../src/core/services.ts';
import { openHeadlessHost } from '../../src/headless/host.ts';
import { complete } from '../../src/mcp/completion.ts';
import { recentNotes } from '../../src/mcp/note-resources.ts';
import { call } from '../mcp/support/call-tool.ts';
import { aVault } from '../support/a-vault.ts';
import { silent } from '../support/memory-host.ts';
import { tempDir } from '../support/temp-dir.ts';
import { serveInApp } from './open-served-app.ts';

vi.mock('obsidian', () => import('../support/obsidian/module.ts'));

// One data.json, two hosts: what the user has set must decide alike in both.

const vault = () =>
  aVault()
    .note('open', '# Open', '', 'old words, see [[sub/target]]')
    .note('sub/target', '# Target', '', 'old words of the target')
    .note('sub/free', '# Free', '', 'old words that nobody links to')
    .note('kept/guarded', '# Guarded', '', 'old words under guard')
    .note('flagged', '---', 'agents: read-only', '---', '# Flagged', '', 'old words, see [[sub/linked-by-flagged]]')
    .note('sub/linked-by-flagged', '# Linked', '', 'old words')
    .note('whisper', '---', 'agents: hidden', 'tags: [covert]', '---', '# Whisper', '', 'xyzzy, see [[open]]')
    .note('Private/diary', '---', 'tags: [covert]', '---', '# Diary', '', 'xyzzy, see [[open]]')
    .note('_templates/wiki', '# {{title}}', '', '## Context', '', '## Source', '', 'from the form')
    .note('Attic/dust', '# Dust', '', 'old words in the attic');

type Access = Readonly<Record<string, unknown>>;

async function headless(data: Access, app: Access, days: Access = {}): Promise<Services> {
  const builder = vault()
    .file('.obsidian/daily-notes.json', JSON.stringify(days))
    .file('.obsidian/app.json', JSON.stringify(app))
    .file('.obsidian/plugins/vault-mcp/data.json', JSON.stringify(data));
  const [{ path: folder }, { path: stateFolder }] = [await builder.onDisk(), await tempDir()];
  const host = await openHeadlessHost({
    folder,
    version: '0.0.0',
    log: silent,
    writing: { stateFolder, vaultId: 'v', stillOwner: () => Promise.resolve(true), autoPush: null },
  });
  onTestFinished(() => host.close());
  while ((await host.library.settled(1_000)) > 0) continue;
  return host.services;
}

async function inApp(data: Access, app: Access, days: Access = {}): Promise<Services> {
  const files = vault()
    .file('.obsidian/daily-notes.json', JSON.stringify(days))
    .file('.obsidian/app.json', JSON.stringify(app));
  return (await serveInApp(files, { data })).host.services;
}

const ask = (rule: string): Access => ({ ask: { [rule]: true } });
const edit = (path: string) => ['vault_edit_note', { path, old_text: 'old words', new_text: 'new words' }] as const;
const move = (path: string, destination: string) => ['vault_move', { from: path, to: destination }] as const;
const replace = (path: string) =>
  ['vault_write_note', { path, mode: 'replace', content: 'all new', overwrite: true }] as const;
const remove = (path: string) => ['vault_delete', { path }] as const;
const add = (path: string) => ['vault_write_note', { path, content: 'something new' }] as const;

/** What is set, what is tried, and the code of the refusal; null: it is done. */
const decisions = [
  ['nothing is set', {}, edit('open.md'), null],
  ['the vault is read-only', { vaultReadOnly: true }, edit('open.md'), 'read_only'],
  ['the vault is read-only', { vaultReadOnly: true }, add('new.md'), 'read_only'],
  ['a folder is read-only', { readOnly: ['kept'] }, edit('kept/guarded.md'), 'read_only'],
  ['a folder is read-only', { readOnly: ['KEPT'] }, remove('kept/guarded.md'), 'read_only'],
  ['a folder is read-only', { readOnly: ['kept'] }, add('kept/new.md'), 'read_only'],
  ['a folder is read-only', { readOnly: ['kept'] }, move('sub/free.md', 'kept/free.md'), 'read_only'],
  ['a folder is read-only', { readOnly: ['kept'] }, edit('open.md'), null],
  ['a note is read-only', {}, edit('flagged.md'), 'read_only'],
  ['a note is read-only', {}, remove('flagged.md'), 'read_only'],
  ['a note is read-only', {}, replace('flagged.md'), 'read_only'],
  ['a read-only note would lose a link', {}, move('sub/linked-by-flagged.md', 'other/linked.md'), 'read_only'],
  ['the flags are off', { noteFlags: { enabled: false } }, edit('flagged.md'), null],
  ['the flags have another name', { noteFlags: { property: 'robots' } }, edit('flagged.md'), null],
  ['a folder is hidden', { hidden: ['Private'] }, edit('Private/diary.md'), 'note_not_found'],
  ['a folder is hidden', { hidden: ['Private'] }, remove('Private/diary.md'), 'note_not_found'],
  ['a note is hidden', {}, edit('whisper.md'), 'note_not_found'],
  ['deleting is asked for', ask('delete'), remove('sub/free.md'), 'approval_unavailable'],
  ['deleting is asked for', ask('delete'), edit('open.md'), null],
  ['moving is asked for', ask('move'), move('sub/free.md', 'other/free.md'), 'approval_unavailable'],
  ['overwriting is asked for', ask('overwrite'), replace('sub/free.md'), 'approval_unavailable'],
  ['overwriting is asked for', ask('overwrite'), edit('sub/free.md'), null],
  ['everything is asked for', ask('everything'), add('new.md'), 'approval_unavailable'],
  ['the old word is set', { approval: 'always' }, edit('open.md'), 'approval_unavailable'],
  ['a permission cannot be read', { hidden: 'Private' }, edit('open.md'), 'read_only'],
] as const;

const hosts = [
  ['headless', headless],
  ['inside the app', inApp],
] as const;

describe.each(hosts)('what the user permits, %s', (_, open) => {
  it.each(decisions)('%s %j: %j → %s', async (_set, access, [tool, input], code) => {
    const services = await open({ access, git: { commit: false } }, {});
    const { text, isError } = await call(services, tool, input);
    expect(isError ? /^\[(\w+)\]/.exec(text)?.[1] : null, text).toBe(code);
  });

  it('says in vault_status which settings are of no use, and that writing is off', async () => {
    const services = await open({ access: { hidden: 'Private' }, git: { commit: 7 }, domains: [''] }, {});
    const { structured } = await call(services, 'vault_status');
    expect((structured as { warnings: string[] }).warnings).toEqual([
      'A permission cannot be read, so writing is off until it is put right.',
      'The setting domains.0 is of no use (empty); its default stands.',
      'The setting access.hidden is of no use (not a list); its default stands.',
      'The setting git.commit is of no use (neither true nor false); its default stands.',
    ]);
    const sound = await open({}, { userIgnoreFilters: 'Attic/' });
    expect((await call(sound, 'vault_status')).text).toContain(
      'Warning: The setting userIgnoreFilters is of no use (not a list); its default stands.',
    );
  });

  it('begins the day’s note by the form that is set in the app', async () => {
    const services = await open({}, {}, { template: '_templates/wiki', folder: 'Days' });
    const lesson = { title: 'Owls fly', insight: 'Owls fly without a sound.', context: 'A walk', domain: 'birds' };
    const { text } = await call(services, 'vault_learn', { ...lesson, confirm_new_domain: true });
    expect(text).toContain('+from the form');
    expect(text).toMatch(/\+\+\+ .*Days\/\d{4}-\d\d-\d\d\.md/);
  });

  it('names the note that stands in the way, not the one that was to change', async () => {
    const services = await open({}, {});
    const { text } = await call(services, ...move('sub/linked-by-flagged.md', 'other/linked.md'));
    expect(text).toContain('"flagged.md"');
  });

  it('lets an agent change as many notes a minute as is set, and no more', async () => {
    const services = await open({ access: { changesPerMinute: 2 }, git: { commit: false } }, {});
    const refusals: boolean[] = [];
    for (const path of ['open.md', 'sub/target.md', 'sub/free.md']) {
      refusals.push((await call(services, ...edit(path))).isError);
    }
    expect(refusals).toEqual([false, false, true]);
  });

  it.each([
    ['hide', 'note_not_found', false],
    ['demote', null, true],
    ['ignore', null, true],
  ] as const)('treats excluded files as is set: %s', async (excludedFiles, code, found) => {
    const services = await open({ excludedFiles }, { userIgnoreFilters: ['Attic/'] });
    const { text } = await call(services, 'vault_get_note', { path: 'Attic/dust.md' });
    expect(/^\[(\w+)\]/.exec(text)?.[1] ?? null).toBe(code);
    expect((await call(services, 'vault_search', { query: 'attic' })).text.includes('Attic/dust.md:')).toBe(found);
  });

  it('reads a form to fill it in, and never lists it', async () => {
    const services = await open({ git: { commit: false } }, {});
    expect((await call(services, 'vault_list', { limit: 100 })).text).not.toContain('_templates');
    const lesson = { title: 'Quokkas', context: 'On the island.', insight: 'They smile.', domain: 'zoo' };
    const { text } = await call(services, 'vault_learn', { ...lesson, confirm_new_domain: true });
    expect(text).toContain('from the form');
    expect((await call(services, 'vault_search', { query: 'from the form quokkas' })).text).not.toContain('_templates');
  });

  it('gives away nothing of what is hidden, whatever is asked', async () => {
    const services = await open({ access: { hidden: ['Private'] }, git: { commit: false } }, {});
    const asked: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['vault_search', { query: 'xyzzy' }],
      ['vault_search', { query: 'whispr diry' }],
      ['vault_search', { query: 'see open', follow_links: true }],
      ['vault_list', { limit: 100 }],
      ['vault_list', { tags: ['covert'] }],
      ['vault_get_note', { path: 'open.md' }],
      ['vault_get_note', { path: 'whispe.md' }],
      ['vault_get_note', { path: 'Private/diari.md' }],
      ['vault_backlinks', { path: 'open.md', unlinked: true }],
      ['vault_graph', { around: 'open.md', depth: 3 }],
      ['vault_graph', { include_orphans: true, include_broken: true }],
      ['vault_tags', {}],
      ['vault_status', { limit: 50 }],
      ['vault_move', { from: 'sub/free.md', to: 'other/free.md' }],
      ['vault_rename_tag', { from: 'covert', to: 'overt' }],
    ];
    for (const [tool, input] of asked) {
      const { text, structured } = await call(services, tool, input);
      // What the caller itself has said may be echoed.
      const said = `${text}\n${JSON.stringify(structured ?? {})}`.replaceAll(
        /whispe\.md|Private\/diari\.md|#?covert/g,
        '',
      );
      expect(said, tool).not.toMatch(/whisper|diary|Private/i);
      if (tool !== 'vault_search') expect(said, tool).not.toContain('xyzzy');
    }
    for (const kind of ['path', 'tag', 'domain'] as const) {
      expect(complete(kind, '', services).values.join(' ')).not.toMatch(/whisper|diary|covert/i);
    }
    expect(JSON.stringify(recentNotes(services.library))).not.toMatch(/whisper|diary/i);
    expect(services.library.notes.size).toBe(7);
  });
});
