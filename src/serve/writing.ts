import { randomBytes } from 'node:crypto';
import { QueuedChangeDesk } from '../core/change/change-desk.ts';
import type { ChangeDesk } from '../core/change/desk.ts';
import { Journal } from '../core/change/journal.ts';
import { recover } from '../core/change/recover.ts';
import type { Approval } from '../core/change/approval.ts';
import type { History, WritableVault } from '../core/change/write-ports.ts';
import type { LiveLibrary } from '../core/library/live-library.ts';
import { textSource } from '../core/rewrite/text-source.ts';
import { revisionOf } from '../core/note/revision.ts';
import type { Log } from '../core/ports.ts';
import { systemClock } from '../node/clock.ts';
import { openJournalFile } from '../node/journal-file.ts';
import { privateFolder } from '../node/state-folder.ts';
import { sha256 } from '../node/sha256.ts';
import type { Writing } from './vault-server.ts';

export interface WritingOptions {
  readonly vault: WritableVault;
  readonly stateFolder: string;
  readonly vaultId: string;
  readonly history: History;
  /** Whether the user wants commits at all; asked at each change. */
  readonly commits: () => boolean;
  readonly approval: Approval;
  /** Whether agents must not learn of a file. */
  readonly isHidden: (path: string) => boolean;
  readonly log: Log;
  /** Whether this host still owns the vault; asked before each write. */
  readonly stillOwner: () => Promise<boolean>;
  /** Called after each change that was carried out, taken back or left half done. */
  readonly onChange?: (id: string) => void;
}

/** What carries out changes for a host: its journal is open, and whatever a crash left open is settled. */
export interface OpenWriting extends Writing {
  /** The desk, once there is a library to read through and to keep in step. */
  deskFor(library: LiveLibrary): ChangeDesk;
  /** Forgets every change made so far, once none is being made: none of them can be taken back any more. */
  clearHistory(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal of a vault and settles what was left open, before anything else may be written. */
export async function openWriting(options: WritingOptions): Promise<OpenWriting> {
  const { vault, stateFolder, vaultId, log } = options;
  const history = whereWanted(options.history, options.commits);
  const store = await openJournalFile(await privateFolder(stateFolder, 'journal', vaultId), { log });
  const journal = await Journal.open(store);
  await recover({ vault, journal, history, log, revisionOf: (text) => revisionOf(text, sha256) });
  let desk: QueuedChangeDesk | null = null;
  return {
    deskFor: (library) => {
      const notes = textSource(library, vault, sha256);
      return (desk ??= new QueuedChangeDesk({
        vault,
        notes: { open: (path) => notes.open(path), refresh: (paths) => library.touched(paths) },
        journal,
        history,
        approval: options.approval,
        isHidden: options.isHidden,
        clock: systemClock,
        log,
        sha256,
        newId: () => randomBytes(5).toString('hex'),
        stillOwner: options.stillOwner,
        resolve: (link, source) => library.resolver.resolve(link, source),
        ...(options.onChange === undefined ? {} : { onChange: options.onChange }),
      }));
    },
    clearHistory: async () => {
      await desk?.drained();
      await journal.clear();
    },
    drained: async () => {
      await desk?.drained();
    },
    stateOf: (key) => desk?.stateOf(key) ?? 'absent',
    idOf: (key) => desk?.idOf(key) ?? null,
    close: async () => {
      desk?.close();
      await desk?.drained();
      await store.close();
    },
  };
}

/** No commits and no pushes while the user does not want any; what is due then stays due. */
function whereWanted(history: History, commits: () => boolean): History {
  return {
    // Whoever works with git by hand lays files over the vault's all the same.
    calm: () => history.calm?.() ?? Promise.resolve(() => Promise.resolve(false)),
    before: (paths) => (commits() ? history.before(paths) : Promise.resolve({ available: false, dirty: [] })),
    commit: (request) =>
      commits() ? history.commit(request) : Promise.resolve({ committed: false, due: false, warnings: [] }),
    get push() {
      return history.push === undefined
        ? undefined
        : () => history.push?.() ?? Promise.reject(new Error('push is off'));
    },
  };
}
