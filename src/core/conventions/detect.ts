import type { Conventions, FolderRole } from './conventions.ts';
import { presetOf } from './presets.ts';
import type { Preset, PresetName } from './presets.ts';
import type { AppSettings, ConventionOverrides } from './settings.ts';

/** What a vault shows of its own conventions. */
export interface ConventionEvidence {
  /** Every folder that holds something, relative, without slashes at the ends. */
  readonly folders: Iterable<string>;
  /** In how many notes each frontmatter key stands. */
  readonly keys: ReadonlyMap<string, number>;
  /** The app's Daily notes and Templates, where the user has set them. */
  readonly app?: Pick<AppSettings, 'daily' | 'templatesFolder'>;
  readonly overrides?: ConventionOverrides;
  /** The preset to take where the notes say nothing. */
  readonly fallback?: PresetName;
}

/**
 * The conventions of a vault: its vocabulary from the keys that its notes use, its folders from those that exist, then
 * what the app says of daily notes and templates, then what the user has set. A role without a folder is null.
 */
export function detectConventions(evidence: ConventionEvidence): Conventions {
  const overrides = evidence.overrides ?? {};
  const preset = presetOf(overrides.preset ?? presetInUse(evidence));
  const folders = { ...foldersInUse(evidence, preset), ...overrides.folders };
  return {
    preset: preset.preset,
    folders,
    types: { ...preset.types, ...overrides.types },
    keys: { ...preset.keys, ...overrides.keys },
    sections: { ...preset.sections, ...overrides.sections },
    indexNote: overrides.indexNote ?? indexNoteIn(folders.index, preset),
    weights: {
      byType: { ...preset.weights.byType, ...overrides.weights?.byType },
      archive: overrides.weights?.archive ?? preset.weights.archive,
      excluded: overrides.weights?.excluded ?? preset.weights.excluded,
    },
    dailyFormat: overrides.dailyFormat ?? evidence.app?.daily.format ?? preset.dailyFormat,
  };
}

/** Whether two conventions read and file every note alike. */
export function sameConventions(a: Conventions, b: Conventions): boolean {
  return a === b || JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}

/** Folders of other common names that say plainly what they are for. Raw has none: a guess would hide notes. */
const OTHER_NAMES: Readonly<Partial<Record<FolderRole, readonly string[]>>> = {
  daily: ['daily', 'daily notes', 'journal', 'diário'],
  archive: ['archive', 'archives', '99 archive', 'arquivo'],
};

function presetInUse({ keys, fallback }: ConventionEvidence): PresetName {
  const uses = (name: PresetName): number => {
    const { type, created, updated } = presetOf(name).keys;
    return [type, created, updated].reduce((sum, key) => sum + (keys.get(key) ?? 0), 0);
  };
  const english = uses('en');
  const portuguese = uses('pt-BR');
  if (english === portuguese) return fallback ?? 'en';
  return portuguese > english ? 'pt-BR' : 'en';
}

function foldersInUse({ folders, app }: ConventionEvidence, preset: Preset): Record<FolderRole, string | null> {
  // Disks differ in case, people too: the first spelling met is the vault's own.
  const top = new Map<string, string>();
  for (const folder of folders) {
    const name = folder.split('/', 1)[0] ?? '';
    if (name !== '' && !top.has(name.toLowerCase())) top.set(name.toLowerCase(), name);
  }
  const find = (role: FolderRole): string | null => {
    const names = [preset.folders[role], ...(OTHER_NAMES[role] ?? [])];
    return names.map((name) => top.get(name.toLowerCase())).find((name) => name !== undefined) ?? null;
  };
  return {
    index: find('index'),
    raw: find('raw'),
    wiki: find('wiki'),
    projects: find('projects'),
    daily: app?.daily.folder ?? find('daily'),
    templates: app?.templatesFolder ?? find('templates'),
    archive: find('archive'),
  };
}

function indexNoteIn(folder: string | null, preset: Preset): string {
  const name = preset.indexNote.slice(preset.indexNote.lastIndexOf('/') + 1);
  return `${folder ?? preset.folders.index}/${name}`;
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, inOrder(inner)]);
}
