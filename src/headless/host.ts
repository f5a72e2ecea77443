import type { Approval } from '../core/change/approval.ts';
import { approvalBy } from '../core/change/settings-approval.ts';
import { compose } from '../core/compose.ts';
import { VaultError } from '../core/errors.ts';
import type { IndexWorker } from '../core/index/index-port.ts';
import type { LiveLibrary } from '../core/library/live-library.ts';
import type { Keeping } from '../core/library/snapshot-keeper.ts';
import { takeUpSettings } from '../core/library/take-up-settings.ts';
import { VisibleWrites } from '../core/library/visible-writes.ts';
import { parseNote } from '../core/note/parse-metadata.ts';
import type { Clock, Log, Metadata } from '../core/ports.ts';
import type { HostWarning, Services } from '../core/services.ts';
import { systemClock } from '../node/clock.ts';
import { openConsents } from '../node/consent-file.ts';
import { gitFacts } from '../node/git-facts.ts';
import { openGitHistory } from '../node/git-history.ts';
import { sha256 } from '../node/sha256.ts';
import type { ServedVault } from '../serve/vault-server.ts';
import { errorCode } from './disk.ts';
import { planningFor } from '../serve/planning.ts';
import type { PlanningSettings } from '../serve/planning.ts';
import { openKeeping } from '../serve/keeping.ts';
import { openWriting } from '../serve/writing.ts';
import type { OpenWriting } from '../serve/writing.ts';
import { openFolderVault } from './folder-vault.ts';
import type { FolderVault } from './folder-vault.ts';
import { isForeignDisk } from './foreign-disk.ts';
import { isOpenInApp } from './open-in-app.ts';
import { SettingsInForce } from './settings-in-force.ts';
import { readFolderSettings, watchFolderSettings } from './settings.ts';
import type { FolderSettings } from './settings.ts';

export interface HeadlessHostOptions {
  /** The vault's folder. */
  readonly folder: string;
  /** Of the product. */
  readonly version: string;
  readonly log: Log;
  readonly clock?: Clock;
  /** Files in which Obsidian keeps its list of vaults; absent: whether it has this one open is not looked at. */
  readonly appLists?: readonly string[] | undefined;
  /** Whether the folder lies on another system's disk; absent: as this system tells. */
  readonly isForeign?: (root: string) => boolean;
  /** Starts a thread for the passage index; absent: it runs in this one. */
  readonly indexWorker?: () => IndexWorker;
  /** Starts a thread that fills the index where a large vault is read for the first time; absent: this one does. */
  readonly fillingThread?: () => IndexWorker;
  /** What writing needs; absent: the vault is only read. */
  readonly writing?: {
    readonly stateFolder: string;
    readonly vaultId: string;
    /** Whether this host still owns the vault; asked before each write. */
    readonly stillOwner: () => Promise<boolean>;
    /** The wish of the agent's process for pushing; it beats the vault's setting. */
    readonly autoPush: boolean | null;
  };
}

/** A folder served without the app: everything that tools ask for, and the end of it. */
export interface HeadlessHost {
  readonly services: Services;
  readonly library: LiveLibrary;
  readonly writing: OpenWriting | null;
  /** The folder's real absolute path: for locks and redaction, never for an answer. */
  readonly root: string;
  /** What plugin and app have set, as it stood on disk when it was last read. */
  settings(): FolderSettings;
  /** Ends all that runs for this vault: watches, timers, indexing. Resolves when nothing of it is left. */
  close(): Promise<void>;
}

/**
 * Opens a folder as a vault. Resolves as soon as calls can be answered: indexing has only begun then, and answers say
 * how far it is. Throws VaultError 'vault_unavailable' where the folder cannot be opened.
 */
