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
    expect(value.access).toEqual({ hidden: ['Private'], readOnly: ['Legal'], vaultReadOnly: false, approval: 'large' });
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
      'language',
      'domains',
      'git.autoPush',
      'index.largestNote',
      'conventions.weights.byType.moc',
    ]);
    expect(value.domains).toEqual(['ok']);
    expect(value.git.autoPush).toBe(false);
    expect(value.access.vaultReadOnly).toBe(false);
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
