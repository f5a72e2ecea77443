import { FileSystemAdapter, type App } from 'obsidian';
import { compose } from '../core/compose.ts';
import { VaultError } from '../core/errors.ts';
import { VisibleVault } from '../core/library/visible-vault.ts';
import type { Log } from '../core/ports.ts';
import { systemClock } from '../node/clock.ts';
import { gitFacts } from '../node/git-facts.ts';
import { sha256 } from '../node/sha256.ts';
import type { ServedVault } from '../serve/vault-server.ts';
import { AppMetadata } from './app-metadata.ts';
import { AppVault } from './app-vault.ts';
import type { SettingsNow } from './settings.ts';

export interface AppHostOptions {
  readonly app: App;
  /** Of the product. */
  readonly version: string;
  readonly log: Log;
  /** Asked anew each time: a change of the settings acts at once. */
  readonly settings: () => SettingsNow;
}

/** The vault that is open in the app, put together for a server. Indexing begins at once; call after the layout is ready. */
export function openServedApp({ app, version, log, settings }: AppHostOptions): ServedVault {
  const root = folderOf(app);
  const vault = new VisibleVault(new AppVault(app), (path) => settings().isHidden(path));
  const composed = compose({
    vault,
    metadata: new AppMetadata(app),
    clock: systemClock,
    log,
    sha256,
    host: { kind: 'obsidian', version, git: () => gitFacts(root), warnings: () => [] },
    conventionsBy: (survey) => settings().conventionsOf(survey),
    largestNote: () => settings().vault.index.largestNote,
    isDemoted: (path) => settings().visibility.isDemoted(path),
  });
  composed.library.start();
  return {
    services: composed.services,
    root,
    language: () => settings().vault.language,
    writing: null,
    close: () => composed.close(),
  };
}

/** The folder of the vault on this machine. Throws where the vault lies in no folder (which no desktop app does). */
export function folderOf(app: App): string {
  const { adapter } = app.vault;
  if (adapter instanceof FileSystemAdapter) return adapter.getBasePath();
  throw new VaultError('vault_unavailable', { reason: 'not_a_folder' });
}
