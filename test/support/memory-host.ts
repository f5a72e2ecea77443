import { compose } from '../../src/core/compose.ts';
import type { Composed } from '../../src/core/compose.ts';
import { detectConventions } from '../../src/core/conventions/detect.ts';
import { DEFAULT_APP_SETTINGS, DEFAULT_SETTINGS } from '../../src/core/conventions/settings.ts';
import type { AppSettings, VaultSettings } from '../../src/core/conventions/settings.ts';
import { visibilityBy } from '../../src/core/conventions/visibility.ts';
import { NoteGate } from '../../src/core/library/note-gate.ts';
import { takeUpSettings } from '../../src/core/library/take-up-settings.ts';
import { VisibleVault } from '../../src/core/library/visible-vault.ts';
import { parseNote } from '../../src/core/note/parse-metadata.ts';
import { snapshotIdentity } from '../../src/core/library/snapshot-identity.ts';
import type { Clock, Log, Metadata, SnapshotStore } from '../../src/core/ports.ts';
import type { GitFacts } from '../../src/core/services.ts';
import { systemClock } from '../../src/node/clock.ts';
import { sha256 } from '../../src/node/sha256.ts';
import type { VaultBuilder } from './a-vault.ts';
import type { MemoryVault } from './memory-vault.ts';

export interface MemoryHostOptions {
  readonly settings?: Partial<VaultSettings>;
  readonly app?: Partial<AppSettings>;
  readonly git?: GitFacts;
  readonly clock?: Clock;
  readonly metadata?: Metadata;
  readonly log?: Log;
  /** Where the host keeps what it knows; absent: nowhere. */
  readonly snapshots?: SnapshotStore;
}

/** Everything that tools use, over a vault in memory: the real parts, no disk. */
export interface MemoryHost extends Composed {
  /** The vault with the hand of a user on it. */
  readonly vault: MemoryVault;
  /** Sets other settings, as a user would in the app; the library follows. */
  set(settings: Partial<VaultSettings>, app?: Partial<AppSettings>): Promise<void>;
  /** Resolves when everything that is known to have changed is indexed. */
  settle(): Promise<void>;
}

/** A host over the builder's files, wholly indexed: `const { services } = await memoryHost(aVault().note('A', 'text'))`. */
export async function memoryHost(
  vault: VaultBuilder | MemoryVault,
  options: MemoryHostOptions = {},
): Promise<MemoryHost> {
  const host = unindexedHost(vault, options);
  host.library.start();
  await host.settle();
  return host;
}

/** The same, before `library.start()`. */
export function unindexedHost(vault: VaultBuilder | MemoryVault, options: MemoryHostOptions = {}): MemoryHost {
  const memory = 'inMemory' in vault ? vault.inMemory() : vault;
  let settings: VaultSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  let app: AppSettings = { ...DEFAULT_APP_SETTINGS, ...options.app };
  let visibility = visibilityBy(settings, app);
  const gate = new NoteGate({ paths: () => visibility, noteFlags: () => settings.access.noteFlags });
  const seen = new VisibleVault(memory, gate);
  const identity = (): string => snapshotIdentity({ engine: 'tested', vault: 'memory', settings, app });
  const composed = compose({
    vault: seen,
    metadata: options.metadata ?? parsed,
    clock: options.clock ?? systemClock,
    log: options.log ?? silent,
    sha256,
    host: {
      kind: 'headless',
      version: '0.0.0',
      git: () => Promise.resolve(options.git ?? { state: 'none', reason: 'not_a_repository' }),
      warnings: () => Promise.resolve([]),
    },
    conventionsBy: (survey) => detectConventions({ ...survey, app, overrides: settings.conventions }),
    largestNote: () => settings.index.largestNote,
    isDemoted: (path) => gate.isDemoted(path),
    ...(options.snapshots === undefined ? {} : { keeping: { store: options.snapshots, identity } }),
  });
  const settle = async (): Promise<void> => {
    while ((await composed.library.settled(1_000)) > 0) continue;
  };
  return {
    ...composed,
    vault: memory,
    settle,
    set: async (changes, appChanges = {}) => {
      settings = { ...settings, ...changes };
      app = { ...app, ...appChanges };
      visibility = visibilityBy(settings, app);
      await takeUpSettings(seen, composed.library, settings.access.noteFlags);
      await settle();
    },
  };
}

export const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const parsed: Metadata = {
  of: (_path, text) => {
    const { metadata, frontmatterError } = parseNote(text);
    return frontmatterError === undefined ? metadata : { ...metadata, frontmatterError };
  },
};

function nothing(): void {
  // On purpose.
}
