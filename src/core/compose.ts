import type { ChangeDesk } from './change/desk.ts';
import { readOnlyDesk } from './change/read-only-desk.ts';
import type { Conventions } from './conventions/conventions.ts';
import { VaultLinkGraph } from './graph/link-graph.ts';
import { CompactIndex } from './index/compact-index.ts';
import { FilledIndex } from './index/filled-index.ts';
import type { IndexWorker } from './index/index-port.ts';
import { LentIndex } from './index/lent-index.ts';
import type { LastingIndex } from './index/passage-index.ts';
import { textSource } from './rewrite/text-source.ts';
import type { VaultSurvey } from './library/folder-count.ts';
import { LiveLibrary } from './library/live-library.ts';
import { LiveNames } from './library/live-names.ts';
import { SnapshotKeeper } from './library/snapshot-keeper.ts';
import type { Keeping } from './library/snapshot-keeper.ts';
import type { Clock, Log, Metadata, Sha256, Vault } from './ports.ts';
import { answerPatiently } from './retrieve/patient.ts';
import { LibraryRetriever } from './retrieve/retrieve.ts';
import type { HostFacts, Planning, Services } from './services.ts';

/** What a host lends, and what it has settled for this vault. */
export interface Loans {
  readonly vault: Vault;
  readonly metadata: Metadata;
  readonly clock: Clock;
  readonly log: Log;
  readonly sha256: Sha256;
  readonly host: HostFacts;
  /** The conventions that hold for a vault which shows this of itself. */
  readonly conventionsBy: (survey: VaultSurvey) => Conventions;
  /** Bytes of a note above which only its names are indexed; asked anew each time. */
  readonly largestNote: () => number;
  /** Starts a thread for the passage index; absent: it runs in this one. */
  readonly indexWorker?: (() => IndexWorker) | undefined;
  /** Starts a thread that fills the index of a large vault and then ends; without effect where `indexWorker` is given. */
  readonly fillingThread?: (() => IndexWorker) | undefined;
  /** Where what is known of the vault is kept for the next start; absent: nowhere. */
  readonly keeping?: Keeping | undefined;
  /** What carries out changes; absent: the vault is only read. */
  readonly changes?: (library: LiveLibrary) => ChangeDesk;
  /** What plans may ask of the vault and its settings; goes with `changes`. */
  readonly planning?: Omit<Planning, 'notes'>;
  /** Whether the user demotes a path in searches; asked anew each time. */
  readonly isDemoted: (path: string) => boolean;
}

export interface Composed {
  readonly services: Services;
  readonly library: LiveLibrary;
  /** What notes are called, for near misses and completion; gathered when it is first asked for. */
  readonly names: LiveNames;
  /** Ends all work on the vault; resolves when none of it runs any more. */
  close(): Promise<void>;
}

/** Puts together what tools use, the same way in every host. The library stands still until it is started. */
export function compose(loans: Loans): Composed {
  const { vault, clock, log, host } = loans;
  const { keeping } = loans;
  const index = indexFor(loans);
  const keeper = keeping === undefined ? {} : { keeper: new SnapshotKeeper({ keeping, index, clock, log }) };
  const library = new LiveLibrary({ ...loans, ...keeper, index, links: new VaultLinkGraph() });
  const names = new LiveNames(library, clock);
  const conventions = (): Conventions => library.conventions();
  const retriever = new LibraryRetriever({
    library,
    index,
    conventions,
    clock,
    isDemoted: loans.isDemoted,
    suggest: (words, limit) => namesLike(words, limit, names, clock),
  });
  const changes = loans.changes?.(library) ?? readOnlyDesk;
  return {
    services: {
      changes,
      ...(loans.planning === undefined
        ? {}
        : { planning: { ...loans.planning, notes: textSource(library, vault, loans.sha256) } }),
      vault,
      library,
      retriever: answerPatiently(retriever, library),
      conventions,
      host,
      clock,
      log,
    },
    library,
    names,
    close: async () => {
      retriever.close();
      names.close();
      await library.stop();
      index.close?.();
    },
  };
}

function indexFor({ indexWorker, fillingThread, clock, log }: Loans): LastingIndex {
  if (indexWorker !== undefined) return new LentIndex({ start: indexWorker, clock, log });
  return fillingThread === undefined ? new CompactIndex(clock) : new FilledIndex({ start: fillingThread, clock, log });
}

/** Milliseconds that an answer waits for the names of a whole vault; they are gathered on for the next one. */
const NAMES_WAIT_MS = 150;

async function namesLike(
  words: readonly string[],
  limit: number,
  names: LiveNames,
  clock: Clock,
): Promise<readonly string[]> {
  const gathering = names.whole();
  const whole = await Promise.race([gathering, clock.after(NAMES_WAIT_MS, gathering).then(() => null)]);
  const all = words.flatMap((word) => whole?.suggest(word, limit) ?? []);
  return [...new Set(all)].slice(0, limit);
}
