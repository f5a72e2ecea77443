import { detectConventions } from '../core/conventions/detect.ts';
import type { Conventions } from '../core/conventions/conventions.ts';
import { readAppSettings, readVaultSettings } from '../core/conventions/read-settings.ts';
import type { SettingProblem } from '../core/conventions/json-fields.ts';
import { readOnlySettings, type AppSettings, type VaultSettings } from '../core/conventions/settings.ts';
import { isUnder } from '../core/conventions/roles.ts';
import { visibilityBy, type Visibility } from '../core/conventions/visibility.ts';
import type { VaultSurvey } from '../core/library/folder-count.ts';
import type { AppConfig } from './app-config.ts';

/** What the user has set, in the plugin and in the app, as it stands now. */
export class SettingsNow {
  readonly vault: VaultSettings;
  readonly app: AppSettings;
  readonly visibility: Visibility;
  /** Values of no use, each by its place. */
  readonly problems: readonly SettingProblem[];
  /** The plugin's data is there but says nothing that can be read: the vault is read-only. */
  readonly unreadable: boolean;

  constructor(
    vault: VaultSettings,
    app: AppSettings,
    { problems = [], unreadable = false }: Partial<Pick<SettingsNow, 'problems' | 'unreadable'>> = {},
  ) {
    this.vault = vault;
    this.app = app;
    this.problems = problems;
    this.unreadable = unreadable;
    this.visibility = visibilityBy(vault, app);
  }

  /** Whether a path is a form for notes to be, which is neither listed nor searched. */
  isForm(path: string): boolean {
    const templates = this.vault.conventions.folders?.templates ?? this.app.templatesFolder;
    return (
      path.split('/').includes('_templates') || (templates !== null && templates !== '' && isUnder(path, templates))
    );
  }

  conventionsOf({ folders, keys }: VaultSurvey): Conventions {
    const fallback = this.vault.language === 'pt-BR' ? 'pt-BR' : 'en';
    return detectConventions({ folders, keys, app: this.app, overrides: this.vault.conventions, fallback });
  }
}

/** Stands for the plugin's data where that cannot be read. */
export const UNREADABLE_DATA = Symbol('unreadable');

/**
 * `data` is what the plugin has saved; the app's own settings are taken as they stand now. For data that cannot be read
 * stands what was `lastKnown` of it.
 */
export function settingsOf(config: AppConfig, data: unknown, lastKnown?: VaultSettings): SettingsNow {
  const own = data === UNREADABLE_DATA ? null : readVaultSettings(data ?? {});
  const apps = readAppSettings(config.take());
  return new SettingsNow(own?.value ?? readOnlySettings(lastKnown), apps.value, {
    problems: [...(own?.problems ?? []), ...apps.problems],
    unreadable: own === null,
  });
}
