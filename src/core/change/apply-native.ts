import { VaultError } from '../errors.ts';
import type { LinkResolver } from '../graph/graph.ts';
import { FileResolver } from '../graph/resolve.ts';
import type { VaultPath } from '../path.ts';
import { applyAll, applyOne, HalfDone, takeBack } from './apply.ts';
import { editsBetween } from './merge.ts';
import type { Act, NativeAct, SettleAct } from './native-act.ts';
import type { Operation } from './operations.ts';
import { linksWritten, settleAll, type NativeApplyParts, type SettledNotes } from './settle-native.ts';
import { StillMoving } from './still-moving.ts';
import type { WritableVault } from './write-ports.ts';

type Move = Extract<NativeAct, { act: 'nativeMove' }>;

/**
 * Carries out a move through the app: its files move, its links are waited for within a bound and verified one by one, what
 * is left is repaired. If a file does not move, all is taken back; once all have moved, the change is finished. Throws
 * StillMoving where the app may yet move a file: then nothing is taken back, and when that has ended the same acts are
 * gone on with `from` that file.
 */
export async function applyNative(
  parts: NativeApplyParts,
  acts: readonly Act[],
  from: VaultPath | null = null,
): Promise<SettledNotes> {
  const { vault, stillOwner, refresh } = parts;
  const creates = acts.filter((act): act is Operation => act.act === 'create');
  const moves = acts.filter((act) => act.act === 'nativeMove');
  const settles = acts.filter((act) => act.act === 'settle');
  if (from === null) await applyAll(vault, creates, stillOwner);
  const news = vault.native?.listen();
  try {
    await moveAll(parts, { creates, moves, settles }, from);
    await refresh(moves.flatMap(({ from, to }) => [from, to]));
    if (news !== undefined) await linksWritten(parts, news, acts, settles);
  } finally {
    news?.end();
  }
  return settleAll(parts, acts, settles);
}

interface Parted {
  readonly creates: readonly Operation[];
  readonly moves: readonly Move[];
  readonly settles: readonly SettleAct[];
}

async function moveAll(
  parts: NativeApplyParts,
  { creates, moves, settles }: Parted,
  from: VaultPath | null,
): Promise<void> {
  const { vault, stillOwner } = parts;
  const done: Move[] = [];
  try {
    for (const move of moves) {
      if (!(await stillOwner())) throw new VaultError('vault_unavailable', { reason: 'another_host' });
      const isMoved = from !== null && (await hasMoved(vault, move));
      // The app has had its time for this file, and has not moved it.
      if (!isMoved && move.from === from) throw new VaultError('not_applied', { reason: 'failed', detail: '' });
      if (!isMoved) await renameOne(vault, move);
      done.push(move);
    }
  } catch (error) {
    if (error instanceof StillMoving) throw error;
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
): Promise<SettledNotes> {
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
async function renameOne(vault: WritableVault, move: Move): Promise<void> {
  const { from, to } = move;
  try {
    await (vault.native?.rename(from, to) ?? vault.move(from, to));
  } catch (error) {
    if (!(await hasMoved(vault, move))) throw error;
  }
}

async function hasMoved(vault: WritableVault, { from, to }: Move): Promise<boolean> {
  return (await vault.stat(from)) === null && (await vault.stat(to)) !== null;
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
