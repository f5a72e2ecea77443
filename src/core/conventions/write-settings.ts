import { isRecord } from './json-fields.ts';
import type { SettingProblem } from './json-fields.ts';
import { FOLDER_ROLES, PROPERTY_ROLES, SECTION_ROLES, TYPE_NAMES } from './read-overrides.ts';
import { readVaultSettings } from './read-settings.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { VaultSettings } from './settings.ts';

/** Every place of the plugin's data that this version reads and writes. */
export const SETTING_KEYS = [
  'vaultId',
  'language',
  'domains',
  'access.hidden',
  'access.readOnly',
  'access.vaultReadOnly',
  'access.ask.delete',
  'access.ask.move',
  'access.ask.overwrite',
  'access.ask.large',
  'access.ask.everything',
  'access.changesPerMinute',
  'access.noteFlags.enabled',
  'access.noteFlags.property',
  'access.askIn',
  'excludedFiles',
  'git.commit',
  'git.autoPush',
  'index.largestNote',
  'index.largestAttachment',
  'whenClosed',
  'promptsFolder',
  'conventions.preset',
  'conventions.indexNote',
  'conventions.dailyFormat',
  ...FOLDER_ROLES.map((role) => `conventions.folders.${role}` as const),
  ...TYPE_NAMES.map((role) => `conventions.types.${role}` as const),
  ...PROPERTY_ROLES.map((role) => `conventions.keys.${role}` as const),
  ...SECTION_ROLES.map((role) => `conventions.sections.${role}` as const),
  'conventions.weights.byType',
  'conventions.weights.archive',
  'conventions.weights.excluded',
] as const;

export type SettingKey = (typeof SETTING_KEYS)[number];

export interface WrittenSettings {
  /** What data.json is to hold; the data as it was where the value is of no use. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What is wrong with the value, for its field; empty: it is taken. */
  readonly problems: readonly SettingProblem[];
}

/**
 * Puts one setting into the plugin's data (parsed data.json, or nothing). Keys of other versions stay as they are, and
 * so does every other setting, sound or not. A value that equals the default, `undefined` or '' takes the key out.
 */
export function writeSetting(data: unknown, key: SettingKey, value: unknown): WrittenSettings {
  const before = isRecord(data) ? data : {};
  const given = withoutOldWord(before, key);
  const raw = value === '' ? undefined : value;
  const tried = putAt(given, key.split('.'), raw);
  const { value: read, problems } = readVaultSettings(tried);
  const own = problems.filter(({ path }) => path === key || path.startsWith(`${key}.`));
  if (own.length > 0) return { data: before, problems: own };
  const clean = readBack(read, tried, key);
  const isDefault = JSON.stringify(clean) === JSON.stringify(getAt(DEFAULT_SETTINGS, key.split('.')));
  return { data: putAt(given, key.split('.'), isDefault ? undefined : rootNamed(key, clean)), problems: [] };
}

/** Puts all settings into the plugin's data; the settings must be sound, as those are that were read. */
export function writeSettings(data: unknown, settings: VaultSettings): Readonly<Record<string, unknown>> {
  return SETTING_KEYS.reduce<Readonly<Record<string, unknown>>>(
    (written, key) => writeSetting(written, key, rootNamed(key, settingAt(settings, key))).data,
    isRecord(data) ? data : {},
  );
}

/** The value of a setting at its key: `settingAt(settings, 'access.hidden')`. Undefined: not set by hand. */
export function settingAt(settings: VaultSettings, key: SettingKey): unknown {
  return getAt(settings, key.split('.'));
}

/** The value as it was understood. A switch that bad neighbours have forced is read from the data itself. */
function readBack(settings: VaultSettings, data: Readonly<Record<string, unknown>>, key: SettingKey): unknown {
  const path = key.split('.');
  if (key === 'access.vaultReadOnly') return getAt(data, path) ?? false;
  const value = getAt(settings, path);
  return key === 'conventions.weights.byType' && JSON.stringify(value) === '{}' ? undefined : value;
}

/** In the file the vault itself is written `/`: an empty text there is an empty field. */
function rootNamed(key: SettingKey, value: unknown): unknown {
  if (key.startsWith('conventions.folders.')) return value === '' ? '/' : value;
  return key === 'access.readOnly' && Array.isArray(value) ? value.map((folder: unknown) => folder || '/') : value;
}

/** The one word `access.approval` of an earlier version becomes what it means before anything beside it is set. */
function withoutOldWord(data: Readonly<Record<string, unknown>>, key: SettingKey): Readonly<Record<string, unknown>> {
  if (!key.startsWith('access.ask.') || getAt(data, ['access', 'approval']) === undefined) return data;
  const { ask } = readVaultSettings(data).value.access;
  const named = Object.entries(ask).filter(([, asks]) => asks);
  const bare = putAt(data, ['access', 'approval'], undefined);
  return named.reduce((written, [rule, asks]) => putAt(written, ['access', 'ask', rule], asks), bare);
}

function getAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, key) ? getAt(value[key], rest) : undefined;
}

/** A copy with the value there; undefined takes the key out, and a group that becomes empty by that as well. */
function putAt(
  record: Readonly<Record<string, unknown>>,
  [key, ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  if (key === undefined) return record;
  const held = Object.hasOwn(record, key) ? record[key] : undefined;
  const group = isRecord(held) ? held : {};
  const next = rest.length === 0 ? value : putAt(group, rest, value);
  const empty = next === undefined || (rest.length > 0 && isRecord(next) && Object.keys(next).length === 0);
  if (!empty) return { ...record, [key]: next };
  // A group that is no group stands as it was, so that it is still seen to be wrong.
  if (rest.length > 0 && held !== undefined && !isRecord(held)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
