import { JsonFields } from './json-fields.ts';
import type { ProblemCode, SettingProblem } from './json-fields.ts';
import { readOverrides } from './read-overrides.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { AccessSettings, AppSettings, AskRules, Domain, VaultSettings } from './settings.ts';
import { asFolder, folderName } from './setting-values.ts';

/** Parsed JSON of the files that make up the app's settings; a file that is absent or unreadable is undefined. */
export interface AppSettingFiles {
  readonly app?: unknown;
  readonly dailyNotes?: unknown;
  readonly templates?: unknown;
}

export interface Checked<T> {
  readonly value: T;
  /** Values of no use, each by its place; the default stands for it. */
  readonly problems: readonly SettingProblem[];
}

/**
 * Reads the plugin's data. Unknown keys are left alone: another version may own them. A bad value under `access` means
 * that a permission cannot be read, so the whole vault becomes read-only.
 */
export function readVaultSettings(data: unknown): Checked<VaultSettings> {
  const root = new JsonFields(data, '');
  const git = root.at('git');
  const index = root.at('index');
  const fallback = DEFAULT_SETTINGS;
  const settings: VaultSettings = {
    vaultId: root.text('vaultId', fallback.vaultId),
    language: root.choice('language', ['en', 'pt-BR', 'ru'], fallback.language),
    domains: readDomains(root),
    access: readAccess(root.at('access')),
    excludedFiles: root.choice('excludedFiles', ['demote', 'hide', 'ignore'], fallback.excludedFiles),
    git: {
      commit: git.flag('commit', fallback.git.commit),
      autoPush: git.flag('autoPush', fallback.git.autoPush),
    },
    index: {
      largestNote: index.whole('largestNote', fallback.index.largestNote, SMALLEST_CAP),
      largestAttachment: index.whole('largestAttachment', fallback.index.largestAttachment, SMALLEST_CAP),
    },
    whenClosed: root.choice('whenClosed', ['embedded', 'launch', 'wait'], fallback.whenClosed),
    promptsFolder:
      root.record(['promptsFolder'], (value) =>
        value === null || value === '' ? { taken: null } : folderName(value, { root: false }),
      ).promptsFolder ?? null,
    conventions: readOverrides(root.at('conventions')),
  };
  const problems = root.problems;
  return { value: problems.some(concernsAccess) ? readOnly(settings) : settings, problems };
}

/** Whether a value of no use leaves it unclear what is permitted. */
export function concernsAccess({ path }: SettingProblem): boolean {
  return path === '' || path === 'access' || path.startsWith('access.');
}

/** Reads what the app's files say; whatever they lack stands as the app itself would have it. */
export function readAppSettings(files: AppSettingFiles): Checked<AppSettings> {
  const app = new JsonFields(files.app, '');
  const daily = new JsonFields(files.dailyNotes, 'daily-notes');
  const templates = new JsonFields(files.templates, 'templates');
  const value: AppSettings = {
    excluded: app.texts('userIgnoreFilters'),
    trash: TRASH[app.choice('trashOption', ['system', 'local', 'none'], 'system')],
    newLinks: app.choice('newLinkFormat', ['shortest', 'relative', 'absolute'], 'shortest'),
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

/** Bytes; a smaller cap would leave nothing of a vault. */
const SMALLEST_CAP = 1024;
const MOST_CHANGES = 100_000;
const LONGEST_DOMAIN = 100;
const TRASH = { system: 'system', local: 'vault', none: 'none' } as const;

function readAccess(data: JsonFields): AccessSettings {
  const fallback = DEFAULT_SETTINGS.access;
  const flags = data.at('noteFlags');
  const property = flags.text('property', fallback.noteFlags.property)?.trim() ?? '';
  return {
    hidden: data.list('hidden', (value) => folderName(value, { root: false })),
    readOnly: data.list('readOnly', (value) => folderName(value, { root: true })),
    vaultReadOnly: data.flag('vaultReadOnly', fallback.vaultReadOnly),
    ask: readAsk(data),
    changesPerMinute: data.whole('changesPerMinute', fallback.changesPerMinute, 0, MOST_CHANGES),
    noteFlags: {
      enabled: flags.flag('enabled', fallback.noteFlags.enabled),
      property: property === '' ? fallback.noteFlags.property : property,
    },
    askIn: data.choice('askIn', ['app', 'client'], fallback.askIn),
  };
}

/** Settings of an earlier version had one word for all of it, `approval`; it counts until `ask` is there. */
function readAsk(access: JsonFields): AskRules {
  const approval = access.choice('approval', ['never', 'always', 'large'], 'never');
  const fallback = DEFAULT_SETTINGS.access.ask;
  const ask = access.at('ask');
  if (!access.has('ask')) return { ...fallback, everything: approval === 'always', large: approval === 'large' };
  return {
    delete: ask.flag('delete', fallback.delete),
    move: ask.flag('move', fallback.move),
    overwrite: ask.flag('overwrite', fallback.overwrite),
    large: ask.flag('large', fallback.large),
    everything: ask.flag('everything', fallback.everything),
  };
}

/** Each domain is a name, or a name with a description; the second of two with one name is a slip. */
function readDomains(root: JsonFields): readonly Domain[] {
  const taken = new Set<string>();
  return root.list('domains', (value) => {
    const domain = typeof value === 'string' ? { name: value, description: '' } : domainOf(value);
    if (typeof domain === 'string') return domain;
    const name = domain.name.trim().normalize('NFC');
    if (name === '') return 'empty';
    if (name.length > LONGEST_DOMAIN || NO_NAME.test(name)) return 'not_a_name';
    if (taken.has(name.toLowerCase())) return 'duplicate';
    taken.add(name.toLowerCase());
    return { taken: { name, description: domain.description.trim() } };
  });
}

function domainOf(value: unknown): Domain | ProblemCode {
  const problems: SettingProblem[] = [];
  const fields = new JsonFields(value, '', problems);
  const domain = { name: fields.text('name', '') ?? '', description: fields.text('description', '') ?? '' };
  return problems[0]?.code ?? domain;
}

/** A domain is a folder of its own: its name holds no slash and nothing that cannot be seen. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NO_NAME = /[/\\\u0000-\u001f\u007f]/;

function readOnly(settings: VaultSettings): VaultSettings {
  return { ...settings, access: { ...settings.access, vaultReadOnly: true } };
}

/** Unset and the vault's root are the same to the app: neither names a folder of its own. */
function folderOrNull(text: string | null): string | null {
  return text === null ? null : asFolder(text) || null;
}
