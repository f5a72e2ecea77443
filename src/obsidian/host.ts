import { realpath } from 'node:fs/promises';
import { FileSystemAdapter, type App } from 'obsidian';
import { approvalBy } from '../core/change/settings-approval.ts';
import type { ApprovalParts } from '../core/change/settings-approval.ts';
import type { Consents } from '../core/change/approval.ts';
import { compose } from '../core/compose.ts';
import { VaultError } from '../core/errors.ts';
import type { IndexWorker } from '../core/index/index-port.ts';
import type { LiveLibrary } from '../core/library/live-library.ts';
import { NoteGate } from '../core/library/note-gate.ts';
import { takeUpSettings } from '../core/library/take-up-settings.ts';
import { VisibleWrites } from '../core/library/visible-writes.ts';
import type { VaultPath } from '../core/path.ts';
import type { Clock, Log } from '../core/ports.ts';
import { openConsents } from '../node/consent-file.ts';
import { gitFacts } from '../node/git-facts.ts';
import { openGitHistory } from '../node/git-history.ts';
import { sha256 } from '../node/sha256.ts';
import { openKeeping } from '../serve/keeping.ts';
import { planningFor } from '../serve/planning.ts';
import type { ServedVault } from '../serve/vault-server.ts';
import { openWriting } from '../serve/writing.ts';
import type { OpenWriting } from '../serve/writing.ts';
import { AppFiles } from './app-files.ts';
import { AppMetadata } from './app-metadata.ts';
import { AppVault } from './app-vault.ts';
import type { SettingsNow } from './settings.ts';

export interface AppHostOptions {
  readonly app: App;
  /** Of the product. */
  readonly version: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Asked anew each time: a change of the settings acts at once. */
  readonly settings: () => SettingsNow;
  /** Looks whether they are other by now than they are known; before each call. */
  readonly refreshSettings: () => Promise<void>;
  readonly stateFolder: string;
  readonly vaultId: string;
  /** Whether this host still owns the vault; asked before each write. */
  readonly stillOwner: () => Promise<boolean>;
  /** Asks the user in a dialog of the app; null where there is none. */
  readonly ask: ApprovalParts['askInApp'];
  /** Called after each change that was carried out, taken back or left half done. */
  readonly onChange: (id: string) => void;
  /** The git program that is set for this device; absent: the one that the system finds. */
  readonly git?: string;
  /** Starts the thread of the passage index; absent: it runs in this one. */
  readonly indexWorker?: () => IndexWorker;
}

/** The vault of the app as a server takes it, and what the plugin's own screens ask of it. */
export interface AppHost extends ServedVault {
  readonly library: LiveLibrary;
  readonly writing: OpenWriting;
  /** What agents the user need not be asked about. */
  readonly consents: Consents;
  /** Lets a change of the settings act on what is known of the vault. */
  settingsChanged(): Promise<void>;
}

/**
 * The vault that is open in the app, put together for a server; whatever a crash left open is settled first. Indexing has
 * begun when this resolves; call after the layout is ready.
 */
export async function openServedApp(options: AppHostOptions): Promise<AppHost> {
  const { app, version, log, clock, settings } = options;
  const root = folderOf(app);
  const files = new AppFiles(app);
  const metadata = new AppMetadata({ app, files, clock, log });
  const whole = new AppVault(app, {
    clock,
    trash: () => settings().app.trash,
    wrote: (path) => metadata.expect(path),
  });
  const gate = new NoteGate({
    paths: () => settings().visibility,
    isForm: (path) => settings().isForm(path),
    noteFlags: () => settings().vault.access.noteFlags,
    propertiesOf: (path) => app.metadataCache.getCache(files.file(path as VaultPath)?.path ?? path)?.frontmatter,
  });
  const vault = new VisibleWrites(whole, gate);
  try {
    const consents = await openConsents(options.stateFolder, options.vaultId, log);
    const writing = await openAppWriting(options, { vault, gate, root, consents });
    const keeping = await openKeeping({
      stateFolder: options.stateFolder,
      vaultId: options.vaultId,
      root: await realpath(root),
      version,
      log,
      settings: () => ({ settings: settings().vault, app: settings().app }),
    });
    const composed = compose({
      vault,
      metadata,
      clock,
      log,
      sha256,
      host: {
        kind: 'obsidian',
        version,
        git: () => gitFacts(root),
        domains: () => settings().vault.domains,
        settingProblems: () => settings().problems,
        promptsFolder: () => settings().vault.promptsFolder,
        warnings: () => Promise.resolve(settings().unreadable ? ['settings_unreadable'] : []),
      },
      conventionsBy: (survey) => settings().conventionsOf(survey),
      largestNote: () => settings().vault.index.largestNote,
      isDemoted: (path) => gate.isDemoted(path),
      keeping,
      indexWorker: options.indexWorker,
      changes: (library) => writing.deskFor(library),
      planning: planningFor(vault, () => ({
        settings: settings().vault,
        app: settings().app,
        visibility: gate,
        configFolder: app.vault.configDir,
      })),
    });
    composed.library.start();
    return {
      services: composed.services,
      library: composed.library,
      root,
      language: () => settings().vault.language,
      beforeCall: options.refreshSettings,
      writing,
      consents,
      settingsChanged: () => takeUpSettings(vault, composed.library, settings().vault.access.noteFlags),
      close: async () => {
        await writing.close();
        metadata.close();
        await composed.close();
      },
    };
  } catch (error) {
    metadata.close();
    throw error;
  }
}

/** Journal, commits and the user's say; settles what a crash has left open. */
async function openAppWriting(
  options: AppHostOptions,
  parts: { readonly vault: VisibleWrites; readonly gate: NoteGate; readonly root: string; readonly consents: Consents },
): Promise<OpenWriting> {
  const { vault, gate, root, consents } = parts;
  const { settings, stateFolder, vaultId, stillOwner, log, ask, onChange, git } = options;
  return openWriting({
    vault,
    stateFolder,
    vaultId,
    stillOwner,
    log,
    history: openGitHistory({
      root,
      log,
      autoPush: () => settings().vault.git.autoPush,
      ...(git === undefined ? {} : { git }),
    }),
    commits: () => settings().vault.git.commit,
    isHidden: (path) => gate.isHidden(path),
    approval: approvalBy({
      settings: () => ({ access: settings().vault.access, visibility: gate }),
      consents,
      askInApp: ask,
    }),
    onChange,
  });
}

/** The folder of the vault on this machine. Throws where the vault lies in no folder (which no desktop app does). */
export function folderOf(app: App): string {
  const { adapter } = app.vault;
  if (adapter instanceof FileSystemAdapter) return adapter.getBasePath();
  throw new VaultError('vault_unavailable', { reason: 'not_a_folder' });
}
