import { VaultError } from '../errors.ts';
import type { LinkResolver } from '../graph/graph.ts';
import { FileResolver } from '../graph/resolve.ts';
import { isNote, type VaultPath } from '../path.ts';
import { settleLinks, type Settled } from '../rewrite/settle-links.ts';
import type { Clock } from '../ports.ts';
import { applyAll, applyOne, HalfDone, takeBack } from './apply.ts';
import { applyEdits } from './edits.ts';
import { editsBetween } from './merge.ts';
import { movesOf, type Act, type NativeAct, type SettleAct, type Wrote } from './native-act.ts';
import type { Operation } from './operations.ts';
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

type Move = Extract<NativeAct, { act: 'nativeMove' }>;

/**
 * Carries out a move through the app: its files move, its links are waited for within a bound and verified one by one, what
 * is left is repaired. If a file does not move, all is taken back; once all have moved, the change is finished.
 */
export async function applyNative(parts: NativeApplyParts, acts: readonly Act[]): Promise<{ readonly wrote: Wrote }> {
  const { vault, stillOwner, refresh } = parts;
  const creates = acts.filter((act): act is Operation => act.act === 'create');
  const moves = acts.filter((act) => act.act === 'nativeMove');
  const settles = acts.filter((act) => act.act === 'settle');
  await applyAll(vault, creates, stillOwner);
  const news = vault.native?.listen();
  try {
    await moveAll(parts, { creates, moves, settles });
    await refresh(moves.flatMap(({ from, to }) => [from, to]));
    if (news !== undefined) await linksWritten(parts, news, acts, settles);
  } finally {
    news?.end();
  }
  return { wrote: await settleAll(parts, acts, settles) };
}

interface Parted {
  readonly creates: readonly Operation[];
  readonly moves: readonly Move[];
  readonly settles: readonly SettleAct[];
}

async function moveAll(parts: NativeApplyParts, { creates, moves, settles }: Parted): Promise<void> {
  const { vault, stillOwner } = parts;
  const done: Move[] = [];
  try {
    for (const move of moves) {
      if (!(await stillOwner())) throw new VaultError('vault_unavailable', { reason: 'another_host' });
      await renameOne(vault, move);
      done.push(move);
    }
  } catch (error) {
    await takeBackNative(parts, { creates, moves: done, settles }, error);
    throw error;
  }
}

/**
 * Finishes what a crash left of such a change, with the app or without it: moves that are still to be made are made
 * plainly, and every note is settled.
 */
export async function finishNative(
  parts: Pick<NativeApplyParts, 'vault' | 'revisionOf'>,
  acts: readonly Act[],
  left: readonly Act[],
): Promise<Wrote> {
  for (const act of left) {
    if (act.act === 'nativeMove') await parts.vault.move(act.from, act.to);
    else if (act.act !== 'settle') await applyOne(parts.vault, act);
  }
  const files = new FileResolver();
  for await (const batch of parts.vault.list()) for (const { path } of batch) files.add(path);
  const resolve: LinkResolver['resolve'] = (link, source) => files.resolve(link, source);
  return settleAll(
    { ...parts, resolve },
    acts,
    acts.filter((act) => act.act === 'settle'),
  );
}

/** An app that fails after it has moved the file has moved it. */
async function renameOne(vault: WritableVault, { from, to }: Move): Promise<void> {
  try {
    await (vault.native?.rename(from, to) ?? vault.move(from, to));
  } catch (error) {
    const hasMoved = (await vault.stat(from)) === null && (await vault.stat(to)) !== null;
    if (!hasMoved) throw error;
  }
}

/** Waits until each note's links lead where they have to, or until the app seems to have done what it does. */
async function linksWritten(
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

async function settleAll(
  parts: Pick<NativeApplyParts, 'vault' | 'revisionOf' | 'resolve'>,
  acts: readonly Act[],
  settles: readonly SettleAct[],
): Promise<Wrote> {
  const wrote: Record<string, Wrote[string]> = {};
  const failed: VaultPath[] = [];
  for (const act of settles) {
    const text = await settleOne(parts, acts, act);
    if (text === null) failed.push(act.path);
    else wrote[act.path] = { after: parts.revisionOf(text), edits: editsBetween(act.text, text) };
  }
  if (failed.length > 0) throw new HalfDone([...movesOf(acts).values(), ...failed], null);
  return wrote;
}

/** The text that the note has then; null where somebody kept writing into it, or took it away. */
async function settleOne(
  parts: Pick<NativeApplyParts, 'vault' | 'resolve'>,
  acts: readonly Act[],
  act: SettleAct,
): Promise<string | null> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { current, settled } = await stateOf(parts, acts, act);
    if (current === null) return null;
    if (settled.edits.length === 0) return current;
    const text = applyEdits(current, settled.edits);
    if (await parts.vault.replace(act.path, current, text)) return text;
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

/** Moves what has moved back, and gives the notes in which the app has written links their text again. */
async function takeBackNative(
  { vault }: NativeApplyParts,
  { creates, moves, settles }: Parted,
  cause: unknown,
): Promise<void> {
  const left: VaultPath[] = [];
  const attempt = async (path: VaultPath, act: () => Promise<boolean>): Promise<void> => {
    if (!(await act().catch(() => false))) left.push(path);
  };
  for (const { from, to } of [...moves].reverse()) {
    await attempt(to, () => vault.move(to, from).then(() => true));
  }
  for (const act of moves.length === 0 ? [] : settles) await attempt(act.old, () => restoreText(vault, act));
  for (const create of [...creates].reverse()) {
    if (create.act === 'create') await attempt(create.path, () => takeBack(vault, create, null));
  }
  if (left.length > 0) throw new HalfDone(left, cause);
}

/** Only a note in which nothing but links is other than before gets its text back. */
async function restoreText(vault: WritableVault, act: SettleAct): Promise<boolean> {
  const current = await vault.read(act.old);
  if (current === null || current === act.text) return current !== null;
  const isLinksOnly = editsBetween(act.text, current).every(({ from, to, text }) => {
    const around = act.text.slice(act.text.lastIndexOf('\n', from) + 1, to) + text;
    return /[[\](]/.test(around) && !text.includes('\n');
  });
  return isLinksOnly && vault.replace(act.old, current, act.text);
}
