import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVaultSettings } from '../../../src/core/conventions/read-settings.ts';
import { DEFAULT_SETTINGS } from '../../../src/core/conventions/settings.ts';
import { SETTING_KEYS, settingAt, writeSetting, writeSettings } from '../../../src/core/conventions/write-settings.ts';

const FOREIGN = { ofAnotherVersion: { a: 1 }, access: { alsoForeign: true } };

describe('writing the plugin’s settings', () => {
  it('puts one value in its place and leaves what it does not know', () => {
    const { data, problems } = writeSetting(FOREIGN, 'access.hidden', [' Private/ ']);
    expect(problems).toEqual([]);
    expect(data).toEqual({ ofAnotherVersion: { a: 1 }, access: { alsoForeign: true, hidden: ['Private'] } });
  });

  it('writes no defaults, and takes out what has become one', () => {
    const set = writeSetting({}, 'access.ask.delete', true).data;
    expect(set).toEqual({ access: { ask: { delete: true } } });
    expect(writeSetting(set, 'access.ask.delete', false).data).toEqual({});
    expect(writeSetting({}, 'language', '').data).toEqual({});
    expect(writeSetting({ language: 'ru' }, 'language', '').data).toEqual({});
    expect(writeSettings({}, DEFAULT_SETTINGS)).toEqual({});
  });

  it.each([
    ['access.hidden', ['Private', '..'], 'access.hidden.1', 'not_a_folder'],
    ['domains', ['docker', { name: 'docker' }], 'domains.1', 'duplicate'],
    ['access.changesPerMinute', 1.5, 'access.changesPerMinute', 'out_of_range'],
    ['index.largestNote', 10, 'index.largestNote', 'out_of_range'],
    ['conventions.weights.byType', { moc: 11 }, 'conventions.weights.byType.moc', 'out_of_range'],
    ['conventions.folders.wiki', '../wiki', 'conventions.folders.wiki', 'not_a_folder'],
  ] as const)('refuses a bad value of %s and says where', (key, value, path, code) => {
    const { data, problems } = writeSetting(FOREIGN, key, value);
    expect(problems).toEqual([{ path, code }]);
    expect(data).toEqual(FOREIGN);
  });

  it('leaves a bad neighbour as it is: it is not silently mended, nor does it become a permission', () => {
    const before = { access: { readOnly: 'Legal' }, git: 'no' };
    const { data } = writeSetting(before, 'access.ask.move', true);
    expect(data).toEqual({ access: { readOnly: 'Legal', ask: { move: true } }, git: 'no' });
    expect(writeSetting(data, 'access.vaultReadOnly', false).data).toEqual(data);
    expect(writeSetting(before, 'git.commit', true).data).toEqual(before);
  });

  it('turns the one word of an earlier version into what it meant', () => {
    const { data } = writeSetting({ access: { approval: 'large' } }, 'access.ask.delete', true);
    expect(data).toEqual({ access: { ask: { delete: true, large: true } } });
    expect(writeSetting({ access: { approval: 'always' } }, 'access.ask.everything', false).data).toEqual({});
  });

  it('is able to say that a vault has no folder of a role', () => {
    const { data } = writeSetting({}, 'conventions.folders.raw', null);
    expect(readVaultSettings(data).value.conventions.folders).toEqual({ raw: null });
    expect(writeSetting(data, 'conventions.folders.raw', undefined).data).toEqual({});
  });

  it('gives back what was read, whatever stood there, and is quiet the second time', () => {
    fc.assert(
      fc.property(fc.record(anySettings, { requiredKeys: [] }), (data) => {
        const { value, problems } = readVaultSettings(data);
        fc.pre(problems.length === 0);
        const written = writeSettings({}, value);
        expect(readVaultSettings(written)).toEqual({ value, problems: [] });
        expect(writeSettings(written, value)).toEqual(written);
      }),
    );
  });

  it('knows every place that is read', () => {
    for (const key of SETTING_KEYS) {
      if (!key.startsWith('conventions.')) expect(settingAt(DEFAULT_SETTINGS, key), key).toBeDefined();
    }
  });
});

const name = fc.stringMatching(/^[a-z]{1,6}$/);
const anySettings = {
  vaultId: fc.option(name),
  language: fc.constantFrom('en', 'ru', null),
  domains: fc.uniqueArray(fc.record({ name, description: name }), { selector: (domain) => domain.name }),
  access: fc.record(
    {
      hidden: fc.array(name),
      readOnly: fc.array(fc.constantFrom('/', 'a/b', 'c/')),
      approval: fc.constantFrom('never', 'always', 'large'),
      ask: fc.record({ delete: fc.boolean(), move: fc.boolean(), everything: fc.boolean() }, { requiredKeys: [] }),
      changesPerMinute: fc.nat({ max: 100 }),
      noteFlags: fc.record({ enabled: fc.boolean(), property: name }, { requiredKeys: [] }),
      askIn: fc.constantFrom('app', 'client'),
    },
    { requiredKeys: [] },
  ),
  whenClosed: fc.constantFrom('embedded', 'wait'),
  conventions: fc.record({
    preset: fc.constantFrom('en', null),
    folders: fc.record({ raw: fc.option(name), wiki: fc.constantFrom('/', 'w') }, { requiredKeys: [] }),
    weights: fc.record({ byType: fc.dictionary(name, fc.nat({ max: 10 })), archive: fc.nat({ max: 9 }) }),
  }),
} as const;
