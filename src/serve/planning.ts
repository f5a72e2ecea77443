import type { WritableVault } from '../core/change/write-ports.ts';
import type { AppSettings, VaultSettings } from '../core/conventions/settings.ts';
import type { Visibility } from '../core/conventions/visibility.ts';
import type { Planning } from '../core/services.ts';

/** The settings that say what plans may do, as they stand at the moment of asking. */
export interface PlanningSettings {
  readonly settings: Pick<VaultSettings, 'domains'>;
  readonly visibility: Visibility;
  readonly app: Pick<AppSettings, 'daily'>;
  /** The app's configuration folder, relative to the vault. */
  readonly configFolder: string;
}

/** What plans may ask: hidden folders, templates and whatever the user protects are closed to them. */
export function planningFor(
  vault: Pick<WritableVault, 'standing'>,
  now: () => PlanningSettings,
): Omit<Planning, 'notes'> {
  return {
    standing: (path) => vault.standing(path),
    pathRules: () => ({
      mode: 'writing',
      configFolder: now().configFolder,
      closedNames: ['node_modules', '_templates'],
    }),
    domains: () => now().settings.domains.map(({ name }) => name),
    dailyTemplate: () => now().app.daily.template,
    mayChange: (path) => !now().visibility.isReadOnly(path) && !now().visibility.isHidden(path),
  };
}
