import { JsonFields } from './json-fields.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { AppSettings, ConventionOverrides, VaultSettings } from './settings.ts';

/** Parsed JSON of the files that make up the app's settings; a file that is absent or unreadable is undefined. */
export interface AppSettingFiles {
  readonly app?: unknown;
  readonly dailyNotes?: unknown;
  readonly templates?: unknown;
}

export interface Checked<T> {
  readonly value: T;
  /** Keys whose value was of no use and gave way to the default, as `access.hidden`. */
  readonly problems: readonly string[];
}

/**
 * Reads the plugin's data. Unknown keys are left alone: another version may own them. A bad value under `access` means
 * that a permission cannot be read, so the whole vault becomes read-only.
 */
export function readVaultSettings(data: unknown): Checked<VaultSettings> {
  const root = new JsonFields(data, '');
  const access = root.at('access');
  const git = root.at('git');
  const index = root.at('index');
  const fallback = DEFAULT_SETTINGS;
  const settings: VaultSettings = {
    vaultId: root.text('vaultId', fallback.vaultId),
    language: root.choice('language', ['en', 'pt-BR', 'ru'], fallback.language),
    domains: root.texts('domains', fallback.domains),
    access: {
      hidden: access.texts('hidden', fallback.access.hidden).map(asFolder),
      readOnly: access.texts('readOnly', fallback.access.readOnly).map(asFolder),
      vaultReadOnly: access.flag('vaultReadOnly', fallback.access.vaultReadOnly),
      approval: access.choice('approval', ['never', 'always', 'large'], fallback.access.approval) ?? 'never',
    },
    excludedFiles:
      root.choice('excludedFiles', ['demote', 'hide', 'ignore'], fallback.excludedFiles) ?? fallback.excludedFiles,
    git: {
      commit: git.flag('commit', fallback.git.commit),
      autoPush: git.flag('autoPush', fallback.git.autoPush),
    },
    index: {
      largestNote: index.size('largestNote', fallback.index.largestNote),
      largestAttachment: index.size('largestAttachment', fallback.index.largestAttachment),
    },
    conventions: readOverrides(root.at('conventions')),
  };
  const problems = root.problems;
  return { value: problems.some(concernsAccess) ? readOnly(settings) : settings, problems };
}

/** Reads what the app's files say; whatever they lack stands as the app itself would have it. */
export function readAppSettings(files: AppSettingFiles): Checked<AppSettings> {
  const app = new JsonFields(files.app, '');
  const daily = new JsonFields(files.dailyNotes, 'daily-notes');
  const templates = new JsonFields(files.templates, 'templates');
  const value: AppSettings = {
    excluded: app.texts('userIgnoreFilters', []),
    trash: TRASH[app.choice('trashOption', ['system', 'local', 'none'], 'system') ?? 'system'],
    newLinks: app.choice('newLinkFormat', ['shortest', 'relative', 'absolute'], 'shortest') ?? 'shortest',
    markdownLinks: app.flag('useMarkdownLinks', false),
    attachmentFolder: app.text('attachmentFolderPath', null),
    daily: {
      folder: folderOrNull(daily.text('folder', null)),
      format: daily.text('format', null),
      template: daily.text('template', null),
    },
    templatesFolder: folderOrNull(templates.text('folder', null)),
  };
  return { value, problems: [...app.problems, ...daily.problems, ...templates.problems] };
}

const TRASH = { system: 'system', local: 'vault', none: 'none' } as const;
const FOLDER_ROLES = ['index', 'raw', 'wiki', 'projects', 'daily', 'templates', 'archive'] as const;
const TYPE_NAMES = ['wiki', 'moc', 'project', 'daily', 'note'] as const;
const PROPERTY_ROLES = ['type', 'status', 'tags', 'created', 'updated', 'summary'] as const;
const SECTION_ROLES = ['notes', 'related', 'domains', 'captures', 'context', 'solution', 'example', 'links'] as const;

function readOverrides(data: JsonFields): ConventionOverrides {
  const preset = data.choice('preset', ['pt-BR', 'en'], null);
  const indexNote = data.text('indexNote', null);
  const dailyFormat = data.text('dailyFormat', null);
  const weights = data.at('weights');
  const archive = weights.factor('archive');
  const excluded = weights.factor('excluded');
  return {
    ...(preset === null ? {} : { preset }),
    folders: data
      .at('folders')
      .record(FOLDER_ROLES, (value) =>
        value === null ? null : typeof value === 'string' ? asFolder(value) : undefined,
      ),
    types: data.at('types').record(TYPE_NAMES, wordOrNothing),
    keys: data.at('keys').record(PROPERTY_ROLES, wordOrNothing),
    sections: data.at('sections').record(SECTION_ROLES, wordOrNothing),
    ...(indexNote === null ? {} : { indexNote }),
    ...(dailyFormat === null ? {} : { dailyFormat }),
    weights: {
      byType: weights.at('byType').factors(),
      ...(archive === null ? {} : { archive }),
      ...(excluded === null ? {} : { excluded }),
    },
  };
}

function readOnly(settings: VaultSettings): VaultSettings {
  return { ...settings, access: { ...settings.access, vaultReadOnly: true } };
}

function concernsAccess(key: string): boolean {
  return key === '' || key === 'access' || key.startsWith('access.');
}

/** A folder as conventions name it: no slash at either end, NFC. */
function asFolder(text: string): string {
  return text
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
}

/** Unset and the vault's root are the same to the app: neither names a folder of its own. */
function folderOrNull(text: string | null): string | null {
  return text === null ? null : asFolder(text) || null;
}

function wordOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
