import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAppSettings, readVaultSettings } from '../../../src/core/conventions/read-settings.ts';
import { DEFAULT_APP_SETTINGS, DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';

describe('the plugin’s settings', () => {
  it('are all defaults where nothing is set', () => {
    const { value, problems } = readVaultSettings({});
    expect(problems).toEqual([]);
    expect(value).toMatchObject({ ...DEFAULT_SETTINGS, conventions: {} });
  });

  it('are taken as they stand where they are sound', () => {
    const { value, problems } = readVaultSettings({
      vaultId: 'v1',
      language: 'pt-BR',
      domains: ['docker', 'nestjs'],
      access: { hidden: ['Private/'], readOnly: ['/Legal'], approval: 'large' },
      excludedFiles: 'hide',
      git: { autoPush: true },
      index: { largestNote: 65536 },
      conventions: { preset: 'pt-BR', folders: { raw: null, wiki: 'Wiki/' }, weights: { byType: { moc: 0.7 } } },
      somethingOfAnotherVersion: 1,
    });
    expect(problems).toEqual([]);
    const { access } = DEFAULT_SETTINGS;
    expect(value.access).toEqual({
      ...access,
      hidden: ['Private'],
      readOnly: ['Legal'],
      ask: { ...access.ask, large: true },
    });
    expect(value.domains).toEqual([
      { name: 'docker', description: '' },
      { name: 'nestjs', description: '' },
    ]);
    expect(value.git).toEqual({ commit: true, autoPush: true });
    expect(value.index.largestNote).toBe(65536);
    expect(value.conventions.folders).toEqual({ raw: null, wiki: 'Wiki' });
    expect(value.conventions.weights?.byType).toEqual({ moc: 0.7 });
  });

  it('name each value that is of no use, and keep the rest', () => {
    const { value, problems } = readVaultSettings({
      language: 'klingon',
      domains: ['ok', 3],
      git: { autoPush: 'yes' },
      index: { largestNote: -1 },
      conventions: { weights: { byType: { moc: 'low' } } },
    });
    expect(problems).toEqual([
      { path: 'language', code: 'unknown_choice' },
      { path: 'domains.1', code: 'not_a_record' },
      { path: 'git.autoPush', code: 'not_a_flag' },
      { path: 'index.largestNote', code: 'out_of_range' },
      { path: 'conventions.weights.byType.moc', code: 'not_a_number' },
    ]);
    expect(value.domains).toEqual([{ name: 'ok', description: '' }]);
    expect(value.git.autoPush).toBe(false);
    expect(value.access.vaultReadOnly).toBe(false);
  });

  it('know a domain by its name and what belongs there, once', () => {
    const domains = [{ name: ' docker ', description: 'containers' }, 'Docker', 'a/b', '', { name: 3 }, 'nestjs'];
    const { value, problems } = readVaultSettings({ domains });
    expect(value.domains).toEqual([
      { name: 'docker', description: 'containers' },
      { name: 'nestjs', description: '' },
    ]);
    expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'domains.1 duplicate',
      'domains.2 not_a_name',
      'domains.3 empty',
      'domains.4 not_text',
    ]);
  });

  it('understand the one word for consent of an earlier version until there is more', () => {
    const ask = (access: object) => readVaultSettings({ access }).value.access.ask;
    expect(ask({ approval: 'always' }).everything).toBe(true);
    expect(ask({ approval: 'large' })).toMatchObject({ large: true, everything: false });
    expect(ask({ approval: 'always', ask: { delete: true } })).toMatchObject({ delete: true, everything: false });
  });

  it.each([
    [{ ask: { delete: 'yes' } }, 'access.ask.delete', 'not_a_flag'],
    [{ ask: true }, 'access.ask', 'not_a_record'],
    [{ changesPerMinute: -1 }, 'access.changesPerMinute', 'out_of_range'],
    [{ hidden: ['/'] }, 'access.hidden.0', 'not_a_folder'],
    [{ hidden: ['Private', '../x'] }, 'access.hidden.1', 'not_a_folder'],
    [{ noteFlags: { property: 7 } }, 'access.noteFlags.property', 'not_text'],
    [{ askIn: 'mail' }, 'access.askIn', 'unknown_choice'],
  ])('close the vault for %j, and name the field', (access, path, code) => {
    const { value, problems } = readVaultSettings({ access });
    expect(problems).toEqual([{ path, code }]);
    expect(value.access.vaultReadOnly).toBe(true);
  });

  it('make the vault read-only where a permission cannot be read', () => {
    expect(readVaultSettings({ access: { readOnly: 'Legal' } }).value.access.vaultReadOnly).toBe(true);
    expect(readVaultSettings({ access: [] }).value.access.vaultReadOnly).toBe(true);
    expect(readVaultSettings('nonsense').value.access.vaultReadOnly).toBe(true);
  });

  it('survive whatever JSON stands there', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const { value } = readVaultSettings(data);
        expect(typeof value.access.vaultReadOnly).toBe('boolean');
        expect(value.index.largestNote).toBeGreaterThan(0);
        readAppSettings({ app: data, dailyNotes: data, templates: data });
      }),
    );
  });
});

describe('the app’s settings', () => {
  it('are the app’s own defaults where its files are absent', () => {
    expect(readAppSettings({})).toEqual({ value: DEFAULT_APP_SETTINGS, problems: [] });
  });

  it('say how to trash, link and exclude, and where dailies and templates are', () => {
    const { value } = readAppSettings({
      app: {
        userIgnoreFilters: ['Old/', '/draft$/'],
        trashOption: 'local',
        newLinkFormat: 'relative',
        useMarkdownLinks: true,
        attachmentFolderPath: './files',
      },
      dailyNotes: { folder: 'Diary/', format: 'YYYY-MM-DD', template: 'Forms/day' },
      templates: { folder: '/' },
    });
    expect(value).toEqual({
      excluded: ['Old/', '/draft$/'],
      trash: 'vault',
      newLinks: 'relative',
      markdownLinks: true,
      attachmentFolder: './files',
      daily: { folder: 'Diary', format: 'YYYY-MM-DD', template: 'Forms/day' },
      templatesFolder: null,
    });
  });
});
