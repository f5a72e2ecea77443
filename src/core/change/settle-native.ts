import type { LinkResolver } from '../graph/graph.ts';
import { isNote, type VaultPath } from '../path.ts';
import { movedEdits } from '../rewrite/moved-edits.ts';
import { settleLinks, type Settled } from '../rewrite/settle-links.ts';
import type { Clock } from '../ports.ts';
import { HalfDone } from './apply.ts';
import type { Warning } from './desk.ts';
import { applyEdits } from './edits.ts';
import { movesOf, type Act, type SettleAct, type Wrote } from './native-act.ts';
import type { FileNews, WritableVault } from './write-ports.ts';

/** Milliseconds that the app is given to write links: altogether, for each note more, and since it last wrote anything. */
const PATIENCE_MS = 5_000;
const PATIENCE_A_NOTE_MS = 50;
const QUIET_MS = 1_500;
/** How often a note is settled anew when somebody writes into it meanwhile. */
const MOST_TRIES = 5;

export interface NativeApplyParts {
  readonly vault: WritableVault;
  readonly clock: Clock;
  readonly revisionOf: (text: string) => string;
  readonly stillOwner: () => boolean | Promise<boolean>;
  /** Takes in files that have moved, so that `resolve` knows them. */
  readonly refresh: (paths: readonly VaultPath[]) => Promise<void>;
  /** Link text to file, as the vault is at the moment of asking. */
  readonly resolve: LinkResolver['resolve'];
}

/** What stands in the notes once the app and we have written, and the links that no writing could save. */
export interface SettledNotes {
  readonly wrote: Wrote;
  readonly lost: readonly Warning[];
}

/** Waits until each note's links lead where they have to, or until the app seems to have done what it does. */
export async function linksWritten(
  parts: NativeApplyParts,
  news: FileNews,
  acts: readonly Act[],
  settles: readonly SettleAct[],
): Promise<void> {
  const { clock } = parts;
  const end = clock.tick() + PATIENCE_MS + settles.length * PATIENCE_A_NOTE_MS;
  let quietEnd = clock.tick() + QUIET_MS;
  // A canvas is small work to repair, and whether the app writes it at all depends on the user's plugins.
  const waiting = new Map(settles.filter(({ path }) => isNote(path)).map((act) => [act.path as string, act]));
  let look: Iterable<string> = [...waiting.keys()];
  for (;;) {
    for (const path of look) {
      const act = waiting.get(path);
      if (act !== undefined && (await stateOf(parts, acts, act)).settled.left === 0) waiting.delete(path);
    }
    const ms = Math.min(end, quietEnd) - clock.tick();
    if (waiting.size === 0 || ms <= 0) return;
    const changed = await news.next(ms);
    if ([...changed].some((path) => waiting.has(path))) quietEnd = clock.tick() + QUIET_MS;
    look = changed;
  }
}

/** Repairs what the app has left in each note. Throws HalfDone where a note cannot be settled. */
export async function settleAll(
  parts: Pick<NativeApplyParts, 'vault' | 'revisionOf' | 'resolve'>,
  acts: readonly Act[],
  settles: readonly SettleAct[],
): Promise<SettledNotes> {
  const wrote: Record<string, Wrote[string]> = {};
  const lost: Warning[] = [];
  const failed: VaultPath[] = [];
  for (const act of settles) {
    const note = await settleOne(parts, acts, act);
    if (note === null) {
      failed.push(act.path);
      continue;
    }
    wrote[act.path] = {
      after: parts.revisionOf(note.text),
      edits: movedEdits({ ...act, current: note.text }, parts.resolve),
    };
    for (const { line, raw } of note.lost) {
      lost.push({ code: 'link_not_repaired', about: `${act.path}:${line}`, detail: raw });
    }
  }
  if (failed.length > 0) throw new HalfDone([...movesOf(acts).values(), ...failed], null);
  return { wrote, lost };
}

/** What the note holds then; null where somebody kept writing into it, or took it away. */
async function settleOne(
  parts: Pick<NativeApplyParts, 'vault' | 'resolve'>,
  acts: readonly Act[],
  act: SettleAct,
): Promise<{ readonly text: string; readonly lost: Settled['lost'] } | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { current, settled } = await stateOf(parts, acts, act);
    if (current === null) return null;
    if (settled.edits.length === 0) return { text: current, lost: settled.lost };
    const text = applyEdits(current, settled.edits);
    if (await parts.vault.replace(act.path, current, text)) return { text, lost: settled.lost };
  }
  return null;
}

async function stateOf(
  { vault, resolve }: Pick<NativeApplyParts, 'vault' | 'resolve'>,
  acts: readonly Act[],
  act: SettleAct,
): Promise<{ readonly current: string | null; readonly settled: Settled }> {
  const current = await vault.read(act.path);
  if (current === null) return { current, settled: { edits: [], left: 0, lost: [] } };
  const oldOf = new Map([...movesOf(acts)].map(([from, to]) => [to, from]));
  return { current, settled: settleLinks({ ...act, current }, resolve, (path) => oldOf.get(path) ?? path) };
}