export async function openHeadlessHost(options: HeadlessHostOptions): Promise<HeadlessHost> {
  const { log, clock = systemClock, isForeign = isForeignDisk } = options;
  // The vault asks for settings only once it is listed.
  const inForce = new SettingsInForce(await readFolderSettings(options.folder, log));
  const whole = await openFolderVault(options.folder, {
    log,
    excluded: (folder) => inForce.isTemplateFolder(folder),
    trash: () => inForce.read.app.trash,
  });
  const vault = new VisibleWrites(whole, inForce.gate);
  const writing = options.writing === undefined ? null : await openFolderWriting(options, vault, whole, inForce);
  const keeping = await openFolderKeeping(options, whole.root, inForce);
  let rescans = false;
  const composed = compose({
    vault,
    metadata,
    clock,
    log,
    sha256,
    host: {
      kind: 'headless',
      version: options.version,
      git: () => gitFacts(whole.root),
      domains: () => inForce.read.settings.domains,
      settingProblems: () => inForce.read.problems,
      promptsFolder: () => inForce.read.settings.promptsFolder,
      warnings: async () => [
        ...warningsOf(inForce.read),
        ...(isForeign(whole.root) ? [FOREIGN_DISK] : []),
        ...((await isOpenInApp(whole.root, options.appLists ?? [])) ? [OPEN_IN_APP] : []),
        ...(rescans ? [WATCH_LIMIT] : []),
      ],
    },
    conventionsBy: (survey) => inForce.conventionsOf(survey),
    largestNote: () => inForce.read.settings.index.largestNote,
    isDemoted: (path) => inForce.gate.isDemoted(path),
    keeping,
    indexWorker: options.indexWorker,
    fillingThread: options.fillingThread,
    ...(writing === null
      ? {}
      : {
          changes: (library) => writing.deskFor(library),
          planning: planningFor(vault, () => planningSettings(inForce)),
        }),
  });
  const { services, library } = composed;
  const endSettings = watchFolderSettings(whole.root, inForce.read, log, (read) => {
    inForce.replace(read);
    takeUpSettings(vault, library, read.settings.access.noteFlags).catch((error: unknown) =>
      log.warn(`settings not wholly applied (${errorCode(error)})`),
    );
  });
  library.start();
  void whole.watching().then((mode) => (rescans = mode === 'rescans'));
  return {
    services,
    library,
    writing,
    root: whole.root,
    settings: () => inForce.read,
    close: async () => {
      endSettings();
      await writing?.close();
      await composed.close();
      await whole.close();
    },
  };
}

/** Journal, commits and the user's say for a folder; settles what a crash has left open. */
async function openFolderWriting(
  { writing, log, isForeign = isForeignDisk }: HeadlessHostOptions,
  vault: VisibleWrites,
  whole: FolderVault,
  inForce: SettingsInForce,
): Promise<OpenWriting | null> {
  if (writing === undefined) return null;
  await whole.sweep();
  return openWriting({
    vault,
    stateFolder: writing.stateFolder,
    vaultId: writing.vaultId,
    stillOwner: writing.stillOwner,
    log,
    history: openGitHistory({
      root: whole.root,
      log,
      autoPush: () => writing.autoPush ?? inForce.read.settings.git.autoPush,
    }),
    commits: () => inForce.read.settings.git.commit,
    isHidden: (path) => inForce.gate.isHidden(path),
    // Nobody sits before a folder that is served without the app: only the agent's own window may ask.
    approval: onThisSystem(
      isForeign(whole.root),
      approvalBy({
        settings: () => ({ access: inForce.read.settings.access, visibility: inForce.gate }),
        consents: await openConsents(writing.stateFolder, writing.vaultId, log),
        askInApp: null,
      }),
    ),
  });
}

/** Another system's programs do not see our locks, nor we theirs: nothing is written there, whatever the settings say. */
function onThisSystem(isForeign: boolean, approval: Approval): Approval {
  if (!isForeign) return approval;
  return {
    ...approval,
    needed: () => {
      throw new VaultError('foreign_disk', {});
    },
  };
}

function planningSettings({ read, gate }: SettingsInForce): PlanningSettings {
  return { settings: read.settings, app: read.app, visibility: gate, configFolder: read.configFolder };
}

/** Where the index is kept: beside the journal, so a vault that is only read keeps none. */
async function openFolderKeeping(
  { writing, version, log }: HeadlessHostOptions,
  root: string,
  inForce: SettingsInForce,
): Promise<Keeping | undefined> {
  if (writing === undefined) return undefined;
  const { stateFolder, vaultId } = writing;
  return openKeeping({ stateFolder, vaultId, root, version, log, settings: () => inForce.read });
}

/** The folder as a server takes it. */
export async function openServedFolder(options: HeadlessHostOptions): Promise<ServedVault> {
  const host = await openHeadlessHost(options);
  return {
    services: host.services,
    root: host.root,
    language: () => host.settings().settings.language,
    writing: host.writing,
    close: () => host.close(),
  };
}

/** The metadata of a note by our own parser. */
const metadata: Metadata = {
  of: (_path, text) => {
    const { metadata: parsed, frontmatterError } = parseNote(text);
    return frontmatterError === undefined ? parsed : { ...parsed, frontmatterError: frontmatterError };
  },
};

const FOREIGN_DISK: HostWarning = 'vault_on_foreign_disk';
/** An app with the plugin would have taken the vault over. */
const OPEN_IN_APP: HostWarning = 'open_in_app_without_plugin';
/** The system gives no file events, nearly always because it watches as many files as it may. */
const WATCH_LIMIT: HostWarning = 'watch_limit_reached';

function warningsOf({ unreadable }: FolderSettings): readonly HostWarning[] {
  const warnings: HostWarning[] = [];
  if (unreadable.includes('plugin')) warnings.push('settings_unreadable');
  if (unreadable.includes('app')) warnings.push('app_settings_unreadable');
  return warnings;
}
