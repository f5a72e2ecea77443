import { QueuedChangeDesk } from '../../../src/core/change/change-desk.ts';
import type { Approval, Caller } from '../../../src/core/change/approval.ts';
import type { ChangeOutcome } from '../../../src/core/change/desk.ts';
import { ChangeDraft } from '../../../src/core/change/draft.ts';
import { Journal } from '../../../src/core/change/journal.ts';
import { revisionOf } from '../../../src/core/note/revision.ts';
import { listedPath } from '../../../src/core/path.ts';
import type { Clock } from '../../../src/core/ports.ts';
import { memoryJournal } from '../../support/memory-journal.ts';
import { writableMemoryVault, type WritableMemoryVault } from '../../support/writable-memory-vault.ts';

/** A time of day that stands still unless it is moved, so that a picture of it is always the same. */
export class DemoClock implements Clock {
  #now: number;

  constructor(start: number) {
    this.#now = start;
  }

  readonly now = (): number => this.#now;
  readonly tick = (): number => performance.now();
  readonly breathe = (): Promise<void> => Promise.resolve();
  readonly after = (ms: number, until?: Promise<unknown>): Promise<void> =>
    new Promise((resolve) => {
      window.setTimeout(resolve, ms);
      void until?.then(() => resolve());
    });

  pass(ms: number): void {
    this.#now += ms;
  }
}

export interface DemoVault {
  readonly vault: WritableMemoryVault;
  readonly desk: QueuedChangeDesk;
  readonly journal: Journal;
  /** A change by an agent, as a tool would plan it: the whole new text of notes, by path; null sends one to the trash. */
  change(given: {
    readonly caller: Partial<Caller>;
    readonly tool: string;
    readonly subject: string;
    readonly texts?: Readonly<Record<string, string | null>>;
    readonly moves?: Readonly<Record<string, string>>;
  }): Promise<ChangeOutcome<null>>;
}

/** The real desk and journal over notes in memory. */
export async function demoVault(
  files: Readonly<Record<string, string>>,
  parts: { readonly clock: Clock; readonly approval: Approval; readonly onChange: () => void },
): Promise<DemoVault> {
  const vault = writableMemoryVault(files);
  const journal = await Journal.open(memoryJournal());
  const notes = {
    open: async (path: Parameters<typeof vault.read>[0]) => {
      const text = await vault.read(path);
      return text === null ? null : { path, text, revision: revisionOf(text, digest), metadata: {} };
    },
  };
  let ids = 0;
  const desk = new QueuedChangeDesk({
    vault,
    notes: { ...notes, refresh: () => Promise.resolve() },
    journal,
    history: {
      before: () => Promise.resolve({ available: true, dirty: [] }),
      commit: () => Promise.resolve({ committed: true, due: false, warnings: [] }),
    },
    approval: parts.approval,
    clock: parts.clock,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    sha256: digest,
    newId: () => (++ids).toString(36).padStart(4, '0'),
    stillOwner: () => true,
    onChange: parts.onChange,
  });
  return {
    vault,
    desk,
    journal,
    change: ({ caller, tool, subject, texts = {}, moves = {} }) =>
      desk.perform({
        tool,
        caller: { session: 's', client: 'agent', callKey: null, expiresAt: null, ...caller },
        preview: false,
        expectedRevision: null,
        subjects: [],
        plan: async () => {
          const draft = new ChangeDraft(notes);
          for (const [from, to] of Object.entries(moves)) await draft.move(listedPath(from), listedPath(to), false);
          for (const [path, text] of Object.entries(texts)) {
            const before = await vault.read(listedPath(path));
            if (text === null) await draft.trash(listedPath(path), false);
            else if (before === null) draft.create(listedPath(path), text);
            else if (tool === 'vault_write_note') {
              await draft.edit(listedPath(path), [{ from: 0, to: before.length, text }]);
            } else await draft.edit(listedPath(path), [difference(before, text)]);
          }
          return { changes: draft.finish(subject), facts: null, warnings: [] };
        },
      }),
  };
}

/** The one span in which two texts differ. */
function difference(before: string, after: string): { from: number; to: number; text: string } {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: start, to: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Tells texts of a page apart as well as a real digest would; a browser has no synchronous one. */
function digest(text: string): string {
  return Array.from({ length: 8 }, (_, seed) => {
    let hash = 0x811c9dc5 ^ seed;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');
}
